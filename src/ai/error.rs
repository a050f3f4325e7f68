//! What can be wrong, one type for each operation.

use std::fmt;

use thiserror::Error;

/// One thing that is wrong with a machine: where, what, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MachineProblem {
    /// The state it is about, as a path such as `combat/cast`; empty for the machine itself.
    pub state: String,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub help: String,
    /// The text in the machine's file that is at fault, for whoever wants to find its line.
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

/// Why a definition could not be built: all that is wrong, at once.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct BuildError {
    /// The machine's name.
    pub machine: String,
    /// At least one problem, at most a hundred.
    pub problems: Vec<MachineProblem>,
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "machine `{}`", self.machine)?;
        for (index, problem) in self.problems.iter().enumerate() {
            write!(f, "{}{problem}", if index == 0 { ": " } else { "; " })?;
        }
        Ok(())
    }
}

/// Why an event or a message did not reach a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SendError {
    /// The unit is gone, or never was of this population.
    #[error("there is no such unit any more")]
    NoSuchUnit,
    /// As many messages wait for the unit as can. This one is dropped.
    #[error("too many messages wait already: the message is dropped")]
    QueueFull,
}

/// Why a unit did not change its state although it was asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChangeError {
    /// The unit is gone, or never was of this population.
    #[error("there is no such unit any more")]
    NoSuchUnit,
    /// The state is not one of this definition.
    #[error("the machine has no such state")]
    NoSuchState,
    /// Only a pushdown machine has a stack.
    #[error("only a pushdown machine has a stack")]
    NoStack,
    /// The last state of a stack cannot be left; it stays.
    #[error("the lowest state of a stack is not left")]
    StackEmpty,
    /// The stack holds as many states as the machine allows.
    #[error("the unit's stack is full")]
    StackFull,
    /// Hooks asked for one change after the other without an end. The unit stays in the state
    /// that it had reached.
    #[error("hooks asked for more than {max} changes in one tick", max = super::context::MAX_REQUESTS)]
    Endless,
}

/// Why a snapshot was not restored. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RestoreError {
    /// It was written by another version of this library.
    #[error("the snapshot has format {found}, this library reads {expected}")]
    Version {
        /// The snapshot's.
        found: u32,
        /// The library's.
        expected: u32,
    },
    /// It is one of another machine.
    #[error("the snapshot is of the machine `{found}`, not of `{expected}`")]
    OtherMachine {
        /// The snapshot's.
        found: String,
        /// The definition's.
        expected: String,
    },
    /// Units are, or were, in states that the definition does not have any more.
    #[error("the machine has no state {names} any more, in which units of the snapshot are", names = .0.join(", "))]
    StateGone(Vec<String>),
    /// Messages wait that the definition does not know any more.
    #[error("the machine has no event {names} any more, for which units of the snapshot wait", names = .0.join(", "))]
    EventGone(Vec<String>),
    /// The numbers of the snapshot do not fit together.
    #[error("the snapshot is damaged: {0}")]
    Damaged(&'static str),
}
