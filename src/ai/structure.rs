//! The tree of a machine without its code: names, parents and initial states.
//!
//! States are numbered parents first, so the states inside of `s` are exactly `s + 1 .. end(s)`,
//! and whether a unit is in `s` is one comparison.

mod check;
mod flatten;

use std::collections::{BTreeSet, HashMap};

use super::blueprint::{Blueprint, Family, History, Poll, State};
use super::error::BuildError;
use super::id::{EventId, StateId};

pub(super) use check::{Problems, short};

/// How many states a machine can have, the root included. A unit keeps its state in a byte, and a
/// tick needs a few more numbers.
pub(super) const MAX_STATES: usize = 250;

pub(super) const MAX_EVENTS: usize = 255;

pub(super) const MAX_NESTING: usize = 64;

/// The longest name in bytes.
pub(super) const MAX_NAME: usize = 64;

/// The longest time in milliseconds: twelve days.
pub(super) const MAX_MS: u32 = 1 << 30;

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) parent: u8,
    /// One beyond the last state inside.
    pub(super) end: u8,
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
    pub(super) poll: Poll,
    pub(super) nodes: Vec<Node>,
    pub(super) events: Vec<String>,
    ids: HashMap<String, u8>,
}

impl Blueprint {
    /// Checks the machine without its code.
    ///
    /// # Errors
    ///
    /// All problems at once.
    pub fn check(&self) -> Result<Structure, BuildError> {
        flatten::structure(self)
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
        (0..self.nodes.len()).map(id)
    }

    /// The state of this name.
    pub fn state(&self, name: &str) -> Option<StateId> {
        self.ids.get(name).copied().map(StateId)
    }

    /// The name of a state; empty if it is not one of this machine.
    pub fn state_name(&self, state: StateId) -> &str {
        self.nodes.get(state.index()).map_or("", |node| node.spec.name.as_str())
    }

    /// The path from the root to a state, as `combat/cast`.
    pub fn path(&self, state: StateId) -> String {
        let mut names: Vec<&str> = self.ancestors(state).map(|state| self.state_name(state)).collect();
        names.reverse();
        names.join("/")
    }

    /// The state, its parent, and so on, without the root.
    pub fn ancestors(&self, state: StateId) -> impl Iterator<Item = StateId> {
        let first = if state.index() < self.nodes.len() { state.0 } else { 0 };
        self.up(first, 0).map(StateId)
    }

    /// The state's parent; `None` for the root.
    pub fn parent(&self, state: StateId) -> Option<StateId> {
        (state != StateId::ROOT).then(|| self.nodes.get(state.index()).map(|node| StateId(node.parent)))?
    }

    /// Whether `inner` is `outer`, or a state inside of it.
    pub fn is_inside(&self, inner: StateId, outer: StateId) -> bool {
        self.nodes.get(outer.index()).is_some_and(|node| outer.0 <= inner.0 && inner.0 < node.end)
    }

    /// The event of this name.
    pub fn event(&self, name: &str) -> Option<EventId> {
        self.events.iter().position(|event| event == name).and_then(EventId::at)
    }

    /// The name of an event; empty if it is not one of this machine.
    pub fn event_name(&self, event: EventId) -> &str {
        self.events.get(event.index()).map_or("", String::as_str)
    }

    /// The events, in the order in which they are first named.
    pub fn events(&self) -> impl Iterator<Item = &str> {
        self.events.iter().map(String::as_str)
    }

    /// The names of guards and triggers, without a leading `!`; sorted.
    pub fn guards(&self) -> BTreeSet<&str> {
        let specs = self.nodes.iter().map(|node| &node.spec);
        let names =
            specs.flat_map(|spec| spec.edges().filter_map(|edge| edge.guard).chain(spec.can_go.as_deref()));
        names.map(|name| name.strip_prefix('!').unwrap_or(name)).collect()
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

    /// The child of `top` that contains `state`.
    pub(super) fn below(&self, top: u8, state: u8) -> u8 {
        self.up(state, top).last().unwrap_or(state)
    }

    /// The states from `state` down to the one in which a unit arrives without history.
    fn descent(&self, state: u8) -> impl Iterator<Item = u8> {
        std::iter::successors(Some(state), |&state| self.node(state).initial)
    }

    /// The state in which a unit that goes to `state` arrives without history.
    pub(super) fn descend(&self, state: u8) -> u8 {
        self.descent(state).last().unwrap_or(state)
    }

    /// Whether history can change where a unit that goes to `state` arrives.
    pub(super) fn depends_on_history(&self, state: u8) -> bool {
        self.descent(state).any(|state| self.has_history(state))
    }

    /// Whether a unit remembers the child of the state that it left.
    pub(super) fn has_history(&self, state: u8) -> bool {
        self.node(state).spec.history != History::None && self.node(state).end > state + 1
    }
}

/// The id of the state at an index.
pub(super) fn id(index: usize) -> StateId {
    StateId(u8::try_from(index).unwrap_or(u8::MAX))
}
