//! A machine as plain data: what a data file contains and what the builders write.

mod family;
mod state;

use serde::{Deserialize, Serialize};

pub use family::Family;
pub use state::{FixedUpdate, History, Remainder, State};

/// Where a row, a trigger or a timeout leads.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Next {
    /// The unit stays where it is, and no hook is called; the action, if there is one, is.
    #[default]
    Stay,
    /// It goes to this state. The current state as the target is left and entered again; a target
    /// around the current state is not left, and the unit goes down to its initial child.
    To(String),
    /// Pushdown: this state is pushed on top of the current one.
    Enter(String),
    /// Pushdown: this state replaces the top of the stack.
    Switch(String),
    /// Pushdown: the top of the stack is popped; the state below is current again.
    Exit,
    /// Template: it leaves the current state and rests in its parent, without going to a child.
    Leave,
}

impl Next {
    /// The state that is named.
    #[must_use]
    pub fn target(&self) -> Option<&str> {
        match self {
            Self::To(state) | Self::Enter(state) | Self::Switch(state) => Some(state),
            Self::Stay | Self::Exit | Self::Leave => None,
        }
    }

    /// [`Next::Enter`].
    #[must_use]
    pub fn enter(state: &str) -> Self {
        Self::Enter(state.to_owned())
    }

    /// [`Next::Switch`].
    #[must_use]
    pub fn switch(state: &str) -> Self {
        Self::Switch(state.to_owned())
    }
}

impl From<&str> for Next {
    fn from(state: &str) -> Self {
        Self::To(state.to_owned())
    }
}

/// A row: what an event does. In a data file it is written `On(..)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "On", default, deny_unknown_fields)]
pub struct Row {
    /// The event.
    pub event: String,
    /// The row holds only while this guard is true; `!name` means while it is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
    /// Called after the exit hooks and before the enter hooks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Where it leads.
    pub then: Next,
}

/// A trigger: a condition that is polled in every tick. In a data file it is written `When(..)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "When", default, deny_unknown_fields)]
pub struct Trigger {
    /// The guard that is polled; `!name` means while it is false.
    pub trigger: String,
    /// The highest level wins; on a tie the outer state, then the one that is declared first.
    pub level: i32,
    /// Called after the exit hooks and before the enter hooks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Where it leads. A trigger to a state that the unit is already in is skipped.
    pub then: Next,
}

/// A timeout: the longest time that a unit stays in the state. In a data file it is written `After(..)`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "After", default, deny_unknown_fields)]
pub struct Timeout {
    /// Milliseconds from entering the state; it happens in the first tick at or after it.
    pub ms: u32,
    /// While this guard is false the timeout waits; `!name` means while it is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
    /// Called after the exit hooks and before the enter hooks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Where it leads.
    pub then: Next,
}

/// How many of a unit's waiting messages a tick handles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Poll {
    /// One.
    #[default]
    One,
    /// All that were waiting when the tick began.
    All,
}

/// A whole machine.
///
/// ```
/// use proscenium::ai::{Blueprint, State};
///
/// let door = Blueprint::table("door", "closed")
///     .state(State::new("closed").on("push", "open"))
///     .state(State::new("open").on("pull", "closed"));
/// assert!(door.check().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Machine", deny_unknown_fields)]
pub struct Blueprint {
    /// The machine's name in traces and messages.
    pub name: String,
    /// The family. It decides which of the other fields may be used.
    pub family: Family,
    /// The state in which a unit begins: a top-level state, or one inside.
    pub initial: String,
    /// Rhai functions for the guards and actions: the path of a script, from the folder of the
    /// machine's file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub script: Option<String>,
    /// Pushdown: how many states can be on a unit's stack, 2 to 64.
    #[serde(default = "default_depth")]
    pub max_depth: u8,
    /// How many messages can wait for a unit, 1 to 255; the newest beyond are dropped and counted.
    #[serde(default = "default_queue")]
    pub queue: u8,
    /// How many messages a tick handles.
    #[serde(default)]
    pub poll: Poll,
    /// Events that only handlers know; those of rows need not be listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// Rows of any state, tried after the states' own rows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<Row>,
    /// Triggers of any state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Trigger>,
    /// The states, in the order of declaration.
    pub states: Vec<State>,
}

const fn default_depth() -> u8 {
    8
}

const fn default_queue() -> u8 {
    8
}

impl Blueprint {
    /// A machine of any family, without states yet. [`Blueprint::table`], [`Blueprint::pushdown`],
    /// [`Blueprint::hierarchy`] and [`Blueprint::template`] say the family in their name.
    #[must_use]
    pub fn new(name: &str, family: Family, initial: &str) -> Self {
        Self {
            name: name.to_owned(),
            family,
            initial: initial.to_owned(),
            script: None,
            max_depth: default_depth(),
            queue: default_queue(),
            poll: Poll::One,
            events: Vec::new(),
            on: Vec::new(),
            when: Vec::new(),
            states: Vec::new(),
        }
    }

    /// Adds a top-level state.
    #[must_use]
    pub fn state(mut self, state: State) -> Self {
        self.states.push(state);
        self
    }

    /// Sets how many states can be on a unit's stack, 2 to 64.
    #[must_use]
    pub const fn max_depth(mut self, depth: u8) -> Self {
        self.max_depth = depth;
        self
    }

    /// Declares an event that only handlers know.
    #[must_use]
    pub fn event(mut self, name: &str) -> Self {
        self.events.push(name.to_owned());
        self
    }

    /// Adds a row for any state.
    #[must_use]
    pub fn on(mut self, event: &str, then: impl Into<Next>) -> Self {
        self.on.push(Row { event: event.to_owned(), then: then.into(), ..Row::default() });
        self
    }

    /// Adds a trigger for any state.
    #[must_use]
    pub fn when(mut self, level: i32, trigger: &str, then: impl Into<Next>) -> Self {
        self.when.push(Trigger {
            trigger: trigger.to_owned(),
            level,
            then: then.into(),
            ..Trigger::default()
        });
        self
    }
}
