//! The data of units at run time, one column for each thing, so that a tick reads only what it needs.
//!
//! ```text
//! column       bytes a unit             exists if
//! states       1 each region            always
//! generations  2                        a unit was removed
//! deadline     4                        states have timeouts or fixed updates
//! slots        4 each                   several deadlines can run at one time
//! history      1 each, region           states remember the child that was left
//! previous     1                        `remember_previous` is on
//! below, depth 1 each + 1               pushdown
//! saved        4 each deadline, entry   pushdown with timeouts
//! randoms      8                        code asks for random numbers
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

use fastrand::Rng;

use super::counters::Counters;
use super::watch::Changes;
use crate::bindings::BLOCK;
use crate::blueprint::Family;
use crate::context::{Column, Moment, Outbox, Shared};
use crate::definition::{Definition, NEVER};
use crate::error::UnitError;
use crate::event::{Event, PayloadType};
use crate::id::{EventId, PopulationId, StateId, UnitId};
use crate::nearest::hint;
use crate::structure::{Leaves, MAX_REGIONS, NO_STATE, Structure};

/// A timer of a covered state that does not run.
pub(super) const NOTHING_LEFT: i32 = i32::MAX;

/// The units of a population.
#[derive(Debug)]
pub(super) struct Store<D> {
    pub(super) data: Vec<D>,
    /// The current states, or `free`, among others.
    pub(super) shared: Shared,
    /// The number of states marks a free place.
    pub(super) free: u8,
    /// The time that the clock has not counted yet, in [`PARTS`](crate::structure::PARTS) of a unit.
    pub(super) carried: u64,
    pub(super) deadline: Column<u32>,
    /// For each block the earliest deadline, or an earlier time.
    pub(super) earliest: Vec<u32>,
    pub(super) slots: Column<u32>,
    /// The intervals of fixed updates that code has set, by place, entry of the stack and state.
    pub(super) intervals: BTreeMap<(u32, u8, u8), u32>,
    pub(super) history: Column<u8>,
    pub(super) previous: Column<u8>,
    pub(super) below: Column<u8>,
    pub(super) depth: Column<u8>,
    /// Of covered states the time that is left, negative if it is over; [`NOTHING_LEFT`] where no timer runs.
    pub(super) saved: Column<i32>,
    pub(super) out: Outbox,
    pub(super) counters: Counters,
    /// The names of other machines, and the events with payloads of another type, that were logged.
    logged: Vec<(&'static str, Option<PayloadType>)>,
    pub(super) changes: Changes,
}

impl<D> Store<D> {
    pub(super) fn new<W>(definition: &Definition<D, W>) -> Self {
        let is_pushdown = definition.family == Family::Pushdown;
        let below = if is_pushdown { definition.max_depth as usize - 1 } else { 0 };
        let is_single = definition.slots == 1 && !definition.has_min_time;
        Self {
            data: Vec::new(),
            shared: Shared {
                structure: Arc::clone(&definition.structure),
                population: PopulationId::next(),
                moment: Moment::new(0, 0, 0),
                seed: 0,
                generations: Vec::new(),
                states: Column::new(definition.regions, NO_STATE),
            },
            free: definition.nodes.len() as u8,
            carried: 0,
            deadline: Column::new(usize::from(definition.slots > 0), NEVER),
            earliest: Vec::new(),
            slots: Column::new(if is_single { 0 } else { definition.slots }, NEVER),
            intervals: BTreeMap::new(),
            history: Column::new(definition.histories, NO_STATE),
            previous: Column::new(0, NO_STATE),
            below: Column::new(below, NO_STATE),
            depth: Column::new(usize::from(is_pushdown), 0),
            saved: Column::new(below * definition.slots, NOTHING_LEFT),
            out: Outbox::default(),
            counters: Counters::default(),
            logged: Vec::new(),
            changes: Changes::default(),
        }
    }

    fn columns(&mut self) -> ([&mut Column<u8>; 5], [&mut Column<u32>; 2]) {
        let states = &mut self.shared.states;
        let bytes = [states, &mut self.history, &mut self.previous, &mut self.below, &mut self.depth];
        (bytes, [&mut self.deadline, &mut self.slots])
    }

