//! From a checked structure and its bindings to a definition.

use std::collections::HashMap;
use std::sync::Arc;

use super::routes::Routes;
use super::step::{Candidate, OwnRows};
use super::{Definition, GuardRef, MAX_DEADLINES, Move, StateCode, StateTimers, Step, Timeout};
use crate::ai::bindings::{Action, Bindings, Guard, Handler, Named};
use crate::ai::blueprint::{Cause, Edge, Next, Remainder};
use crate::ai::error::BuildError;
use crate::ai::structure::{Problems, Structure, id, short};

pub(super) struct Compiler<'a, D> {
    pub(super) structure: &'a Structure,
    pub(super) problems: Problems,
    guards: Used<'a, dyn Guard<D>>,
    pub(super) actions: Used<'a, dyn Action<D>>,
    handlers: Used<'a, Handler<D>>,
    pub(super) states: Vec<StateCode<D>>,
    timeouts: Vec<Timeout>,
    pub(super) steps: Vec<Step>,
    pub(super) ops: Vec<Arc<dyn Action<D>>>,
    pub(super) slots: usize,
    histories: u8,
}

/// The bound code that a machine uses, numbered in the order of its first use.
pub(super) struct Used<'a, T: ?Sized> {
    kind: &'static str,
    bound: &'a Named<T>,
    numbers: HashMap<&'a str, Option<u32>>,
    pub(super) code: Vec<Arc<T>>,
}

impl<'a, T: ?Sized> Used<'a, T> {
    fn new(kind: &'static str, bound: &'a Named<T>) -> Self {
        Self { kind, bound, numbers: HashMap::new(), code: Vec::new() }
    }

    /// The number of a name. A name that is not bound is reported once.
    fn number(&mut self, name: &'a str, path: &str, problems: &mut Problems) -> Option<u32> {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let number = self.bound.get(name).map(|code| {
            self.code.push(Arc::clone(code));
            self.code.len() as u32 - 1
        });
        if number.is_none() {
            let kind = self.kind;
            let what = format!("{kind} `{}` is not bound", short(name));
            let help =
                format!("bind it with `Bindings::{kind}`, or write a function of this name in the script");
            problems.text(path, name, what, &help);
        }
        self.numbers.insert(name, number);
        number
    }

    fn unused(&self) -> impl Iterator<Item = &'a str> {
        self.bound.keys().map(String::as_str).filter(|name| !self.numbers.contains_key(name))
    }
}

pub(super) fn definition<D>(
    structure: Structure,
    bindings: &Bindings<D>,
) -> Result<Definition<D>, BuildError> {
    let mut compiler = Compiler {
        structure: &structure,
        problems: Problems::default(),
        guards: Used::new("guard", &bindings.guards),
        actions: Used::new("action", &bindings.actions),
        handlers: Used::new("handler", &bindings.handlers),
        states: Vec::new(),
        timeouts: Vec::new(),
        steps: Vec::new(),
        ops: Vec::new(),
        slots: 0,
        histories: 0,
    };
    let rows: Vec<OwnRows> = (0..structure.state_count()).map(|index| compiler.state(index)).collect();
    if compiler.slots > MAX_DEADLINES {
        compiler.too_large("timeouts");
    }
    let (table, triggers) = if compiler.problems.is_empty() {
        (compiler.table(&rows), compiler.triggers(&rows))
    } else {
        (Vec::new(), Vec::new())
    };
    for (code, (start, end)) in compiler.states.iter_mut().zip(&triggers) {
        code.is_awake = start != end || !code.updates.is_empty();
    }
    let Compiler { problems, guards, actions, handlers, states, timeouts, steps, ops, slots, .. } = compiler;
    if !problems.is_empty() {
        return Err(problems.into_error(&structure.name));
    }
    let mut unused: Vec<&str> = guards.unused().chain(actions.unused()).chain(handlers.unused()).collect();
    if !unused.is_empty() {
        unused.sort_unstable();
        log::warn!("machine `{}`: bound, but not used: {}", structure.name, unused.join(", "));
    }
    // A unit that code makes rest in a state with an initial child is looked at in every tick.
    let ends = states.iter().zip(&structure.nodes).skip(1).filter(|(_, node)| node.initial.is_none());
    let only = |code: &StateCode<D>| {
        code.updates.first().filter(|_| code.updates.len() == 1 && slots == 0).map(Arc::clone)
    };
    let mut definition = Definition {
        only_update: states.iter().map(only).collect(),
        has_sleepers: ends.map(|(code, _)| code).any(|code| !code.is_awake),
        has_min_time: states.iter().any(|code| code.timers.min_time > 0),
        has_uncovered: states.iter().any(|code| code.uncovered.is_some()),
        has_triggers: triggers.iter().any(|(start, end)| start != end),
        histories: states.iter().filter(|code| code.history.is_some()).count(),
        routes: Routes::default(),
        table,
        triggers,
        steps,
        ops,
        actions: actions.code,
        guards: guards.code,
        handlers: handlers.code,
        states,
        timeouts,
        slots,
        structure,
    };
    definition.routes = Routes::of(&definition);
    Ok(definition)
}

