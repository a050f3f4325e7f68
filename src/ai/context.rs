//! What code sees while a machine calls it, and what it can ask for.

use std::time::Duration;

use super::id::{EventId, StateId, UnitId};

/// An event as it reaches a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Which event.
    pub id: EventId,
    /// A number that came with it: a distance, a damage, the index of another unit. 0 where the
    /// sender gave none. Whole numbers up to 2^53 are exact.
    pub payload: f64,
}

impl From<EventId> for Event {
    fn from(id: EventId) -> Self {
        Self { id, payload: 0.0 }
    }
}

/// A change that code asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Request {
    Set { target: StateId, force_when_same: bool },
    LeaveCurrent,
    Enter(StateId),
    Switch(StateId),
    Exit,
}

/// What a handler answers to an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reply {
    /// It is not this state's business: its rows are asked, then its parent.
    #[default]
    Unhandled,
    /// It is done with; nobody else is asked.
    Handled,
    /// The unit goes to this state; in a pushdown machine in the place of the present one.
    To(StateId),
    /// Pushdown: this state covers the present one.
    Enter(StateId),
    /// Pushdown: this state takes the place of the present one.
    Switch(StateId),
    /// Pushdown: the present state is left.
    Exit,
    /// The unit rests in the parent.
    Leave,
}

/// A change that is going on: from where, and where to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transition {
    from: u8,
    to: u8,
}

impl Transition {
    /// No change is going on.
    pub(super) const NONE: Self = Self { from: u8::MAX, to: u8::MAX };

    pub(super) const fn new(from: u8, to: u8) -> Self {
        Self { from, to }
    }

    /// Back to whatever is below on the stack, or out of everything.
    pub(super) const fn out_of(from: u8) -> Self {
        Self { from, to: u8::MAX }
    }
}

/// What is asked for while blocks of units are ticked; applied when nobody is being called.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    /// (sender's place, receiver, event)
    pub(super) messages: Vec<(u32, UnitId, Event)>,
    pub(super) requests: Vec<(u32, Request)>,
}

impl Outbox {
    pub(super) const fn is_empty(&self) -> bool {
        self.requests.is_empty() && self.messages.is_empty()
    }
}

/// What an action, a hook or an update sees of its unit besides the unit's own data, and what it
/// can ask for. Whatever it asks for happens after the running change is complete, first in,
/// first out: a machine is never entered a second time.
#[derive(Debug)]
pub struct Context<'a> {
    pub(super) unit: u32,
    pub(super) now: u64,
    pub(super) dt: Duration,
    pub(super) event: Option<Event>,
    pub(super) transition: Transition,
    pub(super) generations: &'a [u16],
    pub(super) out: &'a mut Outbox,
}

impl Context<'_> {
    /// The unit that is called.
    #[must_use]
    pub fn unit(&self) -> UnitId {
        let generation = self.generations.get(self.unit as usize).copied().unwrap_or(0);
        UnitId { index: self.unit, generation }
    }

    /// The time that this tick lets pass for the unit; zero outside of a tick.
    #[must_use]
    pub const fn delta(&self) -> Duration {
        self.dt
    }

    /// The population's clock: the time that it has been ticked for.
    #[must_use]
    pub const fn now(&self) -> Duration {
        Duration::from_micros(self.now)
    }

    /// The event that caused the call; `None` for triggers, timeouts and updates.
    #[must_use]
    pub const fn event(&self) -> Option<Event> {
        self.event
    }

    /// While the unit changes, in its hooks and the action of the transition: the state that it
    /// comes from, which in exit hooks is the one that it is still in. `None` in updates and
    /// handlers. [`Population::previous`](super::Population::previous) tells it afterwards.
    #[must_use]
    pub fn previous(&self) -> Option<StateId> {
        (self.transition.from != u8::MAX).then_some(StateId(self.transition.from))
    }

    /// While the unit changes: the state that was named as the target. `None` in updates and
    /// handlers, and where a stack leads back to what is below or the unit is removed.
    #[must_use]
    pub fn pending(&self) -> Option<StateId> {
        (self.transition.to != u8::MAX).then_some(StateId(self.transition.to))
    }

    /// Sends a message to a unit of the same population, to itself too. It is handled in the
    /// next tick at the earliest.
    pub fn send(&mut self, unit: UnitId, event: impl Into<Event>) {
        self.out.messages.push((self.unit, unit, event.into()));
    }

    /// Asks to go to `target`. Where the unit is in that very state already, nothing happens
    /// unless `force_when_same`, which leaves it and enters it again.
    pub fn set_state(&mut self, target: StateId, force_when_same: bool) {
        self.out.requests.push((self.unit, Request::Set { target, force_when_same }));
    }

    /// Asks to leave the current state and to rest in its parent.
    pub fn leave_current(&mut self) {
        self.out.requests.push((self.unit, Request::LeaveCurrent));
    }

    /// Pushdown: asks to cover the present state with `target`.
    pub fn enter(&mut self, target: StateId) {
        self.out.requests.push((self.unit, Request::Enter(target)));
    }

    /// Pushdown: asks to put `target` in the place of the present state.
    pub fn switch(&mut self, target: StateId) {
        self.out.requests.push((self.unit, Request::Switch(target)));
    }

    /// Pushdown: asks to leave the present state.
    pub fn exit(&mut self) {
        self.out.requests.push((self.unit, Request::Exit));
    }
}

/// What a guard or a trigger sees besides the unit's own data.
#[derive(Clone, Copy, Debug)]
pub struct GuardContext {
    pub(super) unit: u32,
    pub(super) now: u64,
    pub(super) event: Option<Event>,
    pub(super) target: StateId,
}

impl GuardContext {
    /// The unit's place in its population.
    #[must_use]
    pub const fn unit_index(&self) -> usize {
        self.unit as usize
    }

    /// The population's clock.
    #[must_use]
    pub const fn now(&self) -> Duration {
        Duration::from_micros(self.now)
    }

    /// The event that is being asked about; `None` for triggers and timeouts.
    #[must_use]
    pub const fn event(&self) -> Option<Event> {
        self.event
    }

    /// For `can_go`: the state that is wanted. Otherwise the root.
    #[must_use]
    pub const fn target(&self) -> StateId {
        self.target
    }
}
