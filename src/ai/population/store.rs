//! What units own at run time, one column for each thing, so that a tick reads only what it needs.
//!
//! ```text
//! column       bytes a unit             exists if
//! states       1                        always
//! generations  2                        a unit was removed
//! awake        1/8                      some state has nothing to do in a tick without events
//! deadline     4                        states have timeouts or fixed updates
//! slots        4 each                   several deadlines can run at one time
//! history      1 each                   states remember the child that was left
//! previous     1                        it was asked for
//! below, depth 1 each + 1               pushdown
//! saved        4 each deadline, entry   pushdown with timeouts
//! ```

use std::time::Duration;

use super::counters::Counters;
use super::watch::Changes;
use crate::ai::bindings::BLOCK;
use crate::ai::blueprint::Family;
use crate::ai::context::{Context, Event, Outbox, Transition};
use crate::ai::definition::{Definition, NEVER};
use crate::ai::id::UnitId;

/// No state: in the column for history, nothing was left yet.
pub(super) const NO_STATE: u8 = u8::MAX;

/// How many entries of each column a unit has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strides {
    /// 0 where the column of deadlines is enough.
    pub(super) slots: usize,
    pub(super) history: usize,
    pub(super) below: usize,
    pub(super) saved: usize,
    has_deadline: bool,
    has_sleepers: bool,
}

impl Strides {
    fn of<D>(definition: &Definition<D>) -> Self {
        let is_pushdown = definition.family == Family::Pushdown;
        let below = if is_pushdown { definition.max_depth as usize - 1 } else { 0 };
        let single = definition.slots == 1 && !definition.has_min_time;
        Self {
            slots: if single { 0 } else { definition.slots },
            history: definition.histories,
            below,
            saved: below * definition.slots,
            has_deadline: definition.slots > 0,
            has_sleepers: definition.has_sleepers,
        }
    }
}

/// The units of a population, and what is noted while they are worked on.
#[derive(Debug)]
pub(super) struct Store<D> {
    pub(super) data: Vec<D>,
    /// The current state of each unit. The number of states itself marks a free place.
    pub(super) states: Vec<u8>,
    pub(super) generations: Vec<u16>,
    pub(super) awake: Vec<u64>,
    pub(super) deadline: Vec<u32>,
    /// For each block the earliest deadline, or one that is over already.
    pub(super) earliest: Vec<u32>,
    pub(super) slots: Vec<u32>,
    pub(super) history: Vec<u8>,
    pub(super) remembers: bool,
    pub(super) previous: Vec<u8>,
    pub(super) below: Vec<u8>,
    pub(super) depth: Vec<u8>,
    pub(super) saved: Vec<u32>,
    pub(super) strides: Strides,
    pub(super) out: Outbox,
    pub(super) counters: Counters,
    pub(super) changes: Option<Changes>,
}

impl<D> Store<D> {
    pub(super) fn new(definition: &Definition<D>) -> Self {
        Self {
            data: Vec::new(),
            states: Vec::new(),
            generations: Vec::new(),
            awake: Vec::new(),
            deadline: Vec::new(),
            earliest: Vec::new(),
            slots: Vec::new(),
            history: Vec::new(),
            remembers: false,
            previous: Vec::new(),
            below: Vec::new(),
            depth: Vec::new(),
            saved: Vec::new(),
            strides: Strides::of(definition),
            out: Outbox::default(),
            counters: Counters::default(),
            changes: None,
        }
    }

    /// Adds a place to each column that exists.
    pub(super) fn push(&mut self, data: D) {
        self.data.push(data);
        let count = self.data.len();
        let strides = self.strides;
        self.states.push(0);
        if strides.has_sleepers {
            self.awake.resize(count.div_ceil(64), 0);
        }
        if strides.has_deadline {
            self.deadline.push(NEVER);
            self.earliest.resize(count.div_ceil(BLOCK), NEVER);
        }
        self.slots.resize(count * strides.slots, NEVER);
        self.history.resize(count * strides.history, NO_STATE);
        self.below.resize(count * strides.below, NO_STATE);
        if strides.below > 0 {
            self.depth.push(0);
        }
        self.saved.resize(count * strides.saved, NEVER);
        if !self.generations.is_empty() {
            self.generations.push(0);
        }
        if self.remembers {
            self.previous.push(NO_STATE);
        }
    }

    /// Empties the columns of one place, so that nothing of the last unit in it is left.
    pub(super) fn clear(&mut self, place: usize) {
        let strides = self.strides;
        let part = |stride: usize| place * stride..(place + 1) * stride;
        if let Some(deadline) = self.deadline.get_mut(place) {
            *deadline = NEVER;
        }
        self.slots[part(strides.slots)].fill(NEVER);
        self.history[part(strides.history)].fill(NO_STATE);
        self.saved[part(strides.saved)].fill(NEVER);
        if let Some(previous) = self.previous.get_mut(place) {
            *previous = NO_STATE;
        }
        if let Some(depth) = self.depth.get_mut(place) {
            *depth = 0;
        }
        self.set_awake(place, false);
    }

    pub(super) fn set_awake(&mut self, place: usize, is_awake: bool) {
        if let Some(word) = self.awake.get_mut(place / 64) {
            let bit = 1 << (place % 64);
            if is_awake { *word |= bit } else { *word &= !bit }
        }
    }

    /// Whether nothing records changes.
    pub(super) fn is_silent(&self) -> bool {
        self.changes.is_none() && self.previous.is_empty()
    }

    pub(super) fn id_at(&self, index: u32) -> UnitId {
        let generation = self.generations.get(index as usize).copied().unwrap_or(0);
        UnitId { index, generation }
    }

    /// A unit's data, and what code that is called for the unit sees besides.
    #[inline]
    pub(super) fn context(
        &mut self,
        place: usize,
        now: u64,
        dt: Duration,
        event: Option<Event>,
        transition: Transition,
    ) -> (&mut D, Context<'_>) {
        let (generations, out) = (&self.generations, &mut self.out);
        (&mut self.data[place], Context { unit: place as u32, now, dt, event, transition, generations, out })
    }

    pub(super) fn deadline(&self, place: usize, slot: usize) -> u32 {
        match self.strides.slots {
            0 => self.deadline[place],
            stride => self.slots[place * stride + slot],
        }
    }

    pub(super) fn set_deadline(&mut self, place: usize, slot: usize, deadline: u32) {
        match self.strides.slots {
            0 => self.deadline[place] = deadline,
            stride => self.slots[place * stride + slot] = deadline,
        }
    }

    /// Lets the population look at a unit no later than at `deadline`.
    pub(super) fn wake_at(&mut self, place: usize, deadline: u32) {
        let earliest = &mut self.earliest[place / BLOCK];
        *earliest = (*earliest).min(deadline);
    }

    pub(super) fn bytes(&self) -> usize {
        let bytes = [&self.states, &self.history, &self.previous, &self.below, &self.depth];
        let words = [&self.deadline, &self.earliest, &self.slots, &self.saved];
        bytes.iter().map(|column| column.len()).sum::<usize>()
            + words.iter().map(|column| column.len() * 4).sum::<usize>()
            + self.generations.len() * 2
            + self.awake.len() * 8
    }
}
