//! The tick of a single unit.

use super::block::Block;
use super::units::{Chain, Units};
use super::{CandidateCause, DispatchOutcome};
use crate::definition::{CompiledGo, Move};
use crate::structure::{NO_STATE, duration};

impl<D, W> Units<'_, D, W> {
    /// Ticks the unit in a place of a block.
    pub(super) fn tick_one(&mut self, block: Block<'_>, place: usize) {
        let Block { first, inputs, .. } = block;
        let unit = first + place;
        if !self.store.is_taken(unit) || self.store.state(unit) == NO_STATE {
            return;
        }
        let definition = self.definition;
        let moment = self.store.shared.moment;
        if let Some((_, since)) = self.store.late.iter().find(|(late, _)| *late as usize == unit) {
            self.store.shared.moment.dt = duration(moment.clock.saturating_sub(*since));
        }
        block.mailbox.begin(&[place as u8]);
        (self.moved, self.chain) = (0, Chain::default());
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
        self.store.shared.moment = moment;
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

    /// Whether the unit is in the target in some region.
    fn is_there(&self, unit: usize, then: Move) -> bool {
        let definition = self.definition;
        let external = matches!(then, Move::Go(CompiledGo { external: Some(_), .. }));
        let target = then.target().filter(|_| !external);
        target.is_some_and(|target| definition.active(&self.store.leaves(unit)).has(target))
    }
}
