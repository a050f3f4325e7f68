//! For tools that look on: what one unit waits for, and what has become of it.

use std::collections::VecDeque;
use std::time::Duration;

use super::log::Message;
use super::{Change, NEVER, Population};
use crate::ai::context::Event;
use crate::ai::id::{StateId, UnitId};

/// Who wants to know of changes: whoever [takes](Population::take_changes) all of them, and
/// whoever [watches](Population::watch) one unit. Neither sees anything of the other.
#[derive(Debug, Default)]
pub(super) struct Changes {
    recorded: Option<Vec<Change>>,
    watched: Option<Watched>,
}

impl Changes {
    /// Notes a change at `now`, in microseconds of the population's clock.
    pub(super) fn note(&mut self, change: Change, now: u64) {
        if let Some(recorded) = &mut self.recorded {
            recorded.push(change);
        }
        if let Some(watched) = self.watched.as_mut().filter(|watched| watched.unit == change.unit) {
            watched.note(WatchedChange { change, at: Duration::from_micros(now) });
        }
    }
}

/// A change of the unit that is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WatchedChange {
    /// What changed.
    pub change: Change,
    /// When, on the population's clock.
    pub at: Duration,
}

/// The unit that is watched, and its last changes.
#[derive(Clone, Debug)]
pub struct Watched {
    unit: UnitId,
    since: Duration,
    most: usize,
    changes: VecDeque<WatchedChange>,
}

impl Watched {
    /// The unit. It may be gone; its last changes are still here.
    #[must_use]
    pub const fn unit(&self) -> UnitId {
        self.unit
    }

    /// Since when it has been watched, on the population's clock.
    #[must_use]
    pub const fn since(&self) -> Duration {
        self.since
    }

    /// Its last changes, the oldest first.
    pub fn changes(&self) -> impl DoubleEndedIterator<Item = &WatchedChange> {
        self.changes.iter()
    }

    fn note(&mut self, change: WatchedChange) {
        if self.changes.len() == self.most {
            self.changes.pop_front();
        }
        if self.most > 0 {
            self.changes.push_back(change);
        }
    }
}

/// What a deadline is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimerKind {
    /// The state is left, or would be.
    Timeout,
    /// Until then triggers do not leave the state.
    ShortestStay,
    /// The state's fixed update is called.
    FixedUpdate,
}

/// A deadline of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timer {
    /// The state that it belongs to: the current one, or one around it.
    pub state: StateId,
    /// What it is for.
    pub kind: TimerKind,
    /// The time that is left; zero where it is due and something holds it up.
    pub left: Duration,
}

impl<D> Population<D> {
    /// Starts to keep the last `most` changes of one unit, for a tool that looks on; the unit that
    /// was watched before is not any more. What [`Population::take_changes`] hands out is not
    /// touched by it, and nothing that happens depends on it.
    pub fn watch(&mut self, unit: UnitId, most: usize) {
        let watched = Watched { unit, since: self.now(), most, changes: VecDeque::new() };
        self.changes.get_or_insert_default().watched = Some(watched);
        self.find_silent();
    }

    /// Watches nobody, which costs nothing.
    pub fn unwatch(&mut self) {
        if let Some(changes) = &mut self.changes {
            changes.watched = None;
        }
        self.forget_changes();
    }

    /// The unit that is watched, and its last changes; `None` while nobody is.
    #[must_use]
    pub fn watched(&self) -> Option<&Watched> {
        self.changes.as_ref()?.watched.as_ref()
    }

    /// Starts or stops to record changes. Without it nothing is kept.
    pub fn record_changes(&mut self, is_on: bool) {
        let changes = self.changes.get_or_insert_default();
        if is_on != changes.recorded.is_some() {
            changes.recorded = is_on.then(Vec::new);
        }
        self.forget_changes();
    }

    /// Takes the changes that were recorded, unit by unit, those of one unit in order.
    pub fn take_changes(&mut self) -> Vec<Change> {
        let recorded = self.changes.as_mut().and_then(|changes| changes.recorded.as_mut());
        let mut changes = recorded.map(std::mem::take).unwrap_or_default();
        changes.sort_by_key(|change| change.unit.index);
        changes
    }

    /// Goes back to the quickest ways of a tick where nobody wants to know of changes.
    fn forget_changes(&mut self) {
        let is_wanted = |changes: &mut Changes| changes.recorded.is_some() || changes.watched.is_some();
        self.changes = self.changes.take_if(is_wanted);
        self.find_silent();
    }

    /// The deadlines of a unit, those of the innermost state first. Empty if the unit is gone.
    #[must_use]
    pub fn timers(&self, unit: UnitId) -> Vec<Timer> {
        let (Some(place), Some(current)) = (self.index(unit), self.state(unit)) else { return Vec::new() };
        let now = self.moment(Duration::ZERO).now_ms;
        let mut timers = Vec::new();
        for state in self.definition.structure.up(current.0, 0) {
            let own = self.definition.code(state).timers;
            for number in 0..own.slots() {
                let slot = own.base as usize + number;
                let deadline = self.deadline_at(place, slot);
                let kind = match slot {
                    _ if own.min_slot() == Some(slot) => TimerKind::ShortestStay,
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

    pub(super) fn deadline_at(&self, place: usize, slot: usize) -> u32 {
        match self.strides.slots {
            0 => self.columns.deadline[place],
            stride => self.columns.slots[place * stride + slot],
        }
    }
}
