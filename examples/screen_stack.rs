//! The stack of screens: push, pop with a typed result, pop to a screen, replace, reset and remove.
//!
//! `cargo run --example screen_stack --no-default-features` says for each step which hooks are
//! called, in their order, and what the stack is then, bottom to top:
//!
//! ```text
//! start
//!   title.on_enter
//!   title.on_active
//!   stack: title
//! push levels
//!   title.on_inactive
//!   levels.on_enter
//!   levels.on_active
//!   stack: title > levels
//! accept
//!   levels.on_inactive
//!   levels.on_exit
//!   title.on_result: level 3, chosen in levels
//!   title.on_active
//!   stack: title
//! push settings
//!   title.on_inactive
//!   settings.on_enter
//!   settings.on_active
//!   stack: title > settings
//! push a fresh question
//!   settings.on_inactive
//!   question.on_enter
//!   question.on_active
//!   stack: title > settings > question
//! pop to title
//!   question.on_inactive
//!   question.on_exit
//!   settings.on_exit
//!   title.on_active
//!   stack: title
//! replace with game
//!   title.on_inactive
//!   title.on_exit
//!   game.on_enter
//!   game.on_active
//!   stack: game
//! pop
//!   rejected: cannot pop the last screen; use `quit` to end the program
//!   stack: game
//! reset to two
//!   game.on_inactive
//!   game.on_exit
//!   title.on_enter
//!   settings.on_enter
//!   settings.on_active
//!   stack: title > settings
//! remove title
//!   title.on_exit
//!   stack: settings
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::any::Any;

use proscenium::flow::{GameScreen, Phase, ScreenCommand, ScreenContext, ScreenId, ScreenManager, Target};
use proscenium::platform::{Action, Input, TraceEvent};

/// The phase and its screens.
const MENU: &str = "menu";
const TITLE: &str = "title";
const LEVELS: &str = "levels";
const SETTINGS: &str = "settings";
const GAME: &str = "game";

/// The result of the level list. Any type can be the result of a screen.
struct ChosenLevel(u32);

/// A screen that says which of its hooks is called.
struct Page;

impl GameScreen for Page {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::ACCEPT) {
            cx.pop_with(ChosenLevel(3));
        }
    }

    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        println!("  {}.on_enter", cx.screen());
    }

    fn on_active(&mut self, cx: &mut ScreenContext<'_>) {
        println!("  {}.on_active", cx.screen());
    }

    fn on_inactive(&mut self, cx: &mut ScreenContext<'_>) {
        println!("  {}.on_inactive", cx.screen());
    }

    fn on_exit(&mut self, cx: &mut ScreenContext<'_>) {
        println!("  {}.on_exit", cx.screen());
    }

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        // A screen takes only what it knows; the change says who sent it.
        if let Some(ChosenLevel(number)) = value.downcast_ref() {
            let from = cx.change_from().map_or("", ScreenId::name);
            println!("  {}.on_result: level {number}, chosen in {from}", cx.screen());
        }
    }
}

fn main() {
    let mut manager = ScreenManager::headless();
    manager.add_phase(
        [TITLE, LEVELS, SETTINGS, GAME]
            .into_iter()
            .fold(Phase::new(MENU), |phase, name| phase.screen(name, |_| Page)),
    );

    println!("start");
    manager.start(MENU);
    // The Loading screen takes a few ticks, even with nothing to load.
    while manager.flow().phase().is_none() {
        manager.step(&Input::default());
    }
    print_stack(&mut manager);

    apply(&mut manager, "push levels", ScreenCommand::push(LEVELS));
    // This time the screen requests it: *accept* makes it pop with its result.
    println!("accept");
    manager.step(&Input::pressing([Action::ACCEPT]));
    print_stack(&mut manager);

    apply(&mut manager, "push settings", ScreenCommand::push(SETTINGS));
    // A fresh screen is made for one visit and need not be registered.
    apply(&mut manager, "push a fresh question", ScreenCommand::push(Target::fresh("question", Page)));
    apply(&mut manager, "pop to title", ScreenCommand::pop_to(TITLE));
    apply(&mut manager, "replace with game", ScreenCommand::replace(GAME));
    apply(&mut manager, "pop", ScreenCommand::pop());
    apply(&mut manager, "reset to two", ScreenCommand::reset([TITLE, SETTINGS]));
    // Of a covered screen only `on_exit` is called, and nothing of the others.
    apply(&mut manager, "remove title", ScreenCommand::remove(TITLE));
}

/// Requests a command, and runs the tick at whose end it is applied.
fn apply(manager: &mut ScreenManager, what: &str, command: ScreenCommand) {
    println!("{what}");
    manager.command(command);
    manager.step(&Input::default());
    print_stack(manager);
}

fn print_stack(manager: &mut ScreenManager) {
    // A command that cannot be carried out changes nothing; the trace and the log say why.
    for record in manager.trace().take() {
        if let TraceEvent::Command { reason: Some(reason), .. } = record.event {
            println!("  rejected: {reason}");
        }
    }
    let names: Vec<_> = manager.stack().ids().map(ScreenId::name).collect();
    println!("  stack: {}", names.join(" > "));
}
