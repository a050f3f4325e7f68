//! What code asks for, until it is applied.

use std::any::Any;
use std::fmt;

use super::{Event, Reply};
use crate::ai::id::{PopulationId, StateId, UnitId};
use crate::ai::structure::NO_STATE;

/// What code asks of its own unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::ai) enum Request {
    Change(Reply),
    /// Nothing happens if the unit is in the target already.
    Set(StateId),
    Raise(Event),
    /// In units of [`TIME`](crate::ai::structure::TIME).
    Interval(u32),
}

/// The states of a change in progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ai) struct Transition {
    pub(in crate::ai) from: u8,
    pub(in crate::ai) to: u8,
}

impl Transition {
    pub(in crate::ai) const NONE: Self = Self::out_of(NO_STATE);

    pub(in crate::ai) const fn new(from: u8, to: u8) -> Self {
        Self { from, to }
    }

    /// To the state below on the stack, or out of all states.
    pub(in crate::ai) const fn out_of(from: u8) -> Self {
        Self { from, to: NO_STATE }
    }
}

/// What code asks of a population, for the end of the tick.
pub(in crate::ai) enum Order {
    Send(UnitId, Event),
    Spawn(Box<dyn Any + Send>),
    Despawn(UnitId),
}

/// An order with its sender.
pub(crate) struct Sent {
    pub(in crate::ai) unit: u32,
    pub(in crate::ai) state: StateId,
    pub(crate) to: PopulationId,
    pub(in crate::ai) order: Order,
}

impl fmt::Debug for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sent").field("unit", &self.unit).field("to", &self.to).finish_non_exhaustive()
    }
}

/// A unit's place, its region, and what it asks for.
pub(in crate::ai) type Asked = (u32, u8, Request);

/// What code asks for; applied when no code is running.
#[derive(Debug, Default)]
pub(in crate::ai) struct Outbox {
    pub(in crate::ai) requests: Vec<Asked>,
    pub(in crate::ai) orders: Vec<Sent>,
    pub(in crate::ai) posts: Vec<(u32, Event)>,
}

/// Takes what code asked for, in the order of the units that asked. It sorts places with units, so that the sort is
/// compiled once for all that code can ask.
pub(in crate::ai) fn in_order<T>(asked: &mut Vec<T>, unit: fn(&T) -> u32) -> Vec<T> {
    let mut all = std::mem::take(asked);
    // This sort allocates.
    if !all.is_sorted_by_key(unit) {
        all.sort_by_cached_key(unit);
    }
    all
}
