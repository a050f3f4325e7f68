//! What the code of a machine sees and what it can ask for.

use std::time::Duration;

use super::id::{EventId, StateId, UnitId};

/// An event as it reaches a unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Event {
    /// Which event.
    pub id: EventId,
    /// A number: a distance, a damage, the index of another unit. 0 if the sender gave none. Whole
    /// numbers up to 2^53 are exact.
    pub payload: f64,
}

impl From<EventId> for Event {
    fn from(id: EventId) -> Self {
        Self { id, payload: 0.0 }
    }
}

/// The answer of a handler to an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reply {
    /// The rows of the state are tried, then its parent.
    #[default]
    Unhandled,
    /// The event is handled.
    Handled,
    /// The unit goes to this state; in a pushdown machine it replaces the top of the stack.
    To(StateId),
    /// Pushdown: this state is pushed.
    Enter(StateId),
    /// Pushdown: this state replaces the top of the stack.
    Switch(StateId),
    /// Pushdown: the top of the stack is popped.
    Exit,
    /// The unit leaves the current state and rests in its parent.
    Leave,
}

impl Reply {
    pub(super) const fn target(self) -> Option<StateId> {
        match self {
            Self::To(target) | Self::Enter(target) | Self::Switch(target) => Some(target),
            Self::Unhandled | Self::Handled | Self::Exit | Self::Leave => None,
        }
    }
}

/// A change that code asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Request {
    pub(super) change: Reply,
    /// Whether nothing happens if the unit is in the target already.
    pub(super) skips_same: bool,
}

/// How many requests the code of one unit can make in one tick, one leading to the next.
pub(super) const MAX_REQUESTS: usize = 64;

/// The states of a change in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transition {
    from: u8,
    to: u8,
}

impl Transition {
    pub(super) const NONE: Self = Self::out_of(u8::MAX);

    pub(super) const fn new(from: u8, to: u8) -> Self {
        Self { from, to }
    }

    /// To the state below on the stack, or out of all states.
    pub(super) const fn out_of(from: u8) -> Self {
        Self { from, to: u8::MAX }
    }
}

/// What code asks for; applied when no code is running.
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

/// What an action, a hook or an update sees besides the data of its unit, and what it can ask for.
/// Requests are applied after the change in progress, first in, first out: a machine is never
/// re-entered.
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
    /// The unit.
    pub fn unit(&self) -> UnitId {
        let generation = self.generations.get(self.unit as usize).copied().unwrap_or(0);
        UnitId { index: self.unit, generation }
    }

    /// The time that passes for the unit in this tick; zero outside of a tick.
    pub const fn delta(&self) -> Duration {
        self.dt
    }

    /// The population's clock: the time that it has been ticked for.
    pub const fn now(&self) -> Duration {
        Duration::from_micros(self.now)
    }

    /// The event that caused the call; `None` for triggers, timeouts and updates.
    pub const fn event(&self) -> Option<Event> {
        self.event
    }

    /// The state that the unit comes from, in its hooks and the action of a transition. `None` in
    /// updates and handlers. [`Population::previous`](super::Population::previous) returns it
    /// afterwards.
    pub fn previous(&self) -> Option<StateId> {
        (self.transition.from != u8::MAX).then_some(StateId(self.transition.from))
    }

    /// The target of the change, in the unit's hooks and the action of a transition. `None` in
    /// updates and handlers, when the stack is popped, and when the unit is removed.
    pub fn pending(&self) -> Option<StateId> {
        (self.transition.to != u8::MAX).then_some(StateId(self.transition.to))
    }

    /// Sends a message to a unit of the same population. It is handled in the next tick at the
    /// earliest.
    pub fn send(&mut self, unit: UnitId, event: impl Into<Event>) {
        self.out.messages.push((self.unit, unit, event.into()));
    }

    /// Asks to go to `target`. If the unit is in that very state, nothing happens unless
    /// `force_when_same`, which leaves it and enters it again.
    pub fn set_state(&mut self, target: StateId, force_when_same: bool) {
        let request = Request { change: Reply::To(target), skips_same: !force_when_same };
        self.out.requests.push((self.unit, request));
    }

    /// Asks to leave the current state and to rest in its parent.
    pub fn leave_current(&mut self) {
        self.request(Reply::Leave);
    }

    /// Pushdown: asks to push `target`.
    pub fn enter(&mut self, target: StateId) {
        self.request(Reply::Enter(target));
    }

    /// Pushdown: asks to replace the top of the stack with `target`.
    pub fn switch(&mut self, target: StateId) {
        self.request(Reply::Switch(target));
    }

    /// Pushdown: asks to pop the top of the stack.
    pub fn exit(&mut self) {
        self.request(Reply::Exit);
    }

    fn request(&mut self, change: Reply) {
        self.out.requests.push((self.unit, Request { change, skips_same: false }));
    }
}

/// What a guard or a trigger sees besides the data of its unit.
#[derive(Clone, Copy, Debug)]
pub struct GuardContext {
    pub(super) unit: u32,
    pub(super) now: u64,
    pub(super) event: Option<Event>,
    pub(super) target: StateId,
}

impl GuardContext {
    /// The unit's place in its population.
    pub const fn unit_index(&self) -> usize {
        self.unit as usize
    }

    /// The population's clock.
    pub const fn now(&self) -> Duration {
        Duration::from_micros(self.now)
    }

    /// The event of the row; `None` for triggers and timeouts.
    pub const fn event(&self) -> Option<Event> {
        self.event
    }

    /// The target, for `can_go`. Otherwise the root.
    pub const fn target(&self) -> StateId {
        self.target
    }
}
