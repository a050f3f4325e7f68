//! Units of one definition, thousands or a million of them, ticked together.

mod change;
mod counters;
mod log;
mod query;
mod restore;
mod run;
mod store;
mod tick;
mod timers;
mod unit;
mod units;
mod watch;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use self::log::Log;
use self::store::Store;
use self::tick::Scratch;
use self::units::Moment;
use super::bindings::BLOCK;
use super::context::Event;
use super::definition::Definition;
use super::error::{ChangeError, SendError};
use super::id::{StateId, UnitId};

pub use self::counters::Counters;
pub use self::unit::UnitMut;
pub use self::watch::{Timer, TimerKind};

/// What became of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DispatchOutcome {
    /// No state has a row or a handler for it.
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
    store: Store<D>,
    log: Log,
    scratch: Scratch,
    /// Places that are free, the next one to be taken last.
    free: Vec<u32>,
    /// Microseconds that the population was ticked for.
    clock: u64,
    /// The clock at which the deadlines count from 0.
    epoch: u64,
    /// For each block the clock at its last turn.
    turns: Vec<u64>,
    next_turn: usize,
    /// The time outside of a tick.
    moment: Moment,
}

impl<D> fmt::Debug for Population<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Population")
            .field("machine", &self.definition.name())
            .field("units", &self.len())
            .finish()
    }
}

impl<D> Population<D> {
    /// A population without units.
    #[must_use]
    pub fn new(definition: &Arc<Definition<D>>) -> Self {
        Self {
            definition: Arc::clone(definition),
            store: Store::new(definition),
            log: Log::default(),
            scratch: Scratch::new(),
            free: Vec::new(),
            clock: 0,
            epoch: 0,
            turns: Vec::new(),
            next_turn: 0,
            moment: Moment::new(0, 0, Duration::ZERO),
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
        let mut units = self.units();
        units.start(index as usize);
        // What does not happen is counted.
        let _ = units.apply_requests(index as usize);
        self.deliver();
        self.id_at(index)
    }

    /// A place for a unit: the last one that became free, else a new one.
    fn place(&mut self, data: D) -> u32 {
        if let Some(index) = self.free.pop() {
            self.store.data[index as usize] = data;
            self.store.clear(index as usize);
            return index;
        }
        let index = u32::try_from(self.store.data.len()).expect("a population has at most 2^32 units");
        self.store.push(data);
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
        self.units().stop(index);
        self.deliver();
        self.store.states[index] = super::structure::id(self.definition.state_count()).0;
        self.store.clear(index);
        if self.store.generations.is_empty() {
            self.store.generations.resize(self.store.data.len(), 0);
        }
        // A place whose generations are used up is never taken again.
        if let Some(generation) = self.store.generations[index].checked_add(1) {
            self.store.generations[index] = generation;
            self.free.push(unit.index);
        }
        Ok(())
    }

    /// Sends a message, which waits until a tick handles it: one in a tick, in the order in which
    /// they were sent.
    ///
    /// Beyond what can [wait](super::Blueprint::queue) for a unit the newest are dropped and
    /// [counted](Counters::dropped): in the tick, or when so many wait that room has to be made.
    /// [`Population::waiting_for`] tells beforehand.
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
        let most = self.store.data.len().saturating_mul(queue).saturating_mul(2);
        if self.log.len() >= most && !self.make_room(unit) {
            return Err(SendError::QueueFull);
        }
        self.log.push(unit, event.into());
        Ok(())
    }

    /// Drops what no tick would handle. Returns whether there is room for a message to `unit`.
    #[cold]
    pub(super) fn make_room(&mut self, unit: UnitId) -> bool {
        let queue = self.definition.queue as usize;
        let (store, count) = (&self.store, self.definition.state_count());
        let is_there =
            |unit: UnitId| store.id_at(unit.index) == unit && (store.states[unit.index()] as usize) < count;
        let (lost, dropped) = self.log.trim(self.store.data.len(), queue, is_there);
        let has_room = self.waiting_for(unit) < queue;
        self.store.counters.lost += lost;
        self.store.counters.dropped += dropped + u64::from(!has_room);
        self.store.counters.log(&self.definition.structure);
        has_room
    }

    /// Sends a message to every unit. Returns how many it was sent to.
    pub fn broadcast(&mut self, event: impl Into<Event>) -> usize {
        let event = event.into();
        let mut sent = 0;
        for index in 0..self.store.data.len() {
            let unit = self.id_at(index as u32);
            sent += usize::from(self.is_alive(unit) && self.send(unit, event).is_ok());
        }
        sent
    }
}
