//! What the library draws itself: covers, and the plain Loading and failure screens.

use macroquad::camera::set_default_camera;
use macroquad::color::Color;
use macroquad::shapes::{draw_rectangle, draw_rectangle_lines};
use macroquad::text::{draw_multiline_text, draw_text, measure_text, wrap_text};
use macroquad::window::{screen_dpi_scale, screen_height, screen_width};

/// Fills the whole window, the letterbox too, with a colour (red, green and blue 0 to 1) at this
/// opacity (0 to 1). The camera is macroquad's default one afterwards.
pub fn fill_window(color: [f32; 3], opacity: f32) {
    set_default_camera();
    let [red, green, blue] = color;
    draw_rectangle(0.0, 0.0, screen_width(), screen_height(), Color::new(red, green, blue, opacity));
}

const LIGHT: Color = Color::new(0.9, 0.9, 0.9, 1.0);
const DIM: Color = Color::new(0.5, 0.5, 0.5, 1.0);

/// Draws a text in lines over the top of the window.
pub fn draw_notice(text: &str) {
    set_default_camera();
    let text = wrapped(text, 20, 4.0, screen_width());
    let height = 20.0 * (text.lines().count() as f32 + 0.5);
    draw_rectangle(0.0, 0.0, screen_width(), height, Color::new(0.0, 0.0, 0.0, 0.8));
    draw_multiline_text(&text, 4.0, 20.0, 20.0, Some(1.0), LIGHT);
}

/// The size of the page that is drawn on: this one, with the camera as it is, or else the window.
fn page_size(page: Option<(f32, f32)>) -> (f32, f32) {
    page.unwrap_or_else(|| {
        set_default_camera();
        (screen_width(), screen_height())
    })
}

/// Draws a bar with the percentage and `item` below it, in the middle of the page or else of the window.
pub fn draw_progress(page: Option<(f32, f32)>, fraction: f64, item: &str) {
    let page = page_size(page);
    let (width, height) = (page.0 * 0.5, 18.0);
    let (x, y) = (page.0 * 0.25, page.1 * 0.5);
    draw_rectangle(x, y, width * fraction as f32, height, LIGHT);
    draw_rectangle_lines(x, y, width, height, 2.0, DIM);
    let percent = format!("{:.0} %", (fraction * 100.0).floor());
    let measured = measure_text(&percent, None, 24, 1.0);
    draw_text(&percent, x + width - measured.width, y - 8.0, 24.0, LIGHT);
    draw_text(item, x, y + height + 24.0, 20.0, DIM);
}

/// Draws a text in the middle of the page or else of the window.
pub fn draw_message(page: Option<(f32, f32)>, text: &str) {
    let (width, height) = page_size(page);
    draw_multiline_text(wrapped(text, 22, 40.0, width), 40.0, height * 0.35, 22.0, Some(1.2), LIGHT);
}

/// Breaks the lines of a text that are wider than this width without a border at the left and right.
fn wrapped(text: &str, size: u16, border: f32, width: f32) -> String {
    // macroquad counts in physical pixels here.
    let width = (width - 2.0 * border).max(100.0) * screen_dpi_scale();
    wrap_text(text, None, size, 1.0, width)
}
