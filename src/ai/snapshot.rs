//! A population as plain data, with names for states and events, for later definitions of the machine.

use serde::{Deserialize, Serialize};

use super::definition::TimerKind;

pub(super) const SNAPSHOT_VERSION: u32 = 3;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct UnitSnapshot {
    pub(super) index: u32,
    pub(super) generation: u16,
    /// The stack, the top first; without a stack the current states of all regions. Numbers of
    /// [`PopulationSnapshot::states`], as all states here.
    pub(super) states: Vec<u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) timers: Vec<TimerSnapshot>,
    /// What was left: the state that remembers and the states that it remembers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) history: Vec<(u8, u8)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) previous: Option<u8>,
}

/// What makes a timer the same one in another definition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TimerKey {
    pub(super) state: u8,
    pub(super) kind: TimerKind,
    /// Of a timeout where it leads, its guard and action, and the number among those that do the same.
    pub(super) then: String,
    pub(super) code: String,
    pub(super) number: u16,
}

/// A timer of the machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TimerName {
    pub(super) key: TimerKey,
    /// In units of [`TIME`](super::structure::TIME), as all times here.
    pub(super) time: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct TimerSnapshot {
    /// The number of the timer in [`PopulationSnapshot::timers`].
    pub(super) timer: u16,
    /// How many entries of the stack cover the state.
    pub(super) covered_by: u8,
    /// The time until it is due; not positive if it is due already.
    pub(super) left: i64,
    /// The interval of a fixed update that code has set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) every: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct MessageSnapshot {
    pub(super) unit: u32,
    pub(super) generation: u16,
    pub(super) event: u8,
    /// The bits of the number: JSON has no word for NaN.
    pub(super) payload: u64,
}

/// The units of a population as plain data, from
/// [`Population::snapshot`](super::Population::snapshot): states, stacks, deadlines, history, waiting
/// messages, random numbers, and the game's own data.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot<D> {
    pub(super) state: PopulationSnapshot,
    /// The data of each unit, in the order of the units. Without any unit, that of the last one that
    /// is gone: free places need some data.
    pub(super) data: Vec<D>,
}

/// All but the data of the game: its code is the same for all populations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct PopulationSnapshot {
    pub(super) version: u32,
    pub(super) machine: String,
    /// The names of the states, by the numbers below, and whether each has states inside.
    pub(super) states: Vec<(String, bool)>,
    /// The names of the events, by the numbers below.
    pub(super) events: Vec<String>,
    /// All timers of the machine.
    pub(super) timers: Vec<TimerName>,
    pub(super) clock: u64,
    /// What the clock has not counted yet.
    #[serde(default)]
    pub(super) carried: u64,
    pub(super) random: u64,
    /// For each block of 256 places the clock at its last turn.
    pub(super) turns: Vec<u64>,
    /// The units that were spawned after that turn, with the clock.
    pub(super) late: Vec<(u32, u64)>,
    pub(super) next_turn: u32,
    pub(super) places: u32,
    /// The free places with their generations, the next one to be taken last.
    pub(super) free: Vec<(u32, u16)>,
    pub(super) units: Vec<UnitSnapshot>,
    pub(super) messages: Vec<MessageSnapshot>,
}

impl<D> Snapshot<D> {
    /// Gives a state or an event the name that it has in a later definition.
    pub fn rename(&mut self, from: &str, to: &str) {
        let states = self.state.states.iter_mut().map(|(name, _)| name);
        for name in states.chain(&mut self.state.events).filter(|name| *name == from) {
            to.clone_into(name);
        }
        // In quotes.
        let (from, to) = (format!("{from:?}"), format!("{to:?}"));
        self.state.timers.iter_mut().for_each(|timer| timer.key.then = timer.key.then.replace(&from, &to));
    }
}
