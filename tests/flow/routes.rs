//! The ways through the screens: those that are skipped or not entered, popups, the screen below all, and
//! names that are computed.

mod backdrops;
mod names;
mod popups;
mod redirects;
mod skips;

use proscenium::flow::ScreenCommand;

use crate::probe::Stage;

const SCREENS: [&str; 4] = ["menu", "levels", "login", "game"];

/// A stage with these screens on the stack, bottom to top, and an empty trace.
fn stage(stack: &[&'static str]) -> Stage {
    let mut stage = Stage::playing(&SCREENS);
    stage.run([ScreenCommand::reset(stack.iter().copied())]);
    assert_eq!(stage.stack(), stack);
    stage.notes();
    stage
}
