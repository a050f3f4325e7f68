//! State machines for the units of a game.
//!
//! A machine is written in one of four techniques, its [`Family`]: a transition table, a pushdown
//! automaton, a hierarchy with levelled triggers, or a node-shared template with messages.
//!
//! ```text
//! data file ──┐
//!             ├─► Blueprint ──check──► Structure ──build(Bindings)──► Definition ──► Population
//! builder ────┘     names               numbers         code            shared        units
//! ```
//!
//! * A [`Blueprint`] is plain data, from a file or from the builders.
//! * [`Bindings`] are the code for its names: guards, actions and handlers over the game's own data
//!   of a unit.
//! * A [`Definition`] is the compiled machine. It is immutable and shared by all units.
//! * A [`Population`] is the units of a definition; a [`Machine`] is a single unit. Both can be saved
//!   and restored ([`Snapshot`]) and drawn ([`Structure::mermaid`]).
//!
//! # What a tick does
//!
//! For each unit, in this order:
//!
//! 1. **One timeout** that is due: the earliest, on a tie that of the outer state. While its guard
//!    is false it waits.
//! 2. **One message** ([`Poll::All`]: all that wait), by the current state, then by its parents. A
//!    state's handler comes before its rows; of the rows the first whose guard holds is taken.
//! 3. **The trigger** that wins: the highest level; on a tie the outer state, then the order of
//!    declaration. A trigger to a state that the unit is already in, or out of a state within its
//!    minimum time, is skipped.
//! 4. **Updates**, parents first, if the unit has not changed. A fixed update that is due replaces
//!    the state's update.
//!
//! A change leaves states from the current one up to the lowest common ancestor, calls the action,
//! and enters states down to the target and on to its initial child or its history. Before the
//! first hook, the [`can_go`](State::can_go) guards of the states to leave are asked.
//!
//! Machines are never re-entered: the requests of hooks and actions are applied after the change in
//! progress. A unit whose hooks ask for more than 64 changes in one tick stays in the state that it
//! has reached ([`ChangeError::Endless`]).
//!
//! Units are ticked in blocks of 256, grouped by their states. 100,000 units of a template take a
//! third of the time of code written by hand (`cargo bench -p bench --bench machines`).
//!
//! The module uses nothing of the rest of the crate: no screens, no files, no clock.
//! [`flow::Machines`](crate::flow::Machines) ticks populations with their screens.

mod blueprint;
mod structure;

mod bindings;
mod context;
mod definition;

mod machine;
mod population;
mod snapshot;

mod diagram;
mod error;
mod id;

pub(crate) use bindings::BLOCK;
pub use bindings::Bindings;
pub use blueprint::{
    Blueprint, Choice, Family, FixedUpdate, Go, History, Next, Poll, Remainder, Row, State, Timeout, Trigger,
};
pub(crate) use context::Sent;
pub use context::{Context, Event, GuardContext, Reply};
pub use definition::Definition;
pub use error::{BuildError, ChangeError, MachineProblem, RestoreError, SendError};
pub use id::{EventId, PopulationId, StateId, UnitId};
pub use machine::Machine;
pub use population::{
    Candidate, CandidateCause, CandidateOutcome, Change, ChangeKind, Counters, DispatchOutcome, Population,
    Timer, TimerKind, WithWorld,
};
pub use snapshot::Snapshot;
pub use structure::Structure;
