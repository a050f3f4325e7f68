//! From a checked structure and the meaning of its names to a definition.

use std::collections::HashMap;
use std::sync::Arc;

use super::routes::Routes;
use super::timing::{Deadline, StateTimers, place};
use super::{Definition, GuardRef, Move, StateCode, Step};
use crate::ai::bindings::{Action, Bindings};
use crate::ai::blueprint::{History, Next, Remainder, State};
use crate::ai::error::BuildError;
use crate::ai::structure::{Problems, Structure, id, short};

/// What is being compiled: the code of names that have been met gets numbers.
pub(super) struct Compiler<'a, D> {
    pub(super) structure: &'a Structure,
    pub(super) bindings: &'a Bindings<D>,
    pub(super) problems: Problems,
    guards: Vec<&'a str>,
    pub(super) actions: Vec<&'a str>,
    handlers: Vec<&'a str>,
    numbers: HashMap<(Role, &'a str), Option<u32>>,
    pub(super) states: Vec<StateCode<D>>,
    timeouts: Vec<Deadline>,
    pub(super) steps: Vec<Step>,
    pub(super) ops: Vec<Arc<dyn Action<D>>>,
    pub(super) slots: usize,
}

/// What a name is used as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Role {
    Guard,
    Action,
    Handler,
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
        actions: Vec::new(),
        handlers: Vec::new(),
        numbers: HashMap::new(),
        states: Vec::new(),
        timeouts: Vec::new(),
        steps: Vec::new(),
        ops: Vec::new(),
        slots: 0,
    };
    let histories = compiler.states();
    let owns = compiler.own_rows();
    let (table, triggers) = if compiler.problems.is_empty() {
        (compiler.table(&owns), compiler.triggers(&owns))
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
    warn_unused(&structure, bindings, [&guards, &actions, &handlers]);
    let guards = guards.iter().map(|name| Arc::clone(&bindings.guards[*name])).collect();
    let actions = actions.iter().map(|name| Arc::clone(&bindings.actions[*name])).collect();
    let handlers = handlers.iter().map(|name| Arc::clone(&bindings.handlers[*name])).collect();
    // Where a unit can be unless code makes it rest in a state with children; those that do are
    // few enough to be looked at in every tick.
    let ends = states.iter().zip(&structure.nodes).skip(1).filter(|(_, node)| node.initial.is_none());
    let only = |code: &StateCode<D>| {
        code.updates.first().filter(|_| code.updates.len() == 1 && slots == 0).map(Arc::clone)
    };
    let mut definition = Definition {
        only_update: states.iter().map(only).collect(),
        has_sleepers: ends.map(|(code, _)| code).any(|code| !code.is_awake),
        has_min_time: states.iter().any(|code| code.timers.min_time > 0),
        has_triggers: triggers.iter().any(|(start, end)| start != end),
        routes: Routes::default(),
        table,
        triggers,
        steps,
        ops,
        actions,
        guards,
        handlers,
        states,
        timeouts,
        slots,
        histories,
        structure,
    };
    definition.routes = Routes::of(&definition);
    Ok(definition)
}

/// Logs what is bound and not used: a name that was changed in the data file but not in the code.
fn warn_unused<D>(structure: &Structure, bindings: &Bindings<D>, used: [&[&str]; 3]) {
    let bound: [Vec<&String>; 3] = [
        bindings.guards.keys().collect(),
        bindings.actions.keys().collect(),
        bindings.handlers.keys().collect(),
    ];
    let mut unused: Vec<&str> = Vec::new();
    for (bound, used) in bound.iter().zip(used) {
        unused.extend(bound.iter().map(|name| name.as_str()).filter(|name| !used.contains(name)));
    }
    if !unused.is_empty() {
        unused.sort_unstable();
        log::warn!("machine `{}`: bound, but not used: {}", structure.name, unused.join(", "));
    }
}

