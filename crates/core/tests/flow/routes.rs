//! The ways through the screens: popups, and names that are computed.

mod names;
mod popups;

use proscenium_core::flow::ScreenCommand;

use crate::stage::Stage;

const SCREENS: [&str; 4] = ["menu", "levels", "login", "game"];

/// A stage with these screens on the stack, bottom to top, and an empty trace.
fn stage(stack: &[&'static str]) -> Stage {
    let mut stage = Stage::playing(&SCREENS);
    stage.run([ScreenCommand::reset(stack.iter().copied())]);
    assert_eq!(stage.stack(), stack);
    stage.notes();
    stage
}
