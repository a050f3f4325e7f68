//! Notes what was considered for the watched unit.

use super::store::Store;
use super::units::Units;
use super::watch::{Candidate, CandidateCause, CandidateOutcome, Watched};
use super::{DispatchOutcome, Outcome};
use crate::definition::{GuardRef, Step};
use crate::id::EventId;

impl<D, W> Units<'_, D, W> {
    #[inline]
    fn watched(&mut self, unit: usize) -> Option<&mut Watched> {
        let Store { changes, shared, .. } = &mut *self.store;
        changes.watched.as_mut().filter(|watched| watched.own == Some(shared.id_at(unit as u32)))
    }

    /// Forgets the candidates of the last tick, and returns the place of the watched unit if it is in
    /// the block.
    pub(super) fn begin_watched_tick(&mut self, units: std::ops::Range<usize>) -> Option<usize> {
        let place = self.store.changes.watched.as_ref()?.own?.index();
        self.watched(Some(place).filter(|place| units.contains(place))?)?.of_tick.clear();
        Some(place)
    }

    /// Forgets the candidates of the last event if the unit is watched.
    #[inline]
    pub(super) fn begin_event(&mut self, unit: usize, is_raised: bool) {
        let now = self.store.shared.moment.clock;
        if let Some(watched) = self.watched(unit).filter(|watched| !is_raised || watched.at != now) {
            watched.of_event.clear();
            watched.at = now;
        }
    }

    /// Notes that a state's `can_go` said no.
    #[cold]
    pub(super) fn note_refused(&mut self, unit: usize, guard: Option<GuardRef>) {
        if let Some(watched) = self.watched(unit) {
            watched.refused = guard;
        }
    }

    #[cold]
    pub(super) fn note_candidate(
        &mut self,
        unit: usize,
        cause: CandidateCause,
        step: &Step,
        outcome: Result<Outcome, CandidateOutcome>,
    ) {
        let outcome = match outcome {
            Ok(Ok(DispatchOutcome::Changed | DispatchOutcome::Handled)) => CandidateOutcome::Taken,
            Ok(Ok(DispatchOutcome::Refused)) => CandidateOutcome::Refused,
            Ok(Ok(DispatchOutcome::Unhandled)) => CandidateOutcome::Unhandled,
            Ok(Err(_)) => CandidateOutcome::Failed,
            Err(refusal) => refusal,
        };
        let definition = self.definition;
        let Some(watched) = self.watched(unit) else { return };
        let guard = if outcome == CandidateOutcome::Refused { watched.refused.take() } else { step.guard };
        let guard = guard.map(|guard| definition.guard_name(guard));
        let target = step.then.target().map(|state| definition.structure.id(state));
        let of_cause = match cause {
            CandidateCause::Event(_) => &mut watched.of_event,
            CandidateCause::Trigger | CandidateCause::Timeout => &mut watched.of_tick,
        };
        of_cause.push(Candidate { cause, target, guard, outcome });
    }

    /// Notes an event that was not handled, for which there may be no row.
    pub(super) fn note_unhandled(&mut self, unit: usize, event: EventId) {
        self.store.counters.unhandled += 1;
        let cause = CandidateCause::Event(event);
        let Some(watched) = self.watched(unit) else { return };
        if watched.of_event.iter().all(|tried| tried.cause != cause) {
            let outcome = CandidateOutcome::NoRow;
            watched.of_event.push(Candidate { cause, target: None, guard: None, outcome });
        }
    }
}
