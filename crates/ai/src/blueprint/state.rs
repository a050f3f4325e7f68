//! A state of a blueprint.

use serde::{Deserialize, Serialize};

use super::rows::{Cause, Edge, History, Next, Row, Timeout, Trigger};

/// The throttled update: a call at intervals. When it is due it replaces the state's update.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FixedUpdate {
    /// The interval in milliseconds, from 1.
    pub every: u32,
    /// The action that is called.
    pub call: String,
    /// Whether the time beyond the interval is dropped, with the time of the tick in which the call happens:
    /// with ticks of 0.4 s an interval of 1 s becomes 1.6 s. If it is kept, n updates come in n intervals,
    /// also when single ticks are longer than the interval: there is one update in a tick, and those that
    /// are due wait for the next ticks.
    pub drop_remainder: bool,
    /// Whether the first call of each unit comes after its own part of the interval, so that units
    /// which enter the state together do not think in the same tick.
    pub spread: bool,
}

/// A state, with the states inside of it. Its name is unique in the whole machine.
#[must_use]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct State {
    /// The name.
    pub name: String,
    /// The child that a unit goes to when it comes to this state. Optional only in a template,
    /// where a unit may rest in a state with children.
    pub initial: Option<String>,
    /// Which child a unit goes to when it comes back.
    pub history: History,
    /// Whether all children are active together: each is a *region* with a current state of its own.
    /// A machine has at most 16.
    ///
    /// * States are entered in the order of declaration, parents first, and left in the reverse order.
    /// * An event goes to each region in the order of declaration. If no region inside a parallel state
    ///   handles it, that state and the states around it get it. A region that the event has already
    ///   changed does not get it. An error ends the event.
    /// * A target inside of another active region moves that region only, where SCXML leaves the
    ///   parallel state. Any other target outside of the own region leaves all regions; so does
    ///   [`external`](super::Go::external) with a target in another region.
    /// * In each tick there is one timeout and one trigger for each region, in the order of declaration,
    ///   but not for a region that another region's timeout or trigger has changed.
    ///   The first region of a parallel state also has the timeouts, triggers and updates of the states around it.
    ///   A region that has changed in the tick is not updated.
    /// * What the code of timeouts, triggers and updates asks for comes after all regions.
    /// * Requests of code are for the region of its state: to leave the current state, for example.
    pub parallel: bool,
    /// Whether the state around this one is *done* when a unit comes here: the unit raises
    /// `done.NAME` with the name of that state, if the machine has such a row. A parallel state is done
    /// when all regions are, also if a region is itself parallel (SCXML stops at the first one). The
    /// event is raised after the enter hook, in one queue with what hooks raise.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Whether code goes to this state, so that no transition has to lead there.
    pub from_code: bool,
    /// Called when the state is entered, parents first.
    pub enter: Option<String>,
    /// Called when the state is left, children first.
    pub exit: Option<String>,
    /// Pushdown: called when another state covers it.
    pub covered: Option<String>,
    /// Pushdown: called when it is uncovered again.
    pub uncovered: Option<String>,
    /// Called in each tick in which the unit does not change, parents first.
    pub update: Option<String>,
    /// The throttled update.
    pub fixed_update: Option<FixedUpdate>,
    /// Code that is asked before the rows about each event.
    pub handler: Option<String>,
    /// A guard that is asked before this state is left or covered, with the target. While it is
    /// false the unit stays, and no other row is tried for the event.
    pub can_go: Option<String>,
    /// Milliseconds for which no trigger takes the unit out of this state.
    pub min_time: u32,
    /// What events do. The first row whose guard holds is taken.
    pub on: Vec<Row>,
    /// Triggers that are polled while a unit is in the state, or in one inside of it.
    pub when: Vec<Trigger>,
    /// Timeouts.
    pub after: Vec<Timeout>,
    /// The states inside, in the order of declaration.
    pub states: Vec<State>,
}

