//! The candidates for an event or a trigger, each with its calls.

use std::cmp::Reverse;
use std::sync::Arc;

use super::StateCode;
use super::compile::Compiler;
use super::step::{Candidate, Move, OwnRows, Step};
use crate::ai::structure::id;

/// How many candidates a machine can have, over all states and events.
const MAX_STEPS: usize = 1 << 20;

/// How many calls all candidates can have together.
const MAX_OPS: usize = 1 << 23;

impl<D> Compiler<'_, D> {
    /// For each state and event the first candidate plus one.
    pub(super) fn table(&mut self, own_rows: &[OwnRows]) -> Vec<u32> {
        let structure = self.structure;
        let events = structure.events.len();
        let mut table = vec![0; structure.nodes.len() * events];
        // The rows of a state by event, its own before those of its parents.
        let mut rows: Vec<Vec<Candidate>> = vec![Vec::new(); events];
        for state in 0..structure.nodes.len() {
            rows.iter_mut().for_each(Vec::clear);
            let number = id(state).0;
            for at in structure.up(number, 0).chain([0]) {
                let own = &own_rows[at as usize];
                if let Some(index) = own.handler {
                    rows.iter_mut().for_each(|rows| rows.push((None, None, Move::Ask(index))));
                }
                own.on.iter().for_each(|(event, row)| rows[event.index()].push(*row));
            }
            for (event, rows) in rows.iter_mut().enumerate() {
                let end =
                    rows.iter().position(|(guard, _, then)| guard.is_none() && !matches!(then, Move::Ask(_)));
                rows.truncate(end.map_or(rows.len(), |end| end + 1));
                if !rows.is_empty() {
                    table[state * events + event] = self.steps.len() as u32 + 1;
                }
                for (index, row) in rows.iter().enumerate() {
                    self.step(number, *row, index + 1 == rows.len());
                }
            }
        }
        table
    }

    /// For each state the interval of the steps with its triggers.
    pub(super) fn triggers(&mut self, own_rows: &[OwnRows]) -> Vec<(u32, u32)> {
        let structure = self.structure;
        let mut of_state = Vec::with_capacity(structure.nodes.len());
        for state in 0..structure.nodes.len() {
            let number = id(state).0;
            let path = [0].into_iter().chain(structure.down(0, number));
            let all = path.flat_map(|at| &own_rows[at as usize].when);
            let is_there = |then| matches!(then, Move::Goto(target) | Move::Switch(target) if structure.contains(target, number));
            let mut candidates: Vec<_> = all.filter(|(_, row)| !is_there(row.2)).collect();
            candidates.sort_by_key(|(level, _)| Reverse(*level));
            let start = self.steps.len() as u32;
            for (_, row) in candidates {
                self.step(number, *row, true);
            }
            of_state.push((start, self.steps.len() as u32));
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
        self.steps.push(Step {
            guard,
            action,
            then,
            is_plain: leaf.is_some(),
            ops: (first as u32, self.ops.len() as u32),
            leaf: leaf.unwrap_or(state),
            transition: then.transition(state),
            is_last,
        });
    }

    /// Lists the calls of a plain step. Returns the state in which the unit arrives; `None` if that
    /// depends on the unit.
    fn plan(&mut self, state: u8, then: Move, action: Option<u32>) -> Option<u8> {
        let Self { structure, states, ops, slots, actions, .. } = self;
        let code = |state: u8| &states[state as usize];
        let action = action.map(|number| Arc::clone(&actions.code[number as usize]));
        let is_enter = matches!(then, Move::Enter(_));
        let (top, target) = match then {
            Move::Stay => (state, None),
            Move::Goto(target) | Move::Switch(target) => (structure.lca(state, target), Some(target)),
            Move::Enter(target) => (0, Some(target)),
            Move::Exit => (0, None),
            Move::Leave | Move::Ask(_) => return None,
        };
        let leaf = target.map_or(state, |target| structure.descend(target));
        let left = || structure.up(state, top).map(code);
        let entered = || structure.down(top, leaf).map(code).filter(|_| target.is_some());
        let is_asked = |code: &StateCode<D>| code.can_go.is_some() || (code.history.is_some() && !is_enter);
        let has_timers = match then {
            Move::Enter(_) | Move::Exit => *slots > 0,
            _ => left().chain(entered()).any(|code| !code.timers.slots().is_empty()),
        };
        let has_history = target.is_some_and(|target| structure.depends_on_history(target));
        if has_timers || has_history || left().any(is_asked) {
            return None;
        }
        let hooks = left().filter_map(|code| if is_enter { &code.covered } else { &code.exit }.clone());
        ops.extend(hooks.chain(action));
        ops.extend(entered().filter_map(|code| code.enter.clone()));
        Some(leaf)
    }
}
