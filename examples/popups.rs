//! Popups over a game that goes on, and a sky behind the menu and the game that lives on while the phases change.
//!
//! `cargo run --example popups --no-default-features` prints for some ticks what each screen does in its
//! update, and what is drawn over what:
//!
//! ```text
//! the menu
//!   menu has the input
//!   drawn: sky-5 menu
//! the game is loaded
//!   loading has the input
//!   drawn: sky-8 loading
//! a shop over the game, and a question over the shop
//!   question has the input
//!   shop goes on under question
//!   game goes on under shop
//!   drawn: sky-12 game shop question
//! the question is answered
//!   shop has the input
//!   game goes on under shop
//!   drawn: sky-14 game shop
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

/// The sky that the screens share. The lowest one moves and draws it.
struct Sky(u32);

impl Sky {
    fn draw(&self) {
        print!(" sky-{}", self.0);
    }
}

/// A popup, or a screen under popups.
struct Page(&'static str);

impl GameScreen for Page {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        let line = match cx.covered_by() {
            None => format!("  {} has the input", self.0),
            Some(above) => format!("  {} goes on under {above}", self.0),
        };
        cx.shared_mut::<Lines>().0.push(line);
        if self.is_lowest() {
            cx.shared_mut::<Sky>().0 += 1;
        }
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        if self.is_lowest() {
            cx.shared::<Sky>().draw();
        }
        cx.draw_parent();
        print!(" {}", self.0);
    }

    fn cover(&self) -> Cover {
        Cover::POPUP
    }
}

impl Page {
    fn is_lowest(&self) -> bool {
        matches!(self.0, "menu" | "loading" | "game")
    }
}

fn main() {
    let mut manager = ScreenManager::headless();
    manager.share(Lines::default());
    manager.share(Sky(0));
    for (phase, screen) in [(MENUS, "menu"), (PLAY, "game")] {
        let phase = Phase::new(phase).screen(screen, move |_| Page(screen));
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
    while manager.flow().phase().is_none() {
        manager.step(&Input::default());
    }
}

/// Runs a tick and draws, and prints both.
fn frame(what: &str, manager: &mut ScreenManager) {
    manager.share(Lines::default());
    manager.step(&Input::default());
    println!("{what}");
    manager
        .shared()
        .get::<Lines>()
        .into_iter()
        .flat_map(|lines| &lines.0)
        .for_each(|line| println!("{line}"));
    print!("  drawn:");
    manager.draw();
    println!();
}
