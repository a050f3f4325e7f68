//! Screens that are not entered now, and screens without a way back.
//!
//! `cargo run --example detours --no-default-features` says for each step what became of the commands, and
//! what the stack is then, bottom to top:
//!
//! ```text
//! push online, without a name
//!   push online is rejected: `online` redirects to push name
//!   push name is applied
//!   stack: title > name
//! the player has typed a name
//!   replace online is applied
//!   stack: title > online
//! push level_3
//!   push levels is applied
//!   push level_3 is applied
//!   stack: title > online > levels > level_3
//! the level ends
//!   online: the score is 70
//!   pop is applied
//!   stack: title > online
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::any::Any;

use proscenium::flow::{GameScreen, Phase, ScreenCommand, ScreenContext, ScreenId, ScreenManager};
use proscenium::platform::{Input, TraceEvent};

/// The phase, and the screens that others name.
const MENUS: &str = "menus";
const NAME: &str = "name";
const ONLINE: &str = "online";
const LEVELS: &str = "levels";

/// The player's name, which the screens share.
struct Name(Option<String>);

struct Page;

impl GameScreen for Page {
    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// Asks for the name. Its place is taken by the screen that needs it.
struct NameEntry;

impl GameScreen for NameEntry {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.shared::<Name>().0.is_some() {
            cx.replace(ONLINE);
        }
    }
}

/// The lobby; a name is needed to enter it.
struct Online;

impl GameScreen for Online {
    fn redirect(&self, cx: &ScreenContext<'_>) -> Option<ScreenCommand> {
        let has_name = cx.get_shared::<Name>().is_some_and(|name| name.0.is_some());
        (!has_name).then(|| ScreenCommand::push(NAME))
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}

    fn on_result(&mut self, cx: &mut ScreenContext<'_>, value: &dyn Any) {
        if let Some(score) = cx.result::<u32>(value) {
            println!("  {}: the score is {score}", cx.screen());
        }
    }
}

/// The choice of a level. After the level the player is in the lobby again, not here.
struct Levels;

impl GameScreen for Levels {
    fn is_skipped(&self) -> bool {
        true
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

fn main() {
    let mut manager = ScreenManager::headless();
    manager.share(Name(None));
    let phase = Phase::new(MENUS)
        .screen("title", |_| Page)
        .screen(ONLINE, |_| Online)
        .screen(NAME, |_| NameEntry)
        .screen(LEVELS, |_| Levels);
    // The names of screens may be computed.
    let phase = (1..=3).fold(phase, |phase, number| phase.screen(format!("level_{number}"), |_| Page));
    manager.add_phase(phase);
    manager.start(MENUS);
    while manager.phase().is_none() {
        manager.step(&Input::default());
    }
    manager.take_trace();

    println!("push online, without a name");
    manager.command(ScreenCommand::push(ONLINE));
    tick(&mut manager);

    println!("the player has typed a name");
    manager.share(Name(Some("Ada".to_owned())));
    tick(&mut manager);

    println!("push level_3");
    manager.command(ScreenCommand::push(LEVELS));
    manager.command(ScreenCommand::push(format!("level_{}", 3)));
    tick(&mut manager);

    println!("the level ends");
    manager.command(ScreenCommand::pop_with(70_u32));
    tick(&mut manager);
}

/// Runs one tick, at whose end the commands are applied.
fn tick(manager: &mut ScreenManager) {
    manager.step(&Input::default());
    for record in manager.take_trace() {
        if let TraceEvent::Command { command, target, outcome, reason } = record.event {
            let reason = reason.map(|reason| format!(": {reason}")).unwrap_or_default();
            let command = format!("{command} {target}");
            println!("  {} is {outcome}{reason}", command.trim_end());
        }
    }
    let names: Vec<_> = manager.stack().map(ScreenId::name).collect();
    println!("  stack: {}", names.join(" > "));
}
