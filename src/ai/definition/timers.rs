//! The timers of a state: timeouts, a minimum time, a fixed update.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Step;

/// The kind of a [`Timer`](crate::ai::Timer).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimerKind {
    /// A timeout.
    Timeout,
    /// Until then triggers do not leave the state: [`State::min_time`](crate::ai::State::min_time).
    MinTime,
    /// The next call of the fixed update.
    FixedUpdate,
}

impl TimerKind {
    /// The word in messages.
    pub(in crate::ai) const fn name(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::MinTime => "minimum time",
            Self::FixedUpdate => "fixed update",
        }
    }
}

/// The places of one state's deadlines in a unit: its timeouts, its minimum time, its fixed update.
/// Those of the states around it come before.
#[derive(Debug)]
pub(in crate::ai) struct StateTimers {
    pub(in crate::ai) base: usize,
    pub(in crate::ai) timeouts: Vec<Timeout>,
    /// In units of [`TIME`](crate::ai::structure::TIME), as all times here.
    pub(in crate::ai) min_time: u32,
    pub(in crate::ai) every: u32,
    pub(in crate::ai) spread: bool,
    pub(in crate::ai) drops_remainder: bool,
}

#[derive(Debug)]
pub(in crate::ai) struct Timeout {
    pub(in crate::ai) time: u32,
    pub(in crate::ai) step: Step,
}

impl StateTimers {
    pub(in crate::ai) fn min_slot(&self) -> Option<usize> {
        (self.min_time > 0).then_some(self.base + self.timeouts.len())
    }

    pub(in crate::ai) fn fixed_slot(&self) -> Option<usize> {
        (self.every > 0).then(|| self.slots().end - 1)
    }

    /// The kind of the timer in one of the state's slots.
    pub(in crate::ai) fn kind(&self, slot: usize) -> TimerKind {
        match Some(slot) {
            slot if slot == self.min_slot() => TimerKind::MinTime,
            slot if slot == self.fixed_slot() => TimerKind::FixedUpdate,
            _ => TimerKind::Timeout,
        }
    }

    pub(in crate::ai) fn slots(&self) -> Range<usize> {
        let count = self.timeouts.len() + usize::from(self.min_time > 0) + usize::from(self.every > 0);
        self.base..self.base + count
    }
}
