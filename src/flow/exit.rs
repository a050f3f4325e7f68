//! Where a screen can lead.

use super::screen::ScreenId;
use crate::phase::PhaseId;

/// One way out of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// It puts this resident screen on top of itself.
    Push(ScreenId),
    /// It gives its place to this resident screen.
    Replace(ScreenId),
    /// It asks a question: a fresh screen of this name, which comes back with an answer.
    Ask(ScreenId),
    /// It goes back to the screen below.
    Pop,
    /// It changes to this phase.
    Load(PhaseId),
    /// It ends the program.
    Quit,
}

impl Exit {
    /// [`Exit::Push`] by name.
    pub fn push(screen: impl Into<ScreenId>) -> Self {
        Self::Push(screen.into())
    }

    /// [`Exit::Replace`] by name.
    pub fn replace(screen: impl Into<ScreenId>) -> Self {
        Self::Replace(screen.into())
    }

    /// [`Exit::Ask`] by name.
    pub fn ask(screen: impl Into<ScreenId>) -> Self {
        Self::Ask(screen.into())
    }

    /// [`Exit::Load`] by name.
    pub fn load(phase: impl Into<PhaseId>) -> Self {
        Self::Load(phase.into())
    }
}
