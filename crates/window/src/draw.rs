//! What the library draws itself: covers, and the plain Loading and failure screens.

use macroquad::camera::set_default_camera;
use macroquad::color::Color;
use macroquad::shapes::{draw_rectangle, draw_rectangle_lines};
use macroquad::text::{Font, TextParams, draw_multiline_text, draw_text_ex, measure_text, wrap_text};
use macroquad::window::{screen_dpi_scale, screen_height, screen_width};

use super::camera::pixels_per_unit;

/// Fills the whole window, the letterbox too, with a colour (red, green and blue 0 to 1) at this
/// opacity (0 to 1). The camera is macroquad's default one afterwards.
pub fn fill_window(color: [f32; 3], opacity: f32) {
    set_default_camera();
    let [red, green, blue] = color;
    draw_rectangle(0.0, 0.0, screen_width(), screen_height(), Color::new(red, green, blue, opacity));
}

const LIGHT: Color = Color::new(0.9, 0.9, 0.9, 1.0);
const DIM: Color = Color::new(0.5, 0.5, 0.5, 1.0);

/// The largest size of a font whose glyphs are made, in pixels. Larger ones are stretched.
const MAX_FONT_SIZE: u16 = 512;

/// Draws a line of text in this font, or else in macroquad's own, with the left end of its baseline at `x`, `y`. The size of
/// the font is `size` units of the camera.
///
/// Its glyphs are made for the pixels that they cover. `camera_font_scale` of macroquad is for cameras that fill the window:
/// elsewhere it distorts.
pub fn draw_text_line(font: Option<&Font>, text: &str, (mut x, y): (f32, f32), size: f32, color: Color) {
    let scale = screen_dpi_scale();
    let font_size = ((size * pixels_per_unit() / scale).round() as u16).clamp(1, MAX_FONT_SIZE);
    // The size of the glyphs that macroquad makes.
    let glyphs = (f32::from(font_size) * scale).ceil();
    let font_scale = size * scale / glyphs;
    let params = TextParams { font, font_size, font_scale, color, ..TextParams::default() };
    // One at a time, because macroquad neither measures kerning nor scales it.
    for character in text.chars() {
        x += draw_text_ex(character.encode_utf8(&mut [0; 4]), x, y, params.clone()).width;
    }
}

/// The height of a line of a notice.
const NOTICE_LINE: f32 = 20.0;

/// The lines of a notice that there is room for in a third of the window.
fn notice_lines(text: &str) -> Vec<String> {
    let text = wrapped(text, NOTICE_LINE as u16, 4.0, screen_width());
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let room = ((screen_height() / 3.0 / NOTICE_LINE) as usize).max(1);
    if lines.len() > room {
        lines.truncate(room);
        lines[room - 1].push_str(" ...");
    }
    lines
}

/// The height that a notice takes at the lower edge of the window, in physical pixels.
pub fn notice_height(text: &str) -> f32 {
    NOTICE_LINE * (notice_lines(text).len() as f32 + 0.5) * screen_dpi_scale()
}

/// Draws a text in lines at the lower edge of the window, of [`notice_height`].
pub fn draw_notice(text: &str) {
    set_default_camera();
    let lines = notice_lines(text);
    let top = screen_height() - NOTICE_LINE * (lines.len() as f32 + 0.5);
    draw_rectangle(0.0, top, screen_width(), screen_height() - top, Color::new(0.0, 0.0, 0.0, 1.0));
    draw_multiline_text(lines.join("\n"), 4.0, top + NOTICE_LINE, NOTICE_LINE, Some(1.0), LIGHT);
}

/// Draws a bar with the percentage above it and `item` below it, in the middle of a view.
pub(crate) fn draw_progress(view: (f32, f32), fraction: f64, item: &str) {
    let (width, height) = (view.0 * 0.5, 18.0);
    let (x, y) = (view.0 * 0.25, view.1 * 0.5);
    draw_rectangle(x, y, width * fraction as f32, height, LIGHT);
    draw_rectangle_lines(x, y, width, height, 2.0, DIM);
    let percent = format!("{:.0} %", (fraction * 100.0).floor());
    let measured = measure_text(&percent, None, 24, 1.0);
    draw_text_line(None, &percent, (x + width - measured.width, y - 8.0), 24.0, LIGHT);
    draw_text_line(None, item, (x, y + height + 24.0), 20.0, DIM);
}

/// Draws a text in the window, in lines that fit. The camera is macroquad's default one afterwards.
pub fn draw_message(text: &str) {
    set_default_camera();
    draw_message_in((screen_width(), screen_height()), text);
}

/// Draws a text in a view of this size, in lines that fit.
pub(crate) fn draw_message_in((width, height): (f32, f32), text: &str) {
    for (number, line) in wrapped(text, 22, 40.0, width).lines().enumerate() {
        draw_text_line(None, line, (40.0, height * 0.35 + 26.4 * number as f32), 22.0, LIGHT);
    }
}

/// Breaks the lines of a text that are wider than this width without a border at the left and right.
fn wrapped(text: &str, size: u16, border: f32, width: f32) -> String {
    // macroquad counts in physical pixels here.
    let width = (width - 2.0 * border).max(100.0) * screen_dpi_scale();
    wrap_text(text, None, size, 1.0, width)
}
