//! What a hook is called for.

use super::screen_id::ScreenId;

/// The change of the stack that a hook is called for. Each command of a batch is a change of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenChange {
    /// The command's word, as in the trace: `push`, `load`; or `failure`, which leads to the failure screen. The end
    /// of a load has that of the load.
    pub reason: &'static str,
    /// The active screen before it; `None` if the stack was empty.
    pub from: Option<ScreenId>,
    /// The active screen after it; `None` at the end of the program. It is `from` when a covered screen
    /// is removed and when a screen restarts.
    pub to: Option<ScreenId>,
}
