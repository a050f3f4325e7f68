//! What code asks for, until it is applied.

use std::any::Any;
use std::fmt;

use fastrand::Rng;

use super::Reply;
use crate::event::Event;
use crate::id::{PopulationId, StateId, UnitId};
use crate::structure::NO_STATE;

/// What code asks of its own unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Request {
    Change(Reply),
    /// Nothing happens if the unit is in the target already.
    Set(StateId),
    Raise(Event),
    /// In units of [`TIME`](crate::structure::TIME).
    Interval(u32),
}

/// The states of a change in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Transition {
    pub(crate) from: u8,
    pub(crate) to: u8,
}

impl Transition {
    pub(crate) const NONE: Self = Self::out_of(NO_STATE);

    pub(crate) const fn new(from: u8, to: u8) -> Self {
        Self { from, to }
    }

    /// To the state below on the stack, or out of all states.
    pub(crate) const fn out_of(from: u8) -> Self {
        Self { from, to: NO_STATE }
    }
}

/// What code asks of a population, for the end of the tick.
pub(crate) enum Order {
    Send(UnitId, Event),
    Spawn(Box<dyn Any + Send>),
    Despawn(UnitId),
}

/// What the code of a unit has asked of another population: a message to one of its units, a new unit, or the end of
/// one. Hosts deliver it; [`Population::take_sent`](crate::Population::take_sent) shows how.
pub struct Sent {
    pub(crate) unit: u32,
    pub(crate) state: StateId,
    pub(crate) to: PopulationId,
    pub(crate) order: Order,
}

impl Sent {
    /// The population that it is for.
    pub const fn to(&self) -> PopulationId {
        self.to
    }
}

impl fmt::Debug for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sent").field("unit", &self.unit).field("to", &self.to).finish_non_exhaustive()
    }
}

/// A unit's place, its region, and what it asks for.
pub(crate) type Asked = (u32, u8, Request);

/// What code asks for; applied when no code is running.
#[derive(Debug, Default)]
pub(crate) struct Outbox {
    pub(crate) requests: Vec<Asked>,
    pub(crate) orders: Vec<Sent>,
    pub(crate) posts: Vec<(u32, Event)>,
    /// The random numbers of units by their places, up to the last one whose code has asked for some.
    pub(crate) randoms: Vec<Rng>,
}

/// Takes what code asked for, in the order of the units that asked.
pub(crate) fn in_order<T>(asked: &mut Vec<T>, unit: fn(&T) -> u32) -> Vec<T> {
    let mut all = std::mem::take(asked);
    // This sort allocates.
    if !all.is_sorted_by_key(unit) {
        all.sort_by_key(unit);
    }
    all
}
