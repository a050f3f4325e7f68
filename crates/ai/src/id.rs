//! The ids of states, events, units and populations.

mod name_table;

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::num::NonZeroU16;
use std::sync::atomic::{self, AtomicU32};

use serde::{Deserialize, Serialize};

/// Defines a type for names of one sort.
macro_rules! name_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct $name(NonZeroU16);

        impl $name {
            /// The name.
            pub fn name(self) -> &'static str {
                name_table::text_of(self.0)
            }

            /// Whether the program had room for the name.
            pub(super) fn is_known(self) -> bool {
                self.0 != name_table::FULL
            }
        }

        impl From<&str> for $name {
            fn from(name: &str) -> Self {
                Self(name_table::number_of(name))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({:?})", stringify!($name), self.name())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    };
}

/// What a key with types has whatever these types are: a derived form asks the same of them.
macro_rules! typed_key {
    ($name:ident<$($type:ident),+>) => {
        impl<$($type),+> Clone for $name<$($type),+> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($type),+> Copy for $name<$($type),+> {}

        impl<$($type),+> PartialEq for $name<$($type),+> {
            fn eq(&self, other: &Self) -> bool {
                self.id == other.id
            }
        }

        impl<$($type),+> Eq for $name<$($type),+> {}

        impl<$($type),+> ::std::hash::Hash for $name<$($type),+> {
            fn hash<H: ::std::hash::Hasher>(&self, state: &mut H) {
                self.id.hash(state);
            }
        }

        impl<$($type),+> ::std::fmt::Debug for $name<$($type),+> {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.debug_tuple(stringify!($name)).field(&self.id).finish()
            }
        }
    };
}

pub(super) use typed_key;

name_id! {
    /// The name of a state. Machines that have a state of the same name have the same id for it, also
    /// after a machine's file was changed.
    StateId
}

name_id! {
    /// The name of an event. A machine that has no event of this name refuses it.
    EventId
}

impl StateId {
    /// The root, the parent of all top-level states.
    pub const ROOT: Self = Self(NonZeroU16::MIN);
}

impl EventId {
    /// The number of the name, from 1, the same for all machines of the program.
    pub(super) const fn number(self) -> usize {
        self.0.get() as usize
    }

    /// The id of a name that some machine of the program has. Unlike the conversion it keeps no name.
    pub fn find(name: &str) -> Option<Self> {
        name_table::find(name).map(Self)
    }
}

/// A unit of one population: a place, and how often that place was taken before. The id of a unit
/// that is gone is not used again.
///
/// An id knows its population: with the id of another one, all methods of a population answer as for a unit that is
/// gone ([`UnitError::NoSuchUnit`](super::UnitError::NoSuchUnit)). This is not part of what the id is compared by, nor
/// of its text and its [number](Self::to_bits), which are the same in each run of a program. So an id that was
/// read or made of a number is one of any population, and to tell ids of several populations apart, keep their
/// [`PopulationId`].
#[derive(Clone, Copy, Serialize, Deserialize)]
pub struct UnitId {
    pub(super) index: u32,
    pub(super) generation: u16,
    /// The number of [`Owner`]; 0 if it is not known.
    #[serde(skip)]
    pub(super) owner: u16,
}

impl UnitId {
    pub(super) const fn new(index: u32, generation: u16, owner: u16) -> Self {
        Self { index, generation, owner }
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
        Some(Self::new(bits as u32, (bits >> 32) as u16, 0))
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
        Self(u32::MAX)
    }
}

impl PopulationId {
    /// An id that no other population has.
    pub(super) fn next() -> Self {
        static NUMBERS: AtomicU32 = AtomicU32::new(0);
        Self(NUMBERS.fetch_add(1, atomic::Ordering::Relaxed))
    }
}

/// Whose ids a population takes for those of its units. It is never written: the numbers differ from run to run.
#[derive(Clone, Copy, Default)]
pub(super) struct Owner {
    /// The number in the ids that the population gives out, from 1. They begin again after 65,535 populations.
    pub(super) number: u16,
    /// Another number, of the units that were here before.
    other: u16,
    /// Whether the units are from a text, so that ids from before may be theirs.
    is_restored: bool,
}

impl Owner {
    pub(super) const fn new(population: PopulationId) -> Self {
        Self { number: (population.0 % u16::MAX as u32) as u16 + 1, other: 0, is_restored: false }
    }

    #[inline]
    pub(super) fn has(self, unit: UnitId) -> bool {
        unit.owner == self.number || self.may_have(unit.owner)
    }

    #[cold]
    const fn may_have(self, number: u16) -> bool {
        // With half of all numbers before its own, as they begin again.
        let is_older = self.number.wrapping_sub(number) < 1 << 15;
        number == 0 || number == self.other || (self.is_restored && is_older)
    }

    /// That of a new population with the units of a snapshot, of which `saved` is the owner if it is known.
    pub(super) const fn of_restored(self, saved: Self) -> Self {
        if saved.number == 0 { Self { is_restored: true, ..self } } else { saved }
    }

    /// That of a population which takes over the units of a snapshot.
    pub(super) const fn with_units_of(self, saved: Self) -> Self {
        if saved.number == 0 {
            Self { is_restored: true, ..self }
        } else if saved.number == self.number {
            self
        } else {
            Self { other: self.number, ..saved }
        }
    }
}

impl fmt::Debug for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Owner")
    }
}