impl<'a, D> Compiler<'a, D> {
    /// The code of each state. Returns the number of places for history.
    fn states(&mut self) -> usize {
        let structure = self.structure;
        let mut histories = 0;
        let mut timers = Vec::with_capacity(structure.nodes.len());
        for (index, node) in structure.nodes.iter().enumerate() {
            let path = structure.path(id(index));
            let spec = &node.spec;
            timers.push(self.state_timers(&path, spec));
            let hook = |this: &mut Self, name: Option<&'a String>| {
                let name = name?;
                this.action(&path, Some(name))?;
                this.bindings.actions.get(name).cloned()
            };
            let update = hook(self, spec.update.as_ref());
            let mut updates =
                if index == 0 { Vec::new() } else { self.states[node.parent as usize].updates.clone() };
            updates.extend(update.clone());
            let history = (spec.history != History::None && node.end as usize > index + 1).then(|| {
                histories += 1;
                histories - 1
            });
            let code = StateCode {
                enter: hook(self, spec.enter.as_ref()),
                exit: hook(self, spec.exit.as_ref()),
                covered: hook(self, spec.covered.as_ref()),
                uncovered: hook(self, spec.uncovered.as_ref()),
                fixed_update: hook(self, spec.fixed_update.as_ref().map(|fixed| &fixed.call)),
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

    fn state_timers(&mut self, path: &str, spec: &'a State) -> StateTimers {
        let first_timeout = u32::try_from(self.timeouts.len()).unwrap_or(u32::MAX);
        for after in &spec.after {
            let guard = self.guard(path, after.guard.as_deref());
            let action = self.action(path, after.action.as_deref());
            let then = self.next(&after.then);
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

    pub(super) fn next(&self, next: &Next) -> Move {
        // That all targets exist was checked with the structure.
        let state = |name: &str| self.structure.state(name).map_or(0, |state| state.0);
        match next {
            Next::Stay => Move::Stay,
            Next::To(name) => Move::Goto(state(name)),
            Next::Enter(name) => Move::Enter(state(name)),
            Next::Switch(name) => Move::Switch(state(name)),
            Next::Exit => Move::Exit,
            Next::Leave => Move::Leave,
        }
    }

    pub(super) fn guard(&mut self, path: &str, name: Option<&'a str>) -> Option<GuardRef> {
        let name = name?;
        let (name, negated) = name.strip_prefix('!').map_or((name, false), |name| (name, true));
        Some(GuardRef { index: self.number(path, Role::Guard, name)?, negated })
    }

    pub(super) fn action(&mut self, path: &str, name: Option<&'a str>) -> Option<u32> {
        self.number(path, Role::Action, name?)
    }

    /// The number of a name, by which its code is found. A name that is not bound is reported
    /// once, however often it is used.
    pub(super) fn number(&mut self, path: &str, role: Role, name: &'a str) -> Option<u32> {
        if let Some(&known) = self.numbers.get(&(role, name)) {
            return known;
        }
        let (word, is_bound, names) = match role {
            Role::Guard => ("guard", self.bindings.has_guard(name), &mut self.guards),
            Role::Action => ("action", self.bindings.has_action(name), &mut self.actions),
            Role::Handler => ("handler", self.bindings.has_handler(name), &mut self.handlers),
        };
        let number = is_bound.then(|| {
            names.push(name);
            u32::try_from(names.len() - 1).unwrap_or(u32::MAX)
        });
        if !is_bound {
            let what = format!("{word} `{}` is not bound", short(name));
            let help =
                format!("bind it with `Bindings::{word}`, or write a function of this name in the script");
            self.problems.named_text(path, name, &what, &help);
        }
        self.numbers.insert((role, name), number);
        number
    }

    pub(super) fn too_large(&mut self, what: &str) {
        self.problems.machine(
            format!("the machine is too large: too many combinations of states and {what}"),
            "split it into several machines",
        );
    }
}
