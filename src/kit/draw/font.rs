//! Drawing with a font of the phase.

use macroquad::color::Color;
use macroquad::text::{TextParams, camera_font_scale, draw_text_ex};

use crate::kit::Font;

/// Draws a line of this height with its top left corner here. Returns whether the font can be drawn with.
pub(super) fn draw(font: &Font, text: &str, (x, y): (f32, f32), height: f32, color: Color) -> bool {
    let Some(loaded) = font.loaded() else { return false };
    let (font_size, font_scale, font_scale_aspect) = camera_font_scale(height * font.size());
    let params = TextParams {
        font: Some(loaded),
        font_size,
        font_scale,
        font_scale_aspect,
        color,
        ..TextParams::default()
    };
    draw_text_ex(text, x, y + (font.ascent() * height).round(), params);
    true
}
