//! The smallest game: two screens, one phase, one texture. Enter opens an empty page and closes it again.

use macroquad::prelude::{MAROON, WHITE, clear_background, draw_texture};
use proscenium::flow::{DrawContext, GameScreen, Phase, ScreenContext};
use proscenium::game::Game;
use proscenium::phase::{Handle, Resource, Texture};
use proscenium::platform::Action;
use proscenium::window::DrawExt;

struct Title(Handle<Texture>);
struct Page;

impl GameScreen for Title {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::ACCEPT) {
            cx.push("page");
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        clear_background(MAROON);
        draw_texture(&cx.texture(self.0), 160.0, 100.0, WHITE);
    }
}

impl GameScreen for Page {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::ACCEPT) {
            cx.pop();
        }
    }
}

fn main() -> std::process::ExitCode {
    let game = Phase::new("game")
        .resource(Resource::file::<Texture>("logo", "textures/logo.png").optional())
        .screen("title", |cx| Title(cx.handle("logo")))
        .screen("page", |_| Page);
    Game::new("minimal").title("Minimal").phase(game).run()
}
