//! Triggers: asking them for a whole block at a time, or for one unit.

use super::columns::Slot;
use super::lists::Scratch;
use super::log::Log;
use super::tick::Inputs;
use super::units::Units;
use crate::ai::bindings::BLOCK;
use crate::ai::definition::BUSY;
use crate::ai::id::StateId;
use crate::ai::{DispatchOutcome, GuardContext};

impl<D, S: Slot> Units<'_, D, S> {
    /// Writes down which units some trigger moves, by asking each trigger about all of them.
    pub(super) fn mark_triggered(&mut self, marks: &mut [u8]) {
        let definition = self.definition;
        let triggers = &definition.triggers;
        if triggers.routes.is_empty() {
            for (mark, state) in marks.iter_mut().zip(&*self.states) {
                let polls = triggers.of_state.get(state.get()).is_some_and(|(start, end)| start != end);
                *mark = if polls { BUSY } else { state.get().min(BUSY as usize) as u8 };
            }
            return;
        }
        let mut masks = [0_u8; BLOCK];
        let masks = &mut masks[..marks.len()];
        self.ask_triggers(masks);
        let is_recording = self.changes.is_some();
        let width = triggers.columns.len();
        for ((mark, state), bits) in marks.iter_mut().zip(&*self.states).zip(&*masks) {
            let row = (state.get() << width) | *bits as usize;
            let own = state.get() as u8;
            let list = triggers.routes.get(row).copied().unwrap_or(own);
            *mark = if is_recording && list != own { BUSY } else { list };
        }
    }

    /// Asks each trigger about all units; the answers are the bits of the masks.
    fn ask_triggers(&mut self, masks: &mut [u8]) {
        let definition = self.definition;
        let cx = GuardContext { unit: self.base, now: self.moment.now, event: None, target: StateId::ROOT };
        for (bit, &guard) in definition.triggers.columns.iter().enumerate() {
            definition.guards[guard as usize].mask(self.data, masks, 1 << bit, cx);
        }
    }

    /// Whether nothing but triggers moves the units of this block, by the table of masks.
    pub(super) fn only_triggers(&self, inputs: Inputs<'_>, has_due: bool) -> bool {
        let is_quiet = inputs.events.is_empty() && inputs.messages.is_empty() && !has_due;
        let is_grouped = !self.definition.routes.of_event.is_empty();
        is_quiet && is_grouped && self.changes.is_none() && !self.definition.triggers.routes.is_empty()
    }

    pub(super) fn tick_triggers(&mut self, log: &mut Log, scratch: &mut Scratch) {
        let Some(lists) = &mut scratch.lists else { return };
        let mut masks = [0_u8; BLOCK];
        let masks = &mut masks[..self.data.len()];
        self.ask_triggers(masks);
        let triggers = &self.definition.triggers;
        let (routes, width) = (triggers.routes.as_slice(), triggers.columns.len());
        if !triggers.next.is_empty() && self.is_silent() {
            for (state, mask) in self.states.iter_mut().zip(&*masks) {
                let row = (state.get() << width) | *mask as usize;
                // A free place is in no row.
                *state = triggers.next.get(row).map_or(*state, |&next| S::of(u16::from(next)));
            }
            return;
        }
        lists.fill(self.states.iter().zip(&*masks).map(|(state, mask)| {
            let row = (state.get() << width) | *mask as usize;
            // A free place is in no row.
            routes.get(row).copied().unwrap_or(state.get() as u8)
        }));
        self.run_lists(lists, &[], |units, unit| units.tick_one(unit, None, &[], log));
    }

    /// The first trigger that holds.
    pub(super) fn heed_triggers(&mut self, unit: usize) -> bool {
        let definition = self.definition;
        if !definition.triggers.any {
            return false;
        }
        let (start, end) = definition.triggers.of_state[self.state(unit) as usize];
        for step in &definition.steps[start as usize..end as usize] {
            if self.holds(unit, step, None) && !self.is_held(unit, step) {
                return self.perform(unit, step, None) == Ok(DispatchOutcome::Changed);
            }
        }
        false
    }
}
