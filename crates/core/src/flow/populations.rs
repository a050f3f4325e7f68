//! The AI machines of a screen: populations that live with it and stop when it is frozen.

mod hosted;
mod machine_file;
mod views;

use std::any::Any;
use std::rc::Rc;
use std::time::Duration;

use ron::value::RawValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

use self::hosted::{Entry, Hosted, Kept, Lend, View};
use super::event::GameEvent;
use super::value::Written;
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
/// the type of the screen: see [`Populations::add_in`].
pub struct World<W>(Lend<W>);

impl<W: 'static> World<W> {
    /// The world that a function borrows from screens of one type.
    pub fn of<S: 'static>(world: impl Fn(&mut S) -> &mut W + 'static) -> Self {
        Self(Rc::new(move |screen, call| screen.downcast_mut().map(&world).map(call).is_some()))
    }
}

/// How often requests between populations are delivered in one tick.
const MAX_ROUNDS: usize = 64;

/// The populations of one screen.
///
/// A screen adds them in `on_enter` and reaches them through its contexts. They are ticked after
/// the updates of all screens, on the clock of their screen: frozen, slowed or run by the
/// [`Cover`](super::Cover) of the screens above. When the screen leaves the stack, even a resident one, its populations
/// are dropped.
///
/// An event that is only a name reaches units: a `String`, as input scripts (`emit NAME`) post it, or an
/// [`ai::Event`](proscenium_ai::Event). If the screen sees it and covers do not freeze the screen, every unit of each
/// machine with an event of this name gets it as a message. Events of other types are for rules and screens, whatever
/// their names are. A screen passes them on in its [`on_event`](super::GameScreen::on_event), with
/// [`Population::broadcast`] or [`Population::send`].
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
///         flock.spawn(&mut self.grass, ());
///         cx.populations().add_with(flock, |meadow: &mut Meadow| &mut meadow.grass);
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
/// A [`PopulationHandle`] leads to a population. It is not a [`Handle`](crate::phase::Handle) of a resource:
///
/// ```
/// use proscenium_ai::PopulationHandle;
/// use proscenium_core::flow::ScreenContext;
///
/// fn count(cx: &mut ScreenContext<'_>, sheep: PopulationHandle<u32>) -> Option<usize> {
///     cx.populations().get(sheep).map(|sheep| sheep.len())
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
/// A population with a world borrows it from the screen for each tick ([`Populations::add_with`]). Its units can send
/// messages to the screen's other populations, and add and remove units there; this happens after all populations were
/// ticked. Events that units [post](proscenium_ai::Context::post) are [`ai::Event`](proscenium_ai::Event)s of the flow.
#[derive(Default)]
pub struct Populations {
    entries: Vec<Box<dyn Hosted>>,
    is_traced: bool,
    is_held: bool,
    /// The seed of the random numbers of the next population.
    seed: u64,
}

impl Populations {
    pub(super) fn new(seed: u64, is_traced: bool) -> Self {
        Self { is_traced, seed, ..Self::default() }
    }

    /// Adds a population without a world. It is ticked from this tick on. Its random numbers get a seed of the program;
    /// [`get_mut`](Self::get_mut) can set another one.
    pub fn add<D: 'static>(&mut self, population: Population<D>) -> PopulationHandle<D> {
        let lend = |_: &mut dyn Any, call: &mut dyn FnMut(&mut ())| {
            call(&mut ());
            true
        };
        self.add_in(population, &World(Rc::new(lend)))
    }

    /// Adds a population with the function that borrows its world from the screen.
    /// A function for another type of screen fails the phase in the next tick.
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
        let itself = View::<Population<D, W>>::boxed::<Population<D, W>>(|this| this, |this| this);
        let lend = Rc::clone(&world.0);
        self.entries.push(Box::new(Entry { population, lend, kept: None, views: vec![itself] }));
        handle
    }

    /// Removes a population with all its units. Returns `false` if it is gone already.
    pub fn remove<D, W>(&mut self, handle: PopulationHandle<D, W>) -> bool {
        let before = self.entries.len();
        let id = PopulationId::from(handle);
        self.entries.retain(|entry| entry.id() != id);
        self.entries.len() < before
    }

    /// A population; `None` if it is gone, or if the handle is from another screen.
    pub fn get<D: 'static, W: 'static>(&self, handle: PopulationHandle<D, W>) -> Option<&Population<D, W>> {
        self.get_as(handle)
    }

    /// A mutable population; `None` if it is gone, or if the handle is from another screen.
    pub fn get_mut<D: 'static, W: 'static>(
        &mut self,
        handle: PopulationHandle<D, W>,
    ) -> Option<&mut Population<D, W>> {
        self.get_mut_as(handle)
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

    /// Holds all populations for this tick of their screen: no time passes for their units, and their events and messages
    /// wait. Called in a few updates in a row it makes a hit stop.
    pub const fn hold(&mut self) {
        self.is_held = true;
    }

    /// The machine of each population, the number of units in each of its states, and its failed changes and
    /// lost messages. The populations are in the order of addition, the states in the order of declaration, without
    /// states that have no unit.
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

    /// What the next population depends on: its seed.
    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    pub(super) const fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
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
        for entry in &mut self.entries {
            if !entry.tick(screen, dt) {
                return Err(entry.structure().name().to_owned());
            }
        }
        self.exchange(screen);
        if self.is_traced {
            self.trace_changes(trace);
        }
        Ok(self.entries.iter_mut().flat_map(|entry| entry.take_posts()).collect())
    }

    /// Delivers requests between populations, in the order of their addition.
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

impl Populations {
    /// Makes the units of a population part of a save. Returns `false` if the population is gone.
    ///
    /// When a save is restored, the screen adds its populations in `on_enter` as usual. Then the saved units, with
    /// their ids, replace the units of the kept populations: by the name of the machine, and in the order of addition
    /// if there are several for one machine. Units in a state that the machine no longer has come to `fallback`;
    /// without one the population stays as `on_enter` has made it.
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
