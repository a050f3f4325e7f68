//! Deadlines of states, and their places in a unit.
//!
//! A unit has one place for each deadline that can be armed at one time. The states on a path
//! have their places one behind the other, outermost first:
//!
//! ```text
//! combat (after 9 s)         place 0
//! └─ cast (after 2 s,        place 1
//!          fixed update)     place 2
//! ```

use std::ops::Range;

use super::{GuardRef, Move};

/// How many deadlines a state and those around it can have.
pub(super) const MAX_DEADLINES: usize = 1_000;

/// A deadline that is not armed.
pub(in crate::ai) const NEVER: u32 = u32::MAX;

/// The places of one state's deadlines: its timeouts, its minimum time, its fixed update.
#[derive(Clone, Copy, Debug)]
pub(in crate::ai) struct StateTimers {
    pub(in crate::ai) base: usize,
    pub(in crate::ai) first_timeout: usize,
    pub(in crate::ai) timeouts: usize,
    pub(in crate::ai) min_time: u32,
    pub(in crate::ai) every: u32,
    pub(in crate::ai) spread: bool,
    pub(in crate::ai) drops_remainder: bool,
}

/// A timeout, compiled.
#[derive(Clone, Copy, Debug)]
pub(in crate::ai) struct Timeout {
    pub(in crate::ai) ms: u32,
    pub(in crate::ai) guard: Option<GuardRef>,
    pub(in crate::ai) action: Option<u32>,
    pub(in crate::ai) then: Move,
}

impl StateTimers {
    /// The place of the minimum time.
    pub(in crate::ai) fn min_slot(&self) -> Option<usize> {
        (self.min_time > 0).then_some(self.base + self.timeouts)
    }

    /// The place of the fixed update.
    pub(in crate::ai) fn fixed_slot(&self) -> Option<usize> {
        (self.every > 0).then(|| self.slots().end - 1)
    }

    pub(in crate::ai) fn slots(&self) -> Range<usize> {
        let count = self.timeouts + usize::from(self.min_time > 0) + usize::from(self.every > 0);
        self.base..self.base + count
    }
}
