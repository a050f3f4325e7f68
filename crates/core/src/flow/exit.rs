//! Where a screen leads: its edges in the flow graph, by the words of the commands.

use super::command::ChangeReason;
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
    /// It loads this phase behind the Loading screen.
    Load(PhaseId),
    /// It loads this phase, which a screen has [preloaded](super::FlowHandle::preload): without the Loading screen
    /// between, if the preload has ended by then.
    Preloaded(PhaseId),
    /// It ends the program.
    Quit,
}

impl Exit {
    /// Returns its word: the one of the command that a screen leaves by.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Push(_) => ChangeReason::Push.name(),
            Self::Replace(_) => ChangeReason::Replace.name(),
            Self::Ask(_) => "ask",
            Self::Reset(_) => ChangeReason::Reset.name(),
            Self::Pop => ChangeReason::Pop.name(),
            Self::Load(_) => ChangeReason::Load.name(),
            Self::Preloaded(_) => "preloaded",
            Self::Quit => ChangeReason::Quit.name(),
        }
    }

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

    /// [`Exit::Preloaded`] by name.
    pub fn preloaded(phase: impl Into<PhaseId>) -> Self {
        Self::Preloaded(phase.into())
    }
}
