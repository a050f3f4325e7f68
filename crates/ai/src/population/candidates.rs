//! What was asked for the watched unit, and the answers.

use crate::id::{EventId, StateId};

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
    /// The guard that said no if it was not taken, that of the row otherwise; with a `!` if it is
    /// negated.
    pub guard: Option<String>,
    /// What became of it.
    pub outcome: CandidateOutcome,
}
