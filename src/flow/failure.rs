//! A failure of the flow.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use super::command::ScreenCommand;
use super::screen::ScreenId;
use crate::phase::PhaseId;

/// Why the flow cannot go on, for the failure screen.
#[derive(Clone)]
pub struct Failure {
    phase: Option<PhaseId>,
    payload: Option<Rc<dyn Any>>,
    cause: String,
}

impl Failure {
    pub(super) fn new(cause: impl fmt::Display) -> Self {
        Self { phase: None, payload: None, cause: cause.to_string() }
    }

    pub(super) fn of_loop(screens: &[ScreenId]) -> Self {
        let names: Vec<_> = screens.iter().map(|id| id.name()).collect();
        Self::new(format_args!(
            "endless loop of screen changes: {}; the hooks or the first update of each request the next",
            names.join(", ")
        ))
    }

    /// With the phase and the payload that a retry loads.
    pub(super) fn in_phase(self, phase: Option<PhaseId>, payload: Option<Rc<dyn Any>>) -> Self {
        Self { phase, payload, ..self }
    }

    /// The phase that failed; `None` before the first one.
    pub const fn phase(&self) -> Option<PhaseId> {
        self.phase
    }

    /// The command that loads that phase again, with its payload; `None` without a phase.
    pub fn retry(&self) -> Option<ScreenCommand> {
        self.phase.map(|phase| ScreenCommand::Load(phase, self.payload.clone()))
    }

    /// The cause with path and place, for the player and for the log.
    pub fn cause(&self) -> &str {
        &self.cause
    }
}
