//! The smallest game: two screens, one phase, one picture. Enter changes the screen, Escape ends it.

use std::process::ExitCode;

use macroquad::prelude::{DARKGREEN, MAROON, WHITE, clear_background, draw_texture};
use proscenium::flow::{DrawContext, GameScreen, Phase, ScreenContext};
use proscenium::kit::Game;
use proscenium::phase::{Handle, Texture};
use proscenium::platform::Action;

struct Title {
    logo: Handle<Texture>,
}

impl GameScreen for Title {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::CANCEL) {
            cx.quit();
        } else if cx.input().is_pressed(Action::ACCEPT) {
            cx.push("page");
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        clear_background(MAROON);
        draw_texture(&cx.texture(self.logo), 160.0, 100.0, WHITE);
    }
}

struct Page;

impl GameScreen for Page {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().any_pressed(&[Action::ACCEPT, Action::CANCEL]) {
            cx.pop();
        }
    }

    fn draw(&self, _cx: &DrawContext<'_>) {
        clear_background(DARKGREEN);
    }
}

fn main() -> ExitCode {
    let game = Phase::new("game")
        .texture("logo", "textures/logo.png")
        .screen("title", |cx| Title { logo: cx.handle("logo") })
        .screen("page", |_| Page);
    Game::new("minimal").title("Minimal").phase(game).run()
}