    pub(super) fn push(&mut self, data: D) {
        self.data.push(data);
        let count = self.data.len();
        let (bytes, words) = self.columns();
        bytes.into_iter().for_each(|column| column.resize(count));
        words.into_iter().for_each(|column| column.resize(count));
        self.saved.resize(count);
        self.earliest.resize(self.deadline.values.len().div_ceil(BLOCK), NEVER);
        // A population that is restored has them already.
        if (1..count).contains(&self.shared.generations.len()) {
            self.shared.generations.push(0);
        }
    }

    pub(super) fn clear(&mut self, place: usize) {
        let (bytes, words) = self.columns();
        bytes.into_iter().for_each(|column| column.clear(place));
        words.into_iter().for_each(|column| column.clear(place));
        self.saved.clear(place);
    }

    pub(super) fn count_foreign(&mut self, name: &'static str) {
        self.counters.foreign += 1;
        if self.is_news(name, None) {
            let structure = &self.shared.structure;
            let known = structure.events().map(EventId::name).chain(structure.states().map(StateId::name));
            let (machine, hint) = (structure.name(), hint(name, known));
            log::warn!("machine `{machine}`: it has no state or event `{name}`{hint}");
        }
    }

    /// Whether this is to be logged: the first time that it happens, but no more than 16 of all.
    fn is_news(&mut self, name: &'static str, payload: Option<PayloadType>) -> bool {
        let is_news = self.logged.len() < 16 && !self.logged.contains(&(name, payload));
        self.logged.extend(is_news.then_some((name, payload)));
        is_news
    }

    /// The number of an event that units may get: the machine has it, and has not declared another payload. One without
    /// a payload is right for all.
    #[inline]
    pub(super) fn key_for(&mut self, machine: &Structure, event: Event) -> Result<u8, UnitError> {
        let key = machine.key(event.id);
        let is_right = key > 0 && machine.takes(key, event.payload);
        if is_right { Ok(key) } else { Err(self.count_wrong(machine, event)) }
    }

    #[cold]
    fn count_wrong(&mut self, machine: &Structure, event: Event) -> UnitError {
        let (event, found) = (event.id, event.payload.payload_type());
        let Some((expected, found)) = machine.payload(event).zip(found) else {
            self.count_foreign(event.name());
            return UnitError::NoSuchEvent;
        };
        self.counters.payloads += 1;
        let error = UnitError::WrongPayload { event, expected, found };
        if self.is_news(event.name(), Some(found)) {
            log::warn!("machine `{}`: {error}", machine.name());
        }
        error
    }

    /// The current state of each region.
    #[inline]
    pub(super) fn leaves(&self, place: usize) -> Leaves {
        let mut leaves = [NO_STATE; MAX_REGIONS];
        leaves[..self.shared.states.stride].copy_from_slice(self.shared.states.of(place));
        leaves
    }

    pub(super) fn set_leaves(&mut self, place: usize, leaves: &Leaves) {
        let own = self.shared.states.of_mut(place);
        own.copy_from_slice(&leaves[..own.len()]);
    }

    /// The current state of the first region.
    #[inline]
    pub(super) fn state(&self, place: usize) -> u8 {
        self.shared.states.values[place * self.shared.states.stride]
    }

    pub(super) fn set_state(&mut self, place: usize, state: u8) {
        self.shared.states.of_mut(place)[0] = state;
    }

    /// Begins all random numbers again.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.shared.seed = seed;
        self.out.randoms.clear();
    }

    /// Where a unit is in its random numbers, unless it is at their start.
    pub(super) fn random_of(&self, place: usize) -> Option<u64> {
        let random =
            self.out.randoms.get(place).filter(|random| **random != self.shared.random_at(place as u32));
        random.map(Rng::get_seed)
    }

    /// Lets the random numbers of a unit go on there, or begin.
    pub(super) fn set_random(&mut self, place: usize, random: Option<u64>) {
        let Self { out: Outbox { randoms, .. }, shared, .. } = self;
        if random.is_some() {
            randoms.extend((randoms.len()..=place).map(|place| shared.random_at(place as u32)));
        }
        if let Some(own) = randoms.get_mut(place) {
            *own = random.map_or_else(|| shared.random_at(place as u32), Rng::with_seed);
        }
    }

