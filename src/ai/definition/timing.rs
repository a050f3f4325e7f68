//! Deadlines: which of them a state needs, and where a unit keeps them.
//!
//! A unit has one place for each deadline that can be armed at one time. The states on a path
//! have their places one behind the other, outermost first:
//!
//! ```text
//! combat (after 9 s)         place 0
//! └─ cast (after 2 s,        place 1
//!          fixed update)     place 2
//! ```

use super::super::structure::Structure;
use super::{GuardRef, Move};

/// The most deadlines of a state and those around it. Each of them is a place of each unit.
const MAX_DEADLINES: usize = 1_000;

/// A deadline that is not armed.
pub(in crate::ai) const NEVER: u32 = u32::MAX;

/// The places of one state's deadlines: first its timeouts, then its shortest stay, then its
/// fixed update.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::ai) struct StateTimers {
    pub(in crate::ai) base: u16,
    pub(in crate::ai) first_timeout: u32,
    pub(in crate::ai) timeouts: u16,
    pub(in crate::ai) min_time: u32,
    pub(in crate::ai) every: u32,
    pub(in crate::ai) spread: bool,
    pub(in crate::ai) drops_remainder: bool,
}

/// A timeout, compiled.
#[derive(Clone, Copy, Debug)]
pub(in crate::ai) struct Deadline {
    pub(in crate::ai) ms: u32,
    pub(in crate::ai) guard: Option<GuardRef>,
    pub(in crate::ai) action: Option<u32>,
    pub(in crate::ai) then: Move,
}

impl StateTimers {
    /// The place of the shortest stay, if there is one.
    pub(in crate::ai) fn min_slot(&self) -> Option<usize> {
        (self.min_time > 0).then_some(self.base as usize + self.timeouts as usize)
    }

    /// The place of the fixed update, if there is one.
    pub(in crate::ai) fn fixed_slot(&self) -> Option<usize> {
        let before = self.base as usize + self.timeouts as usize + usize::from(self.min_time > 0);
        (self.every > 0).then_some(before)
    }

    pub(in crate::ai) fn slots(&self) -> usize {
        self.timeouts as usize + usize::from(self.min_time > 0) + usize::from(self.every > 0)
    }
}

/// Gives the deadlines of all states their places; answers with how many a unit needs, unless
/// they are too many.
pub(super) fn place(structure: &Structure, timers: &mut [StateTimers]) -> Option<usize> {
    let mut most = 0;
    for index in 0..structure.nodes.len() {
        let base = if index == 0 {
            0
        } else {
            let parent = timers[structure.nodes[index].parent as usize];
            parent.base as usize + parent.slots()
        };
        timers[index].base = u16::try_from(base).ok()?;
        most = most.max(base + timers[index].slots());
        if most > MAX_DEADLINES {
            return None;
        }
    }
    Some(most)
}
