//! The AI machines of a screen: populations that live with it and stop when it is frozen.

use std::any::Any;
use std::fmt;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::ai::{BLOCK, Change, Counters, Population, StateId, Structure};
use crate::phase::Handle;
use crate::platform::{Trace, TraceEvent};

/// The number of the next handle. It is unique, so a handle is invalid on every other screen.
static NUMBERS: AtomicU32 = AtomicU32::new(0);

/// The key of a population in the [`Machines`] of its screen.
pub type PopulationHandle<D> = Handle<Population<D>>;

trait Hosted: Any {
    fn structure(&self) -> &Structure;
    fn tick(&mut self, dt: Duration, units: usize);
    fn broadcast(&mut self, event: &str);
    fn counts(&self) -> Vec<usize>;
    fn counters(&self) -> &Counters;
    fn blocks(&self) -> usize;
    fn take_changes(&mut self) -> Vec<Change>;
}

impl<D: 'static> Hosted for Population<D> {
    fn structure(&self) -> &Structure {
        self.definition()
    }

    fn tick(&mut self, dt: Duration, units: usize) {
        self.tick_some(dt, units);
    }

    fn broadcast(&mut self, event: &str) {
        if let Some(event) = self.definition().event(event) {
            Self::broadcast(self, event);
        }
    }

    fn counts(&self) -> Vec<usize> {
        Self::counts(self)
    }

    fn counters(&self) -> &Counters {
        Self::counters(self)
    }

    fn blocks(&self) -> usize {
        self.data().len().div_ceil(BLOCK)
    }

    fn take_changes(&mut self) -> Vec<Change> {
        Self::take_changes(self)
    }
}

/// The number of units of a machine in each state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineCount {
    /// The machine's name.
    pub machine: String,
    /// The states in the order of declaration, each with the number of units whose current state it
    /// is. States without units are left out.
    pub states: Vec<(String, usize)>,
}

/// A population with the number of its handle.
type Entry = (u32, Box<dyn Hosted>);

/// The populations of one screen.
///
/// A screen adds them in `on_enter` and reaches them through its contexts. They are ticked after
/// the updates of all screens, on the clock of their screen: frozen, slowed or run by the
/// [`Cover`](super::Cover) of the screens above. A [`GameEvent`](super::GameEvent) that the screen
/// sees is sent to every unit of each machine with an event of this name. When the screen leaves
/// the stack, its populations are dropped, those of a resident screen too.
///
/// ```
/// use proscenium::ai::{Bindings, Blueprint, Population, State};
/// use proscenium::flow::{GameScreen, Phase, PopulationHandle, ScreenContext, ScreenManager};
/// use proscenium::platform::Input;
///
/// #[derive(Default)]
/// struct Meadow { sheep: Option<PopulationHandle<u32>> }
///
/// impl GameScreen for Meadow {
///     fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
///         let sheep = Blueprint::template("sheep", "graze")
///             .state(State::new("graze").update("eat"));
///         let bindings = Bindings::new().action("eat", |eaten: &mut u32, _| *eaten += 1);
///         let definition = match sheep.build(&bindings) {
///             Ok(definition) => definition,
///             Err(error) => return cx.fail(error),
///         };
///         let mut flock = Population::new(&definition);
///         flock.spawn(0);
///         self.sheep = Some(cx.machines().add(flock));
///     }
///
///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
///         let flock = self.sheep.and_then(|sheep| cx.machines().get(sheep));
///         if flock.is_some_and(|flock| flock.data()[0] == 3) {
///             cx.quit();
///         }
///     }
/// }
///
/// let mut manager = ScreenManager::headless();
/// manager.add_phase(Phase::new("meadow").screen("meadow", |_| Meadow::default()));
/// manager.start("meadow");
/// while !manager.has_ended() {
///     manager.step(&Input::default());
/// }
/// ```
#[derive(Default)]
pub struct Machines {
    entries: Vec<Entry>,
    budget: Option<usize>,
    /// The block that is ticked first in the next tick, counted over all populations.
    next: usize,
    is_traced: bool,
}

impl fmt::Debug for Machines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.entries.iter().map(|(_, population)| population.structure().name());
        f.debug_list().entries(names).finish()
    }
}

