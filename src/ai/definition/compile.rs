//! From a checked structure and the meaning of its names to a definition.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::routes::{PureTable, Routes};
use super::rows::{OwnRows, Row};
use super::steps::{Op, plan};
use super::timing::{Deadline, StateTimers, place};
use super::triggers::Triggers;
use super::{Definition, GuardRef, Move, StateCode, Step};
use crate::ai::bindings::{Action, Bindings, Guard, Handler};
use crate::ai::blueprint::{History, Next, Remainder, State};
use crate::ai::error::BuildError;
use crate::ai::structure::{Problems, Structure, short};

/// The most entries of the table of states and events.
const MAX_TABLE: usize = 1 << 22;

/// The most candidates, over all states and events.
const MAX_STEPS: usize = 1 << 20;

/// The most calls of hooks in all steps, after equal ones were put together.
const MAX_OPS: usize = 1 << 23;

/// What is being compiled.
pub(super) struct Compiler<'a, D> {
    pub(super) structure: &'a Structure,
    pub(super) bindings: &'a Bindings<D>,
    problems: Problems,
    guards: Vec<Arc<dyn Guard<D>>>,
    guard_ids: HashMap<String, u32>,
    actions: Vec<Arc<dyn Action<D>>>,
    action_ids: HashMap<String, u32>,
    pub(super) handlers: Vec<Arc<dyn Handler<D>>>,
    pub(super) handler_ids: HashMap<&'a str, u32>,
    states: Vec<StateCode<D>>,
    timeouts: Vec<Deadline>,
    steps: Vec<Step>,
    ops: Vec<Arc<dyn Action<D>>>,
    known_ops: HashMap<Vec<Op>, (u32, u16)>,
    slots: usize,
    unbound: HashSet<(&'static str, String)>,
}

pub(super) fn definition<D>(
    structure: Structure,
    bindings: &Bindings<D>,
) -> Result<Definition<D>, BuildError> {
    let mut compiler = Compiler {
        structure: &structure,
        bindings,
        problems: Problems::default(),
        guards: Vec::new(),
        guard_ids: HashMap::new(),
        actions: Vec::new(),
        action_ids: HashMap::new(),
        handlers: Vec::new(),
        handler_ids: HashMap::new(),
        states: Vec::new(),
        timeouts: Vec::new(),
        steps: Vec::new(),
        ops: Vec::new(),
        known_ops: HashMap::new(),
        slots: 0,
        unbound: HashSet::new(),
    };
    let histories = compiler.states();
    let owns = compiler.own_rows();
    let (table, mut triggers) = if compiler.problems.is_empty() {
        (compiler.table(&owns), compiler.triggers(&owns))
    } else {
        (Vec::new(), Triggers::default())
    };
    for (index, code) in compiler.states.iter_mut().enumerate() {
        let polls = triggers.of_state.get(index).is_some_and(|(start, end)| start != end);
        code.is_awake = polls || !code.updates.is_empty();
    }
    let Compiler { problems, guards, actions, handlers, states, timeouts, steps, ops, slots, .. } = compiler;
    if !problems.is_empty() {
        return Err(problems.into_error(&structure.name));
    }
    let has_min_time = states.iter().any(|code| code.timers.min_time > 0);
    let (nodes, events) = (structure.nodes.len(), structure.events.len());
    let routes = Routes::new(nodes, events, &table, &steps, &triggers, has_min_time);
    triggers.route(&routes.of_step);
    // Where a unit can be unless code makes it rest in a state with children; those that do are
    // few enough to be looked at in every tick.
    let ends = states.iter().zip(&structure.nodes).skip(1).filter(|(_, node)| node.initial.is_none());
    let has_sleepers = ends.map(|(code, _)| code).any(|code| !code.is_awake);
    let is_silent = states.iter().all(|code| code.updates.is_empty()) && !has_sleepers;
    if is_silent && !has_min_time && !routes.of_event.is_empty() {
        triggers.find_next(&steps);
    }
    let has_deadlines = slots > 0;
    let only = |code: &StateCode<D>| {
        code.updates.first().filter(|_| code.updates.len() == 1 && !has_deadlines).cloned()
    };
    let is_quiet =
        states.iter().all(|code| !code.is_awake && code.can_go.is_none() && code.history.is_none());
    let pure = PureTable::new(nodes, events, &table, &steps).filter(|_| is_quiet && slots == 0);
    Ok(Definition {
        pure,
        has_uncovered: states.iter().any(|code| code.uncovered.is_some()),
        routes,
        only_update: states.iter().map(only).collect(),
        has_sleepers,
        has_min_time,
        table,
        steps,
        ops,
        actions,
        guards,
        handlers,
        states,
        timeouts,
        triggers,
        slots,
        histories,
        structure,
    })
}