impl<'a, D> Compiler<'a, D> {
    /// Compiles a state; its parent was compiled before. Returns its rows and triggers.
    fn state(&mut self, index: usize) -> OwnRows {
        let node = &self.structure.nodes[index];
        let (spec, parent) = (&node.spec, self.states.get(node.parent as usize));
        let path = self.structure.path(id(index));
        let base = parent.map_or(0, |parent| parent.timers.slots().end);
        let mut updates = parent.map_or(Vec::new(), |parent| parent.updates.clone());
        let first_timeout = self.timeouts.len();
        let mut rows = OwnRows::default();
        for edge in spec.edges() {
            let candidate = self.candidate(&path, edge);
            let (guard, action, then) = candidate;
            match edge.cause {
                Cause::Event(event) => rows.on.extend(self.structure.event(event).map(|id| (id, candidate))),
                Cause::Trigger(level) => rows.when.push((level, candidate)),
                Cause::Timeout(ms) => self.timeouts.push(Timeout { ms, guard, action, then }),
            }
        }
        let handler = spec.handler.as_ref();
        rows.handler = handler.and_then(|name| self.handlers.number(name, &path, &mut self.problems));
        let fixed = spec.fixed_update.as_ref();
        let timers = StateTimers {
            base,
            first_timeout,
            timeouts: spec.after.len(),
            min_time: spec.min_time,
            every: fixed.map_or(0, |fixed| fixed.every),
            spread: fixed.is_some_and(|fixed| fixed.spread),
            drops_remainder: fixed.is_some_and(|fixed| fixed.remainder == Remainder::Drop),
        };
        self.slots = self.slots.max(timers.slots().end);
        let has_history = self.structure.has_history(id(index).0);
        let history = has_history.then_some(self.histories);
        self.histories += u8::from(has_history);
        let mut hook = |name: Option<&'a String>| {
            let number = self.action(&path, name.map(String::as_str))?;
            Some(Arc::clone(&self.actions.code[number as usize]))
        };
        let update = hook(spec.update.as_ref());
        updates.extend(update.clone());
        let code = StateCode {
            enter: hook(spec.enter.as_ref()),
            exit: hook(spec.exit.as_ref()),
            covered: hook(spec.covered.as_ref()),
            uncovered: hook(spec.uncovered.as_ref()),
            fixed_update: hook(fixed.map(|fixed| &fixed.call)),
            can_go: self.guard(&path, spec.can_go.as_deref()),
            update,
            updates,
            history,
            timers,
            is_awake: false,
        };
        self.states.push(code);
        rows
    }

    fn candidate(&mut self, path: &str, edge: Edge<'a>) -> Candidate {
        let (guard, action) = (self.guard(path, edge.guard), self.action(path, edge.action));
        // All targets were checked with the structure.
        let state = |name: &str| self.structure.state(name).map_or(0, |state| state.0);
        let then = match edge.then {
            Next::Stay => Move::Stay,
            Next::To(name) => Move::Goto(state(name)),
            Next::Enter(name) => Move::Enter(state(name)),
            Next::Switch(name) => Move::Switch(state(name)),
            Next::Exit => Move::Exit,
            Next::Leave => Move::Leave,
        };
        (guard, action, then)
    }

    fn guard(&mut self, path: &str, name: Option<&'a str>) -> Option<GuardRef> {
        let name = name?;
        let (name, negated) = name.strip_prefix('!').map_or((name, false), |name| (name, true));
        Some(GuardRef { index: self.guards.number(name, path, &mut self.problems)?, negated })
    }

    fn action(&mut self, path: &str, name: Option<&'a str>) -> Option<u32> {
        self.actions.number(name?, path, &mut self.problems)
    }

    pub(super) fn too_large(&mut self, what: &str) {
        let what = format!("the machine is too large: too many combinations of states and {what}");
        self.problems.machine(what, "split it into several machines");
    }
}
