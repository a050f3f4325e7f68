//! One unit by itself.

use std::sync::Arc;
use std::time::Duration;

use super::context::Event;
use super::definition::Definition;
use super::error::{ChangeError, SendError};
use super::id::{StateId, UnitId};
use super::population::{Change, Counters, DispatchOutcome, Population};

/// One unit with its data: a [`Population`] of one, for the hero of a game, for tools and tests.
pub struct Machine<D> {
    population: Population<D>,
    unit: UnitId,
}

impl<D> std::fmt::Debug for Machine<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("state", &self.state_name()).finish_non_exhaustive()
    }
}

impl<D> Machine<D> {
    /// A unit in its initial state, whose enter hooks have been called.
    #[must_use]
    pub fn new(definition: &Arc<Definition<D>>, data: D) -> Self {
        let mut population = Population::new(definition);
        population.remember_previous(true);
        let unit = population.spawn(data);
        Self { population, unit }
    }

    /// A unit whose changes are recorded from the first one on.
    #[must_use]
    pub fn recording(definition: &Arc<Definition<D>>, data: D) -> Self {
        let mut population = Population::new(definition);
        population.record_changes(true);
        population.remember_previous(true);
        let unit = population.spawn(data);
        Self { population, unit }
    }

    /// The definition.
    #[must_use]
    pub const fn definition(&self) -> &Arc<Definition<D>> {
        self.population.definition()
    }

    /// The game's data.
    #[must_use]
    pub fn data(&self) -> &D {
        &self.population.data()[self.unit.index()]
    }

    /// The game's data, to be changed.
    pub fn data_mut(&mut self) -> &mut D {
        &mut self.population.data_mut()[self.unit.index()]
    }

    /// The unit's id in the [population of one](Machine::population).
    #[must_use]
    pub const fn unit(&self) -> UnitId {
        self.unit
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> StateId {
        self.population.state(self.unit).unwrap_or(StateId::ROOT)
    }

    /// The state that was current before the last change; the root if there was none.
    #[must_use]
    pub fn previous(&self) -> StateId {
        self.population.previous(self.unit).unwrap_or(StateId::ROOT)
    }

    /// The current state's name.
    #[must_use]
    pub fn state_name(&self) -> &str {
        self.definition().state_name(self.state())
    }

    /// The way from the root to the current state, as `combat/cast`.
    #[must_use]
    pub fn path(&self) -> String {
        self.definition().path(self.state())
    }

    /// The names on the stack, the top first. Without a stack the current state's alone.
    pub fn stack(&self) -> impl Iterator<Item = &str> {
        self.population.stack(self.unit).map(|state| self.definition().state_name(state))
    }

    /// Whether the unit is in `state` or in a state inside of it.
    #[must_use]
    pub fn is_in(&self, state: StateId) -> bool {
        self.population.is_in(self.unit, state)
    }

    /// Sends a message, which the next tick handles, or one after it if others wait.
    ///
    /// # Errors
    ///
    /// [`SendError::QueueFull`]: the message is dropped.
    pub fn send(&mut self, event: impl Into<Event>) -> Result<(), SendError> {
        if self.waiting() >= self.definition().queue as usize && !self.population.make_room(self.unit) {
            return Err(SendError::QueueFull);
        }
        self.population.send(self.unit, event)
    }

    /// Handles an event at once.
    ///
    /// # Errors
    ///
    /// Why a change did not happen.
    pub fn dispatch(&mut self, event: impl Into<Event>) -> Result<DispatchOutcome, ChangeError> {
        self.population.dispatch(self.unit, event)
    }

    /// Goes to a state at once.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn set_state(
        &mut self,
        target: StateId,
        force_when_same: bool,
    ) -> Result<DispatchOutcome, ChangeError> {
        self.population.set_state(self.unit, target, force_when_same)
    }

    /// Leaves the current state and rests in its parent.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn leave_current(&mut self) -> Result<DispatchOutcome, ChangeError> {
        self.population.leave_current(self.unit)
    }

    /// Pushdown: covers the present state with `target` at once.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn enter(&mut self, target: StateId) -> Result<DispatchOutcome, ChangeError> {
        self.population.enter(self.unit, target)
    }

    /// Pushdown: puts `target` in the place of the present state at once.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn switch(&mut self, target: StateId) -> Result<DispatchOutcome, ChangeError> {
        self.population.switch(self.unit, target)
    }

    /// Pushdown: leaves the present state at once.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn exit(&mut self) -> Result<DispatchOutcome, ChangeError> {
        self.population.exit(self.unit)
    }

    /// Lets `dt` pass.
    pub fn tick(&mut self, dt: Duration) {
        self.population.tick(dt);
    }

    /// The time that the unit was ticked for.
    #[must_use]
    pub const fn now(&self) -> Duration {
        self.population.now()
    }

    /// How many messages wait.
    #[must_use]
    pub const fn waiting(&self) -> usize {
        self.population.waiting()
    }

    /// What came to nothing.
    #[must_use]
    pub const fn counters(&self) -> &Counters {
        self.population.counters()
    }

    /// Takes the changes since the last call; see [`Machine::recording`].
    pub fn take_changes(&mut self) -> Vec<Change> {
        self.population.take_changes()
    }

    /// The population of one that this is, for what is not repeated here.
    #[must_use]
    pub const fn population(&self) -> &Population<D> {
        &self.population
    }

    /// The population of one, to be changed; its unit must stay.
    pub const fn population_mut(&mut self) -> &mut Population<D> {
        &mut self.population
    }
}
