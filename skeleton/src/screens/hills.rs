//! The hills behind the trailer and the main menu.

use macroquad::color::{Color, WHITE};
use macroquad::shapes::{draw_poly, draw_rectangle};
use proscenium::flow::DrawContext;
use proscenium::ui::{Paint, Rgb};

/// The colours of the sky in the night and in the morning, of the sun and of the hills.
const SKY: [Rgb; 2] = [Rgb::hex(0x12122a), Rgb::hex(0x739ecc)];
const SUN: Rgb = Rgb::hex(0xffd27a);
const HILLS: [Rgb; 2] = [Rgb::hex(0x2c4a3e), Rgb::hex(0x3f6b4a)];

/// Draws the hills in a view of this size; `time` is 0 in the night and 1 in the morning.
pub fn draw((width, height): (f32, f32), time: f32) {
    draw_rectangle(0.0, 0.0, width, height, SKY[1].into());
    draw_rectangle(0.0, 0.0, width, height, Color { a: 1.0 - time, ..SKY[0].into() });
    for star in 0..60 {
        // Places that look random.
        let (x, y) = (star as f32 * 127.1 % width, star as f32 * 59.7 % (height * 0.6));
        draw_rectangle(x, y, 2.0, 2.0, Color { a: 1.0 - time, ..WHITE });
    }
    let disc = |x, y, radius, color: Rgb| draw_poly(x, y, 100, radius, 0.0, color.into());
    disc(width / 2.0, height * (0.85 - time * 0.5), 40.0, SUN);
    disc(width * 0.2, height * 1.9, height * 1.2, HILLS[0]);
    disc(width * 0.85, height * 2.0, height * 1.25, HILLS[1]);
}

/// Draws the hills in the morning behind a menu.
pub fn draw_morning(cx: &DrawContext<'_>) {
    draw(cx.view_size(), 1.0);
    // Another menu over this one darkens them itself.
    if cx.is_active() {
        Paint::of(cx).darken();
    }
}
