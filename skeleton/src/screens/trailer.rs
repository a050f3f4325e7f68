//! The trailer: the sun rises over the hills, and two lines of text. The hills are behind the main menu too.

use macroquad::color::{Color, WHITE};
use macroquad::shapes::{draw_poly, draw_rectangle};
use proscenium::flow::DrawContext;
use proscenium::sound::Mixer;
use proscenium::ui::{Ink, Page, Paint, Rgb};

use super::intro::Part;
use super::{MAIN_MENU, MUSIC_FADE};

pub const ID: &str = "trailer";

const LINES: [&str; 2] = ["trailer-1", "trailer-2"];
const LINE_TICKS: usize = 150;
const END: usize = LINES.len() * LINE_TICKS;

pub const PART: Part = Part {
    ticks: END,
    next: MAIN_MENU,
    begin: |cx| cx.shared::<Mixer>().play_music("music_menu", MUSIC_FADE),
    draw,
};

/// The colours of the sky in the night and in the morning, of the sun and of the hills.
const SKY: [Rgb; 2] = [Rgb::hex(0x12122a), Rgb::hex(0x739ecc)];
const SUN: Rgb = Rgb::hex(0xffd27a);
const HILLS: [Rgb; 2] = [Rgb::hex(0x2c4a3e), Rgb::hex(0x3f6b4a)];

fn draw(paint: &Paint<'_>, ticks: usize) {
    draw_hills(paint.size, ticks as f32 / END as f32);
    let line = LINES[(ticks / LINE_TICKS).min(LINES.len() - 1)];
    let page = Page::new(paint.area()).strip().centered().anchor(0.5, 0.25);
    paint.texts(&page.text(paint.text_of(line), Ink::Text));
}

/// Draws the hills; `time` is 0 in the night and 1 in the morning.
fn draw_hills((width, height): (f32, f32), time: f32) {
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
    draw_hills(cx.view_size(), 1.0);
    // Another menu over this one darkens them itself.
    if cx.is_active() {
        Paint::of(cx).darken();
    }
}
