//! The trailer: the sun rises over the hills, and two lines of text.

use macroquad::color::Color;
use macroquad::shapes::{draw_poly, draw_rectangle};
use proscenium::flow::{DrawContext, GameScreen, ScreenContext};
use proscenium::kit::{Ink, Menu, Page, Rgb};
use proscenium::platform::{Action, Input};

use crate::shared::Shared;
use crate::view::View;

const LINES: [&str; 2] = ["trailer-1", "trailer-2"];
const LINE_TICKS: usize = 150;
const END: usize = LINES.len() * LINE_TICKS;

/// The colours of the sky in the night and in the morning, of the sun and of the hills.
const SKY: [Rgb; 2] = [Rgb::hex(0x12122a), Rgb::hex(0x739ecc)];
const SUN: Rgb = Rgb::hex(0xffd27a);
const HILLS: [Rgb; 2] = [Rgb::hex(0x2c4a3e), Rgb::hex(0x3f6b4a)];

/// The trailer, which leads to the main menu.
pub struct Trailer {
    shared: Shared,
    ticks: usize,
}

impl Trailer {
    pub fn new(shared: &Shared) -> Self {
        Self { shared: shared.clone(), ticks: 0 }
    }
}

/// Whether the player skips the logo or the trailer.
pub fn is_skipped(input: &Input) -> bool {
    input.any_pressed(&[Action::ACCEPT, Action::CANCEL]) || input.pointer.pressed
}

/// Draws the hills; `time` is 0 in the night and 1 in the morning.
fn draw_hills((width, height): (f32, f32), time: f32) {
    draw_rectangle(0.0, 0.0, width, height, SKY[1].into());
    draw_rectangle(0.0, 0.0, width, height, Color { a: 1.0 - time, ..SKY[0].into() });
    let disc = |x, y, radius, color: Rgb| draw_poly(x, y, 100, radius, 0.0, color.into());
    for star in 0..60 {
        // Places that look random.
        let (x, y) = (star as f32 * 127.1 % width, star as f32 * 59.7 % (height * 0.6));
        draw_rectangle(x, y, 2.0, 2.0, Color::new(1.0, 1.0, 1.0, 1.0 - time));
    }
    disc(width / 2.0, height * (0.85 - time * 0.5), 40.0, SUN);
    disc(width * 0.2, height * 1.9, height * 1.2, HILLS[0]);
    disc(width * 0.85, height * 2.0, height * 1.25, HILLS[1]);
}

impl GameScreen for Trailer {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.preload("main_menu");
    }

    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        // Once only: the screen is still updated while it fades out.
        if self.ticks < END {
            self.ticks = if is_skipped(cx.input()) { END } else { self.ticks + 1 };
            if self.ticks == END {
                cx.load("main_menu");
            }
        }
    }

    fn has_upright_view(&self) -> bool {
        true
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        let view = View::of_frame(&self.shared, cx);
        draw_hills(view.size, self.ticks as f32 / END as f32);
        let line = LINES[(self.ticks / LINE_TICKS).min(LINES.len() - 1)];
        let page = Page::new(view.area()).strip().centered().anchor(0.5, 0.25);
        view.page(&page.text(view.text_of(line), Ink::Text), &Menu::default());
        view.page(&view.hint("skip-hint", cx.device()), &Menu::default());
    }
}

/// The hills behind the main menu.
pub struct Backdrop;

impl GameScreen for Backdrop {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn has_upright_view(&self) -> bool {
        true
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        draw_hills(cx.view_size(), 1.0);
    }
}
