//! The state of a machine or of a population as plain data.
//!
//! A snapshot names states and events, so it can be restored into a later definition of the same
//! machine as long as the states are still there in which units are. Restoring calls no hook.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Deserializer, Serialize};

use super::error::RestoreError;
use super::structure::Structure;

/// The format that this library writes and reads.
pub(super) const SNAPSHOT_VERSION: u32 = 1;

/// One unit of a [`Snapshot`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct UnitSnapshot<D> {
    /// Its place in the population.
    pub(super) index: u32,
    /// How often the place had been taken before.
    pub(super) generation: u16,
    /// The stack, the top first, as indices into [`Snapshot::states`].
    pub(super) stack: Vec<u8>,
    /// What is left of the deadlines that are armed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) timers: Vec<TimerSnapshot>,
    /// The children that were left: the state that remembers and the state that it remembers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) history: Vec<(u8, u8)>,
    /// The state that was current before, where that is remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) previous: Option<u8>,
    /// The game's own data.
    pub(super) data: D,
}

/// A deadline of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TimerSnapshot {
    /// The state it belongs to, as an index into [`Snapshot::states`].
    pub(super) state: u8,
    /// Which of the state's deadlines: its timeouts in order, then its shortest stay, then its
    /// fixed update.
    pub(super) number: u16,
    /// How many states cover the one it belongs to.
    pub(super) covered_by: u8,
    /// Milliseconds until it is due; not positive if it is due already.
    pub(super) left: i64,
}

/// A message that waits.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MessageSnapshot {
    /// The place of the unit that it is for.
    pub(super) unit: u32,
    /// How often the place had been taken before.
    pub(super) generation: u16,
    /// An index into [`Snapshot::events`].
    pub(super) event: u8,
    /// What came with it. Formats without a word for what is not a number write nothing, and
    /// nothing is read as such.
    #[serde(deserialize_with = "number")]
    pub(super) payload: f64,
}

fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Option::<f64>::deserialize(deserializer).map(|number| number.unwrap_or(f64::NAN))
}

/// The units of a population with all that is theirs: states, stacks, deadlines, history, waiting
/// messages, and the game's own data. Made by
/// [`Population::snapshot`](super::Population::snapshot).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot<D> {
    /// The format: [`SNAPSHOT_VERSION`].
    pub(super) version: u32,
    /// The machine's name.
    pub(super) machine: String,
    /// The names of the states that the numbers below mean.
    pub(super) states: Vec<String>,
    /// The names of the events that the numbers below mean.
    pub(super) events: Vec<String>,
    /// The population's clock in microseconds.
    pub(super) clock: u64,
    /// For each block of 256 places the clock at its last turn.
    pub(super) turns: Vec<u64>,
    /// The block whose turn is next, for whoever ticks with a budget.
    pub(super) next_turn: u32,
    /// How many places there are, and how often each has been taken, where that is not 0.
    pub(super) places: u32,
    /// Places that are free: the place, and its generation.
    pub(super) free: Vec<(u32, u16)>,
    /// The units that are there, in the order of their places.
    pub(super) units: Vec<UnitSnapshot<D>>,
    /// The messages that wait, in order.
    pub(super) messages: Vec<MessageSnapshot>,
}

/// The numbers of a snapshot in terms of a definition.
pub(super) struct Names {
    states: Vec<Option<u8>>,
    events: Vec<Option<super::EventId>>,
}

impl Names {
    pub(super) fn state(&self, number: u8) -> Option<u8> {
        self.states.get(number as usize).copied().flatten()
    }

    pub(super) fn event(&self, number: u8) -> Option<super::EventId> {
        self.events.get(number as usize).copied().flatten()
    }
}

impl<D> Snapshot<D> {
    /// Compares the snapshot with a machine: is it of this one, and are all states and events
    /// still there that are needed?
    pub(super) fn names(&self, structure: &Structure) -> Result<Names, RestoreError> {
        if self.version != SNAPSHOT_VERSION {
            return Err(RestoreError::Version { found: self.version, expected: SNAPSHOT_VERSION });
        }
        if self.machine != structure.name() {
            let (found, expected) = (self.machine.clone(), structure.name().to_owned());
            return Err(RestoreError::OtherMachine { found, expected });
        }
        let states = self.states.iter().map(|name| structure.state(name).map(|state| state.0)).collect();
        let events = self.events.iter().map(|name| structure.event(name)).collect();
        let names = Names { states, events };
        let stacks = self.units.iter().flat_map(|unit| &unit.stack);
        let gone =
            |numbers: &mut dyn Iterator<Item = u8>, known: &[String], is_there: &dyn Fn(u8) -> bool| {
                let missing: BTreeSet<u8> = numbers.filter(|&number| !is_there(number)).collect();
                let named = missing.iter().map(|&number| known.get(number as usize).cloned());
                named.collect::<Option<Vec<String>>>().ok_or(RestoreError::Damaged("a number has no name"))
            };
        let states = gone(&mut stacks.copied(), &self.states, &|number| names.state(number).is_some())?;
        if !states.is_empty() {
            return Err(RestoreError::StateGone(states));
        }
        let there: HashSet<(u32, u16)> =
            self.units.iter().map(|unit| (unit.index, unit.generation)).collect();
        let is_heard = |message: &&MessageSnapshot| there.contains(&(message.unit, message.generation));
        let waiting = &mut self.messages.iter().filter(is_heard).map(|message| message.event);
        let events = gone(waiting, &self.events, &|number| names.event(number).is_some())?;
        if !events.is_empty() {
            return Err(RestoreError::EventGone(events));
        }
        Ok(names)
    }
}
