//! A failure of the flow.

use std::any::Any;
use std::rc::Rc;

use super::command::ScreenCommand;
use super::save::SavedFlow;
use crate::phase::PhaseId;

/// Why the flow cannot go on, for the failure screen.
#[derive(Clone)]
pub struct Failure {
    /// The phase that failed; `None` before the first one.
    pub phase: Option<PhaseId>,
    pub(super) payload: Option<Rc<dyn Any>>,
    /// The save whose phase was being loaded.
    pub(super) restoring: Option<SavedFlow>,
    /// The cause with path and place, for the player and for the log.
    pub cause: String,
}

impl Failure {
    /// The command that loads that phase again, with its payload, or restores the save that it was loaded
    /// for; `None` without a phase.
    pub fn retry(&self) -> Option<ScreenCommand> {
        let restore = self.restoring.clone().map(ScreenCommand::Restore);
        restore.or_else(|| Some(ScreenCommand::Load(self.phase?, self.payload.clone())))
    }
}
