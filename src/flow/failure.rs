//! Why the flow cannot go on as asked.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use super::command::ScreenCommand;
use super::screen::ScreenId;
use crate::phase::{PhaseError, PhaseId};

/// Why the flow cannot go on as asked.
#[derive(Clone)]
pub struct Failure {
    phase: Option<PhaseId>,
    payload: Option<Rc<dyn Any>>,
    cause: String,
}

impl Failure {
    pub(super) fn of_load(error: &PhaseError) -> Self {
        Self::new(error.to_string())
    }

    pub(super) fn of_screen(screen: ScreenId, cause: &dyn fmt::Display) -> Self {
        Self::new(format!("screen `{screen}` cannot go on: {cause}"))
    }

    pub(super) fn of_loop(screens: &[ScreenId]) -> Self {
        let names: Vec<_> = screens.iter().map(|id| id.name()).collect();
        Self::new(format!(
            "endless loop of screen changes: {}; the hooks or the first update of each ask for the next",
            names.join(", ")
        ))
    }

    fn new(cause: String) -> Self {
        Self { phase: None, payload: None, cause }
    }

    /// With the phase that a retry loads.
    pub(super) fn in_phase(self, phase: Option<PhaseId>, payload: Option<Rc<dyn Any>>) -> Self {
        Self { phase, payload, ..self }
    }

    /// The phase that failed; `None` when there was none yet.
    pub const fn phase(&self) -> Option<PhaseId> {
        self.phase
    }

    /// The command that loads that phase again, with its payload; `None` when there was no phase yet.
    pub fn retry(&self) -> Option<ScreenCommand> {
        self.phase.map(|phase| ScreenCommand::Load(phase, self.payload.clone()))
    }

    /// What went wrong, with path and place: for the player and for the log.
    pub fn cause(&self) -> &str {
        &self.cause
    }
}
