//! The sprite sheets in the atlas `textures/sprites.png`. One texture for all sprites means that hundreds
//! of figures are drawn in one draw call.

use macroquad::color::Color;
use proscenium::kit;

use super::Paint;

/// A sprite sheet: the position of its first cell in the atlas, and the size of a cell, in pixels.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    x: f32,
    y: f32,
    /// Width of a cell.
    pub width: f32,
    /// Height of a cell.
    pub height: f32,
}

const fn sheet(x: u16, y: u16, width: u16, height: u16) -> Sheet {
    Sheet { x: x as f32, y: y as f32, width: width as f32, height: height as f32 }
}

/// Columns: 4 of walking (the first stands), 4 of running, jump, fall, tumble, strike. Rows: down,
/// left, right, up.
pub const HERO: Sheet = sheet(0, 0, 16, 32);
/// Columns: 4 of walking, aim, fire, hurt, fallen. Rows as the hero's.
pub const MARINE: Sheet = sheet(192, 0, 16, 32);
/// Columns: 2 idle, 4 of moving, 2 of attacking, stunned, thrown, 2 of falling. Rows: right, left.
pub const IMP: Sheet = sheet(320, 0, 16, 16);
/// As the imp's.
pub const WITCH: Sheet = sheet(0, 128, 24, 24);
/// As the imp's.
pub const BRUTE: Sheet = sheet(0, 192, 32, 32);
/// Rows: shots and sparks; dust and goo; bolts and bursts; marks of orders; moods and signs; coins.
pub const EFFECTS: Sheet = sheet(320, 32, 16, 16);
/// Four frames of burning, damaged, badly damaged, destroyed.
pub const BEACON: Sheet = sheet(288, 128, 32, 64);
/// Four frames.
pub const RIFT: Sheet = sheet(384, 192, 32, 48);
/// Rings below the selected marines, and the hero's.
pub const RING: Sheet = sheet(448, 32, 16, 8);
pub const HERO_RING: Sheet = sheet(448, 40, 24, 12);
/// Standing, walking, pecking, running; to the right, and to the left.
pub const HEN: Sheet = sheet(448, 80, 16, 14);
/// The shadow on the ground.
pub const SHADOW: Sheet = sheet(480, 32, 16, 8);
/// White, for bars.
const WHITE: Sheet = sheet(498, 34, 4, 4);
/// Heart, beacon, skull, wave, attack, patrol, stop, all, jump, clock, marine, star.
pub const ICON: Sheet = sheet(0, 256, 16, 16);
/// Hero, sergeant, witch.
pub const PORTRAIT: Sheet = sheet(224, 256, 32, 32);
/// The frame of plates, nine parts with corners of 6.
pub const FRAME: (f32, f32, f32, f32) = (192.0, 256.0, 24.0, 24.0);

impl Paint<'_> {
    /// Draws a cell with its top left corner at `at`, its colours multiplied by `tint`.
    pub fn sprite(&self, sheet: Sheet, (column, row): (u32, u32), at: (f32, f32), tint: Color) {
        let Some((atlas, ..)) = self.texture("sprites") else { return };
        let source = (
            sheet.x + column as f32 * sheet.width,
            sheet.y + row as f32 * sheet.height,
            sheet.width,
            sheet.height,
        );
        kit::Paint::part(&atlas, source, (at.0, at.1, sheet.width, sheet.height), tint);
    }

    /// Draws a cell with the middle of its foot at `at`.
    pub fn standing(&self, sheet: Sheet, cell: (u32, u32), at: (f32, f32), tint: Color) {
        let corner = (at.0 - sheet.width / 2.0, at.1 - sheet.height + 3.0);
        self.sprite(sheet, cell, corner, tint);
    }

    /// Draws a rectangle from the atlas, which keeps sprites and rectangles in one draw call.
    pub fn block(&self, x: f32, y: f32, width: f32, height: f32, tint: Color) {
        let Some((atlas, ..)) = self.texture("sprites") else { return };
        let source = (WHITE.x, WHITE.y, WHITE.width, WHITE.height);
        kit::Paint::part(&atlas, source, (x, y, width, height), tint);
    }

    /// Draws a plate with a thin frame.
    pub fn plate(&self, x: f32, y: f32, width: f32, height: f32) {
        let Some((atlas, ..)) = self.texture("sprites") else { return };
        kit::Paint::nine_patch(&atlas, FRAME, 6.0, (x, y, width, height));
    }
}
