//! A single unit.

use std::sync::Arc;
use std::time::Duration;

use super::definition::Definition;
use super::error::UnitError;
use super::event::Event;
use super::id::{StateId, UnitId};
use super::population::{Change, Counters, Outcome, Population};

/// A single unit with its data: a [`Population`] of one, for the hero of a game, for tools and tests.
///
/// What calls code of the machine takes the world, `&mut ()` where there is none.
///
/// ```
/// use proscenium_ai::{Bindings, Blueprint, Context, Machine, State};
/// use std::time::Duration;
///
/// struct Level { ground: f32 }
///
/// let hero = Blueprint::table("hero", "fall")
///     .state(State::new("fall").update("fall").on("landed", "stand"))
///     .state(State::new("stand"));
/// let fall = |height: &mut f32, level: &mut Level, cx: &mut Context<'_>| {
///     *height -= 1.0;
///     if *height <= level.ground {
///         cx.raise("landed");
///     }
/// };
/// let definition = hero.build(&Bindings::new().action("fall", fall))?;
/// let mut level = Level { ground: 2.0 };
/// let mut hero = Machine::new(&definition, &mut level, 5.0);
/// while hero.state_name() == "fall" {
///     hero.tick(&mut level, Duration::from_millis(16));
/// }
/// assert_eq!(*hero.data(), 2.0);
/// # Ok::<(), proscenium_ai::BuildError>(())
/// ```
pub struct Machine<D, W = ()> {
    population: Population<D, W>,
    unit: UnitId,
}

impl<D: 'static, W> std::fmt::Debug for Machine<D, W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("state", &self.state_name()).finish_non_exhaustive()
    }
}

impl<D: 'static, W> Machine<D, W> {
    /// A unit in its initial state, whose enter hooks have been called.
    pub fn new(definition: &Arc<Definition<D, W>>, world: &mut W, data: D) -> Self {
        Self::spawn(Population::new(definition), world, data)
    }

    /// A unit whose changes are recorded from the first one on.
    pub fn recording(definition: &Arc<Definition<D, W>>, world: &mut W, data: D) -> Self {
        let mut population = Population::new(definition);
        population.record_changes(true);
        Self::spawn(population, world, data)
    }

    fn spawn(mut population: Population<D, W>, world: &mut W, data: D) -> Self {
        population.remember_previous(true);
        let unit = population.spawn(world, data);
        Self { population, unit }
    }

    /// Lets `dt` pass.
    pub fn tick(&mut self, world: &mut W, dt: Duration) {
        self.population.tick(world, dt);
    }

    /// As [`Population::dispatch`].
    pub fn dispatch(&mut self, world: &mut W, event: impl Into<Event>) -> Outcome {
        self.population.dispatch(world, self.unit, event)
    }

    /// As [`Population::set_state`].
    pub fn set_state(&mut self, world: &mut W, target: StateId, force_when_same: bool) -> Outcome {
        self.population.set_state(world, self.unit, target, force_when_same)
    }

    /// As [`Population::leave_current`].
    pub fn leave_current(&mut self, world: &mut W) -> Outcome {
        self.population.leave_current(world, self.unit)
    }

    /// As [`Population::enter`].
    pub fn enter(&mut self, world: &mut W, target: StateId) -> Outcome {
        self.population.enter(world, self.unit, target)
    }

    /// As [`Population::switch`].
    pub fn switch(&mut self, world: &mut W, target: StateId) -> Outcome {
        self.population.switch(world, self.unit, target)
    }

    /// As [`Population::exit`].
    pub fn exit(&mut self, world: &mut W) -> Outcome {
        self.population.exit(world, self.unit)
    }

    /// The definition.
    pub const fn definition(&self) -> &Arc<Definition<D, W>> {
        self.population.definition()
    }

    /// The game's data.
    pub fn data(&self) -> &D {
        &self.population.data()[self.unit.index()]
    }

    /// The game's data, to be changed.
    pub fn data_mut(&mut self) -> &mut D {
        &mut self.population.data_mut()[self.unit.index()]
    }

    /// The unit's id in the [population of one](Machine::population).
    pub const fn unit(&self) -> UnitId {
        self.unit
    }

    /// The current state.
    pub fn state(&self) -> StateId {
        self.population.state(self.unit).unwrap_or(StateId::ROOT)
    }

    /// The state that was current before the last change; the root if there was none.
    pub fn previous(&self) -> StateId {
        self.population.previous(self.unit).unwrap_or(StateId::ROOT)
    }

    /// The current state's name.
    pub fn state_name(&self) -> &'static str {
        self.state().name()
    }

    /// The path from the root to the current state, as `combat/cast`.
    pub fn path(&self) -> String {
        self.definition().path(self.state())
    }

    /// The names on the stack, the top first; without a stack the name of the current state.
    pub fn stack(&self) -> impl Iterator<Item = &'static str> {
        self.population.stack(self.unit).map(StateId::name)
    }

    /// Whether the unit is in `state` or in a state inside of it.
    pub fn is_in(&self, state: StateId) -> bool {
        self.population.is_in(self.unit, state)
    }

    /// Sends a message, which the next tick handles, or a later one if others wait. The message is
    /// dropped if the [queue](super::Blueprint::queue) is full.
    pub fn send(&mut self, event: impl Into<Event>) -> Result<(), UnitError> {
        let event = event.into();
        self.population.key_for(self.unit, event)?;
        if self.waiting() >= self.definition().queue as usize && !self.population.make_room(self.unit) {
            return Err(UnitError::QueueFull);
        }
        self.population.send(self.unit, event)
    }

    /// The time that the unit was ticked for.
    pub const fn now(&self) -> Duration {
        self.population.now()
    }

    /// How many messages wait.
    pub const fn waiting(&self) -> usize {
        self.population.waiting()
    }

    /// Counts of failed changes and lost messages.
    pub const fn counters(&self) -> &Counters {
        self.population.counters()
    }

    /// Takes the changes since the last call; see [`Machine::recording`].
    pub fn take_changes(&mut self) -> Vec<Change> {
        self.population.take_changes()
    }

    /// The population of one.
    pub const fn population(&self) -> &Population<D, W> {
        &self.population
    }

    /// The population of one, to be changed; its unit must stay.
    pub const fn population_mut(&mut self) -> &mut Population<D, W> {
        &mut self.population
    }
}