impl Machines {
    pub(super) const fn set_traced(&mut self, is_traced: bool) {
        self.is_traced = is_traced;
    }

    /// Adds a population. It is ticked from this tick on.
    pub fn add<D: 'static>(&mut self, mut population: Population<D>) -> PopulationHandle<D> {
        if self.is_traced {
            population.record_changes(true);
        }
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        self.entries.push((number, Box::new(population)));
        PopulationHandle::new(number, 0)
    }

    /// Removes a population with all its units. `false` if it is gone already.
    pub fn remove<D>(&mut self, handle: PopulationHandle<D>) -> bool {
        let before = self.entries.len();
        self.entries.retain(|(number, _)| *number != handle.slot);
        self.entries.len() < before
    }

    /// A population; `None` if it is gone, or if the handle is from another screen.
    pub fn get<D: 'static>(&self, handle: PopulationHandle<D>) -> Option<&Population<D>> {
        let (_, population) = self.entries.iter().find(|(number, _)| *number == handle.slot)?;
        let population: &dyn Any = population.as_ref();
        population.downcast_ref()
    }

    /// A mutable population; `None` if it is gone, or if the handle is from another screen.
    pub fn get_mut<D: 'static>(&mut self, handle: PopulationHandle<D>) -> Option<&mut Population<D>> {
        let (_, population) = self.entries.iter_mut().find(|(number, _)| *number == handle.slot)?;
        let population: &mut dyn Any = population.as_mut();
        population.downcast_mut()
    }

    /// The number of populations.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no populations.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Limits the units that are ticked in one tick, over all populations of the screen. The number
    /// is rounded up to whole blocks of 256, and is at least one block; the last block of a population
    /// may be smaller. Blocks take turns, and when its turn comes, the time that a unit missed passes
    /// for it. `None`, the default, ticks all units.
    ///
    /// The budget counts units and not time, because the result must not depend on the speed of
    /// the computer.
    pub const fn set_budget(&mut self, units: Option<usize>) {
        self.budget = units;
    }

    /// The number of units in each state, for each population in the order of addition.
    pub fn counts(&self) -> Vec<MachineCount> {
        let count = |(_, population): &Entry| {
            let structure = population.structure();
            let counts = population.counts();
            let named = structure.states().zip(counts).filter(|(_, count)| *count > 0);
            let states = named.map(|(state, count)| (structure.state_name(state).to_owned(), count));
            MachineCount { machine: structure.name().to_owned(), states: states.collect() }
        };
        self.entries.iter().map(count).collect()
    }

    /// The [`Counters`] of each population in the order of addition.
    pub fn counters(&self) -> impl Iterator<Item = &Counters> {
        self.entries.iter().map(|(_, population)| population.counters())
    }

    pub(super) fn deliver(&mut self, event: &str) {
        for (_, population) in &mut self.entries {
            population.broadcast(event);
        }
    }

    pub(super) fn tick(&mut self, dt: Duration, trace: &mut Trace) {
        let total: usize = self.entries.iter().map(|(_, population)| population.blocks()).sum();
        let turn = self.budget.map_or(total, |units| units.max(1).div_ceil(BLOCK).min(total));
        // The blocks of all populations form a ring. Those from `next` up to `end` have their turn.
        let next = if self.next < total { self.next } else { 0 };
        let end = next + turn;
        let mut first = 0;
        for (_, population) in &mut self.entries {
            let after = first + population.blocks();
            let shared = |from: usize, to: usize| after.min(to).saturating_sub(first.max(from));
            let blocks = shared(next, end) + shared(0, end.saturating_sub(total));
            population.tick(dt, blocks * BLOCK);
            first = after;
        }
        self.next = end % total.max(1);
        if self.is_traced {
            self.trace_changes(trace);
        }
    }

    fn trace_changes(&mut self, trace: &mut Trace) {
        for (_, population) in &mut self.entries {
            let changes = population.take_changes();
            let structure = population.structure();
            let name = |state: StateId| structure.state_name(state).to_owned();
            for change in changes {
                trace.record(|| TraceEvent::Machine {
                    unit: u32::try_from(change.unit.index()).unwrap_or(u32::MAX),
                    machine: structure.name().to_owned(),
                    change: change.kind.name(),
                    from: name(change.from),
                    to: name(change.to),
                });
            }
        }
    }
}
