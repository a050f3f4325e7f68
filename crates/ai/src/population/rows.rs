//! Which rows an event finds, in which order they are asked, and which one is taken.

use super::units::Units;
use super::{CandidateCause, CandidateOutcome, DispatchOutcome, Outcome};
use crate::definition::Step;
use crate::event::Event;
use crate::id::EventId;
use crate::structure::{Bits, Listener, NO_STATE};

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
        for listener in &definition.listeners {
            self.region = match *listener {
                Listener::Region(region) => region as usize,
                Listener::Parallel(state) => definition.node(state).region as usize,
            };
            let leaf = self.state(unit);
            let state = if let Listener::Parallel(state) = *listener { state } else { leaf };
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

    /// Takes a candidate, unless its guard or a minimum time is in the way.
    #[inline]
    pub(super) fn attempt(&mut self, unit: usize, step: &Step, cause: CandidateCause) -> Option<Outcome> {
        let outcome = if !self.holds(unit, step.guard, 0) {
            Err(CandidateOutcome::GuardFalse)
        } else if cause == CandidateCause::Trigger && self.is_held(unit, step) {
            Err(CandidateOutcome::TooEarly)
        } else {
            Ok(self.perform(unit, step))
        };
        if self.store.changes.watched.is_some() {
            self.note_candidate(unit, cause, step, outcome);
        }
        outcome.ok()
    }
}
