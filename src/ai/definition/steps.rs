//! Candidates for an event or a trigger, each with all that it will do.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::compile::{Compiler, Role};
use super::{GuardRef, StateCode};
use crate::ai::bindings::Action;
use crate::ai::context::Transition;
use crate::ai::structure::id;

/// The most candidates, over all states and events.
const MAX_STEPS: usize = 1 << 20;

/// The most calls of hooks in all candidates together.
const MAX_OPS: usize = 1 << 23;

/// What becomes of a unit, with ids in the place of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ai) enum Move {
    Stay,
    Goto(u8),
    Enter(u8),
    Switch(u8),
    Exit,
    Leave,
    /// A handler decides.
    Ask(u32),
}

/// One candidate of a state.
#[derive(Clone, Copy, Debug)]
pub(in crate::ai) struct Step {
    pub(in crate::ai) guard: Option<GuardRef>,
    pub(in crate::ai) action: Option<u32>,
    pub(in crate::ai) then: Move,
    /// Nothing about it depends on the unit: no history, no deadline, no guard to ask. Only then
    /// the calls below are known.
    pub(in crate::ai) is_plain: bool,
    /// The calls: exits, action, enters.
    pub(in crate::ai) ops: (u32, u32),
    /// Where the unit will be, unless it goes back to what is below on its stack.
    pub(in crate::ai) leaf: u8,
    /// What hooks can ask about the change.
    pub(in crate::ai) transition: Transition,
    /// There is no further candidate.
    pub(in crate::ai) is_last: bool,
}

impl Move {
    /// What hooks can ask about a change from `state`.
    pub(in crate::ai) const fn transition(self, state: u8) -> Transition {
        match self {
            Self::Goto(target) | Self::Enter(target) | Self::Switch(target) => Transition::new(state, target),
            Self::Exit => Transition::out_of(state),
            Self::Stay | Self::Leave | Self::Ask(_) => Transition::NONE,
        }
    }
}

/// A guard, an action, and what becomes of the unit.
type Candidate = (Option<GuardRef>, Option<u32>, Move);

/// What one state has of its own; what it has from the states around it is theirs.
pub(super) struct OwnRows {
    handler: Option<u32>,
    /// Each with the index of its event.
    on: Vec<(usize, Candidate)>,
    /// Each with its level.
    when: Vec<(i32, Candidate)>,
}

