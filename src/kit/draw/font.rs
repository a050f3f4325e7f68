//! Drawing with a font of the phase.

use macroquad::color::Color;
use macroquad::text::{TextParams, camera_font_scale, draw_text_ex, load_ttf_font_from_bytes};

use crate::kit::Font;
use crate::platform::window::LoadedFont;

impl Font {
    /// Returns macroquad's font for `draw_text_ex` and `measure_text`. It is made in the first call, which
    /// must be in the window's thread while the window is open, so in a `draw`. It is `None`, which draws in
    /// macroquad's own font, if macroquad cannot read it.
    pub fn loaded(&self) -> Option<&LoadedFont> {
        let load = || {
            let font = load_ttf_font_from_bytes(self.bytes());
            font.inspect_err(|error| log::warn!("a font cannot be drawn with: {error}")).ok()
        };
        self.loaded.get_or_init(load).as_ref()
    }

    /// Draws a line of this height with its top left corner here. Returns whether the font can be drawn with.
    pub(super) fn draw(&self, text: &str, (x, y): (f32, f32), height: f32, color: Color) -> bool {
        let Some(font) = self.loaded() else { return false };
        let (font_size, font_scale, font_scale_aspect) = camera_font_scale(height * self.size);
        let params = TextParams {
            font: Some(font),
            font_size,
            font_scale,
            font_scale_aspect,
            color,
            ..TextParams::default()
        };
        draw_text_ex(text, x, y + (self.ascent * height).round(), params);
        true
    }
}
