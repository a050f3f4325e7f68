//! The ids of states, events and units.

use std::fmt;
use std::num::NonZeroU8;

use serde::{Deserialize, Serialize};

/// A state of one definition, numbered parents first in the order of declaration. Another
/// definition may have another id for a state of the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct StateId(pub(super) u8);

impl StateId {
    /// The root, the parent of all top-level states.
    pub const ROOT: Self = Self(0);

    /// The id as an index into lists with an entry for each state, from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// An event of one definition. `Option<EventId>` takes one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EventId(pub(super) NonZeroU8);

impl EventId {
    /// The id as an index into lists with an entry for each event, from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The id at an index; `None` beyond the 255 that there can be.
    pub(super) fn at(index: usize) -> Option<Self> {
        u8::try_from(index.checked_add(1)?).ok().and_then(Self::of_key)
    }

    /// The number of the event in the tables of a tick, where 0 is no event.
    pub(super) const fn key(self) -> u8 {
        self.0.get()
    }

    pub(super) fn of_key(key: u8) -> Option<Self> {
        NonZeroU8::new(key).map(Self)
    }
}

/// A unit of one population: a place, and how often that place was taken before. The id of a unit
/// that is gone is not used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct UnitId {
    pub(super) index: u32,
    pub(super) generation: u16,
}

impl UnitId {
    /// The unit's place in its population, from 0; `unit` in a trace.
    pub const fn index(self) -> usize {
        self.index as usize
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index)
    }
}
