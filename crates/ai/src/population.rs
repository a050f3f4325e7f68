//! The units of one definition, ticked together.
//!
//! A tick ([`unit`](mod@unit)) moves the clock and goes through the places in blocks of 256 ([`tick`]). Each block takes the
//! events and messages that its units handle in this tick. Then it goes one of two ways, with the same result:
//!
//! ```text
//!       must the order be seen? (a world, unless independent)
//!                 yes │                                        │ no
//!                     ▼                                        ▼
//! one_by_one: in the order of their places         lists: sorted by state and event, a list at once
//!   nothing but an update ──► the update             in the same state ──────► updates
//!   a plain step ───────────► units::perform         the same plain step ────► units::perform_all
//!   anything else ──────────► tick_one               anything else ──────────► tick_one
//!
//! tick_one:  timeout ─► event or message ─► trigger ─► update, unless it has changed
//! (timers)      │            (rows) │          │          │
//!               └───────────────────┴──────────┘          │
//!               rows::attempt: its guard                  │
//!               units::perform: a plain step, or          │
//!               change: what depends on the unit          │
//!                               └─────────────────────────┤
//!                                                         ▼
//!                    units::finish: what its code has asked of it, first in, first out
//!
//! after all blocks, unit::deliver: messages, spawns, despawns, in the order of the units that asked
//! ```
//!
//! A plain step is known without the unit: its calls and its end were found when the machine was compiled.

mod block;
mod change;
mod counters;
mod exchange;
mod lists;
mod mailbox;
mod notes;
mod one_by_one;
mod query;
mod restore;
mod restore_unit;
mod rows;
mod snapshot_names;
mod store;
mod tick;
mod timers;
mod unit;
mod units;
mod watch;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use self::block::Scratch;
use self::mailbox::Mailbox;
use self::store::Store;
use super::context::Sent;
use super::definition::{Definition, NEVER};
use super::error::UnitError;
use super::handle::PopulationHandle;
use super::id::{PopulationId, StateId, UnitId};
use super::structure::NO_STATE;

pub use self::counters::Counters;
pub use self::watch::{Candidate, CandidateCause, CandidateOutcome, Timer};

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
pub(super) type Outcome = Result<DispatchOutcome, UnitError>;

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
/// region with a new state, the target's region last.
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
/// What calls code of the machine takes the world. It is `&mut ()` where there is none.
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
/// let first = flock.spawn(&mut (), 0);
/// flock.spawn(&mut (), 0);
/// flock.send(first, definition.event("wolf").expect("the machine has it"))?;
/// flock.tick(&mut (), Duration::from_millis(16));
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
    /// Free places, the next one to be taken last.
    free: Vec<u32>,
    /// The time of all ticks, in units of [`TIME`](super::structure::TIME), as all times here.
    clock: u64,
    /// The clock at which the deadlines count from 0.
    epoch: u64,
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
    /// A population without units.
    pub fn new(definition: &Arc<Definition<D, W>>) -> Self {
        Self {
            definition: Arc::clone(definition),
            store: Store::new(definition),
            mailbox: Mailbox::default(),
            scratch: Scratch::new(),
            free: Vec::new(),
            clock: 0,
            epoch: 0,
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

    /// The population as the address of new units: [`Context::spawn_in`](super::Context::spawn_in).
    pub const fn handle(&self) -> PopulationHandle<D, W> {
        PopulationHandle::new(self.id())
    }

    /// Sets the seed of the [random numbers](super::Context::random) of units, which begin again. It is 0 at first.
    pub fn set_seed(&mut self, seed: u64) {
        self.store.set_seed(seed);
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
        index
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
