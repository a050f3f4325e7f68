//! What is left of a crash: each arrow key makes another part of the game panic. A window then shows the message
//! and the path of the report until it is closed; without a window both are on stderr. In both cases the exit code
//! is 101. The report has the screens, the last changes, the log and the backtrace; the recording beside it leads
//! to the same panic again:
//!
//! ```sh
//! cargo run --features dev --example crash -- --storage target/crash
//! cargo run --features dev --example crash -- --headless --replay target/crash/crashes/crash-0001.recording
//! ```

use std::process::ExitCode;

use macroquad::prelude::{DARKBLUE, clear_background};
use proscenium::ai::{Bindings, Blueprint, Population, State};
use proscenium::flow::{DrawContext, GameScreen, Phase, ScreenContext};
use proscenium::game::Game;
use proscenium::platform::Action;

#[derive(Default)]
struct Field {
    scores: Vec<u32>,
    breaks_in_draw: bool,
}

impl GameScreen for Field {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let input = cx.input().clone();
        if input.is_pressed(Action::UP) {
            self.scores[0] += 1;
        }
        self.breaks_in_draw |= input.is_pressed(Action::DOWN);
        if input.is_pressed(Action::LEFT) {
            cx.push(BOMB);
        }
        if input.is_pressed(Action::RIGHT) {
            let blueprint = Blueprint::table("fuse", "burning").state(State::new("burning").update("burn"));
            let bindings =
                Bindings::new().action("burn", |(): &mut (), (): &mut (), _| panic!("the fuse is burnt"));
            let Ok(fuse) = blueprint.build(&bindings) else { return };
            let mut fuses = Population::new(&fuse);
            fuses.spawn(&mut (), ());
            cx.populations().add(fuses);
        }
        if input.is_pressed(Action::CANCEL) {
            cx.quit();
        }
    }

    fn draw(&self, _cx: &DrawContext<'_>) {
        clear_background(DARKBLUE);
        assert!(!self.breaks_in_draw, "the picture cannot be drawn");
    }
}

const BOMB: &str = "bomb";

struct Bomb;

impl GameScreen for Bomb {
    fn on_enter(&mut self, _cx: &mut ScreenContext<'_>) {
        panic!("the bomb has gone off");
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

fn main() -> ExitCode {
    let game = Phase::new("game").screen("field", |_| Field::default()).screen(BOMB, |_| Bomb);
    Game::new("crash-example").title("Crash").version(env!("CARGO_PKG_VERSION")).phase(game).run()
}
