//! A program with its own `#[macroquad::main]` that adopts a stack of screens: its old game, a pause over it, and
//! a new game through a fade and a load of its phase. Seen: a white ball that bounces on green. P or Escape pauses
//! and goes on. In the pause Enter starts again, through black, and Backspace ends the program.

use macroquad::prelude as mq;
use proscenium::flow::{DrawContext, GameScreen, ManagerSettings, Phase};
use proscenium::flow::{ScreenCommand, ScreenContext, ScreenManager};
use proscenium::platform::Action;
use proscenium::sound::Mixer;
use proscenium::window::{self, WindowInput};

const GAME: &str = "game";
const PAUSE: &str = "pause";

/// The game that was there: these are its fields, its step and its drawing.
struct Ball {
    at: f32,
    speed: f32,
}

impl GameScreen for Ball {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::PAUSE) || cx.input().focus_lost {
            cx.command(ScreenCommand::push(PAUSE).without_transition());
        }
        self.at += self.speed * cx.delta().as_secs_f32();
        if self.at < 0.0 || self.at > 1.0 {
            self.speed = -self.speed;
        }
    }

    fn draw(&self, _cx: &DrawContext<'_>) {
        mq::clear_background(mq::DARKGREEN);
        mq::draw_circle(self.at * mq::screen_width(), mq::screen_height() / 2.0, 24.0, mq::WHITE);
    }
}

/// The pause: it draws the game below and darkens it.
struct Pause;

impl GameScreen for Pause {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::PAUSE) {
            cx.command(ScreenCommand::pop().without_transition());
        } else if cx.input().is_pressed(Action::ACCEPT) {
            cx.load(GAME);
        } else if cx.input().is_pressed(Action::CANCEL) {
            cx.quit();
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        cx.draw_parent();
        mq::draw_rectangle(0.0, 0.0, mq::screen_width(), mq::screen_height(), mq::BLACK.with_alpha(0.6));
        mq::draw_text("P: go on, Enter: new game, Backspace: quit", 40.0, 60.0, 24.0, mq::WHITE);
    }
}

/// What is new: the screens, in one phase without assets.
pub fn manager(settings: ManagerSettings) -> ScreenManager {
    let game = Phase::new(GAME).screen("play", |_| Ball { at: 0.0, speed: 0.5 }).screen(PAUSE, |_| Pause);
    let mut manager = ScreenManager::new(settings);
    manager.add_phase(game);
    manager.start(GAME);
    manager
}

#[macroquad::main("An old game")]
async fn main() {
    let mut manager = manager(window::settings("assets"));
    // What takes part in each tick, such as a mixer; a screen has a clone of it.
    manager.add_plugin(Mixer::for_window());
    let mut input = WindowInput::default();
    while !manager.has_ended() {
        manager.advance_seconds(mq::get_frame_time(), input.collect());
        manager.draw();
        mq::next_frame().await;
    }
    manager.finish().unwrap_or_else(|error| eprintln!("{error}"));
}
