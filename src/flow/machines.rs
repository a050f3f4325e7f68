//! The AI machines of a screen: populations that live with it and stand still when it does.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::ai::{BLOCK, Change, Counters, Population, StateId, Structure};
use crate::platform::{Trace, TraceEvent};

/// The numbers of handles, so that a handle of one screen means nothing to another. Nothing that
/// can be observed depends on them.
static NUMBERS: AtomicU64 = AtomicU64::new(0);

/// Names a population among the [`Machines`] of a screen.
pub struct PopulationHandle<D> {
    number: u64,
    of: PhantomData<fn() -> D>,
}

impl<D> Clone for PopulationHandle<D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D> Copy for PopulationHandle<D> {}

impl<D> fmt::Debug for PopulationHandle<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PopulationHandle({})", self.number)
    }
}

/// What the host needs of a population, whatever its data.
trait Hosted {
    fn structure(&self) -> &Structure;
    fn tick(&mut self, dt: Duration, units: usize);
    fn broadcast(&mut self, event: &str);
    fn counts(&self) -> Vec<usize>;
    fn counters(&self) -> &Counters;
    fn places(&self) -> usize;
    fn take_changes(&mut self) -> Vec<Change>;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
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

    fn places(&self) -> usize {
        self.data().len()
    }

    fn take_changes(&mut self) -> Vec<Change> {
        Self::take_changes(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// How many units of a machine are in which state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineCount {
    /// The machine's name.
    pub machine: String,
    /// The states in the order of declaration, and how many units have each as their current
    /// state. States without units are left out.
    pub states: Vec<(String, usize)>,
}

struct Entry {
    number: u64,
    population: Box<dyn Hosted>,
}

/// The populations of one screen.
///
/// A screen adds them in `on_enter` and reaches them through its contexts. They are ticked after
/// the updates of all screens, on the clock of their screen: frozen, slowed or run by the
/// [`Cover`](super::Cover) of the screens above. An event of the bus that the screen sees reaches
/// those machines that know an event of its name, as a message to every unit. When the screen
/// leaves the stack, its populations are gone, also if it is a resident one.
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
    /// Which population is the first to be thought for in the next frame, and how many of its
    /// blocks had their turn already.
    next: (usize, usize),
    is_traced: bool,
}

impl fmt::Debug for Machines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.entries.iter().map(|entry| entry.population.structure().name());
        f.debug_list().entries(names).finish()
    }
}

impl Machines {
    pub(super) fn set_traced(&mut self, is_traced: bool) {
        self.is_traced = is_traced;
    }

    /// Takes a population over. It is ticked from this frame on.
    pub fn add<D: 'static>(&mut self, mut population: Population<D>) -> PopulationHandle<D> {
        if self.is_traced {
            population.record_changes(true);
        }
        let number = NUMBERS.fetch_add(1, Ordering::Relaxed);
        self.entries.push(Entry { number, population: Box::new(population) });
        PopulationHandle { number, of: PhantomData }
    }

    /// Gives a population up, with all its units. `false` if it is gone already.
    pub fn remove<D>(&mut self, handle: PopulationHandle<D>) -> bool {
        let before = self.entries.len();
        self.entries.retain(|entry| entry.number != handle.number);
        self.entries.len() < before
    }

    /// A population; `None` if it is gone, or if the handle is one of another screen.
    pub fn get<D: 'static>(&self, handle: PopulationHandle<D>) -> Option<&Population<D>> {
        let entry = self.entries.iter().find(|entry| entry.number == handle.number)?;
        entry.population.as_any().downcast_ref()
    }

    /// A population, to be changed; `None` if it is gone, or if the handle is one of another
    /// screen.
    pub fn get_mut<D: 'static>(&mut self, handle: PopulationHandle<D>) -> Option<&mut Population<D>> {
        let entry = self.entries.iter_mut().find(|entry| entry.number == handle.number)?;
        entry.population.as_any_mut().downcast_mut()
    }

    /// How many populations there are.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Thinks for about so many units in a frame, over all populations of the screen: the number
    /// is rounded up to whole blocks of 256, of which the last one of a population may be
    /// smaller, and is at least one block. All blocks have their turn before one has it again, and
    /// the time that a unit missed passes for it when its turn comes. `None`, the default, thinks
    /// for all in each frame.
    ///
    /// The budget counts units and not time, because what happens must not depend on the speed of
    /// the computer.
    pub const fn set_budget(&mut self, units: Option<usize>) {
        self.budget = units;
    }

    /// How many units are in which state, for each population in the order in which they were
    /// added.
    pub fn counts(&self) -> Vec<MachineCount> {
        let count = |entry: &Entry| {
            let structure = entry.population.structure();
            let counts = entry.population.counts();
            let named = structure.states().zip(counts).filter(|(_, count)| *count > 0);
            let states = named.map(|(state, count)| (structure.state_name(state).to_owned(), count));
            MachineCount { machine: structure.name().to_owned(), states: states.collect() }
        };
        self.entries.iter().map(count).collect()
    }

    /// What came to nothing in each population, in the order in which they were added.
    pub fn counters(&self) -> impl Iterator<Item = &Counters> {
        self.entries.iter().map(|entry| entry.population.counters())
    }

    /// An event of the bus.
    pub(super) fn deliver(&mut self, event: &str) {
        for entry in &mut self.entries {
            entry.population.broadcast(event);
        }
    }

    /// Lets time pass for all populations, as far as the budget goes.
    pub(super) fn tick(&mut self, dt: Duration, trace: &mut Trace) {
        let count = self.entries.len();
        let mut left = self.budget.map_or(usize::MAX, |budget| budget.max(1).div_ceil(BLOCK));
        let (first, had) = if self.next.0 < count { self.next } else { (0, 0) };
        let mut next = None;
        for turn in 0..count {
            let index = (first + turn) % count;
            let population = &mut self.entries[index].population;
            // A part of the first one had its turn in the frames before.
            let had = if turn == 0 { had } else { 0 };
            let due = population.places().div_ceil(BLOCK).saturating_sub(had);
            let now = due.min(left);
            population.tick(dt, now * BLOCK);
            if now < due && next.is_none() {
                next = Some((index, had + now));
            }
            left -= now;
        }
        // Whoever was first is next again, if there is some budget left.
        let again = had.min(left);
        if again > 0 {
            self.entries[first].population.tick(Duration::ZERO, again * BLOCK);
        }
        self.next = next.unwrap_or((first, again));
        if self.is_traced {
            self.trace_changes(trace);
        }
    }

    fn trace_changes(&mut self, trace: &mut Trace) {
        for entry in &mut self.entries {
            let changes = entry.population.take_changes();
            let structure = entry.population.structure();
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
