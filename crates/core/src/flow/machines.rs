//! The AI machines of a screen: populations that live with it and stop when it is frozen.

mod hosted;
mod machine_file;

use std::any::Any;
use std::rc::Rc;
use std::time::Duration;

use ron::value::RawValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::hosted::{Entry, Hosted, Kept, Lend};
use super::event::GameEvent;
use super::save::Written;
use crate::platform::{Trace, TraceEvent};
use proscenium_ai::{
    Counters, Event, EventId, Payload, Population, PopulationHandle, PopulationId, Sent, StateId,
};

impl GameEvent for Event {
    fn name(&self) -> &str {
        self.id.name()
    }
}

/// How populations borrow their world from the screen, for code that adds populations and does not know
/// the type of the screen: see [`Machines::add_in`].
pub struct World<W>(Lend<W>);

impl<W: 'static> World<W> {
    /// The world that a function borrows from screens of one type.
    pub fn of<S: 'static>(world: impl Fn(&mut S) -> &mut W + 'static) -> Self {
        Self(Rc::new(move |screen, call| screen.downcast_mut().map(&world).map(call).is_some()))
    }
}

/// How many units have a turn together.
const BLOCK: usize = Population::<()>::BLOCK;

/// How often what populations ask of each other is delivered in one tick.
const MAX_ROUNDS: usize = 64;

/// The populations of one screen.
///
/// A screen adds them in `on_enter` and reaches them through its contexts. They are ticked after
/// the updates of all screens, on the clock of their screen: frozen, slowed or run by the
/// [`Cover`](super::Cover) of the screens above. When the screen leaves the stack, its populations are
/// dropped, also of a resident screen.
///
/// An event that is only a name reaches units: a `String`, as of input scripts (`emit NAME`), and an
/// [`ai::Event`](proscenium_ai::Event). As far as the screen sees it, and unless covers freeze the screen, it is sent as a
/// message to every unit of each machine with an event of this name. Events of all other types are for rules and
/// screens, whatever their names are: what units get of them, a screen says in its
/// [`on_event`](super::GameScreen::on_event), with [`Population::broadcast`] or [`Population::send`].
///
/// ```
/// use proscenium_ai::{Bindings, Blueprint, Population, State};
/// use proscenium_core::flow::{GameScreen, Phase, ScreenContext, ScreenManager};
/// use proscenium_core::platform::Input;
///
/// #[derive(Default)]
/// struct Grass(u32);
///
/// #[derive(Default)]
/// struct Meadow { grass: Grass }
///
/// impl GameScreen for Meadow {
///     fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
///         let sheep = Blueprint::template("sheep", "graze").state(State::new("graze").update("eat"));
///         let eat = Bindings::new().action("eat", |_: &mut (), grass: &mut Grass, _| grass.0 += 1);
///         let definition = match sheep.build(&eat) {
///             Ok(definition) => definition,
///             Err(error) => return cx.fail(error),
///         };
///         let mut flock = Population::new(&definition);
///         flock.with(&mut self.grass).spawn(());
///         cx.machines().add_with(flock, |meadow: &mut Meadow| &mut meadow.grass);
///     }
///
///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
///         if self.grass.0 == 3 {
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
///
/// Its [`PopulationHandle`] leads to a population. It is no [`Handle`](crate::phase::Handle) of a resource:
///
/// ```
/// use proscenium_ai::PopulationHandle;
/// use proscenium_core::flow::ScreenContext;
///
/// fn count(cx: &mut ScreenContext<'_>, sheep: PopulationHandle<u32>) -> Option<usize> {
///     cx.machines().get(sheep).map(|sheep| sheep.len())
/// }
/// ```
///
/// ```compile_fail,E0308
/// # use proscenium_ai::PopulationHandle;
/// use proscenium_core::flow::ScreenContext;
/// fn count(cx: &mut ScreenContext<'_>, sheep: PopulationHandle<u32>) -> Option<usize> {
///     cx.get(sheep).map(|sheep| sheep.len())
/// }
/// ```
///
/// A population with a world borrows it from the screen for each tick ([`Machines::add_with`]). Its
/// units send messages to units of the screen's other populations, add units to them and remove
/// them: this happens after all populations were ticked. Events that units
/// [post](proscenium_ai::Context::post) are [`ai::Event`](proscenium_ai::Event)s of the flow.
#[derive(Default)]
pub struct Machines {
    entries: Vec<Box<dyn Hosted>>,
    budget: Option<usize>,
    /// The block that is ticked first in the next tick, counted over all populations.
    next: usize,
    is_traced: bool,
    is_held: bool,
    /// The seed of random choices of the next population.
    seed: u64,
}

