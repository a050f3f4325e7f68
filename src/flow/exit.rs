//! The exits of a screen, for the flow graph.

use super::screen_id::ScreenId;
use crate::phase::PhaseId;

/// An exit of a screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// It pushes this resident screen.
    Push(ScreenId),
    /// It is replaced by this resident screen.
    Replace(ScreenId),
    /// It pushes a fresh screen of this name, which returns with an answer.
    Ask(ScreenId),
    /// It resets the stack to this resident screen. A reset to several screens is one exit for each.
    Reset(ScreenId),
    /// It is popped.
    Pop,
    /// It loads this phase.
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

    /// [`Exit::Reset`] by name.
    pub fn reset(screen: impl Into<ScreenId>) -> Self {
        Self::Reset(screen.into())
    }

    /// [`Exit::Load`] by name.
    pub fn load(phase: impl Into<PhaseId>) -> Self {
        Self::Load(phase.into())
    }
}
