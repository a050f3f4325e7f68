//! Errors, one type for each operation.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::event::PayloadType;
use super::id::{EventId, StateId};
use super::nearest::nearest;

/// How often the code of a unit can change its state in one tick, or in one call from outside.
pub(crate) const MAX_CHANGES: u16 = 64;

/// How much the code of a unit can ask of it in that time, such as events that change nothing.
pub(crate) const MAX_REQUESTS: u16 = 1024;

/// A mistake in a machine: where, what, and what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineProblem {
    /// The path of the state, as `combat/cast`; empty for the machine itself.
    pub state: String,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub help: String,
    /// The text in the machine's file, by which its line can be found.
    pub text: Option<String>,
}

impl fmt::Display for MachineProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.state.is_empty() {
            write!(f, "state `{}`: ", self.state)?;
        }
        write!(f, "{} ({})", self.what, self.help)
    }
}

/// Why a definition could not be built: all problems at once.
#[derive(Clone, PartialEq, Eq, Error)]
pub struct BuildError {
    /// The machine's name.
    pub machine: String,
    /// From one to a hundred problems.
    pub problems: Vec<MachineProblem>,
    /// The path and the text of the machine's file: [`Blueprint::file`](super::Blueprint::file).
    pub file: Option<Arc<(String, String)>>,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (place, what) = self.with_places();
        match (&self.file, place) {
            (Some(file), Some((line, column))) => write!(f, "{}:{line}:{column}: {what}", file.0),
            (Some(file), None) => write!(f, "{}: {what}", file.0),
            (None, _) => write!(f, "machine `{}`: {what}", self.machine),
        }
    }
}

/// As it is displayed, without the text of the file: `fn main() -> Result<..>` prints it.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why [`events!`](crate::events) or [`states!`](crate::states) found no ids: the machine does not have these names, or has
/// the events with payloads of other types.
#[derive(Clone, PartialEq, Eq, Error)]
pub struct MissingNames {
    /// The machine's name.
    pub machine: String,
    /// At least one name.
    pub missing: Vec<MissingName>,
}

/// A name of code that a machine does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingName {
    /// What it names: `event` or `state`.
    pub kind: &'static str,
    /// The name; with a type (`hit: Number`) if the machine has an event of this name with another payload.
    pub name: String,
    /// The most similar name that the machine has, if one is similar; in that case with its type.
    pub nearest: Option<String>,
}

impl MissingName {
    pub(super) fn new<'a>(kind: &'static str, name: &str, known: impl Iterator<Item = &'a str>) -> Self {
        Self { kind, name: name.to_owned(), nearest: nearest(name, known).map(str::to_owned) }
    }
}

impl fmt::Display for MissingNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = self.missing.iter().map(ToString::to_string).collect();
        let help = match names.len() {
            1 => "correct the name, or add it to the machine",
            _ => "correct the names, or add them to the machine",
        };
        write!(f, "machine `{}` has no {}: {help}", self.machine, names.join(", no "))
    }
}

/// As it is displayed: `fn main() -> Result<..>` prints it.
impl fmt::Debug for MissingNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for MissingName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`", self.kind, self.name)?;
        self.nearest.as_ref().map_or(Ok(()), |name| write!(f, " (did you mean `{name}`?)"))
    }
}

/// Why a unit did not change its state, or a message did not reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum UnitError {
    /// The unit is gone, or of another population.
    #[error("the unit does not exist")]
    NoSuchUnit,
    /// The unit was created, but not started.
    #[error("the unit is not started")]
    NotStarted,
    /// The state is not one of this definition.
    #[error("the machine has no such state")]
    NoSuchState,
    /// The machine has no event of this name.
    #[error("the machine has no such event")]
    NoSuchEvent,
    /// The machine [declares](super::Blueprint::payloads) another type of payload for the event.
    #[error("event `{event}` came with the payload {found}, and the machine takes {expected}")]
    WrongPayload {
        /// The event.
        event: EventId,
        /// The type that the machine declares.
        expected: PayloadType,
        /// The type that came.
        found: PayloadType,
    },
    /// The unit's queue is full; the message is dropped.
    #[error("the unit's message queue is full")]
    QueueFull,
    /// The root cannot be left.
    #[error("the unit is in no state that it could leave")]
    AtRoot,
    /// Only a pushdown machine has a stack.
    #[error("only a pushdown machine has a stack")]
    NoStack,
    /// Only a unit of a template can rest in a state with children.
    #[error("only a unit of a template can leave its state without a target")]
    NotATemplate,
    /// The bottom state of a stack cannot be popped.
    #[error("cannot pop the bottom state of the stack")]
    StackEmpty,
    /// The unit's stack is full.
    #[error("the unit's stack is full")]
    StackFull,
    /// The unit's code asks for changes or raises events in an endless loop: more than 64 changes of its state, or more
    /// than 1,024 things in all, in one tick or one call from outside. The unit stays in the state that it has reached,
    /// and what it has asked for meanwhile is dropped. The loop's last states, the newest last.
    #[error("{}", endless(*.0))]
    Endless([StateId; 3]),
}

fn endless(states: [StateId; 3]) -> String {
    let names = states.map(StateId::name);
    if names == [names[0]; 3] {
        let state = names[0];
        return format!(
            "hooks asked for more than {MAX_CHANGES} changes or {MAX_REQUESTS} things in one tick in `{state}`"
        );
    }
    let names = names.join("`, `");
    format!("hooks asked for more than {MAX_CHANGES} changes in one tick, the last ones to `{names}`")
}

/// Why a snapshot was not restored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RestoreError {
    /// The snapshot has another format.
    #[error("the snapshot has format {found}; this library reads format {expected}")]
    Version {
        /// The snapshot's format.
        found: u32,
        /// The library's format.
        expected: u32,
    },
    /// The snapshot is of another machine.
    #[error("the snapshot is of machine `{found}`, not of `{expected}`")]
    OtherMachine {
        /// The snapshot's machine.
        found: String,
        /// The definition's machine.
        expected: String,
    },
    /// Units are in a state that the definition does not have.
    #[error(
        "units are in state `{0}`, which the machine does not have; name a fallback, or rename the state"
    )]
    StateGone(String),
    /// The definition does not have the fallback.
    #[error("the fallback `{0}` is no state of the machine; correct the name")]
    NoFallback(String),
    /// The snapshot contradicts itself.
    #[error("the snapshot is damaged: {0}")]
    Damaged(&'static str),
}
