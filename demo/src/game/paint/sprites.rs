//! The sprite sheets in the atlas `textures/sprites.png`, except for the units' sheets. One texture for all sprites means that hundreds
//! of figures are drawn in one draw call.

use macroquad::color::Color;
use proscenium::ui;

use crate::game::play::look::Sheet;
use crate::paint::{Paint, color};

/// Rows: shots and sparks; dust and goo; bolts and bursts; marks of orders; moods and signs; coins.
pub const EFFECTS: Sheet = Sheet::at(320, 32, 16, 16);
/// Four frames of burning, damaged, badly damaged, destroyed.
pub const BEACON: Sheet = Sheet::at(288, 128, 32, 64);
/// Four frames.
pub const RIFT: Sheet = Sheet::at(384, 192, 32, 48);
pub const SHADOW: Sheet = Sheet::at(480, 32, 16, 8);
/// White, for bars.
const WHITE: Sheet = Sheet::at(498, 34, 4, 4);
/// Heart, beacon, skull, wave, attack, patrol, stop, all, jump, clock, marine, star.
pub const ICON: Sheet = Sheet::at(0, 256, 16, 16);
/// Hero, sergeant, witch.
pub const PORTRAIT: Sheet = Sheet::at(224, 256, 32, 32);
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
        ui::Paint::part(&atlas, source, (at.0, at.1, sheet.width, sheet.height), tint);
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
        ui::Paint::part(&atlas, source, (x, y, width, height), tint);
    }

    pub fn plate(&self, x: f32, y: f32, width: f32, height: f32) {
        if self.view.shared.settings().high_contrast {
            self.block(x, y, width, height, color::CREAM);
            return self.block(x + 2.0, y + 2.0, width - 4.0, height - 4.0, macroquad::color::BLACK);
        }
        let Some((atlas, ..)) = self.texture("sprites") else { return };
        ui::Paint::nine_patch(&atlas, FRAME, 6.0, (x, y, width, height));
    }
}
