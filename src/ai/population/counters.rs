//! Counts of failed changes and lost messages.

use crate::ai::id::StateId;
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
    circle: Vec<StateId>,
    logged: u8,
}

impl Counters {
    /// Counts an endless loop of changes; `circle` are its last states.
    pub(super) fn count_endless(&mut self, circle: impl Iterator<Item = StateId>) {
        self.endless += 1;
        if self.circle.is_empty() {
            self.circle.extend(circle);
        }
    }

    /// Logs each kind when it happens for the first time.
    pub(super) fn log(&mut self, machine: &Structure) {
        let name = machine.name();
        let counts = [self.dropped, self.lost, self.stack_full, self.stack_empty, self.endless];
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
                _ => {
                    let names: Vec<&str> =
                        self.circle.iter().map(|state| machine.state_name(*state)).collect();
                    log::warn!("machine `{name}`: endless loop of state changes: {}", names.join(", "));
                }
            }
        }
    }
}