impl Machines {
    pub(super) fn new(seed: u64, is_traced: bool) -> Self {
        Self { is_traced, seed, ..Self::default() }
    }

    /// Adds a population without a world. It is ticked from this tick on. Its random choices get a seed of the
    /// program's; [`get_mut`](Self::get_mut) leads to another one.
    pub fn add<D: 'static>(&mut self, population: Population<D>) -> PopulationHandle<D> {
        let lend = |_: &mut dyn Any, call: &mut dyn FnMut(&mut ())| {
            call(&mut ());
            true
        };
        self.add_in(population, &World(Rc::new(lend)))
    }

    /// Adds a population with the function that borrows its world from the screen.
    /// With a function for another type of screen the phase fails in the next tick.
    pub fn add_with<D: 'static, W: 'static, S: 'static>(
        &mut self,
        population: Population<D, W>,
        world: impl Fn(&mut S) -> &mut W + 'static,
    ) -> PopulationHandle<D, W> {
        self.add_in(population, &World::of(world))
    }

    /// As [`add_with`](Self::add_with), with a world that several populations share.
    pub fn add_in<D: 'static, W: 'static>(
        &mut self,
        mut population: Population<D, W>,
        world: &World<W>,
    ) -> PopulationHandle<D, W> {
        if self.is_traced {
            population.record_changes(true);
        }
        population.set_seed(self.seed);
        self.seed = self.seed.wrapping_add(1);
        let handle = population.handle();
        self.entries.push(Box::new(Entry { population, lend: Rc::clone(&world.0), kept: None }));
        handle
    }

    /// Removes a population with all its units. `false` if it is gone already.
    pub fn remove<D, W>(&mut self, handle: PopulationHandle<D, W>) -> bool {
        let before = self.entries.len();
        let id = PopulationId::from(handle);
        self.entries.retain(|entry| entry.id() != id);
        self.entries.len() < before
    }

    /// A population; `None` if it is gone, or if the handle is from another screen.
    pub fn get<D: 'static, W: 'static>(&self, handle: PopulationHandle<D, W>) -> Option<&Population<D, W>> {
        let id = handle.into();
        let entry: &dyn Any = self.entries.iter().find(|entry| entry.id() == id)?.as_ref();
        entry.downcast_ref().map(|entry: &Entry<D, W>| &entry.population)
    }

    /// A mutable population; `None` if it is gone, or if the handle is from another screen.
    pub fn get_mut<D: 'static, W: 'static>(
        &mut self,
        handle: PopulationHandle<D, W>,
    ) -> Option<&mut Population<D, W>> {
        self.entry_mut(handle).map(|entry| &mut entry.population)
    }

    fn entry_mut<D: 'static, W: 'static>(
        &mut self,
        handle: PopulationHandle<D, W>,
    ) -> Option<&mut Entry<D, W>> {
        let id = handle.into();
        let entry: &mut dyn Any = self.entries.iter_mut().find(|entry| entry.id() == id)?.as_mut();
        entry.downcast_mut()
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

    /// Holds all populations for this tick of their screen: no time passes for their units, and their events and messages
    /// wait. Called in a few updates in a row it makes a hit stop.
    pub const fn hold(&mut self) {
        self.is_held = true;
    }

    /// The machine of each population, the number of units in each of its states, and its failed changes and
    /// lost messages. The populations are in the order of addition, the states in the order of declaration, without
    /// those that have no unit.
    pub fn counts(&self) -> impl Iterator<Item = (&str, Vec<(&str, usize)>, &Counters)> {
        self.entries.iter().map(|entry| {
            let structure = entry.structure();
            let states = structure.states().map(StateId::name).zip(entry.counts());
            let states = states.filter(|(_, count)| *count > 0).collect();
            (structure.name(), states, entry.counters())
        })
    }

    /// Sends an event that is only a name to the units of machines that have it.
    pub(super) fn deliver(&mut self, event: &dyn GameEvent) {
        let payload = match (event.downcast_ref::<Event>(), event.downcast_ref::<String>()) {
            (Some(event), _) => event.payload,
            (None, Some(_)) => Payload::None,
            (None, None) => return,
        };
        for entry in &mut self.entries {
            entry.broadcast(event.name(), payload);
        }
    }

    /// The names of the events of all machines.
    pub(super) fn events(&self) -> impl Iterator<Item = &'static str> {
        self.entries.iter().flat_map(|entry| entry.structure().events()).map(EventId::name)
    }

    /// What the next population and the next tick depend on: the seed, and the block that has its turn.
    pub(super) const fn progress(&self) -> (u64, u64) {
        (self.seed, self.next as u64)
    }

    pub(super) fn set_progress(&mut self, (seed, next): (u64, u64)) {
        self.seed = seed;
        self.next = usize::try_from(next).unwrap_or(0);
    }

    /// Ticks the populations. Returns the events that their units have posted.
    ///
    /// # Errors
    ///
    /// The machine whose world belongs to another type of screen.
    pub(super) fn tick(
        &mut self,
        screen: &mut dyn Any,
        dt: Duration,
        trace: &Trace,
    ) -> Result<Vec<Event>, String> {
        if std::mem::take(&mut self.is_held) {
            return Ok(Vec::new());
        }
        let total: usize = self.entries.iter().map(|entry| entry.blocks()).sum();
        let turn = self.budget.map_or(total, |units| units.max(1).div_ceil(BLOCK).min(total));
        // The blocks of all populations form a ring. Those from `next` up to `end` have their turn.
        let next = if self.next < total { self.next } else { 0 };
        let end = next + turn;
        let mut first = 0;
        for entry in &mut self.entries {
            let after = first + entry.blocks();
            let shared = |from: usize, to: usize| after.min(to).saturating_sub(first.max(from));
            let blocks = shared(next, end) + shared(0, end.saturating_sub(total));
            if !entry.tick(screen, dt, blocks * BLOCK) {
                return Err(entry.structure().name().to_owned());
            }
            first = after;
        }
        self.next = end % total.max(1);
        self.exchange(screen);
        if self.is_traced {
            self.trace_changes(trace);
        }
        Ok(self.entries.iter_mut().flat_map(|entry| entry.take_posts()).collect())
    }

    /// Delivers what populations ask of each other, in the order of their addition.
    fn exchange(&mut self, screen: &mut dyn Any) {
        for _ in 0..MAX_ROUNDS {
            let sent = |(from, entry): (usize, &mut Box<dyn Hosted>)| {
                entry.take_sent().into_iter().map(move |sent| (from, sent))
            };
            let all: Vec<(usize, Sent)> = self.entries.iter_mut().enumerate().flat_map(sent).collect();
            if all.is_empty() {
                return;
            }
            for (from, sent) in all {
                match self.entries.iter_mut().find(|entry| entry.id() == sent.to()) {
                    Some(entry) => entry.receive(screen, sent),
                    None => self.entries[from].refuse(sent),
                }
            }
        }
        for entry in &mut self.entries {
            entry.take_sent().into_iter().for_each(|sent| entry.refuse_endless(sent));
        }
    }

    fn trace_changes(&mut self, trace: &Trace) {
        for entry in &mut self.entries {
            let changes = entry.take_changes();
            for change in changes {
                trace.record(|| TraceEvent::Machine {
                    unit: u32::try_from(change.unit.index()).unwrap_or(u32::MAX),
                    machine: entry.structure().name().to_owned(),
                    change: change.kind.name(),
                    from: change.from.name().to_owned(),
                    to: change.to.name().to_owned(),
                });
            }
        }
    }
}