impl<D> Compiler<'_, D> {
    /// The code of each state; answers with the number of places for history.
    fn states(&mut self) -> usize {
        let structure = self.structure;
        let mut histories = 0;
        let mut timers = Vec::with_capacity(structure.nodes.len());
        for (index, node) in structure.nodes.iter().enumerate() {
            let path = structure.path(crate::ai::structure::id(index));
            let spec = &node.spec;
            timers.push(self.state_timers(&path, spec));
            let action = |this: &mut Self, name: &Option<String>| {
                let id = this.action(&path, name.as_deref())?;
                Some(Arc::clone(&this.actions[id as usize]))
            };
            let update = action(self, &spec.update);
            let mut updates =
                if index == 0 { Vec::new() } else { self.states[node.parent as usize].updates.clone() };
            updates.extend(update.clone());
            let history = (spec.history != History::None && node.end as usize > index + 1).then(|| {
                histories += 1;
                histories - 1
            });
            let fixed = spec.fixed_update.as_ref().map(|fixed| fixed.call.clone());
            let code = StateCode {
                enter: action(self, &spec.enter),
                exit: action(self, &spec.exit),
                covered: action(self, &spec.covered),
                uncovered: action(self, &spec.uncovered),
                fixed_update: action(self, &fixed),
                can_go: self.guard(&path, spec.can_go.as_deref()),
                update,
                updates,
                history,
                timers: StateTimers::default(),
                is_awake: false,
            };
            self.states.push(code);
        }
        match place(structure, &mut timers) {
            Some(slots) => self.slots = slots,
            None => self.too_large("timeouts"),
        }
        for (code, timers) in self.states.iter_mut().zip(timers) {
            code.timers = timers;
        }
        histories as usize
    }

    fn state_timers(&mut self, path: &str, spec: &State) -> StateTimers {
        let first_timeout = u32::try_from(self.timeouts.len()).unwrap_or(u32::MAX);
        for after in &spec.after {
            let guard = self.guard(path, after.guard.as_deref());
            let action = self.action(path, after.action.as_deref());
            let then = self.then(&after.then);
            self.timeouts.push(Deadline { ms: after.ms, guard, action, then });
        }
        let fixed = spec.fixed_update.as_ref();
        StateTimers {
            base: 0,
            first_timeout,
            // More than can be counted are more than can be placed.
            timeouts: u16::try_from(spec.after.len()).unwrap_or(u16::MAX),
            min_time: spec.min_time,
            every: fixed.map_or(0, |fixed| fixed.every),
            spread: fixed.is_some_and(|fixed| fixed.spread),
            drops_remainder: fixed.is_some_and(|fixed| fixed.remainder == Remainder::Drop),
        }
    }

    pub(super) fn then(&self, then: &Next) -> Move {
        // That all targets exist was checked with the structure.
        let state = |name: &str| self.structure.state(name).map_or(0, |state| state.0);
        match then {
            Next::Stay => Move::Stay,
            Next::To(name) => Move::Goto(state(name)),
            Next::Enter(name) => Move::Enter(state(name)),
            Next::Switch(name) => Move::Switch(state(name)),
            Next::Exit => Move::Exit,
            Next::Leave => Move::Leave,
        }
    }

    pub(super) fn guard(&mut self, path: &str, name: Option<&str>) -> Option<GuardRef> {
        let name = name?;
        let (name, negated) = name.strip_prefix('!').map_or((name, false), |name| (name, true));
        if let Some(&index) = self.guard_ids.get(name) {
            return Some(GuardRef { index, negated });
        }
        let Some(guard) = self.bindings.guards.get(name) else {
            self.unbound(path, "guard", name);
            return None;
        };
        let index = u32::try_from(self.guards.len()).unwrap_or(u32::MAX);
        self.guards.push(Arc::clone(guard));
        self.guard_ids.insert(name.to_owned(), index);
        Some(GuardRef { index, negated })
    }

    pub(super) fn action(&mut self, path: &str, name: Option<&str>) -> Option<u32> {
        let name = name?;
        if let Some(&index) = self.action_ids.get(name) {
            return Some(index);
        }
        let Some(action) = self.bindings.actions.get(name) else {
            self.unbound(path, "action", name);
            return None;
        };
        let index = u32::try_from(self.actions.len()).unwrap_or(u32::MAX);
        self.actions.push(Arc::clone(action));
        self.action_ids.insert(name.to_owned(), index);
        Some(index)
    }

    /// Each name is told of once, however often it is used.
    pub(super) fn unbound(&mut self, path: &str, role: &'static str, name: &str) {
        if !self.unbound.insert((role, name.to_owned())) {
            return;
        }
        let what = format!("nobody bound the {role} `{}`", short(name));
        let help = format!("bind it with `Bindings::{role}`, or write a function of this name in the script");
        self.problems.named_text(path, name, &what, &help);
    }

    fn too_large(&mut self, what: &str) {
        self.problems.machine(
            format!("the machine is too large: too many combinations of states and {what}"),
            "split it into several machines",
        );
    }

    /// The candidates of each state for each event.
    fn table(&mut self, owns: &[OwnRows]) -> Vec<u32> {
        let structure = self.structure;
        let events = structure.events.len();
        if structure.nodes.len() * events > MAX_TABLE {
            self.too_large("events");
            return Vec::new();
        }
        let mut table = vec![0; structure.nodes.len() * events];
        // The rows of a state by event, the first ones before those of its parents.
        let mut rows: Vec<Vec<Row>> = vec![Vec::new(); events];
        for state in 0..structure.nodes.len() {
            rows.iter_mut().for_each(Vec::clear);
            let number = crate::ai::structure::id(state).0;
            for at in structure.up(number, 0).chain([0]) {
                let own = &owns[at as usize];
                if let Some(index) = own.handler {
                    rows.iter_mut().for_each(|rows| rows.push((None, None, Move::Ask(index))));
                }
                own.on.iter().for_each(|(event, row)| rows[*event].push(*row));
            }
            for (event, rows) in rows.iter_mut().enumerate() {
                // Behind a row that always holds nobody is asked any more.
                let end =
                    rows.iter().position(|(guard, _, then)| guard.is_none() && !matches!(then, Move::Ask(_)));
                rows.truncate(end.map_or(rows.len(), |end| end + 1));
                if let Some((last, _)) = rows.split_last() {
                    table[state * events + event] = u32::try_from(self.steps.len() + 1).unwrap_or(0);
                    let last = *last;
                    for &row in &rows[..rows.len() - 1] {
                        self.step(number, row, false);
                    }
                    self.step(number, last, true);
                }
            }
            if !self.problems.is_empty() {
                return Vec::new();
            }
        }
        table
    }

    fn step(&mut self, state: u16, (guard, action, then): Row, is_last: bool) {
        if self.steps.len() >= MAX_STEPS || self.ops.len() >= MAX_OPS {
            if self.problems.is_empty() {
                self.too_large("transitions");
            }
            return;
        }
        let plan = plan(self.structure, &self.states, self.slots, state, then, action);
        let is_plain = plan.is_some();
        let (ops, leaf) = plan.unwrap_or_default();
        let (ops, op_count) = self.intern(ops);
        let is_sure = is_plain && guard.is_none() && matches!(then, Move::Goto(_));
        let way = then.way(state);
        self.steps.push(Step { guard, action, then, leaf, way, ops, op_count, is_plain, is_sure, is_last });
    }

    /// Puts the calls into the list, or finds where they are already. Hooks that do not exist
    /// are left out.
    fn intern(&mut self, mut ops: Vec<Op>) -> (u32, u16) {
        let code = |op: Op, this: &Self| match op {
            Op::Exit(state) => this.states[state as usize].exit.clone(),
            Op::Enter(state) => this.states[state as usize].enter.clone(),
            Op::Covered(state) => this.states[state as usize].covered.clone(),
            Op::Action(action) => Some(Arc::clone(&this.actions[action as usize])),
        };
        ops.retain(|&op| code(op, self).is_some());
        if let Some(&known) = self.known_ops.get(&ops) {
            return known;
        }
        let start = u32::try_from(self.ops.len()).unwrap_or(u32::MAX);
        let calls: Vec<Arc<dyn Action<D>>> = ops.iter().filter_map(|&op| code(op, self)).collect();
        let place = (start, u16::try_from(calls.len()).unwrap_or(u16::MAX));
        self.ops.extend(calls);
        self.known_ops.insert(ops, place);
        place
    }

    /// The candidates of each state among the triggers, the winner first.
    fn triggers(&mut self, owns: &[OwnRows]) -> Triggers {
        let structure = self.structure;
        let mut of_state = Vec::with_capacity(structure.nodes.len());
        for state in 0..structure.nodes.len() {
            let number = crate::ai::structure::id(state).0;
            let mut path: Vec<u16> = structure.up(number, 0).chain([0]).collect();
            path.reverse();
            let mut candidates = Vec::new();
            for &at in &path {
                for &(level, row) in &owns[at as usize].when {
                    // A unit that is there already does not go there.
                    let is_there = matches!(row.2, Move::Goto(target) | Move::Switch(target) if structure.contains(target, number));
                    if !is_there {
                        candidates.push((level, row));
                    }
                }
            }
            candidates.sort_by_key(|(level, _)| std::cmp::Reverse(*level));
            let start = u32::try_from(self.steps.len()).unwrap_or(u32::MAX);
            for (_, row) in candidates {
                self.step(number, row, true);
            }
            of_state.push((start, u32::try_from(self.steps.len()).unwrap_or(u32::MAX)));
            if !self.problems.is_empty() {
                return Triggers::default();
            }
        }
        Triggers::new(of_state, &self.steps)
    }
}
