//! The units of one definition, ticked together.
//!
//! A tick ([`unit`](mod@unit)) moves the clock and goes through the places in blocks of 256 ([`tick`]). Each block takes from the
//! [`mailbox`] what its units handle in this tick. Then a unit goes one of two ways, with the same result:
//!
//! ```text
//!       must the order be seen? (a world, unless independent, or the numbers of random choices)
//!                 yes │                                        │ no
//!                     ▼                                        ▼
//! tick_ordered: one after the other, by place      lists: sorted by state and event, a list at once
//!   nothing but an update ──► the update             in the same state ──► triggers, updates
//!   a plain step ───────────► units::perform         the same plain step ► units::perform_all
//!   anything else ──────────► tick_one               anything else ──────► tick_one
//!
//! tick_one:  timeout ─► event or message ─► trigger ─► update, unless it has changed
//! (timers)      │        (find_row) │          │          │
//!               └───────────────────┴──────────┘          │
//!                       try_rows: its guard               │
//!               units::perform: a plain step, or          │
//!               change: what depends on the unit          │
//!                               └─────────────────────────┤
//!                                                         ▼
//!                    units::finish: what its code has asked of it, first in, first out
//!
//! after all blocks, unit::deliver: messages, spawns, despawns, in the order of the units that asked
//! ```
//!
//! A plain step is known without the unit: its calls and its end were found when the machine was compiled. In a block
//! without messages, timeouts and handlers of single units, a machine that calls nothing is looked up in a table
//! instead ([`lists`], `look_up`). Those are the three ways of a block: in order, list by list, by table.

mod block;
mod candidates;
mod change;
mod counters;
mod exchange;
mod find_row;
mod lists;
mod mailbox;
mod query;
mod restore;
mod restore_unit;
mod snapshot_names;
mod store;
mod tick;
mod tick_one;
mod tick_ordered;
mod timers;
mod try_rows;
mod unit;
mod units;
mod watch;

use std::collections::btree_map::Entry;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use self::block::Scratch;
use self::mailbox::Mailbox;
use self::store::Store;
use self::units::Own;
use super::bindings::BLOCK;
use super::context::{Context, Reply, Sent};
use super::definition::{Definition, NEVER};
use super::error::UnitError;
use super::event::Event;
use super::handle::PopulationHandle;
use super::id::{PopulationId, StateId, UnitId};
use super::structure::NO_STATE;

pub use self::candidates::{Candidate, CandidateCause, CandidateOutcome};
pub use self::counters::Counters;
pub use self::unit::WithWorld;
pub use self::watch::Timer;

/// The time after which deadlines are counted from a new epoch, nine hours.
const EPOCH: u64 = 1 << 31;

/// How many units code can spawn in one tick, or in one call from outside.
const MAX_SPAWNS: usize = 10_000;

/// How much of what code asks of other populations is kept until a host takes it.
const MAX_SENT: usize = 1 << 20;

/// How many units there can be before code can spawn no more.
const MAX_UNITS: usize = 1 << 20;

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
type Outcome = Result<DispatchOutcome, UnitError>;

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

/// A change of a unit's state, for a trace; of a unit with [regions](super::State::parallel) one for each
/// region with a new state, that of the target last.
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

