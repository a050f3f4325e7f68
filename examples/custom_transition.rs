//! A custom transition: a curtain that closes from both sides and opens again.
//!
//! Seen: a blue page. Enter or a click closes a red curtain over it and opens it on an orange page; the
//! next one leads back. Escape closes the curtain for good.

use std::process::ExitCode;
use std::time::Duration;

use macroquad::prelude::{
    BLUE, Color, GOLD, MAROON, ORANGE, clear_background, draw_rectangle, screen_height, screen_width,
    set_default_camera,
};
use proscenium::flow::{DrawContext, GameScreen, Phase, ScreenCommand, ScreenContext, Transition};
use proscenium::kit::Game;
use proscenium::platform::Action;

/// A curtain. It has no clock of its own: the manager says how far it is closed.
struct Curtain;

impl Transition for Curtain {
    fn name(&self) -> &'static str {
        "curtain"
    }

    fn out_time(&self) -> Duration {
        Duration::from_millis(400)
    }

    fn in_time(&self) -> Duration {
        Duration::from_millis(700)
    }

    fn draw(&self, cover: f32, is_going_out: bool) {
        // The curtain hangs in the whole window, not only in its virtual screen.
        set_default_camera();
        let (width, height) = (screen_width(), screen_height());
        // It closes faster and faster, and opens gently. At 1 it is closed.
        let shut = if is_going_out { cover * cover } else { cover * (2.0 - cover) };
        // Rounded up, so that no gap of half a pixel is left in the middle.
        let half = (width / 2.0 * shut).ceil();
        for (left, hem) in [(0.0, half - 12.0), (width - half, width - half)] {
            draw_rectangle(left, 0.0, half, height, MAROON);
            draw_rectangle(hem, 0.0, 12.0, height, GOLD);
        }
    }
}

/// A page of one colour, which leads to the other page.
struct Page {
    color: Color,
    other: &'static str,
}

impl GameScreen for Page {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input();
        // The curtain is for these commands; others get the manager's fade.
        if input.is_pressed(Action::CANCEL) {
            cx.command(ScreenCommand::Quit.through(Curtain));
        } else if input.is_pressed(Action::ACCEPT) || input.pointer.pressed {
            cx.command(ScreenCommand::replace(self.other).through(Curtain));
        }
    }

    fn draw(&self, _cx: &DrawContext<'_>) {
        clear_background(self.color);
    }
}

fn main() -> ExitCode {
    let pages = Phase::new("pages")
        .screen("blue", |_| Page { color: BLUE, other: "orange" })
        .screen("orange", |_| Page { color: ORANGE, other: "blue" });
    Game::new("curtain").title("A transition of the game's own").phase(pages).run()
}
