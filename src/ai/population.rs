//! Units of one definition, thousands or a million of them, ticked together.

mod change;
mod columns;
mod counters;
mod lists;
mod log;
mod query;
mod request;
mod restore;
mod run;
mod tick;
mod timers;
mod triggers;
mod unit;
mod units;
mod watch;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use self::columns::{Columns, States, Strides};
use self::lists::Scratch;
use self::log::Log;

use self::units::Units;
use self::watch::Changes;
use super::bindings::BLOCK;
use super::context::{Event, Outbox};
use super::definition::{Definition, NEVER};
use super::error::{ChangeError, SendError};
use super::id::{StateId, UnitId};

pub use self::counters::Counters;
pub use self::unit::UnitMut;
pub use self::watch::{Timer, TimerKind};

/// How many changes the hooks of one unit can ask for in one tick, one leading to the next.
pub(super) const MAX_CHAIN: usize = 64;

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DispatchOutcome {
    /// No state heeded it.
    Unhandled,
    /// It was handled; the unit is where it was.
    Handled,
    /// A `can_go` refused the change. The event counts as handled.
    Refused,
    /// The unit changed its state.
    Changed,
}

/// How a unit changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// A state was put on the stack, or the unit began.
    Enter,
    /// The top of the stack was exchanged.
    Switch,
    /// The top of the stack was left.
    Exit,
    /// The unit went from one state to another, without a stack.
    Transition,
}

impl ChangeKind {
    /// The word in a trace.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Enter => "enter",
            Self::Switch => "switch",
            Self::Exit => "exit",
            Self::Transition => "transition",
        }
    }
}

/// A change of a unit's state, for a trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The unit.
    pub unit: UnitId,
    /// How it changed.
    pub kind: ChangeKind,
    /// The state that was current. The root for a unit that began.
    pub from: StateId,
    /// The state that is current now.
    pub to: StateId,
    /// When, on the population's clock.
    pub at: Duration,
}

/// The units of one definition, with the game's own data `D` of each.
///
/// A tick does for each unit, in this order: one timeout that is due; one message (or an event of
/// this tick); the trigger that wins; and, if none of these changed its state, its updates. Units
/// are worked on in blocks of 256, grouped by their states; the result is the same as working on
/// one after the other.
///
/// ```
/// use proscenium::ai::{Bindings, Blueprint, Population, State};
/// use std::time::Duration;
///
/// let sheep = Blueprint::template("sheep", "graze")
///     .state(State::new("graze").update("eat").on("wolf", "flee"))
///     .state(State::new("flee").after(2000, "graze"));
/// let bindings = Bindings::new().action("eat", |grass: &mut u32, _| *grass += 1);
/// let definition = sheep.build(&bindings)?;
///
/// let mut flock = Population::new(&definition);
/// let first = flock.spawn(0);
/// flock.spawn(0);
/// flock.send(first, definition.event("wolf").expect("the machine has it"))?;
/// flock.tick(Duration::from_millis(16));
///
/// let flee = definition.state("flee").expect("the machine has it");
/// assert_eq!(flock.count_in(flee), 1);
/// assert_eq!(flock.data().iter().sum::<u32>(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Population<D> {
    definition: Arc<Definition<D>>,
    data: Vec<D>,
    states: States,
    columns: Columns,
    strides: Strides,
    log: Log,
    out: Outbox,
    scratch: Scratch,
    counters: Counters,
    changes: Option<Changes>,
    remembers: bool,
    /// A change of one unit leaves no mark but its state: nothing is recorded, nobody sleeps.
    is_silent: bool,
    free: Vec<u32>,
    /// Microseconds that the population was ticked for.
    clock: u64,
    /// The clock at which the deadlines count from 0.
    epoch: u64,
    /// For each block the clock at its last turn.
    turns: Vec<u64>,
    next_turn: usize,
}

impl<D> fmt::Debug for Population<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Population")
            .field("machine", &self.definition.name())
            .field("units", &self.len())
            .finish()
    }
}

/// Works on a range of units, whatever the width of their column of states.
macro_rules! with_units {
    ($population:expr, $range:expr, $moment:expr, |$units:ident| $body:expr) => {{
        let range = $range;
        let (columns, generations) = $population.columns.split(range.clone(), $population.strides);
        let base = range.start as u32;
        macro_rules! run {
            ($states:expr) => {{
                let mut $units = Units {
                    definition: &*$population.definition,
                    base,
                    data: &mut $population.data[range.clone()],
                    states: &mut $states[range],
                    columns,
                    generations,
                    strides: $population.strides,
                    moment: $moment,
                    out: &mut $population.out,
                    counters: &mut $population.counters,
                    changes: $population.changes.as_mut(),
                    way: $crate::ai::context::Way::NONE,
                };
                $body
            }};
        }
        match &mut $population.states {
            States::Small(states) => run!(states),
            States::Large(states) => run!(states),
        }
    }};
}

use with_units;