/// The units of one definition, with the game's own data `D` of each and the world `W` that they
/// share, `()` if there is none. It is [`Send`] if `D` is.
///
/// The [module](super) describes a tick. A unit of another kind, with another tree, is a unit of
/// another population; both may have the same data and world.
///
/// What calls code of the machine needs the world: [`Population::with`]. A population without one
/// has the same methods itself.
///
/// ```
/// use proscenium_ai::{Bindings, Blueprint, Population, State};
/// use std::time::Duration;
///
/// let sheep = Blueprint::template("sheep", "graze")
///     .state(State::new("graze").update("eat").on("wolf", "flee"))
///     .state(State::new("flee").after(2000, "graze"));
/// let bindings = Bindings::new().action("eat", |grass: &mut u32, _, _| *grass += 1);
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
pub struct Population<D, W = ()> {
    definition: Arc<Definition<D, W>>,
    store: Store<D>,
    mailbox: Mailbox,
    scratch: Scratch,
    is_ticking: bool,
    /// Free places, the next one to be taken last.
    free: Vec<u32>,
    /// The handlers of single units.
    own: Own<D, W>,
    /// The time of all ticks, in units of [`TIME`](super::structure::TIME), as all times here.
    clock: u64,
    /// The clock at which the deadlines count from 0.
    epoch: u64,
    /// For each block the clock at its last turn.
    turns: Vec<u64>,
    next_turn: usize,
    /// Orders for other populations.
    sent: Vec<Sent>,
    /// How many units code has spawned in this tick or call.
    spawned: usize,
}

impl<D, W> fmt::Debug for Population<D, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Population").field("machine", &self.definition.name()).finish_non_exhaustive()
    }
}

