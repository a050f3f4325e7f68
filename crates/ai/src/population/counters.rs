//! Counts of failed changes and lost messages.

use crate::structure::Structure;

/// Counts of failed changes and lost messages. Apart from [`unhandled`](Counters::unhandled),
/// [`refused`](Counters::refused) and [`lost`](Counters::lost), a count above zero is a bug of the
/// game; it is logged once, and of [`foreign`](Counters::foreign) and [`payloads`](Counters::payloads) each of the first 16 names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Events that no state handled.
    pub unhandled: u64,
    /// Changes that a `can_go` refused.
    pub refused: u64,
    /// Messages to units with a full queue.
    pub dropped: u64,
    /// Messages to units that were gone, and what was asked of populations that were.
    pub lost: u64,
    /// Pushes on a full stack.
    pub stack_full: u64,
    /// Pops of the bottom state.
    pub stack_empty: u64,
    /// Endless loops of changes that hooks ask for.
    pub endless: u64,
    /// Events and states of other machines.
    pub foreign: u64,
    /// Events with a payload of another type than the machine [declares](crate::Blueprint::payloads).
    pub payloads: u64,
    /// Spawns beyond the limit of a tick, of two populations in each other without an end, or with a handle of other
    /// types than the population's.
    pub spawns: u64,
}

/// Adds to a count, and logs what it means when it is the first.
pub(super) fn add(count: &mut u64, more: u64, machine: &Structure, what: impl FnOnce() -> String) {
    if *count == 0 && more > 0 {
        log::warn!("machine `{}`: {}", machine.name(), what());
    }
    *count += more;
}

impl Counters {
    pub(super) fn count_lost(&mut self, machine: &Structure, count: u64) {
        // Usual: two shots at the same monster.
        if self.lost == 0 && count > 0 {
            log::debug!("machine `{}`: messages to units that are gone are lost", machine.name());
        }
        self.lost += count;
    }

    pub(super) fn count_dropped(&mut self, machine: &Structure, count: u64) {
        add(&mut self.dropped, count, machine, || {
            format!("a message queue is full (max. {})", machine.queue)
        });
    }

    /// Counts a spawn that is refused, by the state whose code asked for it.
    pub(super) fn count_spawn(&mut self, machine: &Structure, state: &str) {
        let what = "too many units in one tick, or of another type of data, from the code of state";
        add(&mut self.spawns, 1, machine, || format!("{what} `{state}`"));
    }
}
