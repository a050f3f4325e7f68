//! The tree of a machine without its code: names, parents and initial states.
//!
//! States are numbered parents first, so the states inside of `s` are exactly `s + 1 .. end(s)`,
//! and whether a unit is in `s` is one comparison.

mod check;
mod flatten;
mod plan;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::blueprint::{Blueprint, Family, State};
use super::error::BuildError;
use super::event::{Payload, PayloadType};
use super::id::{EventId, StateId};
use super::nearest::hint;

pub(super) use check::{Problems, short};
pub(super) use plan::{Bits, Inside, Leaves, MAX_REGIONS, Plan, Route};

/// How many states a machine can have besides the root. A unit keeps its state in a byte, and a tick
/// needs a few more numbers.
pub(super) const MAX_STATES: usize = 250;

pub(super) const MAX_EVENTS: usize = 254;

pub(super) const MAX_NESTING: usize = 64;

/// The longest time in milliseconds: eight hours.
pub(super) const MAX_MS: u32 = 8 * 60 * 60 * 1000;

/// The units of time in a second. A tick of 1/60 s and a millisecond are whole numbers of them, so
/// that a timeout takes the same number of ticks whenever it starts.
pub(super) const TIME: u64 = 60_000;

/// The units of time in a millisecond.
pub(super) const MS: u32 = 60;

/// The parts of a unit of time in which the rest of a [`Duration`] is counted.
pub(super) const PARTS: u64 = 1_000_000_000;

/// The whole units of time in `time` and the parts `carried` from before, and the parts that are left. A time that is
/// less than a nanosecond from whole units is meant to be these: a `Duration` of 1/60 s is rounded.
pub(super) fn units(time: Duration, carried: u64) -> (u64, u64) {
    let parts = u64::from(time.subsec_nanos()) * TIME;
    let nearest = (parts + PARTS / 2) / PARTS * PARTS;
    let sum = carried.min(PARTS) + if parts.abs_diff(nearest) < TIME { nearest } else { parts };
    (time.as_secs().saturating_mul(TIME).saturating_add(sum / PARTS), sum % PARTS)
}

pub(super) const fn duration(units: u64) -> Duration {
    Duration::new(units / TIME, (units % TIME * 50_000 / 3) as u32)
}

/// A guard `in:STATE` is true while the unit is in this state.
pub(super) const IN: &str = "in:";

/// No state, in a byte.
pub(super) const NO_STATE: u8 = u8::MAX;

/// Who gets an event.
#[derive(Clone, Copy, Debug)]
pub(super) enum Listener {
    Region(u8),
    Parallel(u8),
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: u8,
    /// One beyond the last state inside.
    pub(super) end: u8,
    /// The region that the state is in. The first child of a parallel state is in that state's region.
    pub(super) region: u8,
    /// The state itself or the innermost around it that is a region; else the root.
    pub(super) boundary: u8,
    /// The event that says that this state is done, from 1; 0 if no row handles it.
    pub(super) done: u8,
    /// The initial child; of the root, any state.
    pub(super) initial: Option<u8>,
    /// The state in the blueprint, without the states inside.
    pub(super) spec: State,
}

/// A checked machine without its code.
#[derive(Clone, Debug)]
pub struct Structure {
    pub(super) name: String,
    pub(super) family: Family,
    pub(super) max_depth: u8,
    pub(super) queue: u8,
    pub(super) all_messages: bool,
    pub(super) has_script: bool,
    pub(super) nodes: Vec<Node>,
    /// How many current states a unit has.
    pub(super) regions: usize,
    /// The states with regions, inner ones first.
    pub(super) parallels: Vec<u8>,
    /// Who gets an event, in this order: the current state of a region, or a state around regions.
    pub(super) listeners: Vec<Listener>,
    pub(super) events: Vec<EventId>,
    /// For each of them the type of its payload, if it is declared.
    pub(super) payloads: Vec<Option<PayloadType>>,
    /// The ids of the states.
    ids: Vec<StateId>,
    /// The states of other machines that code has asked for and that were logged.
    asked: Arc<Mutex<BTreeSet<&'static str>>>,
    /// For the number of each name the event from 1, or [`Structure::foreign_key`]; 0 for no event.
    events_by_name: Vec<u8>,
}