impl Machines {
    /// Makes the units of a population part of a save. `false` if the population is gone.
    ///
    /// When a save is restored, the screen adds its populations in `on_enter` as always. Then the units of
    /// the kept ones are replaced by the saved ones, with their ids, by the name of the machine; of
    /// several populations of one machine in the order of addition. Units in a state that the machine does
    /// not have any more come to `fallback`; without one the population stays as `on_enter` has made it.
    pub fn keep<D, W>(&mut self, handle: PopulationHandle<D, W>, fallback: Option<&str>) -> bool
    where
        D: Serialize + DeserializeOwned + Clone + 'static,
        W: 'static,
    {
        let entry = self.entry_mut(handle);
        entry.map(|entry| entry.kept = Some(Kept::of(fallback))).is_some()
    }

    /// The machine of each kept population, with its units or why they cannot be saved.
    pub(super) fn save(&self) -> impl Iterator<Item = (&str, Written)> {
        self.entries.iter().filter_map(|entry| Some((entry.structure().name(), entry.save()?)))
    }

    /// Replaces the units of the kept populations. Returns what is lost.
    pub(super) fn restore(&mut self, saved: &[(String, Box<RawValue>)]) -> Vec<String> {
        let mut lost = Vec::new();
        let mut left: Vec<_> = self.entries.iter_mut().filter(|entry| entry.is_kept()).collect();
        for (machine, units) in saved {
            let Some(at) = left.iter().position(|entry| entry.structure().name() == machine) else {
                lost.push(format!("machine `{machine}`: the screen keeps no population of it"));
                continue;
            };
            match left.remove(at).restore(units) {
                Ok(lines) => lost.extend(lines.iter().map(|line| format!("machine `{machine}`: {line}"))),
                Err(cause) => lost.push(format!("machine `{machine}`: {cause}")),
            }
        }
        lost
    }
}