impl<D> Compiler<'_, D> {
    /// For each state, the root included.
    pub(super) fn own_rows(&mut self) -> Vec<OwnRows> {
        let structure = self.structure;
        let events: HashMap<&str, usize> = structure.events().zip(0..).collect();
        let own_of = |index: usize| {
            let spec = &structure.nodes[index].spec;
            let path = structure.path(id(index));
            let handler = spec.handler.as_deref();
            let handler = handler.and_then(|name| self.number(&path, Role::Handler, name));
            let mut on = Vec::new();
            // Rows behind one without a guard are never reached.
            let mut closed = HashSet::new();
            for row in &spec.on {
                let guard = self.guard(&path, row.guard.as_deref());
                let action = self.action(&path, row.action.as_deref());
                let event = events[row.event.as_str()];
                if !closed.contains(&event) {
                    on.push((event, (guard, action, self.next(&row.then))));
                }
                if row.guard.is_none() {
                    closed.insert(event);
                }
            }
            let mut when = Vec::new();
            for row in &spec.when {
                let guard = self.guard(&path, Some(&row.trigger));
                let action = self.action(&path, row.action.as_deref());
                when.push((row.level, (guard, action, self.next(&row.then))));
            }
            OwnRows { handler, on, when }
        };
        (0..structure.state_count()).map(own_of).collect()
    }

    /// For each state and event the first candidate plus one.
    pub(super) fn table(&mut self, owns: &[OwnRows]) -> Vec<u32> {
        let structure = self.structure;
        let events = structure.events.len();
        let mut table = vec![0; structure.nodes.len() * events];
        // The rows of a state by event, its own before those of its parents.
        let mut rows: Vec<Vec<Candidate>> = vec![Vec::new(); events];
        for state in 0..structure.nodes.len() {
            rows.iter_mut().for_each(Vec::clear);
            let number = id(state).0;
            for at in structure.up(number, 0).chain([0]) {
                let own = &owns[at as usize];
                if let Some(index) = own.handler {
                    rows.iter_mut().for_each(|rows| rows.push((None, None, Move::Ask(index))));
                }
                own.on.iter().for_each(|(event, row)| rows[*event].push(*row));
            }
            for (event, rows) in rows.iter_mut().enumerate() {
                let end =
                    rows.iter().position(|(guard, _, then)| guard.is_none() && !matches!(then, Move::Ask(_)));
                rows.truncate(end.map_or(rows.len(), |end| end + 1));
                if !rows.is_empty() {
                    table[state * events + event] = u32::try_from(self.steps.len() + 1).unwrap_or(0);
                }
                for (index, row) in rows.iter().enumerate() {
                    self.step(number, *row, index + 1 == rows.len());
                }
            }
        }
        table
    }

    /// The candidates of each state among the triggers, an interval of the steps.
    pub(super) fn triggers(&mut self, owns: &[OwnRows]) -> Vec<(u32, u32)> {
        let structure = self.structure;
        let mut of_state = Vec::with_capacity(structure.nodes.len());
        for state in 0..structure.nodes.len() {
            let number = id(state).0;
            let mut path: Vec<u8> = structure.up(number, 0).chain([0]).collect();
            path.reverse();
            let all = path.iter().flat_map(|&at| &owns[at as usize].when);
            // A unit that is there already does not go there.
            let is_there = |then| matches!(then, Move::Goto(target) | Move::Switch(target) if structure.contains(target, number));
            let mut candidates: Vec<_> = all.filter(|(_, row)| !is_there(row.2)).collect();
            candidates.sort_by_key(|(level, _)| Reverse(*level));
            let start = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
            for (_, row) in candidates {
                self.step(number, *row, true);
            }
            of_state.push((start, u32::try_from(self.steps.len()).unwrap_or(u32::MAX)));
        }
        of_state
    }

    fn step(&mut self, state: u8, (guard, action, then): Candidate, is_last: bool) {
        if self.steps.len() >= MAX_STEPS || self.ops.len() >= MAX_OPS {
            if self.problems.is_empty() {
                self.too_large("transitions");
            }
            return;
        }
        let first = self.ops.len();
        let leaf = self.plan(state, then, action);
        if leaf.is_none() {
            self.ops.truncate(first);
        }
        let [first, end] = [first, self.ops.len()].map(|place| u32::try_from(place).unwrap_or(u32::MAX));
        self.steps.push(Step {
            guard,
            action,
            then,
            is_plain: leaf.is_some(),
            ops: (first, end),
            leaf: leaf.unwrap_or(state),
            transition: then.transition(state),
            is_last,
        });
    }

    /// Writes down what a plain step calls. Returns where it leads; `None` if that depends on the
    /// unit.
    fn plan(&mut self, state: u8, then: Move, action: Option<u32>) -> Option<u8> {
        let Self { structure, bindings, states, ops, slots, actions, .. } = self;
        let code = |state: u8| &states[state as usize];
        let is_asked = |state: u8| code(state).can_go.is_some() || code(state).history.is_some();
        let action = action.and_then(|number| bindings.actions.get(actions[number as usize]));
        let mut calls: Vec<&Arc<dyn Action<D>>> = Vec::new();
        let enters = |leaf: u8, top: u8, calls: &mut Vec<_>| {
            let path: Vec<u8> = structure.up(leaf, top).collect();
            calls.extend(path.iter().rev().filter_map(|&state| code(state).enter.as_ref()));
        };
        let exits = |top: u8| structure.up(state, top).filter_map(|state| code(state).exit.as_ref());
        let leaf = match then {
            Move::Stay => {
                calls.extend(action);
                state
            }
            Move::Goto(target) | Move::Switch(target) => {
                let top = structure.lca(state, target);
                let leaf = structure.descend(target);
                let has_timers = |state: u8| code(state).timers.slots() > 0;
                if structure.depends_on_history(target)
                    || structure.up(state, top).any(|state| is_asked(state) || has_timers(state))
                    || structure.up(leaf, top).any(has_timers)
                {
                    return None;
                }
                calls.extend(exits(top).chain(action));
                enters(leaf, top, &mut calls);
                leaf
            }
            Move::Enter(target) => {
                let leaf = structure.descend(target);
                let is_asked = |state: u8| code(state).can_go.is_some();
                if *slots > 0 || structure.depends_on_history(target) || structure.up(state, 0).any(is_asked)
                {
                    return None;
                }
                let covered = structure.up(state, 0).filter_map(|state| code(state).covered.as_ref());
                calls.extend(covered.chain(action));
                enters(leaf, 0, &mut calls);
                leaf
            }
            Move::Exit => {
                if *slots > 0 || structure.up(state, 0).any(is_asked) {
                    return None;
                }
                calls.extend(exits(0).chain(action));
                state
            }
            Move::Leave | Move::Ask(_) => return None,
        };
        ops.extend(calls.into_iter().cloned());
        Some(leaf)
    }
}

impl<D> StateCode<D> {
    /// Whether a unit in this state never calls anything by itself.
    pub(super) fn is_silent(&self) -> bool {
        self.updates.is_empty()
    }
}
