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

/// Draws a text in the middle of the virtual screen, if `page` is its size, or else of the window.
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
