//! The start of a run that goes on with the last one.

use crate::flow::{Notice, Restored, SavedFlow, ScreenCommand, ScreenManager};

/// Requests the restore of a kept run, which replaces the load of the first phase. Where that is not possible, the log says
/// why, and the first phase is loaded. What is lost is a [`Notice`].
pub(in crate::game) fn resume(manager: &mut ScreenManager, save: &str) {
    let saved = match SavedFlow::parse(save) {
        Ok(saved) => saved,
        Err(error) => return log::warn!("the last run cannot go on: {error}; the game starts as usual"),
    };
    manager.add_rule(|Restored { lost }: &Restored, cx| {
        if !lost.is_empty() {
            cx.post(Notice(format!("not restored: {}", lost.join("\n"))));
        }
    });
    manager.command(ScreenCommand::Restore(saved).without_transition());
}
