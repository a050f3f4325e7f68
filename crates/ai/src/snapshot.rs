//! A population as plain data, with names for states and events, for later definitions of the machine.

use serde::{Deserialize, Serialize};

use super::definition::TimerKind;
use super::event::PayloadType;
use super::id::PopulationId;
use super::structure::IN;

pub(super) const SNAPSHOT_VERSION: u32 = 4;

/// The format before it, in which all payloads were numbers.
pub(super) const VERSION_OF_NUMBERS: u32 = 3;

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
    /// Where the unit is in its random numbers, unless it is at their start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) random: Option<u64>,
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
    /// The bits of the payload: JSON has no word for NaN.
    pub(super) payload: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) payload_type: Option<PayloadType>,
}

/// The units of a population as plain data, from
/// [`Population::snapshot`](super::Population::snapshot): states, stacks, deadlines, history, waiting
/// messages, random numbers, and the game's own data.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Snapshot<D> {
    pub(super) state: PopulationSnapshot,
    /// The population that it is of; not known of one that was read.
    #[serde(skip)]
    pub(super) population: PopulationId,
    /// The data of each unit, in the order of the units. Without any unit, the data of the last one that
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
    /// The state around each of them, as a number; empty in snapshots of older versions.
    #[serde(default)]
    pub(super) parents: Vec<u8>,
    /// Whether units have a stack; snapshots of older versions do not say.
    #[serde(default)]
    pub(super) is_stack: Option<bool>,
    /// The names of the events, by the numbers below.
    pub(super) events: Vec<String>,
    /// All timers of the machine.
    pub(super) timers: Vec<TimerName>,
    pub(super) clock: u64,
    /// What the clock has not counted yet.
    #[serde(default)]
    pub(super) carried: u64,
    /// The seed of the units' random numbers; snapshots of older versions have none.
    #[serde(default)]
    pub(super) seed: Option<u64>,
    pub(super) places: u32,
    /// The free places with their generations, the next one to be taken last.
    pub(super) free: Vec<(u32, u16)>,
    pub(super) units: Vec<UnitSnapshot>,
    pub(super) messages: Vec<MessageSnapshot>,
}

impl<D: PartialEq> PartialEq for Snapshot<D> {
    fn eq(&self, other: &Self) -> bool {
        self.state == other.state && self.data == other.data
    }
}

impl PopulationSnapshot {
    /// The name of a state; empty if there is none.
    pub(super) fn name(&self, state: u8) -> &str {
        self.states.get(state as usize).map_or("", |(name, _)| name)
    }

    /// A state and those around it, the innermost first, without the root.
    pub(super) fn path(&self, state: u8) -> impl Iterator<Item = u8> {
        std::iter::successors(Some(state), |state| {
            let parent = self.parents.get(*state as usize).copied();
            // Parents have lower numbers.
            parent.filter(|parent| *parent > 0 && parent < state)
        })
    }
}

impl<D> Snapshot<D> {
    /// Gives a state the name that it has in a later definition: to the units in it, to what they remember, to timeouts
    /// that lead to it or have a guard about it (`in:STATE`), and to waiting messages that it is
    /// [done](super::State::is_final). An event of the same name keeps its name.
    pub fn rename_state(&mut self, from: &str, to: &str) {
        let states = self.state.states.iter_mut().map(|(name, _)| name);
        states.filter(|name| *name == from).for_each(|name| to.clone_into(name));
        for timer in &mut self.state.timers {
            // Both are Rust's form, with the names in quotes: a target, and a tuple that begins with the guard.
            timer.key.then = timer.key.then.replace(&format!("{from:?}"), &format!("{to:?}"));
            for not in ["", "!"] {
                let guard = |state: &str| format!("(Some({:?}),", format!("{not}{IN}{state}"));
                if let Some(rest) = timer.key.code.strip_prefix(&guard(from)) {
                    timer.key.code = guard(to) + rest;
                }
            }
        }
        self.rename_event(&format!("done.{from}"), &format!("done.{to}"));
    }

    /// Gives an event the name that it has in a later definition: to the messages that wait. A state of the same name
    /// keeps its name.
    pub fn rename_event(&mut self, from: &str, to: &str) {
        let events = self.state.events.iter_mut();
        events.filter(|name| *name == from).for_each(|name| to.clone_into(name));
    }

    /// Gives a state and an event of this name another one: [`rename_state`](Self::rename_state) and
    /// [`rename_event`](Self::rename_event).
    pub fn rename(&mut self, from: &str, to: &str) {
        self.rename_state(from, to);
        self.rename_event(from, to);
    }
}
