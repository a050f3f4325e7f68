//! A single unit.

use std::sync::Arc;
use std::time::Duration;

use super::context::Event;
use super::definition::Definition;
use super::error::UnitError;
use super::id::{StateId, UnitId};
use super::population::{Change, Counters, DispatchOutcome, Population};

/// A single unit with its data: a [`Population`] of one, for the hero of a game, for tools and tests.
pub struct Machine<D> {
    population: Population<D>,
    unit: UnitId,
}

impl<D: 'static> std::fmt::Debug for Machine<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("state", &self.state_name()).finish_non_exhaustive()
    }
}

impl<D: 'static> Machine<D> {
    /// A unit in its initial state, whose enter hooks have been called.
    pub fn new(definition: &Arc<Definition<D>>, data: D) -> Self {
        Self::spawn(Population::new(definition), data)
    }

    /// A unit whose changes are recorded from the first one on.
    pub fn recording(definition: &Arc<Definition<D>>, data: D) -> Self {
        let mut population = Population::new(definition);
        population.record_changes(true);
        Self::spawn(population, data)
    }

    fn spawn(mut population: Population<D>, data: D) -> Self {
        population.remember_previous(true);
        let unit = population.spawn(data);
        Self { population, unit }
    }

    /// The definition.
    pub const fn definition(&self) -> &Arc<Definition<D>> {
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

    /// The names on the stack, the top first; without a stack that of the current state.
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
        if self.waiting() >= self.definition().queue as usize && !self.population.make_room(self.unit) {
            return Err(UnitError::QueueFull);
        }
        self.population.send(self.unit, event)
    }

    /// Lets `dt` pass.
    pub fn tick(&mut self, dt: Duration) {
        self.population.tick(dt);
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
    pub const fn population(&self) -> &Population<D> {
        &self.population
    }

    /// The population of one, to be changed; its unit must stay.
    pub const fn population_mut(&mut self) -> &mut Population<D> {
        &mut self.population
    }
}

/// The methods of a population for its only unit.
macro_rules! of_the_unit {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        impl<D: 'static> Machine<D> {
            $(
                #[doc = concat!("As [`WithWorld::", stringify!($name), "`](super::WithWorld::", stringify!($name), ").")]
                pub fn $name(&mut self, $($argument: $type),*) -> Result<DispatchOutcome, UnitError> {
                    self.population.$name(self.unit, $($argument),*)
                }
            )*
        }
    };
}

of_the_unit! {
    dispatch(event: impl Into<Event>);
    set_state(target: StateId, force_when_same: bool);
    leave_current();
    enter(target: StateId);
    switch(target: StateId);
    exit();
}
