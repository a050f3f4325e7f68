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
//! * [`Bindings`] are the code for its names: guards, actions and handlers over the game's
//!   own data `D` of a unit and the world `W` that units share. [`events!`] and [`states!`] make the names that this code
//!   says values, so that a misspelt one is an error of the start, and a [`Payload`] of another type one of the compiler.
//! * A [`Definition`] is the compiled machine. It is immutable and shared by all units.
//! * A [`Population`] is the units of a definition; a [`Machine`] is a single unit. Both can be saved
//!   and restored ([`Snapshot`]), also with a changed definition, and drawn ([`Structure::mermaid`]).
//!
//! What a state does is in that state: its hooks and updates read and change the world, send messages
//! to units of this and of other populations, raise events, and add and remove units ([`Context`]).
//! The rest of the game does not ask for a unit's state, except to draw it.
//!
//! ```
//! use proscenium_ai::{Bindings, Blueprint, Population, State};
//! use std::time::Duration;
//!
//! /// What all lumberjacks share.
//! struct Forest { trees: u32, wood: u32 }
//!
//! let lumberjack = Blueprint::template("lumberjack", "cut")
//!     .state(State::new("cut").update("cut").on("tree_gone", "rest"))
//!     .state(State::new("rest"));
//! let bindings = Bindings::new().action("cut", |strength: &mut u32, forest: &mut Forest, cx| {
//!     forest.wood += *strength;
//!     if forest.wood >= 5 * forest.trees {
//!         cx.raise("tree_gone");
//!     }
//! });
//! let definition = lumberjack.build(&bindings)?;
//! let mut forest = Forest { trees: 1, wood: 0 };
//! let mut lumberjacks = Population::new(&definition);
//! let first = lumberjacks.spawn(&mut forest, 2);
//! for _ in 0..3 {
//!     lumberjacks.tick(&mut forest, Duration::from_millis(16));
//! }
//! assert_eq!((forest.wood, lumberjacks.state(first).map(|state| state.name())), (6, Some("rest")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What a tick does
//!
//! For each unit, in this order; each step goes through the [regions](State::parallel) in order:
//!
//! 1. **One timeout** that is due: the earliest, on a tie the outer state's. While its guard
//!    is false it waits.
//! 2. **One message** ([`Blueprint::all_messages`]: all that wait), by the current state, then by its parents. A
//!    state's handler comes before its rows; of the rows the first whose guard holds is taken.
//! 3. **The trigger** that wins: the highest level; on a tie the outer state, then the order of
//!    declaration. A trigger to a state that the unit is already in, or out of a state within its
//!    minimum time, is skipped.
//! 4. **Updates**, parents first, if the unit has not changed. A fixed update that is due replaces
//!    the state's update.
//!
//! A change leaves states from the current one up to the lowest common ancestor, calls the action,
//! and enters states down to the target and on to its initial child or its history.
//! Before the first hook, the [`can_go`](State::can_go) guards of the states to leave are asked, and
//! all of these states are known. While hooks are called, states that were left are not active any more, and
//! those that are still to be entered are not active yet ([`GuardContext::is_in`]).
//!
//! Machines are never re-entered: the requests and raised events of hooks and actions are handled
//! after the change in progress. What a unit's code asks for can change it 64 times in one tick, over all of these
//! steps together, and 64 times in one call from outside, such as [`Population::dispatch`]. Only what changes the unit
//! counts, and not the timeout, message or trigger itself; but code can ask for no more than 1,024 things in all, such as
//! events that change nothing. Past that the unit stays in the state that it has reached, and the rest of what it has
//! asked for is dropped ([`UnitError::Endless`]). Messages, spawns and despawns are applied after the
//! tick.
//!
//! With a world, units are ticked one after the other in the order of their places. Without one, and if they are
//! [independent](Bindings::independent), they are ticked in blocks of 256, grouped by their states and events, with
//! the same result for each of them (`cargo bench -p bench --bench machines` compares both with code written by hand).
//!
//! Times are counted in 1/60,000 s: a tick of 1/60 s and a millisecond are whole numbers of it, and
//! the rest of another tick is carried to the next one. So a timeout never fires early, and with ticks
//! of 1/60 s it takes the same number of them whenever it starts.
//!
//! The crate knows no files, no clock and no engine: a game reads a machine's file itself, and passes the time of each
//! tick. Several populations exchange messages through their host: [`Population::take_sent`].
//!
//! The library `proscenium` has this crate as `proscenium::ai`. Its screens are hosts, and machine files are assets.

mod blueprint;
mod structure;

mod bindings;
mod context;
mod definition;
mod event;
mod handle;

mod machine;
mod population;
mod snapshot;

mod diagram;
mod error;
mod file;
mod id;
mod names;
mod nearest;

pub use bindings::Bindings;
pub use blueprint::{Blueprint, Family, FixedUpdate, Go, History, Next, Row, State, Timeout, Trigger};
pub use context::{Context, GuardContext, Reply, Sent};
pub use definition::{Definition, TimerKind};
pub use error::{BuildError, MachineProblem, MissingName, MissingNames, RestoreError, UnitError};
pub use event::{Event, EventOf, Payload, PayloadType};
pub use handle::PopulationHandle;
pub use id::{EventId, PopulationId, StateId, UnitId};
pub use machine::Machine;
pub use population::{
    Candidate, CandidateCause, CandidateOutcome, Change, ChangeKind, Counters, DispatchOutcome, Population,
    Timer,
};
pub use snapshot::Snapshot;
pub use structure::Structure;

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
