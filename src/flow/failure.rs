//! When a phase cannot go on: what is known about it, and the screen that says so.

use std::fmt;

use super::context::{DrawContext, ScreenContext};
use super::screen::{GameScreen, ScreenId};
use crate::phase::{PhaseError, PhaseId};
use crate::platform::Action;

/// Why the flow cannot go on as asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    phase: Option<PhaseId>,
    cause: String,
}

impl Failure {
    pub(super) fn of_load(error: &PhaseError) -> Self {
        Self { phase: Some(error.phase()), cause: error.to_string() }
    }

    pub(super) fn of_screen(phase: Option<PhaseId>, screen: ScreenId, cause: &dyn fmt::Display) -> Self {
        Self { phase, cause: format!("screen `{screen}` cannot go on: {cause}") }
    }

    pub(super) fn of_loop(phase: Option<PhaseId>, screens: &[ScreenId]) -> Self {
        let names: Vec<_> = screens.iter().map(|id| id.name()).collect();
        let cause = format!(
            "the screens ask for one another without end: {}; each one's hooks or first update ask for the next",
            names.join(", ")
        );
        Self { phase, cause }
    }

    /// The phase that a retry would load; `None` when no phase was there yet.
    #[must_use]
    pub const fn phase(&self) -> Option<PhaseId> {
        self.phase
    }

    /// What went wrong, with path and place: for the player and for the log.
    #[must_use]
    pub fn cause(&self) -> &str {
        &self.cause
    }
}

/// A plain failure screen: the cause, *accept* to try again, *cancel* to quit. A game replaces it
/// with [`ScreenManager::set_failure_screen`](super::ScreenManager::set_failure_screen).
#[derive(Clone, Debug)]
pub struct FailureScreen {
    failure: Failure,
}

impl FailureScreen {
    /// Shows `failure`.
    #[must_use]
    pub const fn new(failure: Failure) -> Self {
        Self { failure }
    }
}

impl GameScreen for FailureScreen {
    fn update(&mut self, cx: &mut ScreenContext<'_>) {
        if cx.input().is_pressed(Action::CANCEL) {
            cx.quit();
        } else if cx.input().is_pressed(Action::ACCEPT) {
            match self.failure.phase() {
                Some(phase) => cx.load(phase),
                None => cx.quit(),
            }
        }
    }

    #[cfg(feature = "window")]
    fn draw(&self, _cx: &DrawContext<'_>) {
        let text = format!("{}\n\naccept: try again    cancel: quit", self.failure.cause());
        crate::platform::window::draw_message(&text);
    }

    #[cfg(not(feature = "window"))]
    fn draw(&self, _cx: &DrawContext<'_>) {}
}
