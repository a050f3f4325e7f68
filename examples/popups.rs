//! Popups over a game that goes on, and a backdrop that lives on while the phases change.
//!
//! `cargo run --example popups --no-default-features` prints for some ticks what each screen does in its
//! update, and what is drawn over what:
//!
//! ```text
//! the menu
//!   menu has the input
//!   sky moves to 2
//!   drawn: sky menu
//! the game is loaded
//!   loading has the input
//!   sky moves to 4
//!   drawn: sky loading
//! a shop over the game, and a question over the shop
//!   question has the input
//!   shop goes on under question
//!   game goes on under shop
//!   sky moves to 7
//!   drawn: sky game shop question
//! the question is answered
//!   shop has the input
//!   game goes on under shop
//!   sky moves to 9
//!   drawn: sky game shop
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use proscenium::flow::{
    Cover, DrawContext, GameScreen, Phase, ScreenCommand, ScreenContext, ScreenManager, Target,
};
use proscenium::phase::Resource;
use proscenium::platform::Input;

/// The phases.
const MENUS: &str = "menus";
const PLAY: &str = "play";

/// What happened in a tick, a line for each update: all screens share it.
#[derive(Default)]
struct Lines(Vec<String>);

/// A popup, or a screen under popups.
struct Page(&'static str);

impl GameScreen for Page {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let line = match cx.covered_by() {
            None => format!("  {} has the input", self.0),
            Some(above) => format!("  {} goes on under {above}", self.0),
        };
        cx.shared::<Lines>().0.push(line);
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        // The lowest screen draws the backdrop so.
        cx.draw_parent();
        print!(" {}", self.0);
    }

    fn cover(&self) -> Cover {
        Cover::POPUP
    }
}

/// The sky behind the menu and the game.
struct Sky(u32);

impl GameScreen for Sky {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.0 += 1;
        cx.shared::<Lines>().0.push(format!("  sky moves to {}", self.0));
    }

    fn draw(&self, _cx: &DrawContext<'_>) {
        print!(" sky");
    }
}

fn main() {
    let mut manager = ScreenManager::headless();
    manager.share(Lines::default());
    for (phase, screen) in [(MENUS, "menu"), (PLAY, "game")] {
        // Both phases have the backdrop, so that it lives on.
        let phase = Phase::new(phase).screen(screen, move |_| Page(screen)).backdrop("sky", |_| Sky(0));
        // Something to load, so that Loading is seen.
        manager.add_phase(phase.resource(Resource::callback("setup", |_| Ok(()))));
    }
    manager.set_loading_screen(|| Page("loading"));
    manager.start(MENUS);
    wait(&mut manager);
    frame("the menu", &mut manager);

    manager.command(ScreenCommand::load(PLAY));
    manager.step(&Input::default());
    frame("the game is loaded", &mut manager);
    wait(&mut manager);

    for name in ["shop", "question"] {
        manager.command(ScreenCommand::push(Target::fresh(name, Page(name))));
    }
    manager.step(&Input::default());
    frame("a shop over the game, and a question over the shop", &mut manager);

    manager.command(ScreenCommand::pop());
    manager.step(&Input::default());
    frame("the question is answered", &mut manager);
}

fn wait(manager: &mut ScreenManager) {
    while manager.phase().is_none() {
        manager.step(&Input::default());
    }
}

/// Runs a tick and draws, and prints both.
fn frame(what: &str, manager: &mut ScreenManager) {
    manager.share(Lines::default());
    manager.step(&Input::default());
    println!("{what}");
    manager.shared::<Lines>().into_iter().flat_map(|lines| &lines.0).for_each(|line| println!("{line}"));
    print!("  drawn:");
    manager.draw();
    println!();
}
