//! The candidates for an event or a trigger, each with its calls.

use std::cmp::Reverse;

use super::compile::Compiler;
use super::step::{CompiledGo, CompiledRow, Move, OwnRows, Step};
use crate::structure::{Inside, MAX_REGIONS, NO_STATE, Route};

/// How many candidates a machine can have, over all states and events.
const MAX_STEPS: usize = 1 << 20;

/// How many calls all candidates can have together.
const MAX_OPS: usize = 1 << 23;

impl Compiler<'_> {
    /// For each state and event the first candidate plus one. In a region the candidates end with
    /// the rows of the region.
    pub(super) fn table(&mut self, own_rows: &[OwnRows]) -> Vec<u32> {
        let structure = self.structure;
        let events = structure.events.len();
        let mut table = vec![0; structure.nodes.len() * events];
        // The rows of a state by event, its own before its parents'.
        let mut rows: Vec<Vec<CompiledRow>> = vec![Vec::new(); events];
        for state in 0..structure.nodes.len() {
            rows.iter_mut().for_each(Vec::clear);
            let number = state as u8;
            let boundary = structure.node(number).boundary;
            for at in structure.up(number, boundary).chain([boundary]) {
                let own = &own_rows[at as usize];
                if let Some(index) = own.handler {
                    let asked = CompiledRow { guard: None, action: None, then: Move::Ask(index) };
                    rows.iter_mut().for_each(|rows| rows.push(asked));
                }
                own.on.iter().for_each(|(event, row)| rows[structure.key(*event) as usize - 1].push(*row));
            }
            for (event, rows) in rows.iter_mut().enumerate() {
                let end =
                    rows.iter().position(|row| row.guard.is_none() && !matches!(row.then, Move::Ask(_)));
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

    /// For each state the interval of the steps with its triggers. The first region of a parallel
    /// state has the triggers of the states around it.
    pub(super) fn triggers(&mut self, own_rows: &[OwnRows]) -> Vec<(u32, u32)> {
        let structure = self.structure;
        let mut of_state = Vec::with_capacity(structure.nodes.len());
        for number in 0..structure.nodes.len() as u8 {
            let all = structure.own_path(number).flat_map(|at| &own_rows[at as usize].when);
            let is_there = |row: &CompiledRow| match row.then {
                Move::Go(CompiledGo { to, external: None, .. }) => structure.contains(to, number),
                _ => false,
            };
            let mut rows: Vec<(i32, CompiledRow)> = all.filter(|(_, row)| !is_there(row)).copied().collect();
            // Of the same level they keep their order.
            rows.sort_by_key(|(level, _)| Reverse(*level));
            let start = self.steps.len() as u32;
            rows.into_iter().for_each(|(_, row)| self.step(number, row, true));
            of_state.push((start, self.steps.len() as u32));
        }
        of_state
    }

    fn step(&mut self, state: u8, row: CompiledRow, is_last: bool) {
        if self.steps.len() >= MAX_STEPS || self.ops.len() >= MAX_OPS {
            if self.problems.is_empty() {
                self.too_large("transitions");
            }
            return;
        }
        let mut step = Step { is_last, ..Step::of_unit(state, row) };
        let first = self.ops.len() as u32;
        if let Some(leaf) = self.calls(state, step.then, step.action) {
            step.is_plain = true;
            step.leaf = leaf;
            step.ops = (first, self.ops.len() as u32);
        }
        self.steps.push(step);
    }

    /// Lists the calls of a plain step. Returns the state in which the unit arrives; `None` if that
    /// depends on the unit.
    fn calls(&mut self, state: u8, then: Move, action: Option<u32>) -> Option<u8> {
        let structure = self.structure;
        let region = structure.node(state).region;
        let mut leaves = [NO_STATE; MAX_REGIONS];
        leaves[region as usize] = state;
        let route = match then {
            Move::Stay => {
                // A unit may be further inside: the row of a parallel state.
                self.ops.extend(action.map(|action| (action, NO_STATE)));
                return Some(state);
            }
            _ if then.target().is_some_and(|to| structure.node(to).region != region) => return None,
            Move::Go(CompiledGo { to, history: None, or: None, external: None }) => {
                structure.route(&leaves, to, None)
            }
            Move::Leave | Move::Ask(_) | Move::Go(_) => return None,
            Move::Enter(target) => Route { top: 0, target, rests: false },
            Move::Exit => Route { top: 0, target: 0, rests: true },
        };
        let mut has_history = false;
        let plan = structure.plan(&leaves, route, &mut |inside| {
            has_history |= self.states[inside as usize].history.is_some();
            structure.node(inside).initial.map_or(Inside::Rest, Inside::Child)
        });
        let is_enter = matches!(then, Move::Enter(_));
        let has_timers = |state: u8| match then {
            Move::Enter(_) | Move::Exit => self.slots > 0,
            _ => !self.states[state as usize].timers.slots().is_empty(),
        };
        let is_asked = |state: u8| {
            let code = &self.states[state as usize];
            code.can_go.is_some() || (code.history.is_some() && !is_enter)
        };
        let is_of_unit = |state: u8| {
            let node = structure.node(state);
            node.region != region || node.spec.parallel || node.spec.is_final || has_timers(state)
        };
        let is_plain = !has_history
            && !plan.enters.up().any(is_of_unit)
            && !plan.exits.up().any(|state| is_of_unit(state) || is_asked(state));
        if !is_plain {
            return None;
        }
        for state in plan.exits.down() {
            let code = &self.states[state as usize];
            let hook = if is_enter { code.covered } else { code.exit };
            self.ops.extend(hook.map(|hook| (hook, state)));
        }
        self.ops.extend(action.map(|action| (action, route.top)));
        for state in plan.enters.up() {
            self.ops.extend(self.states[state as usize].enter.map(|hook| (hook, state)));
        }
        Some(plan.leaves[region as usize])
    }
}
