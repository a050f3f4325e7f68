//! Unit-AI machines: four families of state machines that run on one core.
//!
//! # Choosing a machine
//!
//! | | [`table`] | [`pushdown`] | [`hierarchy`] | [`template`] |
//! |---|---|---|---|---|
//! | a state is | a mood, a mode | a job that is put aside and taken up again | a situation, seen from the world | a node of a behaviour |
//! | it changes by | inputs | events | conditions that are polled | messages that wait |
//! | nested states | no | inside an entry | yes | yes |
//! | it remembers | nothing | what it did before | history, where asked for | history, where asked for |
//! | good for | moods, doors, weather, traffic lights | soldiers with orders, workers, menus of a unit | heroes, vehicles, anything driven by physics | crowds of one kind |
//! | not for | what must come back to where it was | conditions that change every frame | thousands of rare events | a single hero with ten conditions |
//! | bytes a unit | 1 | 1 + 2 for each entry of the stack + 1 | 1 | 1 |
//! | with timeouts | + 4 | + 4, and 4 for each entry and deadline | + 4, + 4 each if several run at once | + 4 |
//! | a tick of a unit costs | a look into a table for an input | a look into a table for an event | each trigger once, for all units of a block at a time | nothing but its update, if no message waits |
//!
//! | 100,000 units, ÷ the seed's own code | 0.01 | 0.09 | 0.11 | 0.05 |
//! | ÷ code written by hand | 1.3 | 0.65 | 0.17 | 0.33 |
//!
//! The last two rows are medians of one run of `cargo bench -p bench --bench machines` on one core; a
//! template's units get an event in each tenth tick and run an update in the others.
//!
//! They mix: a template may have triggers, a hierarchy may have rows, and an entry of a stack may
//! have states inside. The family decides about the stack and about nesting, and how a reader
//! understands the machine. `tools/bench/benches/machines.rs` measures each of them against a port of its
//! seed and against code written by hand.
//!
//! # From a diagram to units
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
//!    A state's handler is asked before its rows; of the rows the first whose guard holds.
//! 3. **The trigger** that wins: the highest level; on a tie the outer state, then the order of
//!    declaration. A trigger that leads where the unit is already, or out of a state before its
//!    shortest stay is over, is passed over.
//! 4. **Updates**, parents first, if nothing of this changed the unit's state. A fixed update that
//!    is due takes the place of the state's update.
//!
//! A change leaves states from the current one up to the lowest common ancestor, calls the
//! action, and enters states down to the target and on to its initial child or its history.
//! Before the first hook, every state that would be left is asked whether the unit
//! [may go](State::can_go).
//!
//! Hooks, guards and actions never re-enter a machine: what they ask for happens after the running
//! change is complete. Whoever asks without an end is stopped after [`MAX_CHAIN`] changes.
//!
//! The module knows nothing of the rest of the crate: no screens, no files, no clock. In a game
//! `flow::Machines` ticks populations with their screens, and the resource kind *machine* reads
//! data files.

pub mod hierarchy;
pub mod pushdown;
pub mod table;
pub mod template;

mod blueprint;
mod structure;

mod bindings;
mod context;
mod definition;

mod machine;
mod population;
pub mod snapshot;

mod diagram;
mod error;
mod id;

pub use bindings::{BLOCK, Bindings};
pub use blueprint::{After, Blueprint, Family, FixedUpdate, History, On, Poll, Remainder, State, Then, When};
pub use context::{Context, Event, GuardContext, Reply};
pub use definition::Definition;
pub use error::{BuildError, ChangeError, MachineProblem, RestoreError, SendError};
pub use id::{EventId, StateId, UnitId};
pub use machine::Machine;
pub use population::{
    Change, ChangeKind, Counters, MAX_CHAIN, Outcome, Population, Timer, TimerKind, UnitMut, Watched,
    WatchedChange,
};
pub use snapshot::{SNAPSHOT_VERSION, Snapshot};
pub use structure::{MAX_EVENTS, MAX_MS, MAX_NAME, MAX_NESTING, MAX_STATES, Structure};
