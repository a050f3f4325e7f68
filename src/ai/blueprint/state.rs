//! A state of a blueprint.

use serde::{Deserialize, Serialize};

use super::{Next, Row, Timeout, Trigger};

/// Where a unit goes that comes to a state with children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum History {
    /// To the initial child.
    #[default]
    None,
    /// To the child that it left last, and inside of that to the initial one.
    Shallow,
    /// To the very state that it left last, however deep inside.
    Deep,
}

/// What a throttled update does with the time beyond its interval.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Remainder {
    /// Keeps it: n updates come in n intervals.
    #[default]
    Keep,
    /// Drops it, and does not count the time of the tick in which the call happens: an interval of
    /// 1 s at steps of 0.4 s comes every 1.6 s.
    Drop,
}

/// The throttled update: a call at intervals. In a tick in which it is due it replaces the state's
/// update.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FixedUpdate {
    /// The interval in milliseconds, from 1.
    pub every: u32,
    /// The action that is called.
    pub call: String,
    /// What becomes of the time beyond the interval.
    pub remainder: Remainder,
    /// Every unit has its own offset from 0 to the interval, so that units which enter the state
    /// together do not think in the same frame: the first call comes after a part of the
    /// interval. Without it all of them wait for a whole interval first.
    pub spread: bool,
}

/// One state, with the states inside of it.
///
/// Names of states are unique in the whole machine, so a name alone says which state is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct State {
    /// The name.
    pub name: String,
    /// The state that it is inside of, where it is not written inside of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// The child that a unit goes to when it comes to this state. A hierarchy or a pushdown
    /// machine needs one where there are children; in a template a unit may rest in a state with
    /// children.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial: Option<String>,
    /// Whether a unit that comes back finds the child that it left.
    pub history: History,
    /// Code goes to this state, so it does not matter that no transition leads there.
    pub from_code: bool,
    /// Called when the state is entered, parents first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enter: Option<String>,
    /// Called when the state is left, children first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit: Option<String>,
    /// Pushdown: called when another state covers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub covered: Option<String>,
    /// Pushdown: called when it is uncovered again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncovered: Option<String>,
    /// Called in each tick in which the unit does not change, parents first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update: Option<String>,
    /// The throttled update.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed_update: Option<FixedUpdate>,
    /// Code that sees each event before the rows and may answer with a change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub handler: Option<String>,
    /// A guard that is asked before this state is left or covered, with the state that is wanted.
    /// While it is false, nothing happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub can_go: Option<String>,
    /// Milliseconds for which no trigger takes the unit out of this state.
    pub min_time: u32,
    /// What events do, the first row that holds.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub on: Vec<Row>,
    /// Triggers that are polled while a unit is in the state, or in one inside of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<Trigger>,
    /// Timeouts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Timeout>,
    /// The states inside, in the order of declaration.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<State>,
}

impl State {
    /// A state without anything.
    #[must_use]
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Adds a state inside. The first one becomes the initial one where none is named.
    #[must_use]
    pub fn child(mut self, state: Self) -> Self {
        if self.initial.is_none() {
            self.initial = Some(state.name.clone());
        }
        self.states.push(state);
        self
    }

    /// Sets [`State::history`].
    #[must_use]
    pub const fn history(mut self, history: History) -> Self {
        self.history = history;
        self
    }

    /// Sets [`State::from_code`].
    #[must_use]
    pub const fn from_code(mut self) -> Self {
        self.from_code = true;
        self
    }

    /// Sets [`State::enter`].
    #[must_use]
    pub fn enter(mut self, action: &str) -> Self {
        self.enter = Some(action.to_owned());
        self
    }

    /// Sets [`State::exit`].
    #[must_use]
    pub fn exit(mut self, action: &str) -> Self {
        self.exit = Some(action.to_owned());
        self
    }

    /// Sets [`State::covered`].
    #[must_use]
    pub fn covered(mut self, action: &str) -> Self {
        self.covered = Some(action.to_owned());
        self
    }

    /// Sets [`State::uncovered`].
    #[must_use]
    pub fn uncovered(mut self, action: &str) -> Self {
        self.uncovered = Some(action.to_owned());
        self
    }

    /// Sets [`State::update`].
    #[must_use]
    pub fn update(mut self, action: &str) -> Self {
        self.update = Some(action.to_owned());
        self
    }

    /// Sets [`State::fixed_update`]: `action` each `every` milliseconds, spread over the frames.
    #[must_use]
    pub fn fixed_update(mut self, every: u32, action: &str) -> Self {
        let call = action.to_owned();
        self.fixed_update = Some(FixedUpdate { every, call, spread: true, ..FixedUpdate::default() });
        self
    }

    /// Sets [`State::handler`].
    #[must_use]
    pub fn handler(mut self, handler: &str) -> Self {
        self.handler = Some(handler.to_owned());
        self
    }

    /// Sets [`State::can_go`].
    #[must_use]
    pub fn can_go(mut self, guard: &str) -> Self {
        self.can_go = Some(guard.to_owned());
        self
    }

    /// Sets [`State::min_time`].
    #[must_use]
    pub const fn min_time(mut self, ms: u32) -> Self {
        self.min_time = ms;
        self
    }

    /// Adds a row.
    #[must_use]
    pub fn on(mut self, event: &str, then: impl Into<Next>) -> Self {
        self.on.push(Row { event: event.to_owned(), then: then.into(), ..Row::default() });
        self
    }

    /// Adds a row with a guard.
    #[must_use]
    pub fn on_if(mut self, event: &str, guard: &str, then: impl Into<Next>) -> Self {
        let guard = Some(guard.to_owned());
        self.on.push(Row { event: event.to_owned(), guard, then: then.into(), ..Row::default() });
        self
    }

    /// Adds a row, whatever it has.
    #[must_use]
    pub fn row(mut self, row: Row) -> Self {
        self.on.push(row);
        self
    }

    /// Adds a trigger.
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

    /// Adds a timeout.
    #[must_use]
    pub fn after(mut self, ms: u32, then: impl Into<Next>) -> Self {
        self.after.push(Timeout { ms, then: then.into(), ..Timeout::default() });
        self
    }
}
