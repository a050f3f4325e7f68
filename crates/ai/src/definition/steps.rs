//! The candidates for an event or a trigger, each with its calls.

use super::StateCode;
use super::compile::Compiler;
use super::step::{CompiledCandidate, CompiledGo, Move, OwnRows, Step};
use crate::blueprint::Choice;
use crate::structure::{Inside, MAX_REGIONS, NO_STATE, Route};

/// How many candidates a machine can have, over all states and events.
const MAX_STEPS: usize = 1 << 20;

/// How many calls all candidates can have together.
const MAX_OPS: usize = 1 << 23;

impl Compiler<'_> {
    /// For each state and event the first candidate plus one. In a region the candidates end with
    /// those of the region.
    pub(super) fn table(&mut self, own_rows: &[OwnRows]) -> Vec<u32> {
        let structure = self.structure;
        let events = structure.events.len();
        let mut table = vec![0; structure.nodes.len() * events];
        // The rows of a state by event, its own before those of its parents.
        let mut rows: Vec<Vec<CompiledCandidate>> = vec![Vec::new(); events];
        for state in 0..structure.nodes.len() {
            rows.iter_mut().for_each(Vec::clear);
            let number = state as u8;
            let boundary = structure.node(number).boundary;
            for at in structure.up(number, boundary).chain([boundary]) {
                let own = &own_rows[at as usize];
                if let Some(index) = own.handler {
                    rows.iter_mut().for_each(|rows| rows.push((None, None, Move::Ask(index))));
                }
                own.on.iter().for_each(|(event, row)| rows[structure.key(*event) as usize - 1].push(*row));
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

    /// For each state the interval of the steps with its triggers. The first region of a parallel
    /// state has those of the states around it.
    pub(super) fn triggers(&mut self, own_rows: &[OwnRows]) -> Vec<(u32, u32)> {
        let structure = self.structure;
        let mut of_state = Vec::with_capacity(structure.nodes.len());
        for number in 0..structure.nodes.len() as u8 {
            let all = structure.own_path(number).flat_map(|at| &own_rows[at as usize].when);
            let is_there = |then: Move| match then {
                Move::Go(CompiledGo { to, external: None, .. }) => structure.contains(to, number),
                _ => false,
            };
            let mut candidates: Vec<&(i32, CompiledCandidate)> = Vec::new();
            for candidate in all.filter(|(_, row)| !is_there(row.2)) {
                let place = candidates.partition_point(|(level, _)| *level >= candidate.0);
                candidates.insert(place, candidate);
            }
            let start = self.steps.len() as u32;
            for (_, row) in candidates {
                self.step(number, *row, true);
            }
            of_state.push((start, self.steps.len() as u32));
        }
        of_state
    }

    fn step(&mut self, state: u8, row: CompiledCandidate, is_last: bool) {
        if self.steps.len() >= MAX_STEPS || self.ops.len() >= MAX_OPS {
            if self.problems.is_empty() {
                self.too_large("transitions");
            }
            return;
        }
        let mut step = Step { is_last, ..Step::of_unit(state, row) };
        let first = self.ops.len() as u32;
        if let Some(leaf) = self.calls(state, step.then, step.action) {
            (step.is_plain, step.leaf, step.ops) = (true, leaf, (first, self.ops.len() as u32));
        }
        self.steps.push(step);
    }

    /// Lists the calls of a plain step. Returns the state in which the unit arrives; `None` if that
    /// depends on the unit.
    fn calls(&mut self, state: u8, then: Move, action: Option<u32>) -> Option<u8> {
        let Self { structure, states, ops, slots, .. } = self;
        let region = structure.node(state).region;
        let mut leaves = [NO_STATE; MAX_REGIONS];
        leaves[region as usize] = state;
        let is_enter = matches!(then, Move::Enter(_));
        if then.target().is_some_and(|target| structure.node(target).region != region) {
            return None;
        }
        let route = match then {
            Move::Stay => {
                // A unit may be further inside: the row of a parallel state.
                ops.extend(action.map(|action| (action, NO_STATE)));
                return Some(state);
            }
            Move::Go(CompiledGo { to, history: None, or: None, external: None }) => {
                structure.route(&leaves, to, None)
            }
            Move::Enter(target) => Route { top: 0, target, rests: false },
            Move::Exit => Route { top: 0, target: 0, rests: true },
            Move::Leave | Move::Ask(_) | Move::Go(_) => return None,
        };
        let mut is_plain = true;
        let plan = structure.plan(&leaves, route, &mut |inside| {
            let node = structure.node(inside);
            is_plain &= states[inside as usize].history.is_none() && node.spec.choice == Choice::Initial;
            node.initial.map_or(Inside::Rest, Inside::Child)
        });
        let stays_inside = |state: u8| {
            let node = structure.node(state);
            node.region == region && !node.spec.parallel && !node.spec.is_final
        };
        let code = |state: u8| (&states[state as usize], state);
        let entered = || plan.enters.up().map(code);
        let left = || plan.exits.down().map(code);
        let is_asked =
            |(code, _): (&StateCode, u8)| code.can_go.is_some() || (code.history.is_some() && !is_enter);
        let has_timers = match then {
            Move::Enter(_) | Move::Exit => *slots > 0,
            _ => left().chain(entered()).any(|(code, _)| !code.timers.slots().is_empty()),
        };
        if !is_plain
            || !plan.exits.up().chain(plan.enters.up()).all(stays_inside)
            || has_timers
            || left().any(is_asked)
        {
            return None;
        }
        let call = |hook: Option<u32>, at: u8| hook.map(|hook| (hook, at));
        let hooks = left().filter_map(|(code, at)| call(if is_enter { code.covered } else { code.exit }, at));
        ops.extend(hooks.chain(call(action, route.top)));
        ops.extend(entered().filter_map(|(code, at)| call(code.enter, at)));
        Some(plan.leaves[region as usize])
    }
}
