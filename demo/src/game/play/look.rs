//! How a unit looks: no drawing here.

use serde::{Deserialize, Serialize};

/// A sprite sheet: the position of its first cell in the atlas `textures/sprites.png`, and the size of a
/// cell, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sheet {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl Sheet {
    pub const fn at(x: u16, y: u16, width: u16, height: u16) -> Self {
        Self { x: x as f32, y: y as f32, width: width as f32, height: height as f32 }
    }
}

/// Ticks of the flash after a hit.
pub const FLASH: u64 = 7;

/// A cell of a sheet: column and row.
pub type Cell = (u32, u32);

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    pub sheet: Sheet,
    pub cell: Cell,
    /// Tint of the sprite: red, green and blue.
    pub tint: [u8; 3],
    /// The ring around its feet.
    pub ring: Option<Sheet>,
    /// Part of its health, 0 to 1, for the bar over its head.
    pub bar: Option<f32>,
    /// The icon over its head: a cell of the sheet of effects.
    pub sign: Option<Cell>,
}

impl Look {
    pub const fn of(sheet: Sheet, cell: Cell) -> Self {
        Self { sheet, cell, tint: [255; 3], ring: None, bar: None, sign: None }
    }
}
