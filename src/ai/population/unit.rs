//! Events and changes of single units.

use std::sync::Arc;

use super::{DispatchOutcome, Population};
use crate::ai::bindings::Action;
use crate::ai::context::{Event, Reply, Request, Transition};
use crate::ai::error::ChangeError;
use crate::ai::id::{StateId, UnitId};

/// A unit that is known to exist, from [`Population::each_unit`].
pub struct UnitMut<'a, D> {
    population: &'a mut Population<D>,
    index: usize,
    /// Its only update, if it was looked up.
    update: Option<&'a Arc<dyn Action<D>>>,
}

impl<D> UnitMut<'_, D> {
    /// The unit's id.
    pub fn id(&self) -> UnitId {
        self.population.store.id_at(self.index as u32)
    }

    /// The unit's place in the population.
    pub const fn index(&self) -> usize {
        self.index
    }

    /// The game's data.
    pub fn data(&self) -> &D {
        &self.population.store.data[self.index]
    }

    /// The game's data, to be changed.
    pub fn data_mut(&mut self) -> &mut D {
        &mut self.population.store.data[self.index]
    }

    /// The current state.
    pub fn state(&self) -> StateId {
        StateId(self.population.store.states[self.index])
    }

    /// Handles an event at once; see [`Population::dispatch`].
    #[inline]
    pub fn dispatch(self, event: impl Into<Event>) -> Result<DispatchOutcome, ChangeError> {
        let outcome = self.population.units().dispatch(self.index, event.into()).1;
        self.population.deliver();
        outcome
    }

    /// Calls the unit's updates at once; see [`Population::update`].
    #[inline]
    pub fn update(self) -> Result<(), ChangeError> {
        let mut units = self.population.units();
        match self.update {
            Some(update) => units.call(&**update, self.index, None, Transition::NONE),
            None => units.update(self.index),
        }
        if units.store.out.is_empty() {
            return Ok(());
        }
        let result = units.finish(self.index, Ok(DispatchOutcome::Handled)).1;
        self.population.deliver();
        result.map(|_| ())
    }
}

impl<D> Population<D> {
    /// Calls `each` for every unit, in the order of their places.
    #[inline]
    pub fn each_unit(&mut self, mut each: impl FnMut(UnitMut<'_, D>)) {
        let definition = Arc::clone(&self.definition);
        let look = |this: &Self, index: usize| {
            this.store.states.get(index).and_then(|&state| definition.only_update.get(state as usize))
        };
        let mut next = look(self, 0);
        for index in 0..self.store.states.len() {
            let update = next;
            // The next unit's code is looked up while this one's is running, as waiting for it costs
            // more than the call: `benches/machines.rs`, the marines one by one.
            next = look(self, index + 1);
            if let Some(update) = update {
                each(UnitMut { index, update: update.as_ref(), population: self });
            }
        }
    }

    fn unit(&mut self, unit: UnitId) -> Result<UnitMut<'_, D>, ChangeError> {
        let index = self.index(unit).ok_or(ChangeError::NoSuchUnit)?;
        Ok(UnitMut { index, update: None, population: self })
    }

    /// Handles an event at once, outside of a tick and ahead of the messages that wait. Also after
    /// an error the unit is in a state that it has completely entered.
    #[inline]
    pub fn dispatch(
        &mut self,
        unit: UnitId,
        event: impl Into<Event>,
    ) -> Result<DispatchOutcome, ChangeError> {
        self.unit(unit)?.dispatch(event)
    }

    /// Calls the updates of a unit at once, without letting time pass. The error is that of a change
    /// that the updates asked for.
    #[inline]
    pub fn update(&mut self, unit: UnitId) -> Result<(), ChangeError> {
        self.unit(unit)?.update()
    }

    /// Goes to a state at once; see [`Context::set_state`](crate::ai::Context::set_state).
    pub fn set_state(
        &mut self,
        unit: UnitId,
        target: StateId,
        force_when_same: bool,
    ) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Reply::To(target), !force_when_same)
    }

    /// Leaves the current state at once and rests in its parent.
    pub fn leave_current(&mut self, unit: UnitId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Reply::Leave, false)
    }

    /// Pushdown: pushes `target` at once.
    pub fn enter(&mut self, unit: UnitId, target: StateId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Reply::Enter(target), false)
    }

    /// Pushdown: replaces the top of the stack with `target` at once.
    pub fn switch(&mut self, unit: UnitId, target: StateId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Reply::Switch(target), false)
    }

    /// Pushdown: pops the top of the stack at once; [`ChangeError::StackEmpty`] for the bottom state.
    pub fn exit(&mut self, unit: UnitId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Reply::Exit, false)
    }

    fn request(
        &mut self,
        unit: UnitId,
        change: Reply,
        skips_same: bool,
    ) -> Result<DispatchOutcome, ChangeError> {
        let index = self.index(unit).ok_or(ChangeError::NoSuchUnit)?;
        let mut units = self.units();
        let outcome = units.apply(index, Request { change, skips_same });
        let outcome = units.finish(index, outcome).1;
        self.deliver();
        outcome
    }
}
