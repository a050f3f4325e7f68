//! From a checked structure and its bindings to a definition.

use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::routes::Routes;
use super::step::{CompiledGo, CompiledRow, OwnRows};
use super::{CompiledTimeout, Definition, GuardRef, MAX_DEADLINES, Move, StateCode, StateTimers, Step};
use crate::bindings::{Action, BLOCK, Bindings, Guard, Named};
use crate::blueprint::{Cause, Edge, Go, History, Next};
use crate::context::GuardContext;
use crate::error::BuildError;
use crate::id::StateId;
use crate::nearest::nearest;
use crate::structure::{IN, MS, Problems, Structure, short};

pub(super) struct Compiler<'a> {
    pub(super) structure: &'a Structure,
    pub(super) problems: Problems,
    guards: Used<'a>,
    actions: Used<'a>,
    handlers: Used<'a>,
    pub(super) states: Vec<StateCode>,
    pub(super) steps: Vec<Step>,
    /// The numbers of actions, each with the innermost active state while it is called.
    pub(super) ops: Vec<(u32, u8)>,
    pub(super) slots: usize,
    histories: u16,
}

/// The names of code that a machine uses, numbered in the order of their first use.
struct Used<'a> {
    kind: &'static str,
    /// What the help says of the machine's script.
    script: &'static str,
    bound: HashSet<&'a str>,
    numbers: HashMap<&'a str, Option<u32>>,
    names: Vec<&'a str>,
}

impl<'a> Used<'a> {
    fn new<T>(kind: &'static str, script: &'static str, bound: &'a Named<T>) -> Self {
        let bound = bound.keys().map(String::as_str).collect();
        Self { kind, script, bound, numbers: HashMap::new(), names: Vec::new() }
    }

    /// The number of a name. A name that is not bound is reported once.
    fn number(&mut self, name: &'a str, path: &str, problems: &mut Problems) -> Option<u32> {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let number = self.bound.contains(name).then_some(self.names.len() as u32);
        if number.is_some() {
            self.names.push(name);
        } else {
            let kind = self.kind;
            let what = format!("{kind} `{}` is not bound", short(name));
            let near = nearest(name, self.bound.iter().copied().filter(|name| !name.starts_with(IN)));
            let near = near.map(|near| format!("; `{near}` is bound")).unwrap_or_default();
            let script = self.script;
            problems.text(path, name, what, &format!("bind it with `Bindings::{kind}`{script}{near}"));
        }
        self.numbers.insert(name, number);
        number
    }

    fn code<T, U>(&self, bound: &Named<T>, share: impl Fn(&T) -> U) -> Vec<U> {
        self.names.iter().map(|name| share(&bound[*name])).collect()
    }

    /// What is bound and not named by the machine, sorted: each name with its kind, and with the nearest name of
    /// this kind that the machine has.
    fn unused(&self) -> impl Iterator<Item = String> {
        let unused = self.bound.iter().copied().filter(|name| !self.numbers.contains_key(name));
        let mut unused: Vec<&str> = unused.collect();
        unused.sort_unstable();
        unused.into_iter().map(|name| {
            let near = nearest(name, self.numbers.keys().copied());
            let near = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
            format!("{} `{}`{near}", self.kind, short(name))
        })
    }
}

/// What to do about a handler that no state has.
const UNUSED_HANDLER: &str = "give it to a state with `handler`, or remove it; \
    if several machines share the bindings, say `Bindings::shared`";

