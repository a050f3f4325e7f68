//! Units that are ticked one after the other, in the order of their places: those that share a world, and of a block of
//! others those that lists do not fit.

use super::block::Block;
use super::units::Units;
use super::{CandidateCause, DispatchOutcome};
use crate::bindings::BLOCK;
use crate::definition::{BUSY, CompiledGo, Move, Step};
use crate::structure::NO_STATE;

impl<D, W> Units<'_, D, W> {
    pub(super) fn tick_in_order(&mut self, block: Block<'_>) {
        let (definition, lists) = (self.definition, self.lists_in_order(block));
        for (place, &list) in lists[..block.count].iter().enumerate() {
            let unit = block.first + place;
            if let Some(update) = &definition.only_update[list as usize] {
                self.begin_unit();
                self.call(update.as_ref(), unit);
                let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
            } else if let Some(step) = definition.routes.step_of(list) {
                self.take_step(block, place, &definition.steps[step as usize]);
            } else {
                self.tick_one(block, place);
            }
        }
    }

    /// The list of each unit in a block, all found before the first is called (`benches/machines.rs`, the world).
    #[inline(never)]
    fn lists_in_order(&self, block: Block<'_>) -> [u8; BLOCK] {
        let Block { first, count, inputs, .. } = block;
        let (table, states) = (&*self.definition.routes.lists, &self.store.shared.states);
        let mut lists = [BUSY; BLOCK];
        let states = states.values[first * states.stride..].chunks_exact(states.stride);
        for (place, states) in states.take(count).enumerate() {
            lists[place] = table[inputs.keys[place] as usize][states[0] as usize] | inputs.busy[place];
        }
        lists
    }

    /// Does a plain step of a unit with nothing else to do.
    fn take_step(&mut self, block: Block<'_>, place: usize, step: &Step) {
        let unit = block.first + place;
        self.begin_unit();
        self.event = block.event(self.definition, place);
        let outcome = self.perform(unit, step);
        self.event = None;
        let _ = self.finish(unit, outcome);
        if self.moved == 0 {
            // Its stack was full or empty.
            self.update(unit);
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        }
    }

    /// Ticks the unit in a place of a block.
    pub(super) fn tick_one(&mut self, block: Block<'_>, place: usize) {
        let Block { first, inputs, .. } = block;
        let unit = first + place;
        if !self.store.is_taken(unit) || self.store.state(unit) == NO_STATE {
            return;
        }
        let definition = self.definition;
        self.begin_unit();
        let is_due = definition.slots > 0 && self.store.deadline.values[unit] <= self.store.now();
        if is_due {
            self.in_each_region(unit, Self::take_timeout);
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        }
        if let Some(event) = block.event(definition, place) {
            let _ = self.dispatch(unit, event);
        }
        if !inputs.more.is_empty() {
            let start = inputs.more.partition_point(|(other, _)| (*other as usize) < place);
            for (_, event) in inputs.more[start..].iter().take_while(|(other, _)| *other as usize == place) {
                let _ = self.dispatch(unit, *event);
            }
        }
        if definition.has_triggers {
            let moved = std::mem::take(&mut self.moved);
            self.in_each_region(unit, Self::take_trigger);
            self.moved |= moved;
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        }
        if self.moved.count_ones() < definition.regions as u32 {
            self.update(unit);
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        }
        if is_due {
            // A timeout that waits for its guard is still due.
            self.store.wake_at(unit, self.store.deadline.values[unit]);
        }
    }

    /// Calls `step` for each region that has not moved.
    pub(super) fn in_each_region(&mut self, unit: usize, step: impl Fn(&mut Self, usize)) {
        for region in 0..self.definition.regions {
            self.region = region;
            if self.moved >> region & 1 == 0 && self.state(unit) != NO_STATE {
                step(self, unit);
            }
        }
        self.region = 0;
    }

    /// Takes the first trigger of the current region that holds.
    fn take_trigger(&mut self, unit: usize) {
        let definition = self.definition;
        let (start, end) = definition.triggers[self.state(unit) as usize];
        for step in &definition.steps[start as usize..end as usize] {
            let is_new = definition.regions == 1 || !self.is_there(unit, step.then);
            if is_new && self.attempt(unit, step, CandidateCause::Trigger).is_some() {
                return;
            }
        }
    }

    /// Whether the unit is in the target in some region. An external transition leaves the target all the same.
    fn is_there(&self, unit: usize, then: Move) -> bool {
        if matches!(then, Move::Go(CompiledGo { external: Some(_), .. })) {
            return false;
        }
        let active = self.definition.active(&self.store.leaves(unit));
        then.target().is_some_and(|target| active.has(target))
    }
}
