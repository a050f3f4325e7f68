//! The ids of states, events, units and populations.

mod name;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{self, AtomicU32};

use serde::{Deserialize, Serialize};

use self::name::Name;

pub(super) use self::name::MAX_NAME;

/// The name of a state. Machines that have a state of the same name have the same id for it, also
/// after a machine's file was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StateId(Name);

impl StateId {
    /// The root, the parent of all top-level states.
    pub const ROOT: Self = Self(Name::ROOT);

    /// The name.
    pub fn name(self) -> &'static str {
        self.0.text()
    }

    /// Whether the program had room for the name.
    pub(super) fn is_known(self) -> bool {
        self.0 != Name::UNKNOWN
    }
}

impl From<&str> for StateId {
    fn from(name: &str) -> Self {
        Self(Name::of(name))
    }
}

impl fmt::Display for StateId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of an event. A machine that has no event of this name refuses it.
///
/// A name of up to 64 bytes is kept as long as the program runs, so that its id stays the same in all machines and after
/// their files were changed; a program has 65,534 of them for states and events. A further or longer name is one of no machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EventId(Name);

impl EventId {
    /// The id of a name that some machine of the program has. Unlike the conversion it keeps no name.
    pub fn find(name: &str) -> Option<Self> {
        Name::find(name).map(Self)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.0.text()
    }

    /// Whether the program had room for the name.
    pub(super) fn is_known(self) -> bool {
        self.0 != Name::UNKNOWN
    }

    /// The number of the name, from 1, the same for all machines of the program.
    pub(super) const fn number(self) -> usize {
        self.0.number()
    }
}

impl From<&str> for EventId {
    fn from(name: &str) -> Self {
        Self(Name::of(name))
    }
}

impl fmt::Display for EventId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A unit of one population: the population, a place in it, and how often that place was taken before. The id of a unit
/// that is gone is not used again.
///
/// With the id of another population, all methods of a population answer as for a unit that is gone
/// ([`UnitError::NoSuchUnit`](super::UnitError::NoSuchUnit)). The population is not part of what the id is compared by, nor
/// of its text and its [number](Self::to_bits), which are the same in each run of a program. So an id that was
/// read or made of a number is one of any population, and to tell ids of several populations apart, keep their
/// [`PopulationId`].
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct UnitId {
    pub(super) index: u32,
    pub(super) generation: u16,
    #[serde(skip)]
    pub(super) population: PopulationId,
}

impl UnitId {
    pub(super) const fn new(index: u32, generation: u16, population: PopulationId) -> Self {
        Self { index, generation, population }
    }

    const fn key(self) -> (u32, u16) {
        (self.index, self.generation)
    }

    /// The unit's place in its population, from 0; `unit` in a trace.
    pub const fn index(self) -> usize {
        self.index as usize
    }

    /// The id as a number below 2^48, for instance for a script or a file.
    pub const fn to_bits(self) -> u64 {
        (self.generation as u64) << 32 | self.index as u64
    }

    /// The id of a number; `None` if it is 2^48 or more.
    pub const fn from_bits(bits: u64) -> Option<Self> {
        if bits >> 48 > 0 {
            return None;
        }
        Some(Self::new(bits as u32, (bits >> 32) as u16, PopulationId::NONE))
    }
}

impl PartialEq for UnitId {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for UnitId {}

impl PartialOrd for UnitId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for UnitId {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for UnitId {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl fmt::Debug for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { index, generation, .. } = self;
        f.debug_struct("UnitId").field("index", index).field("generation", generation).finish()
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index)
    }
}

/// A population of the program, as the address of messages from other populations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PopulationId(u32);

/// The id of no population: what is sent there is lost, and [counted](super::Counters::lost).
impl Default for PopulationId {
    fn default() -> Self {
        Self::NONE
    }
}

impl PopulationId {
    /// No population; in the id of a unit any.
    pub(super) const NONE: Self = Self(u32::MAX);

    /// An id that no other population has.
    pub(super) fn next() -> Self {
        static NUMBERS: AtomicU32 = AtomicU32::new(0);
        Self(NUMBERS.fetch_add(1, atomic::Ordering::Relaxed))
    }
}