    pub(super) fn is_silent(&self) -> bool {
        !self.changes.is_on() && self.previous.stride == 0
    }

    pub(super) fn id_at(&self, index: u32) -> UnitId {
        self.shared.id_at(index)
    }

    /// The time since the epoch of the deadlines.
    pub(super) const fn now(&self) -> u32 {
        self.shared.moment.now
    }

    /// The time from which a timer runs that starts now: it is not due early.
    pub(super) const fn start(&self) -> u32 {
        self.now() + (self.carried > 0) as u32
    }

    pub(super) fn is_taken(&self, place: usize) -> bool {
        place < self.data.len() && self.state(place) != self.free
    }

    /// Whether there is a unit in a place, and in a state: free places have higher numbers.
    #[inline]
    pub(super) fn is_started(&self, place: usize) -> bool {
        let Column { values, stride, .. } = &self.shared.states;
        values.get(place * stride).is_some_and(|state| *state < self.free)
    }

    /// Whether it is the id of the unit in its place.
    #[inline]
    pub(super) fn is_own(&self, unit: UnitId) -> bool {
        self.id_at(unit.index) == unit
            && [self.shared.population, PopulationId::NONE].contains(&unit.population)
    }

    pub(super) fn is_alive(&self, unit: UnitId) -> bool {
        self.is_taken(unit.index()) && self.is_own(unit)
    }

    pub(super) fn deadline(&self, place: usize, slot: usize) -> u32 {
        if self.slots.stride == 0 { self.deadline.values[place] } else { self.slots.of(place)[slot] }
    }

    pub(super) fn set_deadline(&mut self, place: usize, slot: usize, deadline: u32) {
        if self.slots.stride == 0 {
            self.deadline.values[place] = deadline;
        } else {
            self.slots.of_mut(place)[slot] = deadline;
        }
    }

    /// Keeps the time that is left for a state that is covered.
    pub(super) fn save_timers(&mut self, slots: usize, place: usize) {
        for slot in 0..slots {
            let first = self.depth.values[place] as usize * slots;
            let deadline = self.deadline(place, slot);
            let left =
                if deadline == NEVER { NOTHING_LEFT } else { deadline.wrapping_sub(self.now()) as i32 };
            self.saved.of_mut(place)[first + slot] = left;
            self.set_deadline(place, slot, NEVER);
        }
    }

    /// Pushes the current state on the stack below it.
    pub(super) fn cover(&mut self, place: usize) {
        let depth = self.depth.values[place];
        self.below.values[place * self.below.stride + depth as usize] = self.state(place);
        self.depth.values[place] = depth + 1;
    }

    /// The key of an interval in the top entry of the stack.
    pub(super) fn interval_key(&self, place: usize, state: u8) -> (u32, u8, u8) {
        (place as u32, self.depth.of(place).first().copied().unwrap_or(0), state)
    }

    /// Lets a tick look at the unit no later than at `deadline`.
    pub(super) fn wake_at(&mut self, place: usize, deadline: u32) {
        let earliest = &mut self.earliest[place / BLOCK];
        *earliest = (*earliest).min(deadline);
    }

    /// The states below the current one on the stack, the lowest first.
    pub(super) fn below(&self, place: usize) -> &[u8] {
        let depth = self.depth.of(place).first().map_or(0, |depth| *depth as usize);
        &self.below.of(place)[..depth]
    }

    pub(super) fn bytes(&self) -> usize {
        let bytes = [&self.shared.states, &self.history, &self.previous, &self.below, &self.depth];
        let words = [&self.deadline, &self.slots];
        let bytes = bytes.iter().map(|column| size_of_val(&*column.values)).sum::<usize>();
        let words = words.iter().map(|column| size_of_val(&*column.values)).sum::<usize>();
        let others = size_of_val(&*self.shared.generations);
        bytes
            + words
            + others
            + size_of_val(&*self.earliest)
            + size_of_val(&*self.saved.values)
            + size_of_val(&*self.out.randoms)
    }
}
