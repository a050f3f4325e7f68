//! The units of one definition, ticked together.

mod change;
mod counters;
mod log;
mod query;
mod restore;
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
use self::units::{Moment, Units};
use super::bindings::BLOCK;
use super::context::{Event, Transition};
use super::definition::{Definition, NEVER};
use super::error::{ChangeError, SendError};
use super::id::{EventId, StateId, UnitId};

pub use self::counters::Counters;
pub use self::unit::UnitMut;
pub use self::watch::{Timer, TimerKind};

/// The milliseconds after which deadlines are counted from a new epoch.
const EPOCH_MS: u64 = 1 << 31;

/// The outcome of an event or a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DispatchOutcome {
    /// No state has a row or a handler for it.
    Unhandled,
    /// It was handled without a change of state.
    Handled,
    /// A `can_go` refused the change.
    Refused,
    /// The unit changed its state.
    Changed,
}

/// The outcome of a change, or why it did not happen.
type Outcome = Result<DispatchOutcome, ChangeError>;

/// The kind of a [`Change`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// A state was pushed, or the unit began.
    Enter,
    /// The top of the stack was replaced.
    Switch,
    /// The top of the stack was popped.
    Exit,
    /// The unit went from one state to another, without a stack.
    Transition,
}

impl ChangeKind {
    /// The word in a trace.
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
    /// The kind.
    pub kind: ChangeKind,
    /// The previous state; the root for a unit that began.
    pub from: StateId,
    /// The new state.
    pub to: StateId,
    /// The time on the population's clock.
    pub at: Duration,
}

/// The units of one definition, with the game's own data `D` of each.
///
/// The [module](super) describes a tick. Units are ticked in blocks of 256, grouped by their states;
/// the result is the same as that of one after the other.
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
    is_ticking: bool,
    /// Free places, the next one to be taken last.
    free: Vec<u32>,
    /// The microseconds of all ticks.
    clock: u64,
    /// The clock at which the deadlines count from 0.
    epoch: u64,
    /// For each block the clock at its last turn.
    turns: Vec<u64>,
    next_turn: usize,
    /// For calls outside of a tick.
    moment: Moment,
}

impl<D> fmt::Debug for Population<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Population").field("machine", &self.definition.name()).finish_non_exhaustive()
    }
}

impl<D> Population<D> {
    /// A population without units.
    pub fn new(definition: &Arc<Definition<D>>) -> Self {
        Self {
            definition: Arc::clone(definition),
            store: Store::new(definition),
            log: Log::default(),
            scratch: Scratch::new(),
            is_ticking: false,
            free: Vec::new(),
            clock: 0,
            epoch: 0,
            turns: Vec::new(),
            next_turn: 0,
            moment: Moment::new(0, 0, Duration::ZERO),
        }
    }

    /// The definition that the units share.
    pub const fn definition(&self) -> &Arc<Definition<D>> {
        &self.definition
    }