impl Blueprint {
    /// Checks the machine without its code.
    ///
    /// # Errors
    ///
    /// All problems at once.
    pub fn check(&self) -> Result<Structure, BuildError> {
        let mut problems = Problems::default();
        let structure = flatten::structure(self, &mut problems);
        structure.ok_or_else(|| BuildError { file: self.file.clone(), ..problems.into_error(&self.name) })
    }
}

impl Structure {
    /// The machine's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The machine's family.
    pub const fn family(&self) -> Family {
        self.family
    }

    /// How many states there are, the root included.
    pub const fn state_count(&self) -> usize {
        self.nodes.len()
    }

    /// All states, parents first, in the order of declaration.
    pub fn states(&self) -> impl Iterator<Item = StateId> {
        self.ids.iter().copied()
    }

    /// The state of this name.
    pub fn state(&self, name: &str) -> Option<StateId> {
        self.find(name).map(|state| self.id(state))
    }

    pub(super) fn find(&self, name: &str) -> Option<u8> {
        let index = self.nodes.iter().position(|node| node.spec.name == name)?;
        Some(index as u8)
    }

    /// The number of a state; `None` if it is not one of this machine.
    pub(super) fn local(&self, state: StateId) -> Option<u8> {
        let number = self.ids.iter().position(|id| *id == state)?;
        Some(number as u8)
    }

    /// The number of a state that code asks for. One that is not of this machine is logged once in debug builds, as it is
    /// misspelt in most cases.
    pub(super) fn asked(&self, state: StateId) -> Option<u8> {
        let found = self.local(state);
        if cfg!(debug_assertions) && found.is_none() {
            let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
            if asked.insert(state.name()) {
                let (machine, hint) = (&self.name, hint(state.name(), self.states().map(StateId::name)));
                log::warn!(
                    "machine `{machine}`: code asks for state `{state}`, which it does not have{hint}"
                );
            }
        }
        found
    }

    pub(super) fn id(&self, state: u8) -> StateId {
        self.ids.get(state as usize).copied().unwrap_or(StateId::ROOT)
    }

    /// The number of an event from 1; 0 if it is not one of this machine.
    #[inline]
    pub(super) fn key(&self, event: EventId) -> u8 {
        let key = self.events_by_name.get(event.number()).copied().unwrap_or(0);
        if key == self.foreign_key() { 0 } else { key }
    }

    /// The number for events of other machines.
    pub(super) const fn foreign_key(&self) -> u8 {
        self.events.len() as u8 + 1
    }

    /// The number of an event by the number of its name, 0 for none, or [`foreign_key`](Self::foreign_key).
    #[inline]
    pub(super) fn key_or_foreign(&self, name: usize) -> u8 {
        let known = self.events_by_name.as_slice();
        // The last one is no name.
        known[name.min(known.len() - 1)]
    }

    /// The regions in the order of declaration, and each state around regions after the last of these.
    fn find_listeners(&self) -> Vec<Listener> {
        let last = |state: u8| (state..self.node(state).end).map(|inner| self.node(inner).region).max();
        let regions = 0..self.regions as u8;
        let with_outer = regions.flat_map(|region| {
            let outer = self.parallels.iter().copied().filter(move |&state| last(state) == Some(region));
            std::iter::once(Listener::Region(region)).chain(outer.map(Listener::Parallel))
        });
        with_outer.collect()
    }

    /// Gives the states and events their ids. Returns whether the program has room for them.
    fn number(&mut self, events: &[String]) -> bool {
        let states = (0..self.nodes.len() as u8).rev();
        self.parallels = states.filter(|&state| self.node(state).spec.parallel).collect();
        self.listeners = self.find_listeners();
        self.events = events.iter().map(|name| EventId::from(name.as_str())).collect();
        self.ids = self.nodes.iter().map(|node| StateId::from(node.spec.name.as_str())).collect();
        let last = self.events.iter().map(|id| id.number()).max().unwrap_or(0);
        self.events_by_name = vec![self.foreign_key(); last + 2];
        self.events_by_name[0] = 0;
        for (id, number) in self.events.iter().zip(1..=u8::MAX) {
            self.events_by_name[id.number()] = number;
            let state = id.name().strip_prefix("done.").and_then(|name| self.find(name));
            if let Some(state) = state {
                self.nodes[state as usize].done = number;
            }
        }
        self.ids.iter().all(|id| id.is_known()) && self.events.iter().all(|id| id.is_known())
    }

