//! State machines for the units of a game.
//!
//! A machine is written in one of four techniques, its [`Family`]: a transition table, a pushdown
//! automaton, a hierarchy with levelled triggers, or a node-shared template with messages. All of
//! them run on one core.
//!
//! ```text
//! data file ──┐
//!             ├─► Blueprint ──check──► Structure ──build(Bindings)──► Definition ──► Population
//! builder ────┘     names               numbers         code            shared        units
//! ```
//!
//! * A [`Blueprint`] is plain data; it is read from a file or written with the builders.
//! * [`Bindings`] give its names a meaning: guards, actions and handlers over the game's own data
//!   of a unit.
//! * A [`Definition`] is the compiled machine. It is immutable and shared by all units.
//! * A [`Population`] is all units of a definition; a [`Machine`] is one unit by itself. Both can
//!   be saved and restored ([`Snapshot`]) and drawn ([`Structure::mermaid`]).
//!
//! # What a tick does
//!
//! For each unit, in this order:
//!
//! 1. **One timeout** that is due: the earliest one first, on a tie that of the outer state. While
//!    its guard is false it waits.
//! 2. **One message** ([`Poll::All`]: all that wait): the current state first, then its parents.
//!    A state's handler is asked before its rows; of the rows the first whose guard holds is taken.
//! 3. **The trigger** that wins: the highest level; on a tie the outer state, then the order of
//!    declaration. A trigger to a state that the unit is already in, or out of a state before its
//!    minimum time is over, is skipped.
//! 4. **Updates**, parents first, if none of these changed the unit's state. A fixed update that is
//!    due replaces the state's update.
//!
//! A change leaves states from the current one up to the lowest common ancestor, calls the action,
//! and enters states down to the target and on to its initial child or its history. Before the
//! first hook, each state that would be left is asked whether the unit
//! [may go](State::can_go).
//!
//! Hooks, guards and actions never re-enter a machine: what they ask for happens after the running
//! change is complete. A unit whose hooks ask for more than 64 changes in one tick is stopped in
//! its last stable state ([`ChangeError::Endless`]).
//!
//! # What a tick costs
//!
//! Units are worked on in blocks of 256, grouped by their states.
//!
//! | 100,000 units | table | pushdown | hierarchy | template |
//! |---|---|---|---|---|
//! | ÷ code written by hand | 1.3 | 0.65 | 0.17 | 0.33 |
//!
//! These are medians of one run of `cargo bench --bench machines` on one core; a template's units
//! get an event in one tick of ten and run an update in the others.
//!
//! The module knows nothing of the rest of the crate: no screens, no files, no clock.
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
    Blueprint, Family, FixedUpdate, History, Next, Poll, Remainder, Row, State, Timeout, Trigger,
};
pub use context::{Context, Event, GuardContext, Reply};
pub use definition::Definition;
pub use error::{BuildError, ChangeError, MachineProblem, RestoreError, SendError};
pub use id::{EventId, StateId, UnitId};
pub use machine::Machine;
pub use population::{Change, ChangeKind, Counters, DispatchOutcome, Population, Timer, TimerKind, UnitMut};
pub use snapshot::Snapshot;
pub use structure::Structure;
