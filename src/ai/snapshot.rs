//! A population as plain data, with names for states and events, for later definitions of the machine.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Deserializer, Serialize};

use super::error::RestoreError;
use super::id::EventId;
use super::structure::Structure;

pub(super) const SNAPSHOT_VERSION: u32 = 1;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct UnitSnapshot<D> {
    pub(super) index: u32,
    pub(super) generation: u16,
    /// The stack, the top first, as indices into [`Snapshot::states`].
    pub(super) stack: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) timers: Vec<TimerSnapshot>,
    /// The children that were left: the state that remembers and the state that it remembers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) history: Vec<(u8, u8)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) previous: Option<u8>,
    pub(super) data: D,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TimerSnapshot {
    /// The state it belongs to, as an index into [`Snapshot::states`].
    pub(super) state: u8,
    /// The number of the deadline: the state's timeouts, then its minimum time, then its fixed update.
    pub(super) number: u16,
    /// How many entries of the stack cover the state.
    pub(super) covered_by: u8,
    /// Milliseconds until it is due; not positive if it is due already.
    pub(super) left: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct MessageSnapshot {
    pub(super) unit: u32,
    pub(super) generation: u16,
    pub(super) event: u8,
    /// JSON has no word for NaN and writes `null`.
    #[serde(deserialize_with = "number_or_nan")]
    pub(super) payload: f64,
}

fn number_or_nan<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Option::<f64>::deserialize(deserializer).map(|number| number.unwrap_or(f64::NAN))
}

/// The units of a population as plain data, from
/// [`Population::snapshot`](super::Population::snapshot): states, stacks, deadlines, history, waiting
/// messages, and the game's own data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot<D> {
    pub(super) version: u32,
    pub(super) machine: String,
    /// The names of the states, by the numbers below.
    pub(super) states: Vec<String>,
    /// The names of the events, by the numbers below.
    pub(super) events: Vec<String>,
    /// The population's clock in microseconds.
    pub(super) clock: u64,
    /// For each block of 256 places the clock at its last turn.
    pub(super) turns: Vec<u64>,
    pub(super) next_turn: u32,
    pub(super) places: u32,
    /// The free places with their generations, the next one to be taken last.
    pub(super) free: Vec<(u32, u16)>,
    pub(super) units: Vec<UnitSnapshot<D>>,
    pub(super) messages: Vec<MessageSnapshot>,
}

/// The numbers of a snapshot as ids of a definition.
pub(super) struct Names {
    states: Vec<Option<u8>>,
    events: Vec<Option<EventId>>,
}

impl Names {
    pub(super) fn state(&self, number: u8) -> Option<u8> {
        *self.states.get(number as usize)?
    }

    pub(super) fn event(&self, number: u8) -> Option<EventId> {
        *self.events.get(number as usize)?
    }
}

impl<D> Snapshot<D> {
    /// Checks that the snapshot is of this machine, and that the machine still has all states and
    /// events that are needed.
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
        let units: HashSet<(u32, u16)> =
            self.units.iter().map(|unit| (unit.index, unit.generation)).collect();
        let stacks = self.units.iter().flat_map(|unit| unit.stack.iter().copied());
        let waiting =
            self.messages.iter().filter(|message| units.contains(&(message.unit, message.generation)));
        let states = missing(stacks.filter(|&number| names.state(number).is_none()), &self.states)?;
        let events = waiting.map(|message| message.event).filter(|&number| names.event(number).is_none());
        let events = missing(events, &self.events)?;
        if !states.is_empty() {
            return Err(RestoreError::StateGone(states));
        }
        if !events.is_empty() {
            return Err(RestoreError::EventGone(events));
        }
        Ok(names)
    }
}

/// The names of numbers that the definition does not have.
fn missing(numbers: impl Iterator<Item = u8>, names: &[String]) -> Result<Vec<String>, RestoreError> {
    let numbers: BTreeSet<u8> = numbers.collect();
    let names = numbers.into_iter().map(|number| names.get(number as usize).cloned());
    names.collect::<Option<_>>().ok_or(RestoreError::Damaged("a number has no name"))
}
