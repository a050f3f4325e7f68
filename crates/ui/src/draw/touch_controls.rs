//! The stick and the buttons for fingers.

use macroquad::color::Color;
use macroquad::shapes::{draw_circle, draw_circle_lines};

use super::Paint;
use crate::touch_controls::TouchControls;

impl Paint<'_> {
    /// Draws the stick and the buttons for fingers. The game draws what a button does, in its middle.
    pub fn touch_controls(&self, controls: &TouchControls) {
        if let Some((centre, radius)) = controls.place() {
            let tilt = controls.tilt();
            self.disc(centre, radius, 0.35);
            let knob = (centre.0 + tilt.0 * radius * 0.6, centre.1 + tilt.1 * radius * 0.6);
            self.disc(knob, radius * 0.45, if tilt == (0.0, 0.0) { 0.5 } else { 0.9 });
        }
        for (_, centre, radius, is_held) in controls.buttons() {
            self.disc(centre, radius, if is_held { 0.9 } else { 0.5 });
        }
    }

    fn disc(&self, (x, y): (f32, f32), radius: f32, opacity: f32) {
        draw_circle(x, y, radius, Color { a: opacity, ..self.theme.ground.into() });
        draw_circle_lines(x, y, radius, 2.0, Color { a: opacity.max(0.6), ..self.theme.text.into() });
    }
}
