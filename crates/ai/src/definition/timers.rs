//! The timers of a state: timeouts, a minimum time, a fixed update.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Step;

/// The kind of a [`Timer`](crate::Timer).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimerKind {
    /// A timeout.
    Timeout,
    /// Until then triggers do not leave the state: [`State::min_time`](crate::State::min_time).
    MinTime,
    /// The next call of the fixed update.
    FixedUpdate,
}

impl TimerKind {
    /// The word in messages.
    pub(crate) const fn name(self) -> &'static str {
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
pub(crate) struct StateTimers {
    pub(crate) base: usize,
    pub(crate) timeouts: Vec<CompiledTimeout>,
    /// In units of [`TIME`](crate::structure::TIME), as all times here.
    pub(crate) min_time: u32,
    pub(crate) every: u32,
    pub(crate) spread: bool,
    pub(crate) drops_remainder: bool,
}

#[derive(Debug)]
pub(crate) struct CompiledTimeout {
    pub(crate) time: u32,
    pub(crate) step: Step,
}

impl StateTimers {
    pub(crate) fn min_slot(&self) -> Option<usize> {
        (self.min_time > 0).then_some(self.base + self.timeouts.len())
    }

    pub(crate) fn fixed_slot(&self) -> Option<usize> {
        (self.every > 0).then(|| self.slots().end - 1)
    }

    /// The kind of the timer in one of the state's slots.
    pub(crate) fn kind(&self, slot: usize) -> TimerKind {
        match Some(slot) {
            slot if slot == self.min_slot() => TimerKind::MinTime,
            slot if slot == self.fixed_slot() => TimerKind::FixedUpdate,
            _ => TimerKind::Timeout,
        }
    }

    pub(crate) fn slots(&self) -> Range<usize> {
        let count = self.timeouts.len() + usize::from(self.min_time > 0) + usize::from(self.every > 0);
        self.base..self.base + count
    }
}
