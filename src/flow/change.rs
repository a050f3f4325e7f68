//! What a hook is called for.

use super::screen_id::ScreenId;

/// What changes the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeReason {
    /// A push.
    Push,
    /// A pop.
    Pop,
    /// A pop to a screen further down.
    PopTo,
    /// The removal of a screen, which may be a covered one.
    Remove,
    /// The replacement of the top screen.
    Replace,
    /// A reset.
    Reset,
    /// A change of phases: its begin, which leads to Loading, and its end.
    Load,
    /// As a load, by the restoration of a save.
    Restore,
    /// The end of the program.
    Quit,
    /// A failure, which leads to the failure screen.
    Failure,
}

impl ChangeReason {
    /// Its word in the trace.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Push => "push",
            Self::Pop => "pop",
            Self::PopTo => "pop_to",
            Self::Remove => "remove",
            Self::Replace => "replace",
            Self::Reset => "reset",
            Self::Load => "load",
            Self::Restore => "restore",
            Self::Quit => "quit",
            Self::Failure => "failure",
        }
    }
}

/// The change of the stack that a hook is called for. Each command of a batch is a change of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenChange {
    /// The command, or the failure.
    pub reason: ChangeReason,
    /// The active screen before it; `None` if the stack was empty.
    pub from: Option<ScreenId>,
    /// The active screen after it; `None` at the end of the program. It is `from` when a covered screen
    /// is removed and when a screen restarts.
    pub to: Option<ScreenId>,
}
