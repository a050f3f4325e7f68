//! Counts of failed changes and lost messages.

use crate::ai::structure::Structure;

/// Counts of failed changes and lost messages. Apart from [`unhandled`](Counters::unhandled),
/// [`refused`](Counters::refused) and [`lost`](Counters::lost), a count above zero is a bug of the
/// game; it is logged once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Events that no state handled.
    pub unhandled: u64,
    /// Changes that a `can_go` refused.
    pub refused: u64,
    /// Messages to units with a full queue.
    pub dropped: u64,
    /// Messages to units that were gone.
    pub lost: u64,
    /// Pushes on a full stack.
    pub stack_full: u64,
    /// Pops of the bottom state.
    pub stack_empty: u64,
    /// Endless loops of changes that hooks ask for.
    pub endless: u64,
    /// Events and states of other machines.
    pub foreign: u64,
    /// Spawns beyond the limit of a tick, and with data of another type.
    pub spawns: u64,
    circle: Vec<&'static str>,
    first_foreign: &'static str,
    spawning: &'static str,
    logged: u8,
}

impl Counters {
    pub(super) fn count_foreign(&mut self, name: &'static str) {
        self.foreign += 1;
        self.first_foreign = name;
    }

    /// Counts a spawn that is refused, by the state whose code asked for it.
    pub(super) fn count_spawn(&mut self, state: &'static str) {
        self.spawns += 1;
        self.spawning = state;
    }

    /// Counts an endless loop of changes; `circle` are its last states and events.
    pub(super) fn count_endless(&mut self, circle: impl Iterator<Item = &'static str>) {
        self.endless += 1;
        if self.circle.is_empty() {
            self.circle.extend(circle);
        }
    }

    /// Logs each kind when it happens for the first time.
    pub(super) fn log(&mut self, machine: &Structure) {
        let name = machine.name();
        let Self { dropped, lost, stack_full, stack_empty, endless, foreign, spawns, .. } = *self;
        let counts = [dropped, lost, stack_full, stack_empty, foreign, spawns, endless];
        for (count, bit) in counts.into_iter().zip(0..) {
            if count == 0 || self.logged & 1 << bit != 0 {
                continue;
            }
            self.logged |= 1 << bit;
            match bit {
                0 => log::warn!("machine `{name}`: a message queue is full (max. {})", machine.queue),
                // Usual: two shots at the same monster.
                1 => log::debug!("machine `{name}`: messages to units that are gone are lost"),
                2 => log::warn!("machine `{name}`: a stack is full (max. {} states)", machine.max_depth),
                3 => log::warn!("machine `{name}`: cannot pop the bottom state of a stack"),
                4 => log::warn!("machine `{name}`: it has no state or event `{}`", self.first_foreign),
                5 => log::warn!(
                    "machine `{name}`: too many units in one tick, or of another type of data, from the \
                     code of state `{}`",
                    self.spawning
                ),
                _ => {
                    log::warn!("machine `{name}`: endless loop of state changes: {}", self.circle.join(", "));
                }
            }
        }
    }
}
