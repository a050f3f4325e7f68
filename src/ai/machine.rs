//! A single unit.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use super::context::Event;
use super::definition::Definition;
use super::error::{ChangeError, SendError};
use super::id::{StateId, UnitId};
use super::population::{DispatchOutcome, Population};

/// A single unit with its data, for the hero of a game, for tools and tests. It dereferences to the
/// [`Population`] whose only unit it is, and which must keep it.
pub struct Machine<D> {
    population: Population<D>,
    unit: UnitId,
}

impl<D: 'static> std::fmt::Debug for Machine<D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine").field("state", &self.state_name()).finish_non_exhaustive()
    }
}

impl<D> Deref for Machine<D> {
    type Target = Population<D>;

    fn deref(&self) -> &Population<D> {
        &self.population
    }
}

impl<D> DerefMut for Machine<D> {
    fn deref_mut(&mut self) -> &mut Population<D> {
        &mut self.population
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

    /// The game's data.
    pub fn data(&self) -> &D {
        &self.population.data()[self.unit.index()]
    }

    /// The game's data, to be changed.
    pub fn data_mut(&mut self) -> &mut D {
        &mut self.population.data_mut()[self.unit.index()]
    }

    /// The unit's id in its population.
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
        self.population.definition().path(self.state())
    }

    /// As [`Population::stack`].
    pub fn stack(&self) -> impl Iterator<Item = StateId> {
        self.population.stack(self.unit)
    }

    /// Whether the unit is in `state` or in a state inside of it.
    pub fn is_in(&self, state: StateId) -> bool {
        self.population.is_in(self.unit, state)
    }

    /// Sends a message, which the next tick handles, or a later one if others wait. The message is
    /// dropped if the [queue](super::Blueprint::queue) is full.
    pub fn send(&mut self, event: impl Into<Event>) -> Result<(), SendError> {
        let is_full = self.population.waiting() >= self.population.definition().queue as usize;
        if is_full && !self.population.make_room(self.unit) {
            return Err(SendError::QueueFull);
        }
        self.population.send(self.unit, event)
    }
}

/// The methods of a population for its only unit.
macro_rules! of_the_unit {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        impl<D: 'static> Machine<D> {
            $(
                #[doc = concat!("As [`WithWorld::", stringify!($name), "`](super::WithWorld::", stringify!($name), ").")]
                pub fn $name(&mut self, $($argument: $type),*) -> Result<DispatchOutcome, ChangeError> {
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