pub(super) fn definition<D, W: 'static>(
    mut structure: Structure,
    bindings: &Bindings<D, W>,
) -> Result<Definition<D, W>, BuildError> {
    let mut conflicts = Problems::default();
    structure.declare(&bindings.payloads, &mut conflicts);
    let script = if structure.has_script { ", or write a function of this name in the script" } else { "" };
    let mut compiler = Compiler {
        structure: &structure,
        problems: conflicts,
        guards: Used::new("guard", script, &bindings.guards),
        actions: Used::new("action", script, &bindings.actions),
        handlers: Used::new("handler", script, &bindings.handlers),
        states: Vec::new(),
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
    let Compiler { mut problems, guards, actions, handlers, .. } = compiler;
    let Compiler { states, steps, ops, slots, histories, .. } = compiler;
    if !bindings.is_shared {
        // Without a state it is never asked, and its events are not handled.
        for handler in handlers.unused() {
            problems.machine(format!("{handler} is bound, but no state has it"), UNUSED_HANDLER);
        }
        let unused: Vec<_> = [&guards, &actions].into_iter().flat_map(Used::unused).collect();
        if !unused.is_empty() {
            let (name, unused) = (&structure.name, unused.join(", "));
            log::warn!(
                "machine `{name}`: bound, but not used: {unused}; if several machines share the bindings, say `Bindings::shared`"
            );
        }
    }
    if !problems.is_empty() {
        return Err(problems.into_error(&structure.name));
    }
    let actions = actions.code(&bindings.actions, |action| action.share());
    let guard = |name: &&str| -> Arc<Guard<D, W>> {
        match name.strip_prefix(IN).map(StateId::from) {
            Some(state) => Arc::new(move |_: &D, _: &W, cx: &GuardContext<'_>| cx.is_in(state)),
            None => Arc::clone(&bindings.guards[*name]),
        }
    };
    let action = |number: u32| actions[number as usize].share();
    let updates = (0..structure.nodes.len() as u8).map(|state| {
        let own = structure.own_path(state).filter_map(|at| states[at as usize].update);
        own.map(action).collect()
    });
    let updates: Vec<Vec<_>> = updates.collect();
    let is_simple = slots == 0 && structure.regions == 1;
    let only = |updates: &Vec<Box<dyn Action<D, W>>>| {
        updates.first().filter(|_| is_simple && updates.len() == 1).map(|update| update.share())
    };
    let has_world = TypeId::of::<W>() != TypeId::of::<()>();
    let mut definition = Definition {
        only_update: (0..BLOCK).map(|list| only(updates.get(list)?)).collect(),
        updates,
        has_min_time: states.iter().any(|code| code.timers.min_time > 0),
        is_ordered: has_world && !bindings.is_independent,
        has_uncovered: states.iter().any(|code| code.uncovered.is_some()),
        has_triggers: triggers.iter().any(|(start, end)| start != end),
        histories: histories as usize,
        routes: Routes::default(),
        table,
        triggers,
        steps,
        ops: ops.into_iter().map(|(number, at)| (action(number), at)).collect(),
        actions,
        guards: guards.names.iter().map(guard).collect(),
        guard_names: guards.names.iter().map(|name| (*name).to_owned()).collect(),
        handlers: handlers.code(&bindings.handlers, Arc::clone),
        states,
        slots,
        structure: Arc::new(structure),
    };
    definition.routes = Routes::of(&definition);
    Ok(definition)
}

impl<'a> Compiler<'a> {
    /// Compiles a state; its parent was compiled before. Returns its rows and triggers.
    fn state(&mut self, index: usize) -> OwnRows {
        let structure = self.structure;
        let number = index as u8;
        let node = structure.node(number);
        let (spec, parent) = (&node.spec, self.states.get(node.parent as usize));
        let path = structure.path_of(number);
        // Regions run at the same time and share no deadline.
        let is_region = node.boundary == number && number > 0;
        let before = if is_region { node.parent as usize + 1..index } else { 0..0 };
        let before = self.states[before].iter().map(|code| code.timers.slots().end).max();
        let base = before.or(parent.map(|parent| parent.timers.slots().end)).unwrap_or(0);
        let (mut rows, mut timeouts) = (OwnRows::default(), Vec::new());
        for edge in spec.edges() {
            let row = self.row(number, &path, edge);
            match edge.cause {
                Cause::Event(event) => rows.on.extend(self.structure.event(event).map(|id| (id, row))),
                Cause::Trigger(level) => rows.when.push((level, row)),
                Cause::Timeout(ms) => {
                    timeouts.push(CompiledTimeout { time: ms * MS, step: Step::of_unit(number, row) });
                }
            }
        }
        let handler = spec.handler.as_ref();
        rows.handler = handler.and_then(|name| self.handlers.number(name, &path, &mut self.problems));
        let fixed = spec.fixed_update.as_ref();
        let timers = StateTimers {
            base,
            timeouts,
            min_time: spec.min_time * MS,
            every: fixed.map_or(0, |fixed| fixed.every * MS),
            spread: fixed.is_some_and(|fixed| fixed.spread),
            drops_remainder: fixed.is_some_and(|fixed| fixed.drop_remainder),
        };
        self.slots = self.slots.max(timers.slots().end);
        let history = self.has_history(number).then_some(self.histories);
        self.histories += if history.is_some() { structure.regions as u16 } else { 0 };
        let mut hook = |name: Option<&'a String>| self.action(&path, name.map(String::as_str));
        let code = StateCode {
            update: hook(spec.update.as_ref()),
            enter: hook(spec.enter.as_ref()),
            exit: hook(spec.exit.as_ref()),
            covered: hook(spec.covered.as_ref()),
            uncovered: hook(spec.uncovered.as_ref()),
            fixed_update: hook(fixed.map(|fixed| &fixed.call)),
            can_go: self.guard(&path, spec.can_go.as_deref()),
            history,
            timers,
        };
        self.states.push(code);
        rows
    }

    /// Whether a unit remembers where it left the state.
    fn has_history(&self, state: u8) -> bool {
        let node = self.structure.node(state);
        let nodes = self.structure.nodes.iter();
        let mut gos = nodes.flat_map(|node| node.spec.edges()).filter_map(|edge| match edge.then {
            Next::Go(go) if go.history.is_some_and(|history| history != History::None) => Some(&go.to),
            _ => None,
        });
        node.end > state + 1 && (node.spec.history != History::None || gos.any(|to| *to == node.spec.name))
    }

    fn row(&mut self, number: u8, path: &str, edge: Edge<'a>) -> CompiledRow {
        let (guard, action) = (self.guard(path, edge.guard), self.action(path, edge.action));
        // All targets were checked with the structure.
        let state = |name: &str| self.structure.find(name).unwrap_or(0);
        let then = match edge.then {
            Next::Stay => Move::Stay,
            Next::To(name) | Next::Switch(name) => Move::to(state(name)),
            Next::Enter(name) => Move::Enter(state(name)),
            Next::Exit => Move::Exit,
            Next::Leave => Move::Leave,
            Next::Go(Go { to, history, or, external }) => {
                let (to, or) = (state(to), or.as_deref().map(state));
                Move::Go(CompiledGo { to, history: *history, or, external: external.then_some(number) })
            }
        };
        CompiledRow { guard, action, then }
    }

    fn guard(&mut self, path: &str, name: Option<&'a str>) -> Option<GuardRef> {
        let name = name?;
        let (name, negated) = name.strip_prefix('!').map_or((name, false), |name| (name, true));
        if name.starts_with(IN) {
            self.guards.bound.insert(name);
        }
        let index = self.guards.number(name, path, &mut self.problems)?;
        Some(GuardRef { index, negated })
    }

    fn action(&mut self, path: &str, name: Option<&'a str>) -> Option<u32> {
        self.actions.number(name?, path, &mut self.problems)
    }

    pub(super) fn too_large(&mut self, what: &str) {
        let what = format!("the machine is too large: too many combinations of states and {what}");
        self.problems.machine(what, "split it into several machines");
    }
}
