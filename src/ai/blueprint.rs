//! A machine as plain data: what a data file contains and what the builders write.
//!
//! Everything is named by text here: states, events, and the guards and actions, which
//! [`Bindings`](super::Bindings) give a meaning. [`Blueprint::check`] finds what is wrong with it
//! by itself, [`Blueprint::build`] what is missing in the bindings as well.

mod state;

use serde::{Deserialize, Serialize};

pub use state::{FixedUpdate, History, Remainder, State};

/// How a machine thinks. The families are four ways to write a definition; all of them run on
/// the same runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Family {
    /// Rows of (state, event, next state). See [`table`](super::table).
    Table,
    /// A stack of states: enter, switch, exit. See [`pushdown`](super::pushdown).
    Pushdown,
    /// States and sub-machines with triggers that are polled. See [`hierarchy`](super::hierarchy).
    Hierarchy,
    /// A tree of nodes that all units of a kind share, moved by messages. See
    /// [`template`](super::template).
    Template,
}

/// What becomes of the unit when an event, a trigger or a timeout is heeded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Then {
    /// The unit stays where it is, and no hook is called; the action, if there is one, is.
    #[default]
    Stay,
    /// It goes to this state. To the state it is in means out of it and in again; to a state
    /// that the current one is inside of means to begin there anew, without leaving it.
    To(String),
    /// Pushdown: it covers the present state with this one.
    Enter(String),
    /// Pushdown: it goes to this state in the place of the present one, above the same others.
    Switch(String),
    /// Pushdown: it leaves the present state and comes back to the one below.
    Exit,
    /// It leaves the present state and rests in its parent, without going to a child of it.
    Leave,
}

impl Then {
    /// The state that is named.
    #[must_use]
    pub fn target(&self) -> Option<&str> {
        match self {
            Self::To(state) | Self::Enter(state) | Self::Switch(state) => Some(state),
            Self::Stay | Self::Exit | Self::Leave => None,
        }
    }

    /// [`Then::Enter`].
    #[must_use]
    pub fn enter(state: &str) -> Self {
        Self::Enter(state.to_owned())
    }

    /// [`Then::Switch`].
    #[must_use]
    pub fn switch(state: &str) -> Self {
        Self::Switch(state.to_owned())
    }
}

impl From<&str> for Then {
    fn from(state: &str) -> Self {
        Self::To(state.to_owned())
    }
}

/// A row: what an event does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct On {
    /// The event.
    pub event: String,
    /// The row holds only while this guard is true; `!name` means while it is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
    /// Called after the exit hooks and before the enter hooks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// What becomes of the unit.
    pub then: Then,
}

/// A trigger: a condition that is asked in every tick.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct When {
    /// The guard that is polled; `!name` means while it is false.
    pub trigger: String,
    /// The highest level wins; on a tie the outer state, then the one that is declared first.
    pub level: i32,
    /// Called after the exit hooks and before the enter hooks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// What becomes of the unit. A trigger whose target the unit is in already is passed over.
    pub then: Then,
}

/// A timeout: the longest that a unit stays in the state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct After {
    /// Milliseconds from entering the state; it happens in the first tick at or after it.
    pub ms: u32,
    /// While this guard is false the timeout waits; `!name` means while it is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<String>,
    /// Called after the exit hooks and before the enter hooks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// What becomes of the unit.
    pub then: Then,
}

/// How many of a unit's waiting messages a tick handles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Poll {
    /// One, as the seed has it.
    #[default]
    One,
    /// All that were waiting when the tick began.
    All,
}

/// A whole machine.
///
/// ```
/// use proscenium::ai::{Blueprint, Family, State};
///
/// let door = Blueprint::new("door", Family::Table, "closed")
///     .state(State::new("closed").on("push", "open"))
///     .state(State::new("open").on("pull", "closed"));
/// assert!(door.check().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename = "Machine", deny_unknown_fields)]
pub struct Blueprint {
    /// The machine's name in traces and messages.
    pub name: String,
    /// How it is meant; decides which of the fields make sense.
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
    /// How many messages can wait for a unit, 1 to 255; those beyond are dropped and counted.
    #[serde(default = "default_queue")]
    pub queue: u8,
    /// How many messages a tick handles.
    #[serde(default)]
    pub poll: Poll,
    /// Events that only handlers know; those of rows need not be listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<String>,
    /// What an event does in any state that does not heed it itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<On>,
    /// Triggers of any state.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<When>,
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
    /// A machine without states.
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

    /// Declares an event that only handlers know.
    #[must_use]
    pub fn event(mut self, name: &str) -> Self {
        self.events.push(name.to_owned());
        self
    }

    /// Adds a row for any state.
    #[must_use]
    pub fn on(mut self, event: &str, then: impl Into<Then>) -> Self {
        self.on.push(On { event: event.to_owned(), then: then.into(), ..On::default() });
        self
    }

    /// Adds a trigger for any state.
    #[must_use]
    pub fn when(mut self, level: i32, trigger: &str, then: impl Into<Then>) -> Self {
        self.when.push(When { trigger: trigger.to_owned(), level, then: then.into(), ..When::default() });
        self
    }
}
