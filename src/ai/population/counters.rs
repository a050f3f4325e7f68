//! What went wrong or came to nothing while units were ticked: counted, and logged once.

use crate::ai::id::StateId;
use crate::ai::structure::Structure;

/// How often something came to nothing. A game that runs as it should has zeros here, apart from
/// [`unhandled`](Counters::unhandled) events, refusals that are meant, and messages that came too
/// late for a unit that has just died ([`lost`](Counters::lost)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Events that no state heeded.
    pub unhandled: u64,
    /// Changes that a `can_go` refused.
    pub refused: u64,
    /// Messages beyond what can wait for a unit.
    pub dropped: u64,
    /// Messages to units that were gone when their turn came.
    pub lost: u64,
    /// States that were not entered because a stack was full.
    pub stack_full: u64,
    /// Lowest states that were to be left.
    pub stack_empty: u64,
    /// Hooks that asked for one change after the other without an end.
    pub endless: u64,
    circle: Vec<StateId>,
    logged: u8,
}

impl Counters {
    /// Notes a chain of changes without an end; `circle` are the states it went through last.
    pub(super) fn note_endless(&mut self, circle: impl Iterator<Item = StateId>) {
        self.endless += 1;
        if self.circle.is_empty() {
            self.circle.extend(circle);
        }
    }

    /// Logs what happened for the first time since the population was made.
    pub(super) fn log(&mut self, machine: &Structure) {
        let events = [self.dropped, self.lost, self.stack_full, self.stack_empty, self.endless];
        for (index, _) in events.iter().enumerate().filter(|(_, count)| **count > 0) {
            if self.logged & 1 << index != 0 {
                continue;
            }
            self.logged |= 1 << index;
            let name = machine.name();
            match index {
                0 => log::warn!(
                    "machine `{name}`: more than {} messages waited for a unit; the newest are dropped",
                    machine.queue
                ),
                // Two shots at the same monster do this in any game; whoever looks for it finds it.
                1 => log::debug!("machine `{name}`: messages waited for units that are gone"),
                2 => log::warn!(
                    "machine `{name}`: a stack is full with {} states; the change did not happen",
                    machine.max_depth
                ),
                3 => log::warn!("machine `{name}`: the lowest state of a stack is not left"),
                _ => {
                    let names: Vec<&str> =
                        self.circle.iter().map(|state| machine.state_name(*state)).collect();
                    log::warn!(
                        "machine `{name}`: hooks ask for one change after the other: {}",
                        names.join(", ")
                    );
                }
            }
        }
    }
}
