//! For debugging tools: the changes, timers and messages of units.

use std::collections::VecDeque;
use std::time::Duration;

use super::log::Message;
use super::{Change, Population};
use crate::ai::context::Event;
use crate::ai::definition::NEVER;
use crate::ai::id::{StateId, UnitId};

/// The changes that are kept: all of them until they are [taken](Population::take_changes), and
/// the last ones of the unit that is [watched](Population::watch).
#[derive(Debug, Default)]
pub(super) struct Changes {
    recorded: Option<Vec<Change>>,
    watched: Option<Watched>,
}

#[derive(Debug)]
struct Watched {
    unit: UnitId,
    since: Duration,
    max: usize,
    changes: VecDeque<Change>,
}

impl Changes {
    pub(super) fn note(&mut self, change: Change) {
        if let Some(recorded) = &mut self.recorded {
            recorded.push(change);
        }
        if let Some(watched) = self.watched.as_mut().filter(|watched| watched.unit == change.unit) {
            watched.changes.push_back(change);
            if watched.changes.len() > watched.max {
                watched.changes.pop_front();
            }
        }
    }
}

/// What a [`Timer`] is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerKind {
    /// The state is left, if the timeout's guard holds.
    Timeout,
    /// Until then triggers do not leave the state: [`State::min_time`](crate::ai::State::min_time).
    MinTime,
    /// The state's fixed update is called.
    FixedUpdate,
}

/// A running timer of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    /// The state that it belongs to: the current state, or one around it.
    pub state: StateId,
    /// What it is for.
    pub kind: TimerKind,
    /// The time that is left; zero if it is due and waits for a guard.
    pub left: Duration,
}

impl<D> Population<D> {
    /// Starts to keep the last `max` changes of one unit, for debugging tools. A unit that was
    /// watched before is no longer watched. [`Population::take_changes`] is not affected.
    pub fn watch(&mut self, unit: UnitId, max: usize) {
        let watched = Watched { unit, since: self.now(), max, changes: VecDeque::new() };
        self.store.changes.get_or_insert_default().watched = Some(watched);
    }

    /// Stops watching.
    pub fn unwatch(&mut self) {
        if let Some(changes) = &mut self.store.changes {
            changes.watched = None;
        }
        self.drop_changes_if_unused();
    }

    /// The unit that is watched, which may be gone, and since when on the population's clock.
    #[must_use]
    pub fn watched(&self) -> Option<(UnitId, Duration)> {
        let watched = self.store.changes.as_ref()?.watched.as_ref()?;
        Some((watched.unit, watched.since))
    }

    /// The last changes of the unit that is watched, the oldest first.
    pub fn watched_changes(&self) -> impl DoubleEndedIterator<Item = &Change> {
        let watched = self.store.changes.as_ref().and_then(|changes| changes.watched.as_ref());
        watched.into_iter().flat_map(|watched| &watched.changes)
    }

    /// Starts or stops to record changes. Without it nothing is kept.
    pub fn record_changes(&mut self, is_on: bool) {
        let changes = self.store.changes.get_or_insert_default();
        if is_on != changes.recorded.is_some() {
            changes.recorded = is_on.then(Vec::new);
        }
        self.drop_changes_if_unused();
    }

    /// Takes the changes that were recorded, unit by unit, those of one unit in order.
    pub fn take_changes(&mut self) -> Vec<Change> {
        let recorded = self.store.changes.as_mut().and_then(|changes| changes.recorded.as_mut());
        let mut changes = recorded.map(std::mem::take).unwrap_or_default();
        changes.sort_by_key(|change| change.unit.index);
        changes
    }

    /// A tick without anything to record is quicker.
    fn drop_changes_if_unused(&mut self) {
        self.store.changes.take_if(|changes| changes.recorded.is_none() && changes.watched.is_none());
    }

    /// The timers of a unit, those of the innermost state first. Empty if the unit is gone.
    #[must_use]
    pub fn timers(&self, unit: UnitId) -> Vec<Timer> {
        let (Some(place), Some(current)) = (self.index(unit), self.state(unit)) else { return Vec::new() };
        let now = self.moment.now_ms;
        let mut timers = Vec::new();
        for state in self.definition.structure.up(current.0, 0) {
            let own = self.definition.code(state).timers;
            for number in 0..own.slots() {
                let slot = own.base as usize + number;
                let deadline = self.store.deadline(place, slot);
                let kind = match slot {
                    _ if own.min_slot() == Some(slot) => TimerKind::MinTime,
                    _ if own.fixed_slot() == Some(slot) => TimerKind::FixedUpdate,
                    _ => TimerKind::Timeout,
                };
                let left = Duration::from_millis(u64::from(deadline.saturating_sub(now)));
                if deadline != NEVER {
                    timers.push(Timer { state: StateId(state), kind, left });
                }
            }
        }
        timers
    }

    /// The messages that wait for a unit, the next one first. The newest of them may be more than
    /// [can wait](Population::waiting_for).
    pub fn messages_for(&self, unit: UnitId) -> impl Iterator<Item = Event> {
        self.log.iter().filter(move |message| message.unit() == unit).map(Message::event)
    }
}