impl<D, W> Population<D, W> {
    /// How many units are ticked together: those in the places 0 to 255, 256 to 511, and so on. A host that shares a
    /// [number of units](WithWorld::tick_some) out among populations counts in whole blocks:
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Population, State};
    ///
    /// let sheep = Blueprint::template("sheep", "graze").state(State::new("graze"));
    /// let mut flock = Population::new(&sheep.build(&Bindings::<()>::new())?);
    /// for _ in 0..600 {
    ///     flock.spawn(());
    /// }
    /// assert_eq!(flock.data().len().div_ceil(Population::<()>::BLOCK), 3);
    /// # Ok::<(), proscenium_ai::BuildError>(())
    /// ```
    pub const BLOCK: usize = BLOCK;

    /// A population without units.
    pub fn new(definition: &Arc<Definition<D, W>>) -> Self {
        Self {
            definition: Arc::clone(definition),
            store: Store::new(definition),
            mailbox: Mailbox::default(),
            scratch: Scratch::new(),
            is_ticking: false,
            free: Vec::new(),
            own: Own::new(),
            clock: 0,
            epoch: 0,
            turns: Vec::new(),
            next_turn: 0,
            sent: Vec::new(),
            spawned: 0,
        }
    }

    /// The definition that the units share.
    pub const fn definition(&self) -> &Arc<Definition<D, W>> {
        &self.definition
    }

    /// The population as the address of messages.
    pub const fn id(&self) -> PopulationId {
        self.store.shared.population
    }

    /// The population as the address of new units: [`Context::spawn`].
    pub const fn handle(&self) -> PopulationHandle<D, W> {
        PopulationHandle::new(self.id())
    }

    /// The population with its world, for everything that calls code of the machine.
    pub const fn with<'a>(&'a mut self, world: &'a mut W) -> WithWorld<'a, D, W> {
        WithWorld { population: self, world }
    }

    /// Sets the seed of [random choices](super::Choice::Random) and of the [random numbers](Context::random) of units,
    /// which begin again. It is 0 at first.
    pub fn set_seed(&mut self, seed: u64) {
        self.store.set_seed(seed);
    }

    /// Sends a message, which waits until a tick handles it: one in a tick, in the order of sending.
    ///
    /// Messages beyond the unit's [queue](super::Blueprint::queue) are dropped and
    /// [counted](Counters::dropped) in the tick, or as [`UnitError::QueueFull`] when very many wait.
    /// [`Population::waiting_for`] counts those that wait.
    pub fn send(&mut self, unit: UnitId, event: impl Into<Event>) -> Result<(), UnitError> {
        let event = event.into();
        let key = self.key_for(unit, event)?;
        // Twice what can be handled, so that making room is rare.
        let max = self.store.data.len().saturating_mul(self.definition.queue as usize * 2);
        if self.mailbox.waiting.len() >= max && !self.make_room(unit) {
            return Err(UnitError::QueueFull);
        }
        self.mailbox.push(unit, key, event.payload);
        Ok(())
    }

    /// The number of an event that the unit may get.
    #[inline]
    pub(super) fn key_for(&mut self, unit: UnitId, event: Event) -> Result<u8, UnitError> {
        self.index(unit).ok_or(UnitError::NoSuchUnit)?;
        self.store.key_for(&self.definition, event)
    }

    /// Sends a message of code, and counts it if the unit is gone.
    fn send_counted(&mut self, unit: UnitId, event: Event) {
        if self.send(unit, event) == Err(UnitError::NoSuchUnit) {
            self.store.counters.count_lost(&self.definition, 1);
        }
    }

    /// Drops the messages that no tick would handle. Returns whether there is room for one to `unit`.
    #[cold]
    pub(super) fn make_room(&mut self, unit: UnitId) -> bool {
        let queue = self.definition.queue as usize;
        let (lost, dropped) = self.mailbox.trim(queue, |unit| self.store.is_alive(unit));
        let has_room = self.waiting_for(unit) < queue;
        self.store.counters.count_lost(&self.definition, lost);
        self.store.counters.count_dropped(&self.definition, dropped + u64::from(!has_room));
        has_room
    }

    /// Sends a message to every unit. Returns to how many it was sent.
    pub fn broadcast(&mut self, event: impl Into<Event>) -> usize {
        let event = event.into();
        let places = 0..self.store.data.len() as u32;
        places.filter(|&index| self.send(self.store.id_at(index), event).is_ok()).count()
    }

    /// A place for a unit: the last one that became free, else a new one.
    fn place(&mut self, data: D) -> u32 {
        let index = match self.free.pop() {
            Some(index) => {
                self.store.data[index as usize] = data;
                self.store.set_random(index as usize, None);
                index
            }
            None => {
                let index =
                    u32::try_from(self.store.data.len()).expect("a population has at most 2^32 units");
                self.store.push(data);
                index
            }
        };
        self.store.set_state(index as usize, NO_STATE);
        if index as usize / BLOCK == self.turns.len() {
            self.turns.push(self.clock);
        }
        index
    }

    /// Gives the unit a handler of its own, which is asked for each event while the unit is in `state` or
    /// in a state inside of it: before the handlers and rows of the machine, that of the inner state
    /// first. The handler of a state around [regions](super::State::parallel) is asked when none of them
    /// handles the event. It replaces the one that the unit had there. Handlers are not in a
    /// [snapshot](super::Snapshot).
    pub fn set_handler(
        &mut self,
        unit: UnitId,
        state: StateId,
        handler: impl Fn(&mut D, &mut W, &mut Context<'_>) -> Reply + Send + Sync + 'static,
    ) -> Result<(), UnitError> {
        self.remove_handler(unit, state)?;
        self.own.entry(unit.index).or_default().push((state, Arc::new(handler)));
        Ok(())
    }

    /// Removes the handler that the unit has for `state`, if there is one.
    pub fn remove_handler(&mut self, unit: UnitId, state: StateId) -> Result<(), UnitError> {
        self.index(unit).ok_or(UnitError::NoSuchUnit)?;
        self.definition.local(state).ok_or(UnitError::NoSuchState)?;
        if let Entry::Occupied(mut own) = self.own.entry(unit.index) {
            own.get_mut().retain(|(other, _)| *other != state);
            if own.get().is_empty() {
                own.remove();
            }
        }
        Ok(())
    }

    /// Counts the deadlines, which have 32 bits, from a new epoch.
    fn begin_epoch(&mut self) {
        let now = self.clock.saturating_sub(self.epoch);
        if now < EPOCH {
            return;
        }
        let passed = u32::try_from(now).unwrap_or(u32::MAX);
        let store = &mut self.store;
        let deadlines = store.deadline.values.iter_mut().chain(&mut store.slots.values);
        let deadlines = deadlines.chain(&mut store.earliest);
        for deadline in deadlines.filter(|deadline| **deadline != NEVER) {
            *deadline = deadline.saturating_sub(passed);
        }
        self.epoch += now;
    }
}
