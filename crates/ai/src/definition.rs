//! The compiled machine: immutable, shared by all of its units.
//!
//! It lists for every state and event the rows that are candidates, in the order of bubbling, and
//! for most of them the hooks to call and the state to arrive in.

mod compile;
mod routes;
mod step;
mod steps;
mod timers;

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

pub(super) use routes::{BUSY, Routes};
pub(super) use step::{CompiledGo, Move, Step};
pub(super) use timers::{CompiledTimeout, StateTimers};

pub use timers::TimerKind;

use super::bindings::{Action, Bindings, Guard, Handler};
use super::blueprint::Blueprint;
use super::error::BuildError;
use super::structure::{NO_STATE, Structure};

/// The numbers of a state's actions, and more.
pub(super) struct StateCode {
    pub(super) enter: Option<u32>,
    pub(super) exit: Option<u32>,
    pub(super) covered: Option<u32>,
    pub(super) uncovered: Option<u32>,
    pub(super) update: Option<u32>,
    pub(super) fixed_update: Option<u32>,
    pub(super) can_go: Option<GuardRef>,
    /// The first of the state's places among those for history of a unit, one for each region.
    pub(super) history: Option<u16>,
    pub(super) timers: StateTimers,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct GuardRef {
    pub(super) index: u32,
    pub(super) negated: bool,
}

/// How many deadlines a state and those around it can have.
const MAX_DEADLINES: usize = 1_000;

/// A deadline that is not armed.
pub(crate) const NEVER: u32 = u32::MAX;

/// A compiled machine, shared by its units: [`Blueprint::build`] returns it in an [`Arc`]. It
/// dereferences to its [`Structure`] with the names, states and events. Threads may share it, whatever `D` and `W` are.
pub struct Definition<D, W = ()> {
    pub(super) structure: Arc<Structure>,
    /// For each state and event the first candidate plus one; 0 where there is none.
    pub(super) table: Vec<u32>,
    /// For each state the interval of the steps with its triggers, in the order of asking.
    pub(super) triggers: Vec<(u32, u32)>,
    pub(super) has_triggers: bool,
    pub(super) steps: Vec<Step>,
    /// The actions that steps call, each with the innermost active state meanwhile; [`NO_STATE`] for the current one.
    pub(super) ops: Vec<(Box<dyn Action<D, W>>, u8)>,
    pub(super) actions: Vec<Box<dyn Action<D, W>>>,
    pub(super) guards: Vec<Arc<Guard<D, W>>>,
    pub(super) guard_names: Vec<String>,
    pub(super) handlers: Vec<Arc<Handler<D, W>>>,
    pub(super) states: Vec<StateCode>,
    /// For each state its updates, from the outermost state of its region to it.
    pub(super) updates: Vec<Vec<Box<dyn Action<D, W>>>>,
    /// For each list of the [routes](Routes) the update of the state, if there is exactly one from the root down and no deadline:
    /// `benches/machines.rs`, the marines one by one and the world.
    pub(super) only_update: Vec<Option<Box<dyn Action<D, W>>>>,
    pub(super) routes: Routes,
    /// How many deadlines of a unit can be armed at one time.
    pub(super) slots: usize,
    pub(super) histories: usize,
    pub(super) has_min_time: bool,
    /// Whether units are ticked in the order of their places, as they share a world.
    pub(super) is_ordered: bool,
    pub(super) has_uncovered: bool,
}

impl<D, W> Deref for Definition<D, W> {
    type Target = Structure;

    fn deref(&self) -> &Structure {
        &self.structure
    }
}

impl<D, W> fmt::Debug for Definition<D, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Definition").field("structure", &self.structure).finish_non_exhaustive()
    }
}

impl Blueprint {
    /// Checks the machine, binds its names and compiles it.
    ///
    /// # Errors
    ///
    /// All problems at once: what [`Blueprint::check`] finds, guards, actions and handlers that are
    /// not bound, handlers that are bound and that no state has, and tables that would be too large.
    pub fn build<D, W: 'static>(
        &self,
        bindings: &Bindings<D, W>,
    ) -> Result<Arc<Definition<D, W>>, BuildError> {
        let structure = self.check()?;
        let definition = compile::definition(structure, bindings);
        definition.map(Arc::new).map_err(|error| BuildError { file: self.file.clone(), ..error })
    }
}

impl<D, W> Definition<D, W> {
    /// The name of a guard in a row, with a `!` if it is negated.
    pub(super) fn guard_name(&self, guard: GuardRef) -> String {
        let name = self.guard_names.get(guard.index as usize).map_or("", String::as_str);
        format!("{}{name}", if guard.negated { "!" } else { "" })
    }

    pub(super) fn action(&self, number: u32) -> &dyn Action<D, W> {
        self.actions[number as usize].as_ref()
    }

    /// The calls of a plain step of a unit in `current`, each with the innermost active state.
    #[inline]
    pub(super) fn calls(
        &self,
        step: &Step,
        current: u8,
    ) -> impl ExactSizeIterator<Item = (&dyn Action<D, W>, u8)> {
        let ops = &self.ops[step.ops.0 as usize..step.ops.1 as usize];
        ops.iter().map(move |(action, at)| (action.as_ref(), if *at == NO_STATE { current } else { *at }))
    }

    pub(super) fn code(&self, state: u8) -> &StateCode {
        &self.states[state as usize]
    }
}
