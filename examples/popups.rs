//! Popups over a game that goes on, and a backdrop that lives on while the phases change.
//!
//! `cargo run --example popups --no-default-features` prints for some ticks what each screen does in its
//! update, and what is drawn over what:
//!
//! ```text
//! the menu
//!   menu has the input
//!   sky moves to 2
//!   drawn: sky, menu
//! the game is loaded
//!   loading has the input
//!   sky moves to 4
//!   drawn: sky, loading
//! a shop over the game, and a question over the shop
//!   question has the input
//!   shop goes on under question
//!   game goes on under shop
//!   sky moves to 7
//!   drawn: sky, game, shop, question
//! the question is answered
//!   shop has the input
//!   game goes on under shop
//!   sky moves to 9
//!   drawn: sky, game, shop
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::cell::RefCell;
use std::rc::Rc;

use proscenium::flow::{
    Cover, DrawContext, GameScreen, Phase, ScreenCommand, ScreenContext, ScreenManager, Target,
};
use proscenium::phase::Resource;
use proscenium::platform::Input;

/// What happened in a tick, a line for each update, and then what was drawn.
type Lines = Rc<RefCell<Vec<String>>>;

/// A popup, or a screen under popups.
struct Page(&'static str, Lines);

impl GameScreen for Page {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        self.1.borrow_mut().push(match cx.covered_by() {
            None => format!("  {} has the input", self.0),
            Some(above) => format!("  {} goes on under {above}", self.0),
        });
    }

    fn draw(&self, cx: &DrawContext<'_>) {
        // The lowest screen draws the backdrop so.
        cx.draw_parent();
        self.1.borrow_mut().push(self.0.to_owned());
    }

    fn cover(&self) -> Cover {
        Cover::POPUP
    }
}

/// The sky behind the menu and the game.
struct Sky {
    x: u32,
    lines: Lines,
}

impl GameScreen for Sky {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {
        self.x += 1;
        self.lines.borrow_mut().push(format!("  sky moves to {}", self.x));
    }

    fn draw(&self, _cx: &DrawContext<'_>) {
        self.lines.borrow_mut().push("sky".to_owned());
    }
}

fn main() {
    let lines = Lines::default();
    let mut manager = ScreenManager::headless();
    for (phase, screen) in [("menus", "menu"), ("play", "game")] {
        let [page, sky] = [(); 2].map(|()| Rc::clone(&lines));
        // Both phases have the backdrop, so that it lives on.
        let phase = Phase::new(phase).screen(screen, move |_| Page(screen, Rc::clone(&page)));
        // Something to load, so that Loading is seen.
        let phase = phase.resource(Resource::callback("setup", |_| Ok(())));
        manager.add_phase(phase.backdrop("sky", move |_| Sky { x: 0, lines: Rc::clone(&sky) }));
    }
    let loading = Rc::clone(&lines);
    manager.set_loading_screen(move || Page("loading", Rc::clone(&loading)));
    manager.start("menus");
    wait(&mut manager);
    frame("the menu", &mut manager, &lines);

    manager.command(ScreenCommand::load("play"));
    manager.step(&Input::default());
    frame("the game is loaded", &mut manager, &lines);
    wait(&mut manager);

    for name in ["shop", "question"] {
        manager.command(ScreenCommand::push(Target::fresh(name, Page(name, Rc::clone(&lines)))));
    }
    manager.step(&Input::default());
    frame("a shop over the game, and a question over the shop", &mut manager, &lines);

    manager.command(ScreenCommand::pop());
    manager.step(&Input::default());
    frame("the question is answered", &mut manager, &lines);
}

fn wait(manager: &mut ScreenManager) {
    while manager.phase().is_none() {
        manager.step(&Input::default());
    }
}

/// Runs a tick and draws, and prints both.
fn frame(what: &str, manager: &mut ScreenManager, lines: &Lines) {
    lines.take();
    manager.step(&Input::default());
    println!("{what}");
    lines.take().iter().for_each(|line| println!("{line}"));
    manager.draw();
    println!("  drawn: {}", lines.take().join(", "));
}
