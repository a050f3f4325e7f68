//! The smallest game: two screens, one phase, one picture.
//!
//! Seen: the emblem on red. Enter shows a green page, Enter again goes back, both through
//! black; Escape ends it, as `--demo` does after two seconds. Start it from the project's folder.

use std::error::Error;

use macroquad::prelude::{DARKGREEN, MAROON, WHITE, clear_background, draw_texture};
use proscenium::flow::{DrawContext, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::kit::{VirtualScreen, play};
use proscenium::phase::{Handle, Texture};
use proscenium::platform::Action;

struct Title {
    logo: Handle<Texture>,
}

impl GameScreen for Title {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let is_over = cx.frame() == 120 && std::env::args().any(|argument| argument == "--demo");
        if is_over || cx.input().is_pressed(Action::CANCEL) {
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

fn main() -> Result<(), Box<dyn Error>> {
    let game = Phase::new("game")
        .texture("logo", "textures/logo.png")
        .screen("title", |cx| Title { logo: cx.handle("logo") })
        .screen("page", |_| Page);
    let mut manager = ScreenManager::new(ManagerSettings::for_window("assets"));
    manager.add_phase(game);
    manager.start("game");
    Ok(play(manager, "Minimal", VirtualScreen::default())?)
}
