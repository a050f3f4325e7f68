//! One unit of a population at a time.

use std::sync::Arc;
use std::time::Duration;

use super::{DispatchOutcome, Population};
use crate::ai::bindings::Action;
use crate::ai::context::{Event, Request, Transition};
use crate::ai::error::ChangeError;
use crate::ai::id::{StateId, UnitId};

/// A unit that is known to exist, from [`Population::each_unit`].
pub struct UnitMut<'a, D> {
    population: &'a mut Population<D>,
    index: usize,
    /// Its only update, where that was looked up already.
    update: Option<&'a Arc<dyn Action<D>>>,
}

impl<D> UnitMut<'_, D> {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> UnitId {
        self.population.id_at(self.index as u32)
    }

    /// Its place in the population.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.index
    }

    /// The game's data.
    #[must_use]
    pub fn data(&self) -> &D {
        &self.population.store.data[self.index]
    }

    /// The game's data, to be changed.
    pub fn data_mut(&mut self) -> &mut D {
        &mut self.population.store.data[self.index]
    }

    /// The current state.
    #[must_use]
    pub fn state(&self) -> StateId {
        StateId(self.population.store.states[self.index])
    }

    /// Handles an event at once; see [`Population::dispatch`].
    ///
    /// # Errors
    ///
    /// Why a change did not happen.
    #[inline]
    pub fn dispatch(self, event: impl Into<Event>) -> Result<DispatchOutcome, ChangeError> {
        let outcome = self.population.units().dispatch(self.index, event.into()).1;
        self.population.deliver();
        outcome
    }

    /// Calls its updates now; see [`Population::update`].
    ///
    /// # Errors
    ///
    /// Why a change that the updates asked for did not happen.
    #[inline]
    pub fn update(self) -> Result<(), ChangeError> {
        match self.update {
            Some(update) => {
                let now = self.population.clock;
                let (data, mut cx) =
                    self.population.store.context(self.index, now, Duration::ZERO, None, Transition::NONE);
                update.call(data, &mut cx);
            }
            None => self.population.units().update(self.index),
        }
        if self.population.store.out.is_empty() {
            return Ok(());
        }
        let result = self.population.units().apply_requests(self.index).1;
        self.population.deliver();
        result
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
            // Which code comes next is looked up while this unit's is running, as waiting for it
            // costs more than the call: `benches/machines.rs`, the marines one by one.
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

    /// Handles an event at once, outside of a tick and ahead of the messages that wait.
    ///
    /// # Errors
    ///
    /// Why a change did not happen; the unit is in a state that it has completely entered.
    #[inline]
    pub fn dispatch(
        &mut self,
        unit: UnitId,
        event: impl Into<Event>,
    ) -> Result<DispatchOutcome, ChangeError> {
        self.unit(unit)?.dispatch(event)
    }

    /// Calls the updates of one unit now, without letting time pass.
    ///
    /// # Errors
    ///
    /// Why a change that the updates asked for did not happen.
    #[inline]
    pub fn update(&mut self, unit: UnitId) -> Result<(), ChangeError> {
        self.unit(unit)?.update()
    }

    /// Goes to a state at once, as [`Context::set_state`](crate::ai::Context::set_state) asks for.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn set_state(
        &mut self,
        unit: UnitId,
        target: StateId,
        force_when_same: bool,
    ) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Request::Set { target, force_when_same })
    }

    /// Leaves the current state at once and rests in its parent.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn leave_current(&mut self, unit: UnitId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Request::LeaveCurrent)
    }

    /// Pushdown: pushes `target` at once.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn enter(&mut self, unit: UnitId, target: StateId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Request::Enter(target))
    }

    /// Pushdown: replaces the top of the stack with `target` at once.
    ///
    /// # Errors
    ///
    /// Why the change did not happen.
    pub fn switch(&mut self, unit: UnitId, target: StateId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Request::Switch(target))
    }

    /// Pushdown: pops the top of the stack at once.
    ///
    /// # Errors
    ///
    /// Why the change did not happen: [`ChangeError::StackEmpty`] for the bottom state.
    pub fn exit(&mut self, unit: UnitId) -> Result<DispatchOutcome, ChangeError> {
        self.request(unit, Request::Exit)
    }

    fn request(&mut self, unit: UnitId, request: Request) -> Result<DispatchOutcome, ChangeError> {
        let index = self.index(unit).ok_or(ChangeError::NoSuchUnit)?;
        let mut units = self.units();
        let outcome = units.apply(index, request);
        let outcome = units.finish(index, outcome).1;
        self.deliver();
        outcome
    }
}
