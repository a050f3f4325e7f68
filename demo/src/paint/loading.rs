//! The picture of the Loading screen: the sheet `textures/loading.png`, each pixel as four.

use macroquad::color::{Color, WHITE};
use proscenium::ui;

use super::{Paint, color};
use crate::screens::Stage;

/// Each pixel of the sheet is so many wide and high.
const SCALE: f32 = 2.0;
/// The cells of the beacon; the light and the marine below them.
const BEACON: (f32, f32) = (32.0, 64.0);
const RUINS: f32 = 160.0;
const LIGHT: (f32, f32, f32, f32) = (0.0, 64.0, 96.0, 96.0);
const MARINE: (f32, f32, f32, f32) = (96.0, 64.0, 16.0, 32.0);
/// The glass of the lantern in its cell, and the middle of the light.
const GLASS: (f32, f32, f32, f32) = (10.0, 11.0, 12.0, 14.0);
const FIRE: (f32, f32) = (15.5, 18.5);
/// The space below the feet of a figure in its cell.
const FOOT: f32 = 2.0;
/// Ticks of a step of an animation, and its steps.
const STEP: u32 = 8;
const STEPS: u32 = 4;

impl Paint<'_> {
    /// The marine on the bar, and the beacon at its end, both as far as the load is. `walks` is false while nothing goes on.
    pub fn road_to_the_beacon(&self, stage: &Stage, part: f32, ticks: u32, walks: bool) {
        let Stage { left, top, length } = *stage;
        self.night_sky(top);
        self.rect(0.0, top + Stage::BAR, self.view.size.0, 2.0, color::INDIGO, 1.0);
        self.bar(left, top, length, Stage::BAR, part);
        let Some((sheet, ..)) = self.texture("loading") else { return };
        let draw = |(x, y, w, h): (f32, f32, f32, f32), at: (f32, f32), tint| {
            ui::Paint::part(&sheet, (x, y, w, h), (at.0, at.1, w * SCALE, h * SCALE), tint);
        };
        let step = if walks { ticks / STEP % STEPS } else { 0 } as f32;
        let foot = (stage.left + length, top + Stage::BAR + 1.0 - (BEACON.1 - FOOT) * SCALE);
        // The light grows with the fire.
        let reach = LIGHT.2 * SCALE * (0.3 + 0.7 * part);
        let fire = (foot.0 + FIRE.0 * SCALE, foot.1 + FIRE.1 * SCALE);
        let target = (fire.0 - reach / 2.0, fire.1 - reach / 2.0, reach, reach);
        ui::Paint::part(&sheet, LIGHT, target, Color { a: part, ..WHITE });
        let lit = |dark: f32| dark + (1.0 - dark) * part;
        draw((0.0, 0.0, BEACON.0, BEACON.1), foot, Color::new(lit(0.5), lit(0.5), lit(0.62), 1.0));
        let (x, y, w, h) = GLASS;
        let high = (h * part).round();
        let glass = (x + (1.0 + step) * BEACON.0, y + h - high, w, high);
        draw(glass, (foot.0 + x * SCALE, foot.1 + (y + h - high) * SCALE), WHITE);
        let (x, y, w, h) = MARINE;
        let at = (left + ((length - w * SCALE) * part).round(), top - 2.0 - (h - FOOT) * SCALE);
        draw((x + step * w, y, w, h), at, WHITE);
    }

    /// What is left of the beacon, with its top left corner here.
    pub fn ruins(&self, at: (f32, f32)) {
        self.night_sky(at.1 + BEACON.1 * SCALE);
        let Some((sheet, ..)) = self.texture("loading") else { return };
        let target = (at.0, at.1, BEACON.0 * SCALE, BEACON.1 * SCALE);
        ui::Paint::part(&sheet, (RUINS, 0.0, BEACON.0, BEACON.1), target, WHITE);
    }

    /// Stars down to this height.
    fn night_sky(&self, bottom: f32) {
        let (width, height) = (self.view.size.0 as u32, bottom.max(1.0) as u32);
        for star in 1..70_u32 {
            let (x, y) = (star * 7919 % 6151 % width, star * 6101 % 4093 % height);
            self.rect(x as f32, y as f32, 1.0, 1.0, color::CREAM, [0.2, 0.35, 0.6][(star % 3) as usize]);
        }
    }
}
