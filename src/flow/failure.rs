//! A failure of the flow.

use std::any::Any;
use std::rc::Rc;

use super::command::ScreenCommand;
use crate::phase::PhaseId;

/// Why the flow cannot go on, for the failure screen.
#[derive(Clone)]
pub struct Failure {
    /// The phase that failed; `None` before the first one.
    pub phase: Option<PhaseId>,
    pub(super) payload: Option<Rc<dyn Any>>,
    /// The cause with path and place, for the player and for the log.
    pub cause: String,
}

impl Failure {
    /// The command that loads that phase again, with its payload; `None` without a phase.
    pub fn retry(&self) -> Option<ScreenCommand> {
        self.phase.map(|phase| ScreenCommand::Load(phase, self.payload.clone()))
    }
}
