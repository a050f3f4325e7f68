//! Errors, one type for each operation.

use std::fmt;
use std::sync::Arc;

use thiserror::Error;

use super::id::StateId;

/// How many requests the code of one unit can make in one tick, one leading to the next.
pub(in crate::ai) const MAX_REQUESTS: usize = 64;

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
#[derive(Clone, Debug, PartialEq, Eq, Error)]
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
    /// Hooks ask for changes in an endless loop. The unit stays in the state that it has reached. The
    /// loop's last states, the newest last.
    #[error("hooks asked for more than {max} changes in one tick, the last ones to `{}`", .0.map(StateId::name).join("`, `"), max = MAX_REQUESTS)]
    Endless([StateId; 3]),
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