impl<D> Population<D> {
    /// A population without units.
    #[must_use]
    pub fn new(definition: &Arc<Definition<D>>) -> Self {
        let count = definition.state_count();
        Self {
            definition: Arc::clone(definition),
            data: Vec::new(),
            states: States::new(count),
            columns: Columns::default(),
            strides: Strides::of(definition),
            log: Log::default(),
            out: Outbox::default(),
            scratch: Scratch::new(definition),
            counters: Counters::default(),
            changes: None,
            remembers: false,
            is_silent: !definition.has_sleepers,
            free: Vec::new(),
            clock: 0,
            epoch: 0,
            turns: Vec::new(),
            next_turn: 0,
        }
    }

    /// The definition that the units share.
    #[must_use]
    pub const fn definition(&self) -> &Arc<Definition<D>> {
        &self.definition
    }

    /// Adds a unit, which enters the initial state at once: the enter hooks are called before
    /// this returns.
    ///
    /// # Panics
    ///
    /// With more than four thousand million units.
    pub fn spawn(&mut self, data: D) -> UnitId {
        let index = self.place(data);
        let moment = self.moment(Duration::ZERO);
        with_units!(self, 0..self.data.len(), moment, |units| {
            units.start(index as usize);
            if !units.out.requests.is_empty() {
                // What does not happen is counted.
                let _ = units.settle(index as usize);
            }
        });
        self.deliver();
        self.id_at(index)
    }

    /// A place for a unit: the last one that became free, else a new one.
    fn place(&mut self, data: D) -> u32 {
        if let Some(index) = self.free.pop() {
            self.data[index as usize] = data;
            self.columns.clear(index as usize, self.strides);
            return index;
        }
        let index = u32::try_from(self.data.len()).expect("a population has at most 2^32 units");
        self.data.push(data);
        self.states.push(0);
        self.columns.resize(self.data.len(), self.strides);
        if self.remembers {
            self.columns.previous.resize(self.data.len(), columns::NO_STATE);
        }
        if (index as usize).is_multiple_of(BLOCK) {
            self.turns.push(self.clock);
        }
        index
    }

    /// Removes a unit: its exit hooks are called, innermost first and the top of a stack before
    /// what is below, and its id is of no use from then on. Its data stays in the column until
    /// another unit takes the place.
    ///
    /// # Errors
    ///
    /// [`ChangeError::NoSuchUnit`].
    pub fn despawn(&mut self, unit: UnitId) -> Result<(), ChangeError> {
        let index = self.index(unit).ok_or(ChangeError::NoSuchUnit)?;
        let moment = self.moment(Duration::ZERO);
        with_units!(self, 0..self.data.len(), moment, |units| units.stop(index));
        self.deliver();
        self.states.set(index, super::structure::id(self.definition.state_count()).0);
        self.columns.clear(index, self.strides);
        if self.columns.generations.is_empty() {
            self.columns.generations.resize(self.data.len(), 0);
        }
        // A place whose generations are used up is never taken again.
        if let Some(generation) = self.columns.generations[index].checked_add(1) {
            self.columns.generations[index] = generation;
            self.free.push(unit.index);
        }
        Ok(())
    }

    /// Sends a message, which waits until a tick handles it: one in a tick, in the order in which
    /// they were sent.
    ///
    /// Beyond what can [wait](super::Blueprint::queue) for a unit the newest are dropped and
    /// [counted](Counters::dropped), in the tick or when so many wait that room has to be made.
    /// Whoever needs to know beforehand asks [`Population::waiting_for`].
    ///
    /// # Errors
    ///
    /// [`SendError::NoSuchUnit`] for a unit that is gone; [`SendError::QueueFull`] when room was
    /// made and there is none for this unit.
    pub fn send(&mut self, unit: UnitId, event: impl Into<Event>) -> Result<(), SendError> {
        if self.index(unit).is_none() {
            return Err(SendError::NoSuchUnit);
        }
        // Twice what can be handled, so that making room is rare however many are sent.
        let queue = self.definition.queue as usize;
        let most = self.data.len().saturating_mul(queue).saturating_mul(2);
        if self.log.len() >= most && !self.make_room(unit) {
            return Err(SendError::QueueFull);
        }
        self.log.push(unit, event.into());
        Ok(())
    }

    /// Forgets what no tick would handle. Answers whether there is room for a message to `unit`.
    #[cold]
    pub(super) fn make_room(&mut self, unit: UnitId) -> bool {
        let queue = self.definition.queue as usize;
        let (states, generations) = (&self.states, &self.columns.generations);
        let count = self.definition.state_count();
        let is_there = |unit: UnitId| {
            generations.get(unit.index()).copied().unwrap_or(0) == unit.generation
                && states.get(unit.index()).is_some_and(|state| (state as usize) < count)
        };
        let (lost, dropped) = self.log.trim(self.data.len(), queue, is_there);
        let has_room = self.waiting_for(unit) < queue;
        self.counters.lost += lost;
        self.counters.dropped += dropped + u64::from(!has_room);
        self.counters.log(&self.definition.structure);
        has_room
    }

    /// Sends a message to every unit. Answers how many it was sent to.
    pub fn broadcast(&mut self, event: impl Into<Event>) -> usize {
        let event = event.into();
        let mut sent = 0;
        for index in 0..self.data.len() {
            let unit = self.id_at(index as u32);
            sent += usize::from(self.is_alive(unit) && self.send(unit, event).is_ok());
        }
        sent
    }
}
