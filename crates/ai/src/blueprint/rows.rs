//! Rows, triggers and timeouts: what leads from a state to another.

use serde::{Deserialize, Serialize};

/// Where a row, a trigger or a timeout leads.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Next {
    /// The unit stays in its state; the action is called, hooks are not.
    #[default]
    Stay,
    /// The unit goes to this state. The current state as the target is left and entered again; a
    /// target around the current state is not left, and the unit goes down to its initial child.
    To(String),
    /// Pushdown: this state is pushed on top of the current one.
    Enter(String),
    /// Pushdown: this state replaces the top of the stack. If both are inside of one state, that state is not left:
    /// so a unit goes from one state to another inside of an entry of the stack.
    Switch(String),
    /// Pushdown: the top of the stack is popped; the state below is current again.
    Exit,
    /// Template: the unit leaves the current state and rests in its parent.
    Leave,
    /// As `To`, with more to say.
    Go(Go),
}

/// Which child a unit goes to when it comes to a state with children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum History {
    /// The initial child.
    #[default]
    None,
    /// The child that the unit was in when it left the state, and inside of that the initial one. A child that it left
    /// before with [`Next::Leave`] is not remembered.
    Shallow,
    /// The innermost state that the unit left last.
    Deep,
}

/// A transition with more to say than its target:
/// `Go(to: "combat", history: Deep, or: "cast", external: true)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Go {
    /// The target.
    pub to: String,
    /// Which child the unit finds in the target, in the place of [`State::history`](super::State). A
    /// target that is not left has no history.
    pub history: Option<History>,
    /// The state inside of the target, if there is no history, in the place of the initial one; also if the target is
    /// around the current state and so is not left.
    pub or: Option<String>,
    /// Whether the state that has the row, and the target, are left and entered again even if the
    /// unit stays inside of them (an *external* transition of SCXML).
    pub external: bool,
}

impl Next {
    /// The state that it names.
    pub fn target(&self) -> Option<&str> {
        match self {
            Self::To(state) | Self::Enter(state) | Self::Switch(state) => Some(state),
            Self::Go(go) => Some(&go.to),
            Self::Stay | Self::Exit | Self::Leave => None,
        }
    }

    /// [`Next::Enter`].
    pub fn enter(state: &str) -> Self {
        Self::Enter(state.to_owned())
    }

    /// [`Next::Switch`].
    pub fn switch(state: &str) -> Self {
        Self::Switch(state.to_owned())
    }
}

impl From<&str> for Next {
    fn from(state: &str) -> Self {
        Self::To(state.to_owned())
    }
}

/// A row: what an event does; `On(..)` in a data file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "On", default, deny_unknown_fields)]
pub struct Row {
    /// The event.
    pub event: String,
    /// The row is taken only while this guard is true; `!name`: while it is false.
    pub guard: Option<String>,
    /// Called after the exit hooks and before the enter hooks.
    pub action: Option<String>,
    /// Where it leads.
    pub then: Next,
}

/// A trigger: a condition that is polled in every tick; `When(..)` in a data file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "When", default, deny_unknown_fields)]
pub struct Trigger {
    /// The guard that is polled; `!name`: while it is false.
    pub trigger: String,
    /// The highest level wins; on a tie the outer state, then the one that is declared first.
    pub level: i32,
    /// Called after the exit hooks and before the enter hooks.
    pub action: Option<String>,
    /// Where it leads. A trigger to a state that the unit is already in is skipped.
    pub then: Next,
}

/// A timeout: the longest time that a unit stays in the state; `After(..)` in a data file.
///
/// It fires once per visit of the state, also if the unit stays in the state ([`Next::Stay`]), or covers it
/// ([`Next::Enter`]) and comes back. What repeats is a
/// [`FixedUpdate`](super::FixedUpdate).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "After", default, deny_unknown_fields)]
pub struct Timeout {
    /// Milliseconds in the state until it is due; at most eight hours.
    ///
    /// Times are whole numbers of 1/60,000 s. A tick of 1/60 s is 1,000 of them and a millisecond is 60,
    /// so nothing is rounded; of other ticks the rest is carried to the next one. A timeout fires in the
    /// first tick in which its time has passed: never early, and after the same number of equal ticks
    /// whenever it starts; while a rest is carried it starts with the next whole number. With ticks of
    /// 1/60 s, 16 ms are one tick, 17 ms two and 50 ms three.
    pub ms: u32,
    /// While this guard is false the timeout waits; `!name`: while it is true.
    pub guard: Option<String>,
    /// Called after the exit hooks and before the enter hooks.
    pub action: Option<String>,
    /// Where it leads.
    pub then: Next,
}

/// What takes a unit along an [`Edge`].
#[derive(Clone, Copy)]
pub(crate) enum Cause<'a> {
    Event(&'a str),
    /// With its level.
    Trigger(i32),
    /// With its milliseconds.
    Timeout(u32),
}

/// A row, a trigger or a timeout.
#[derive(Clone, Copy)]
pub(crate) struct Edge<'a> {
    pub(crate) cause: Cause<'a>,
    /// For a trigger the guard that is polled.
    pub(crate) guard: Option<&'a str>,
    pub(crate) action: Option<&'a str>,
    pub(crate) then: &'a Next,
}
