//! Drawing with a font of the phase.

use macroquad::color::Color;

use proscenium_formats::Font;
use proscenium_window::draw_text_line;

/// Draws a line of this height with its top left corner here. Returns whether the font can be drawn with.
pub(super) fn draw(font: &Font, text: &str, (x, y): (f32, f32), height: f32, color: Color) -> bool {
    let Some(loaded) = font.loaded() else { return false };
    let baseline = y + (font.ascent() * height).round();
    draw_text_line(Some(loaded), text, (x, baseline), height * font.size(), color);
    true
}
