//! Unit-AI machines.

mod bindings;
mod blueprint;
mod context;
mod definition;
mod error;
mod id;
mod machine;
mod population;
mod structure;

pub use bindings::Bindings;
pub use blueprint::{After, Blueprint, Family, FixedUpdate, History, On, Poll, Remainder, State, Then, When};
pub use context::{Context, Event, GuardContext, Reply};
pub use definition::Definition;
pub use error::{BuildError, ChangeError, MachineProblem, RestoreError, SendError};
pub use id::{EventId, StateId, UnitId};
pub use machine::Machine;
pub use population::{Change, ChangeKind, Counters, MAX_CHAIN, Outcome, Population, UnitMut};
pub use structure::{MAX_EVENTS, MAX_MS, MAX_NAME, MAX_NESTING, MAX_STATES, Structure};