impl State {
    /// A state with a name and nothing else.
    pub fn new(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    /// Sets [`State::enter`].
    pub fn enter(mut self, action: &str) -> Self {
        self.enter = Some(action.to_owned());
        self
    }

    /// Sets [`State::exit`].
    pub fn exit(mut self, action: &str) -> Self {
        self.exit = Some(action.to_owned());
        self
    }

    /// Sets [`State::covered`].
    pub fn covered(mut self, action: &str) -> Self {
        self.covered = Some(action.to_owned());
        self
    }

    /// Sets [`State::uncovered`].
    pub fn uncovered(mut self, action: &str) -> Self {
        self.uncovered = Some(action.to_owned());
        self
    }

    /// Sets [`State::update`].
    pub fn update(mut self, action: &str) -> Self {
        self.update = Some(action.to_owned());
        self
    }

    /// Sets [`State::handler`].
    pub fn handler(mut self, handler: &str) -> Self {
        self.handler = Some(handler.to_owned());
        self
    }

    /// Sets [`State::can_go`].
    pub fn can_go(mut self, guard: &str) -> Self {
        self.can_go = Some(guard.to_owned());
        self
    }

    /// Adds a state inside. The first one is the initial state, unless another is named, or the state
    /// is parallel.
    pub fn child(mut self, state: Self) -> Self {
        if !self.parallel {
            self.initial.get_or_insert_with(|| state.name.clone());
        }
        self.states.push(state);
        self
    }

    /// Sets [`State::history`].
    pub const fn history(mut self, history: History) -> Self {
        self.history = history;
        self
    }

    /// Makes the children regions, which are active together.
    pub fn parallel(mut self) -> Self {
        self.parallel = true;
        self.initial = None;
        self
    }

    /// Makes it a final state.
    pub const fn is_final(mut self) -> Self {
        self.is_final = true;
        self
    }

    /// Sets [`State::from_code`].
    pub const fn from_code(mut self) -> Self {
        self.from_code = true;
        self
    }

    /// Sets [`State::fixed_update`]: `action` each `every` milliseconds.
    pub fn fixed_update(mut self, every: u32, action: &str) -> Self {
        let call = action.to_owned();
        self.fixed_update = Some(FixedUpdate { every, call, ..FixedUpdate::default() });
        self
    }

    /// Sets [`State::min_time`].
    pub const fn min_time(mut self, ms: u32) -> Self {
        self.min_time = ms;
        self
    }

    /// Adds a row.
    pub fn on(self, event: &str, then: impl Into<Next>) -> Self {
        self.row(Row { event: event.to_owned(), then: then.into(), ..Row::default() })
    }

    /// Adds a row with a guard.
    pub fn on_if(self, event: &str, guard: &str, then: impl Into<Next>) -> Self {
        let (event, guard) = (event.to_owned(), Some(guard.to_owned()));
        self.row(Row { event, guard, then: then.into(), ..Row::default() })
    }

    /// Adds a row with all of its fields.
    pub fn row(mut self, row: Row) -> Self {
        self.on.push(row);
        self
    }

    /// Adds a trigger.
    pub fn when(mut self, level: i32, trigger: &str, then: impl Into<Next>) -> Self {
        let (trigger, then) = (trigger.to_owned(), then.into());
        self.when.push(Trigger { trigger, level, then, ..Trigger::default() });
        self
    }

    /// Adds a timeout.
    pub fn after(mut self, ms: u32, then: impl Into<Next>) -> Self {
        self.after.push(Timeout { ms, then: then.into(), ..Timeout::default() });
        self
    }

    /// The rows, the triggers and the timeouts, in this order.
    pub(crate) fn edges(&self) -> impl Iterator<Item = Edge<'_>> {
        let rows = self.on.iter().map(|Row { event, guard, action, then }| {
            let (guard, action) = (guard.as_deref(), action.as_deref());
            Edge { cause: Cause::Event(event), guard, action, then }
        });
        let triggers = self.when.iter().map(|Trigger { trigger, level, action, then }| {
            let (guard, action) = (Some(trigger.as_str()), action.as_deref());
            Edge { cause: Cause::Trigger(*level), guard, action, then }
        });
        let timeouts = self.after.iter().map(|Timeout { ms, guard, action, then }| {
            let (guard, action) = (guard.as_deref(), action.as_deref());
            Edge { cause: Cause::Timeout(*ms), guard, action, then }
        });
        rows.chain(triggers).chain(timeouts)
    }
}
