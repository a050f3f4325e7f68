//! Takes candidates, and notes those of the watched unit.

use super::candidates::{Candidate, CandidateCause, CandidateOutcome, Candidates, Tried};
use super::units::Units;
use super::{DispatchOutcome, Outcome, Population};
use crate::ai::context::Event;
use crate::ai::definition::{GuardRef, Move, Step, Timeout};
use crate::ai::id::EventId;

impl<D, W> Units<'_, D, W> {
    fn candidates(&mut self, unit: usize) -> Option<&mut Candidates> {
        let id = self.store.id_at(unit as u32);
        self.store.changes.candidates().and_then(|(watched, list)| (watched == id).then_some(list))
    }

    /// Forgets the candidates of the last tick, and returns the place of the watched unit if it is in
    /// the block.
    pub(super) fn begin_watched_tick(&mut self, units: std::ops::Range<usize>) -> Option<usize> {
        let place = self.store.changes.watched_place().filter(|place| units.contains(place))?;
        self.candidates(place)?.of_tick.clear();
        Some(place)
    }

    /// Forgets the candidates of the last event if the unit is watched.
    #[inline]
    pub(super) fn begin_event(&mut self, unit: usize, is_raised: bool) {
        if self.store.changes.watches(unit) {
            self.begin_watched_event(unit, is_raised);
        }
    }

    #[cold]
    fn begin_watched_event(&mut self, unit: usize, is_raised: bool) {
        let now = self.store.shared.moment.clock;
        if let Some(list) = self.candidates(unit).filter(|list| !is_raised || list.at != now) {
            list.of_event.clear();
            list.at = now;
        }
    }

    /// Takes a candidate, unless its guard or a minimum time is in the way.
    #[inline]
    pub(super) fn attempt(&mut self, unit: usize, step: &Step, event: Option<Event>) -> Option<Outcome> {
        let outcome = if !self.holds(unit, step.guard, event, 0) {
            Err(CandidateOutcome::GuardFalse)
        } else if event.is_none() && self.is_held(unit, step) {
            Err(CandidateOutcome::TooEarly)
        } else {
            Ok(self.perform(unit, step, event))
        };
        if self.store.changes.watches(unit) {
            let cause = event.map_or(CandidateCause::Trigger, |event| CandidateCause::Event(event.id));
            self.note_candidate(unit, cause, step.then, step.guard, outcome);
        }
        outcome.ok()
    }

    /// Takes a timeout that is due, unless its guard is in the way.
    pub(super) fn attempt_timeout(&mut self, unit: usize, timeout: Timeout) -> Option<Outcome> {
        let outcome = if self.holds(unit, timeout.guard, None, 0) {
            Ok(self.change(unit, timeout.then, timeout.action, None))
        } else {
            Err(CandidateOutcome::GuardFalse)
        };
        if self.store.changes.watches(unit) {
            self.note_candidate(unit, CandidateCause::Timeout, timeout.then, timeout.guard, outcome);
        }
        outcome.ok()
    }

    /// Notes that a state's `can_go` said no.
    #[cold]
    pub(super) fn note_refused(&mut self, unit: usize, guard: Option<GuardRef>) {
        if let Some(list) = self.candidates(unit) {
            list.refused = guard;
        }
    }

    #[cold]
    fn note_candidate(
        &mut self,
        unit: usize,
        cause: CandidateCause,
        then: Move,
        guard: Option<GuardRef>,
        outcome: Result<Outcome, CandidateOutcome>,
    ) {
        let outcome = outcome.map_or_else(
            |refusal| refusal,
            |outcome| match outcome {
                Ok(DispatchOutcome::Changed | DispatchOutcome::Handled) => CandidateOutcome::Taken,
                Ok(DispatchOutcome::Refused) => CandidateOutcome::Refused,
                Ok(DispatchOutcome::Unhandled) => CandidateOutcome::Unhandled,
                Err(_) => CandidateOutcome::Failed,
            },
        );
        let Some(list) = self.candidates(unit) else { return };
        let guard = if outcome == CandidateOutcome::Refused { list.refused.take() } else { guard };
        let tried = Tried { cause, target: then.target(), guard, outcome };
        match cause {
            CandidateCause::Event(_) => list.of_event.push(tried),
            CandidateCause::Trigger | CandidateCause::Timeout => list.of_tick.push(tried),
        }
    }

    /// Notes an event that was not handled, for which there may be no row.
    pub(super) fn note_unhandled(&mut self, unit: usize, event: EventId) {
        self.store.counters.unhandled += 1;
        if !self.store.changes.watches(unit) {
            return;
        }
        let cause = CandidateCause::Event(event);
        let Some(list) = self.candidates(unit) else { return };
        if list.of_event.iter().all(|tried| tried.cause != cause) {
            list.of_event.push(Tried { cause, target: None, guard: None, outcome: CandidateOutcome::NoRow });
        }
    }
}

impl<D, W> Population<D, W> {
    /// The transitions that were considered for the watched unit, in the order of asking: for its last
    /// event, with those that this raised, and the triggers and timeouts of its last tick. They say
    /// why it did or did not change.
    pub fn watched_candidates(&self) -> impl Iterator<Item = Candidate> {
        let list = self.store.changes.watched_candidates();
        let all = list.into_iter().flat_map(|list| list.of_event.iter().chain(&list.of_tick));
        all.map(|tried| Candidate {
            cause: tried.cause,
            target: tried.target.map(|state| self.definition.structure.id(state)),
            guard: tried.guard.map(|guard| self.definition.guard_name(guard)),
            outcome: tried.outcome,
        })
    }
}
