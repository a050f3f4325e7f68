//! For debugging tools: changes, timers and messages of units, and what was considered for the watched one.

use std::collections::VecDeque;
use std::time::Duration;

use super::{Change, Population};
use crate::context::in_order;
use crate::definition::{GuardRef, NEVER, TimerKind};
use crate::event::Event;
use crate::id::{EventId, StateId, UnitId};
use crate::structure::{Leaves, duration};

/// The changes that are recorded for [`Population::take_changes`] and [`Population::watch`].
#[derive(Debug, Default)]
pub(super) struct Changes {
    recorded: Option<Vec<Change>>,
    pub(super) watched: Option<Watched>,
}

#[derive(Debug)]
pub(super) struct Watched {
    unit: UnitId,
    /// The unit, unless it is one of another population.
    pub(super) own: Option<UnitId>,
    since: Duration,
    max: usize,
    changes: VecDeque<Change>,
    /// The candidates of the last event, and the clock when it came.
    pub(super) of_event: Vec<Candidate>,
    pub(super) at: u64,
    /// The triggers and timeouts of the last tick.
    pub(super) of_tick: Vec<Candidate>,
    /// The `can_go` that said no.
    pub(super) refused: Option<GuardRef>,
}

impl Changes {
    pub(super) const fn is_on(&self) -> bool {
        self.recorded.is_some() || self.watched.is_some()
    }

    pub(super) fn note(&mut self, change: Change) {
        if let Some(recorded) = &mut self.recorded {
            recorded.push(change);
        }
        if let Some(watched) = self.watched.as_mut().filter(|watched| watched.own == Some(change.unit)) {
            watched.changes.push_back(change);
            if watched.changes.len() > watched.max {
                watched.changes.pop_front();
            }
        }
    }
}

/// The cause of a [`Candidate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateCause {
    /// A row for this event.
    Event(EventId),
    /// A trigger.
    Trigger,
    /// A timeout that is due.
    Timeout,
}

/// What became of a [`Candidate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CandidateOutcome {
    /// It was taken.
    Taken,
    /// Its guard said no.
    GuardFalse,
    /// The `can_go` of a state that would be left said no.
    Refused,
    /// A minimum time keeps the unit in its state.
    TooEarly,
    /// The handler did not handle the event.
    Unhandled,
    /// There was an error, such as a full stack.
    Failed,
    /// No active state has a row for the event.
    NoRow,
}

/// A transition that was considered for the watched unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What caused it.
    pub cause: CandidateCause,
    /// The target; `None` if it names none.
    pub target: Option<StateId>,
    /// The guard that said no if it was not taken, the guard of the row otherwise; with a `!` if it is
    /// negated.
    pub guard: Option<String>,
    /// What became of it.
    pub outcome: CandidateOutcome,
}

/// A running timer of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    /// The state that it belongs to: the current state or one around it.
    pub state: StateId,
    /// Its kind.
    pub kind: TimerKind,
    /// The time left; zero if it is due and waits for a guard.
    pub left: Duration,
}

impl<D, W> Population<D, W> {
    /// Starts to keep the last `max` changes of one unit and its
    /// [candidates](Self::watched_candidates), in the place of the unit that was watched before.
    pub fn watch(&mut self, unit: UnitId, max: usize) {
        self.store.changes.watched = Some(Watched {
            unit,
            own: Some(unit).filter(|unit| self.is_alive(*unit)),
            since: self.now(),
            max,
            changes: VecDeque::new(),
            of_event: Vec::new(),
            at: 0,
            of_tick: Vec::new(),
            refused: None,
        });
    }

    /// Stops watching.
    pub fn unwatch(&mut self) {
        self.store.changes.watched = None;
    }

    /// The unit that is watched, which may be gone, and the start on the population's clock.
    pub fn watched(&self) -> Option<(UnitId, Duration)> {
        let watched = self.store.changes.watched.as_ref()?;
        Some((watched.unit, watched.since))
    }

    /// The last changes of the watched unit, the oldest first.
    pub fn watched_changes(&self) -> impl DoubleEndedIterator<Item = &Change> {
        self.store.changes.watched.iter().flat_map(|watched| &watched.changes)
    }

    /// The transitions that were considered for the watched unit, in the order of asking: for its last
    /// event, with those that this raised, and the triggers and timeouts of its last tick. They say
    /// why it did or did not change.
    pub fn watched_candidates(&self) -> impl Iterator<Item = &Candidate> {
        let watched = self.store.changes.watched.iter();
        watched.flat_map(|watched| watched.of_event.iter().chain(&watched.of_tick))
    }

    /// Starts or stops recording changes for [`Population::take_changes`].
    pub fn record_changes(&mut self, is_on: bool) {
        let recorded = &mut self.store.changes.recorded;
        if is_on != recorded.is_some() {
            *recorded = is_on.then(Vec::new);
        }
    }

    /// Takes the recorded changes, unit by unit, the changes of one unit in order.
    pub fn take_changes(&mut self) -> Vec<Change> {
        let recorded = self.store.changes.recorded.as_mut();
        recorded.map(|recorded| in_order(recorded, |change| change.unit.index)).unwrap_or_default()
    }

    /// The timers of a unit, the innermost state's first. Empty if the unit is gone.
    pub fn timers(&self, unit: UnitId) -> Vec<Timer> {
        let Some(place) = self.index(unit) else { return Vec::new() };
        let leaves = self.store.leaves(place);
        let deadline = |slot| Some(self.store.deadline(place, slot)).filter(|at| *at != NEVER);
        let armed = self.armed(&leaves, deadline);
        let timers = armed.map(|(state, slot, deadline)| {
            let kind = self.definition.code(state).timers.kind(slot);
            let left = duration(u64::from(deadline.saturating_sub(self.store.now())));
            Timer { state: self.definition.structure.id(state), kind, left }
        });
        timers.collect()
    }

    /// The timers of active states with a deadline, each with its state and slot, inner states first.
    pub(super) fn armed<T>(
        &self,
        leaves: &Leaves,
        deadline: impl Fn(usize) -> Option<T>,
    ) -> impl Iterator<Item = (u8, usize, T)> {
        let slots = self
            .definition
            .active(leaves)
            .down()
            .flat_map(|state| self.definition.code(state).timers.slots().map(move |slot| (state, slot)));
        slots.filter_map(move |(state, slot)| Some((state, slot, deadline(slot)?)))
    }

    /// The messages that wait for a unit, the next one first, with those that the next tick drops. None if the
    /// unit is gone.
    pub fn messages_for(&self, unit: UnitId) -> impl Iterator<Item = Event> {
        let (events, is_alive) = (&self.definition.events, self.is_alive(unit));
        let own = self.mailbox.waiting.iter().filter(move |message| is_alive && message.unit() == unit);
        own.map(|message| Event { id: events[message.key as usize - 1], payload: message.payload() })
    }
}