    /// Adds a unit, which enters the initial state before this returns.
    ///
    /// # Panics
    ///
    /// With more than four thousand million units.
    pub fn spawn(&mut self, data: D) -> UnitId {
        let index = self.place(data);
        let mut units = self.units();
        units.start(index as usize);
        // Errors are counted.
        let _ = units.finish(index as usize, Ok(DispatchOutcome::Changed));
        self.deliver();
        self.store.id_at(index)
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

    /// Removes a unit after its exit hooks, innermost first and the top of the stack before what is
    /// below. Its data stays in the column until another unit takes the place.
    pub fn despawn(&mut self, unit: UnitId) -> Result<(), ChangeError> {
        let index = self.index(unit).ok_or(ChangeError::NoSuchUnit)?;
        self.units().stop(index);
        self.deliver();
        self.store.states[index] = self.store.free;
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

    /// Sends a message, which waits until a tick handles it: one in a tick, in the order of sending.
    ///
    /// Messages beyond the unit's [queue](super::Blueprint::queue) are dropped and
    /// [counted](Counters::dropped) in the tick, or as [`SendError::QueueFull`] when very many wait.
    /// [`Population::waiting_for`] counts those that wait.
    pub fn send(&mut self, unit: UnitId, event: impl Into<Event>) -> Result<(), SendError> {
        if self.index(unit).is_none() {
            return Err(SendError::NoSuchUnit);
        }
        // Twice what can be handled, so that making room is rare.
        let max = self.store.data.len().saturating_mul(self.definition.queue as usize * 2);
        if self.log.len() >= max && !self.make_room(unit) {
            return Err(SendError::QueueFull);
        }
        self.log.push(unit, event.into());
        Ok(())
    }

    /// Drops the messages that no tick would handle. Returns whether there is room for one to `unit`.
    #[cold]
    pub(super) fn make_room(&mut self, unit: UnitId) -> bool {
        let queue = self.definition.queue as usize;
        let (lost, dropped) = self.log.trim(self.store.data.len(), queue, |unit| self.store.is_alive(unit));
        let has_room = self.waiting_for(unit) < queue;
        self.store.counters.lost += lost;
        self.store.counters.dropped += dropped + u64::from(!has_room);
        self.store.counters.log(&self.definition.structure);
        has_room
    }

    /// Sends a message to every unit. Returns to how many it was sent.
    pub fn broadcast(&mut self, event: impl Into<Event>) -> usize {
        let event = event.into();
        let units = (0..self.store.data.len() as u32).filter(|&index| {
            let unit = self.store.id_at(index);
            self.is_alive(unit) && self.send(unit, event).is_ok()
        });
        units.count()
    }

    /// Lets `dt` pass for all units.
    pub fn tick(&mut self, dt: Duration) {
        self.tick_blocks(dt, &[], usize::MAX);
    }

    /// Lets `dt` pass for all units and sends `events[i]` to the unit in place `i`, ahead of the
    /// messages that wait. It counts as one of those that a tick handles.
    pub fn tick_events(&mut self, dt: Duration, events: &[Option<EventId>]) {
        self.tick_blocks(dt, events, usize::MAX);
    }

    /// Lets `dt` pass, but ticks only about `units` of the units: whole blocks of 256, in turn. The
    /// time that the others miss passes for them in their next turn.
    pub fn tick_some(&mut self, dt: Duration, units: usize) {
        self.tick_blocks(dt, &[], units.div_ceil(BLOCK));
    }

    fn tick_blocks(&mut self, dt: Duration, events: &[Option<EventId>], budget: usize) {
        self.clock = self.clock.saturating_add(u64::try_from(dt.as_micros()).unwrap_or(u64::MAX));
        self.begin_epoch();
        let blocks = self.turns.len();
        let first = if budget >= blocks { 0 } else { self.next_turn % blocks };
        let has_turn = |block: usize| (block + blocks - first) % blocks < budget;
        if std::mem::replace(&mut self.is_ticking, true) {
            // A panic in the last tick was caught.
            self.scratch = Scratch::new();
        }
        self.store.out.requests.clear();
        self.moment = self.moment_after(Duration::ZERO);
        let mut messages = self.log.take(self.store.data.len());
        // Most blocks have missed the same time.
        let mut known = self.moment;
        for block in 0..blocks {
            let (first, end) = (block * BLOCK, ((block + 1) * BLOCK).min(self.store.data.len()));
            let (own, log) = messages.before(end);
            if !has_turn(block) {
                own.iter().for_each(|message| log.keep(*message));
                continue;
            }
            let passed = self.clock.saturating_sub(std::mem::replace(&mut self.turns[block], self.clock));
            if u128::from(passed) != known.dt.as_micros() {
                known = Moment::new(self.clock, self.epoch, Duration::from_micros(passed));
            }
            let events = &events[first.min(events.len())..end.min(events.len())];
            let mut units = Units {
                definition: &self.definition,
                store: &mut self.store,
                moment: known,
                transition: Transition::NONE,
            };
            units.tick(block, events, own, log, &mut self.scratch);
        }
        if blocks > 0 {
            self.next_turn = (first + budget.min(blocks)) % blocks;
        }
        drop(messages);
        self.is_ticking = false;
        self.deliver();
        self.store.counters.log(&self.definition.structure);
    }

    /// Puts the messages that code has sent into the log, in the order of the senders.
    fn deliver(&mut self) {
        if self.store.out.messages.is_empty() {
            return;
        }
        let mut messages = std::mem::take(&mut self.store.out.messages);
        // A stable sort may allocate.
        if !messages.is_sorted_by_key(|(sender, ..)| *sender) {
            messages.sort_by_key(|(sender, ..)| *sender);
        }
        for (_, unit, event) in messages.drain(..) {
            if self.send(unit, event) == Err(SendError::NoSuchUnit) {
                self.store.counters.lost += 1;
            }
        }
        self.store.out.messages = messages;
    }

    /// The units outside of a tick.
    fn units(&mut self) -> Units<'_, D> {
        // A panic in a call before may have left some.
        self.store.out.requests.clear();
        Units {
            definition: &self.definition,
            store: &mut self.store,
            moment: self.moment,
            transition: Transition::NONE,
        }
    }

    fn moment_after(&self, dt: Duration) -> Moment {
        Moment::new(self.clock, self.epoch, dt)
    }

    /// Counts the deadlines, which have 32 bits, from a new epoch.
    fn begin_epoch(&mut self) {
        let now = self.clock.saturating_sub(self.epoch) / 1000;
        if now < EPOCH_MS {
            return;
        }
        let passed = u32::try_from(now).unwrap_or(u32::MAX);
        let store = &mut self.store;
        let deadlines = store.deadline.values.iter_mut().chain(&mut store.slots.values);
        let deadlines = deadlines.chain(&mut store.earliest);
        for deadline in deadlines.filter(|deadline| **deadline != NEVER) {
            *deadline = deadline.saturating_sub(passed);
        }
        self.epoch += now * 1000;
    }
}
