//! One unit of a population at a time.

use std::sync::Arc;
use std::time::Duration;

use super::units::Units;
use super::{DispatchOutcome, Population, States, with_units};
use crate::ai::bindings::Action;
use crate::ai::context::{Context, Event, Way};
use crate::ai::error::ChangeError;
use crate::ai::id::{StateId, UnitId};

/// A unit that is known to be there. Got with [`Population::unit`] or
/// [`Population::each_unit`].
pub struct UnitMut<'a, D> {
    population: &'a mut Population<D>,
    index: usize,
    state: u16,
    /// Its only update, where that was looked up already.
    update: Option<&'a Arc<dyn Action<D>>>,
}

impl<D> Population<D> {
    /// One unit, to do several things with; `None` if it is gone.
    #[inline]
    pub fn unit(&mut self, unit: UnitId) -> Option<UnitMut<'_, D>> {
        let state = self.states.get(unit.index())?;
        let generations = &self.columns.generations;
        let generation = if generations.is_empty() { 0 } else { generations[unit.index()] };
        let is_there = generation == unit.generation && (state as usize) < self.definition.states.len();
        is_there.then(|| UnitMut { index: unit.index(), state, update: None, population: self })
    }

    /// Calls `each` for every unit, in the order of their places.
    #[inline(always)]
    pub fn each_unit(&mut self, mut each: impl FnMut(UnitMut<'_, D>)) {
        let definition = Arc::clone(&self.definition);
        let look = |this: &Self, index: usize| {
            let state = this.states.get(index).unwrap_or(u16::MAX);
            (state, definition.only_update.get(state as usize))
        };
        let count = self.states.len();
        let mut next = look(self, 0);
        for index in 0..count {
            let (state, update) = next;
            // Which code comes next is looked up while this unit's is running: waiting for it
            // costs more than the call.
            next = look(self, index + 1);
            if let Some(update) = update {
                each(UnitMut { index, state, update: update.as_ref(), population: self });
            }
        }
    }
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
        &self.population.data[self.index]
    }

    /// The game's data, to be changed.
    pub fn data_mut(&mut self) -> &mut D {
        &mut self.population.data[self.index]
    }

    /// The current state.
    #[must_use]
    pub const fn state(&self) -> StateId {
        StateId(self.state)
    }

    /// Handles an event at once; see [`Population::dispatch`].
    ///
    /// # Errors
    ///
    /// Why a change did not happen.
    #[inline(always)]
    pub fn dispatch(self, event: impl Into<Event>) -> Result<DispatchOutcome, ChangeError> {
        let event = event.into();
        let population = self.population;
        let definition = &*population.definition;
        let row = self.state as usize * definition.events.len() + event.id.index();
        let first = definition.table.get(row).map_or(0, |first| *first as usize);
        let step = definition.steps.get(first.wrapping_sub(1)).filter(|step| step.is_sure);
        let Some(step) = step.filter(|_| population.is_silent) else {
            return population.dispatch_any(self.index, event);
        };
        // It is known beforehand what happens: the calls of the step, and the new state.
        let mut cx = Context {
            unit: self.index as u32,
            now: population.clock,
            dt: Duration::ZERO,
            event: Some(event),
            way: step.way,
            generations: &population.columns.generations,
            out: &mut population.out,
        };
        let first = step.ops as usize;
        let data = &mut population.data[self.index];
        for op in &definition.ops[first..first + step.op_count as usize] {
            op.call(data, &mut cx);
        }
        population.states.set(self.index, step.leaf);
        if population.out.is_empty() {
            return Ok(DispatchOutcome::Changed);
        }
        population.finish(self.index).1.map(|()| DispatchOutcome::Changed)
    }

    /// Calls its updates now; see [`Population::update`].
    ///
    /// # Errors
    ///
    /// Why a change that the updates asked for did not happen.
    #[inline(always)]
    pub fn update(self) -> Result<(), ChangeError> {
        let population = self.population;
        match self.update.or(population.definition.only_update[self.state as usize].as_ref()) {
            Some(update) => {
                let mut cx = Context {
                    unit: self.index as u32,
                    now: population.clock,
                    dt: Duration::ZERO,
                    event: None,
                    way: Way::NONE,
                    generations: &population.columns.generations,
                    out: &mut population.out,
                };
                update.call(&mut population.data[self.index], &mut cx);
            }
            None => population.update_any(self.index),
        }
        if population.out.is_empty() { Ok(()) } else { population.finish(self.index).1 }
    }
}

impl<D> Population<D> {
    #[inline(never)]
    fn dispatch_any(&mut self, index: usize, event: Event) -> Result<DispatchOutcome, ChangeError> {
        let moment = self.moment(Duration::ZERO);
        let outcome = with_units!(self, 0..self.data.len(), moment, |units| units.dispatch(index, event).1);
        self.deliver();
        outcome
    }

    #[inline(never)]
    fn update_any(&mut self, index: usize) {
        let moment = self.moment(Duration::ZERO);
        with_units!(self, 0..self.data.len(), moment, |units| units.update(index));
    }

    /// Applies what was asked for, and sends what was sent.
    #[inline(never)]
    pub(super) fn finish(&mut self, index: usize) -> (bool, Result<(), ChangeError>) {
        let moment = self.moment(Duration::ZERO);
        let result = with_units!(self, 0..self.data.len(), moment, |units| units.settle(index));
        self.deliver();
        result
    }
}
