//! The smallest game: two screens, one phase, one picture. Enter changes the screen, Escape ends it.

use std::process::ExitCode;

use macroquad::prelude::{DARKGREEN, MAROON, WHITE, clear_background, draw_texture};
use proscenium::flow::{DrawContext, GameScreen, PhaseScreens, ScreenContext};
use proscenium::kit::Game;
use proscenium::phase::{Handle, Phase, Resource, ResourceKind, Texture};
use proscenium::platform::{Action, AssetPath, window::texture};

struct Title(Handle<Texture>);

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
        if let Some(picture) = cx.resources().get(self.0).ok().and_then(|found| texture(found.id)) {
            draw_texture(&picture, 160.0, 100.0, WHITE);
        }
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
    let logo = AssetPath::new("textures/logo.png").expect("it is a path");
    let game =
        PhaseScreens::of(Phase::new("game").resource(Resource::file(ResourceKind::Texture, "logo", logo)))
            .screen("title", |cx| Ok(Title(cx.resources().handle("logo")?)))
            .screen("page", |_| Ok(Page));
    Game::new("minimal").title("Minimal").phase(game).run()
}