    /// The path from the root to a state, as `combat/cast`.
    pub fn path(&self, state: StateId) -> String {
        self.path_of(self.local(state).unwrap_or(0))
    }

    pub(super) fn path_of(&self, state: u8) -> String {
        let names: Vec<&str> = self.down(0, state).map(|state| self.node(state).spec.name.as_str()).collect();
        names.join("/")
    }

    /// The event of this name.
    pub fn event(&self, name: &str) -> Option<EventId> {
        self.events().find(|event| event.name() == name)
    }

    /// The events, in the order in which they are first named.
    pub fn events(&self) -> impl Iterator<Item = EventId> {
        self.events.iter().copied()
    }

    /// The type of an event's payload, if it is [declared](Blueprint::payloads).
    pub fn payload(&self, event: EventId) -> Option<PayloadType> {
        *self.payloads.get((self.key(event) as usize).checked_sub(1)?)?
    }

    /// Whether an event, by its number, may have this payload.
    #[inline]
    pub(super) fn takes(&self, key: u8, payload: Payload) -> bool {
        let declared = |found| self.payloads[key as usize - 1].is_none_or(|expected| expected == found);
        payload.payload_type().is_none_or(declared)
    }

    /// The names of guards and triggers, without a leading `!`; sorted.
    pub fn guards(&self) -> BTreeSet<&str> {
        let specs = self.nodes.iter().map(|node| &node.spec);
        let names =
            specs.flat_map(|spec| spec.edges().filter_map(|edge| edge.guard).chain(spec.can_go.as_deref()));
        let names = names.map(|name| name.strip_prefix('!').unwrap_or(name));
        names.filter(|name| !name.starts_with(IN)).collect()
    }

    /// The names of actions: hooks, updates, and what rows, triggers and timeouts call; sorted.
    pub fn actions(&self) -> BTreeSet<&str> {
        let specs = self.nodes.iter().map(|node| &node.spec);
        let names = specs.flat_map(|spec| {
            let hooks = [&spec.enter, &spec.exit, &spec.covered, &spec.uncovered, &spec.update];
            let fixed = spec.fixed_update.iter().map(|fixed| fixed.call.as_str());
            let hooks = hooks.into_iter().flatten().map(String::as_str).chain(fixed);
            hooks.chain(spec.edges().filter_map(|edge| edge.action))
        });
        names.collect()
    }

    /// The names of handlers; sorted.
    pub fn handlers(&self) -> BTreeSet<&str> {
        self.nodes.iter().filter_map(|node| node.spec.handler.as_deref()).collect()
    }

    pub(super) fn node(&self, state: u8) -> &Node {
        &self.nodes[state as usize]
    }

    /// The deepest state that stays active when a unit goes from `from` to `to`: the lowest common
    /// ancestor, or the parent where both are the same.
    pub(super) fn lca(&self, from: u8, to: u8) -> u8 {
        let mut at = if from == to { self.node(from).parent } else { to };
        while !self.contains(at, from) {
            at = self.node(at).parent;
        }
        at
    }

    pub(super) fn contains(&self, outer: u8, inner: u8) -> bool {
        outer <= inner && inner < self.node(outer).end
    }

    /// The states from `from` up to `top`, without `top`.
    pub(super) fn up(&self, from: u8, top: u8) -> impl Iterator<Item = u8> + use<'_> {
        std::iter::successors((from != top).then_some(from), move |&state| {
            let parent = self.node(state).parent;
            (parent != top).then_some(parent)
        })
    }

    /// The states below `top` down to `to`, parents first.
    pub(super) fn down(&self, top: u8, to: u8) -> impl Iterator<Item = u8> + use<'_> {
        let next = move |at: u8| (at != to).then(|| self.below(at, to));
        std::iter::successors(next(top), move |&at| next(at))
    }

    /// A state and those around it in the same region, the outermost first.
    pub(super) fn own_path(&self, state: u8) -> impl Iterator<Item = u8> + use<'_> {
        let region = self.node(state).region;
        [0].into_iter().chain(self.down(0, state)).filter(move |&at| self.node(at).region == region)
    }

    /// The child of `top` that contains `state`.
    pub(super) fn below(&self, top: u8, state: u8) -> u8 {
        self.up(state, top).last().unwrap_or(state)
    }
}
