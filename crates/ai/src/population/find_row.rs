//! Which candidates an event finds, and in which order they are asked.

use super::units::Units;
use super::{CandidateCause, DispatchOutcome, Outcome};
use crate::event::Event;
use crate::id::EventId;
use crate::structure::{Bits, NO_STATE};

impl<D, W> Units<'_, D, W> {
    /// Handles an event in each region, and where no region inside does, in the states around them.
    pub(super) fn fire(&mut self, unit: usize, event: Event) -> Outcome {
        let key = self.store.key_for(self.definition, event)?;
        self.event = Some(event);
        let outcome = if self.definition.regions == 1 {
            self.fire_from(unit, self.store.state(unit), key, event.id)
        } else {
            let moved = std::mem::take(&mut self.moved);
            let outcome = self.fire_regions(unit, key, event.id);
            self.moved |= moved;
            outcome
        };
        self.event = None;
        if outcome == Ok(DispatchOutcome::Unhandled) {
            self.note_unhandled(unit, event.id);
        }
        outcome
    }

    fn fire_regions(&mut self, unit: usize, key: u8, event: EventId) -> Outcome {
        let definition = self.definition;
        let mut handled = Bits::default();
        let mut result = DispatchOutcome::Unhandled;
        // The current state of each region, then the states around the regions.
        for index in 0..definition.regions + definition.parallels.len() {
            let outer = index.checked_sub(definition.regions).map(|index| definition.parallels[index]);
            self.region = outer.map_or(index, |state| definition.node(state).region as usize);
            let leaf = self.state(unit);
            let state = outer.unwrap_or(leaf);
            // A region that the event has entered or moved does not handle it too.
            let is_active = leaf != NO_STATE && definition.contains(state, leaf);
            if is_active && self.moved >> self.region & 1 == 0 && !handled.has(state) {
                let outcome = self.fire_from(unit, state, key, event)?;
                if outcome != DispatchOutcome::Unhandled {
                    definition.add_outer(state, &mut handled);
                    result = if result == DispatchOutcome::Changed { result } else { outcome };
                }
            }
        }
        self.region = 0;
        Ok(result)
    }

    /// Takes the first candidate that holds, from a state outwards.
    #[inline]
    fn fire_from(&mut self, unit: usize, state: u8, key: u8, event: EventId) -> Outcome {
        let definition = self.definition;
        if !self.own.is_empty() {
            let outcome = self.ask_own(unit, state);
            if outcome != Ok(DispatchOutcome::Unhandled) {
                return outcome;
            }
        }
        let index = state as usize * definition.events.len() + key as usize - 1;
        if let Some(first) = definition.table[index].checked_sub(1) {
            for step in &definition.steps[first as usize..] {
                if let Some(outcome) = self.attempt(unit, step, CandidateCause::Event(event))
                    && outcome != Ok(DispatchOutcome::Unhandled)
                {
                    return outcome;
                }
                if step.is_last {
                    break;
                }
            }
        }
        Ok(DispatchOutcome::Unhandled)
    }

    /// Asks the unit's own handlers, from a state outwards in its region.
    fn ask_own(&mut self, unit: usize, state: u8) -> Outcome {
        let definition = self.definition;
        let Some(own) = self.own.get(&(unit as u32)) else { return Ok(DispatchOutcome::Unhandled) };
        let boundary = definition.node(state).boundary;
        for at in definition.up(state, boundary).chain([boundary]) {
            if let Some((_, handler)) = own.iter().find(|(id, _)| *id == definition.id(at)) {
                let outcome = self.ask(unit, &**handler)?;
                if outcome != DispatchOutcome::Unhandled {
                    return Ok(outcome);
                }
            }
        }
        Ok(DispatchOutcome::Unhandled)
    }
}
