//! What units own at run time, one column for each thing, so that a tick reads only what it
//! needs.
//!
//! ```text
//! column       bytes a unit             there is one if
//! states       1, 2 from 256 states on  always
//! generations  2                        a unit was removed
//! awake        1/8                      some state has nothing to do in a quiet tick
//! deadline     4                        states have timeouts or fixed updates
//! slots        4 each                   several deadlines can be armed at one time
//! history      2 each                   states remember the child that was left
//! previous     2                        somebody asked for it
//! below, depth 2 each + 1               pushdown
//! saved        4 each deadline, state   pushdown with timeouts
//! ```

use std::ops::Range;

use super::super::bindings::BLOCK;
use super::super::blueprint::Family;
use super::super::definition::{Definition, NEVER};

/// No state: in the column for history, nothing was left yet.
pub(super) const NO_STATE: u16 = u16::MAX;

/// How a state is kept in a column.
pub(super) trait Slot: Copy + Eq {
    fn get(self) -> usize;
    fn of(state: u16) -> Self;
}

impl Slot for u8 {
    fn get(self) -> usize {
        self as usize
    }

    fn of(state: u16) -> Self {
        // Chosen only where all states and the mark for a free place are below 256.
        state as Self
    }
}

impl Slot for u16 {
    fn get(self) -> usize {
        self as usize
    }

    fn of(state: u16) -> Self {
        state
    }
}

/// The current state of each unit, as narrow as the definition allows. The number of states
/// itself marks a free place.
#[derive(Clone, Debug)]
pub(super) enum States {
    Small(Vec<u8>),
    Large(Vec<u16>),
}

impl States {
    pub(super) fn new(state_count: usize) -> Self {
        if state_count < 256 { Self::Small(Vec::new()) } else { Self::Large(Vec::new()) }
    }

    #[inline]
    pub(super) fn get(&self, unit: usize) -> Option<u16> {
        match self {
            Self::Small(states) => states.get(unit).map(|&state| u16::from(state)),
            Self::Large(states) => states.get(unit).copied(),
        }
    }

    #[inline]
    pub(super) fn set(&mut self, unit: usize, state: u16) {
        match self {
            Self::Small(states) => states[unit] = u8::of(state),
            Self::Large(states) => states[unit] = state,
        }
    }

    pub(super) fn push(&mut self, state: u16) {
        match self {
            Self::Small(states) => states.push(u8::of(state)),
            Self::Large(states) => states.push(state),
        }
    }

    #[inline]
    pub(super) const fn len(&self) -> usize {
        match self {
            Self::Small(states) => states.len(),
            Self::Large(states) => states.len(),
        }
    }

    pub(super) const fn bytes(&self) -> usize {
        match self {
            Self::Small(states) => states.len(),
            Self::Large(states) => states.len() * 2,
        }
    }
}

/// How many entries of each column a unit has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strides {
    pub(super) slots: usize,
    pub(super) history: usize,
    pub(super) below: usize,
    pub(super) saved: usize,
    has_deadline: bool,
    has_sleepers: bool,
}

impl Strides {
    pub(super) fn of<D>(definition: &Definition<D>) -> Self {
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

/// All columns but the states.
#[derive(Clone, Debug, Default)]
pub(super) struct Columns {
    pub(super) generations: Vec<u16>,
    pub(super) awake: Vec<u64>,
    pub(super) deadline: Vec<u32>,
    /// For each block the earliest deadline, or one that is over already.
    pub(super) earliest: Vec<u32>,
    pub(super) slots: Vec<u32>,
    pub(super) history: Vec<u16>,
    /// Empty unless the population remembers where its units were before.
    pub(super) previous: Vec<u16>,
    pub(super) below: Vec<u16>,
    pub(super) depth: Vec<u8>,
    pub(super) saved: Vec<u32>,
}

/// The part of the columns that belongs to a range of units.
pub(super) struct ColumnsMut<'a> {
    pub(super) awake: &'a mut [u64],
    pub(super) deadline: &'a mut [u32],
    pub(super) earliest: &'a mut [u32],
    pub(super) slots: &'a mut [u32],
    pub(super) history: &'a mut [u16],
    pub(super) previous: &'a mut [u16],
    pub(super) below: &'a mut [u16],
    pub(super) depth: &'a mut [u8],
    pub(super) saved: &'a mut [u32],
}

impl Columns {
    /// Makes room for `count` units in all.
    pub(super) fn resize(&mut self, count: usize, strides: Strides) {
        if strides.has_sleepers {
            self.awake.resize(count.div_ceil(64), 0);
        }
        if strides.has_deadline {
            self.deadline.resize(count, NEVER);
            self.earliest.resize(count.div_ceil(BLOCK), NEVER);
        }
        self.slots.resize(count * strides.slots, NEVER);
        self.history.resize(count * strides.history, NO_STATE);
        self.below.resize(count * strides.below, NO_STATE);
        if strides.below > 0 {
            self.depth.resize(count, 0);
        }
        self.saved.resize(count * strides.saved, NEVER);
        if !self.generations.is_empty() {
            self.generations.resize(count, 0);
        }
    }

    /// Empties the columns of one unit, so that nothing of the last one in its place is left.
    pub(super) fn clear(&mut self, unit: usize, strides: Strides) {
        let part = |stride: usize| unit * stride..(unit + 1) * stride;
        if let Some(deadline) = self.deadline.get_mut(unit) {
            *deadline = NEVER;
        }
        self.slots[part(strides.slots)].fill(NEVER);
        self.history[part(strides.history)].fill(NO_STATE);
        self.below[part(strides.below)].fill(NO_STATE);
        self.saved[part(strides.saved)].fill(NEVER);
        if let Some(previous) = self.previous.get_mut(unit) {
            *previous = NO_STATE;
        }
        if let Some(depth) = self.depth.get_mut(unit) {
            *depth = 0;
        }
        if let Some(word) = self.awake.get_mut(unit / 64) {
            *word &= !(1 << (unit % 64));
        }
    }

    /// The columns of the units in `range`, which starts with a block, and the
    /// generations of all.
    pub(super) fn split(&mut self, range: Range<usize>, strides: Strides) -> (ColumnsMut<'_>, &[u16]) {
        let columns = ColumnsMut {
            awake: part(&mut self.awake, range.start / 64..range.end.div_ceil(64), 1),
            deadline: part(&mut self.deadline, range.clone(), 1),
            earliest: part(&mut self.earliest, range.start / BLOCK..range.end.div_ceil(BLOCK), 1),
            slots: part(&mut self.slots, range.clone(), strides.slots),
            history: part(&mut self.history, range.clone(), strides.history),
            previous: part(&mut self.previous, range.clone(), 1),
            below: part(&mut self.below, range.clone(), strides.below),
            depth: part(&mut self.depth, range.clone(), 1),
            saved: part(&mut self.saved, range, strides.saved),
        };
        (columns, &self.generations)
    }

    pub(super) fn bytes(&self) -> usize {
        self.generations.len() * 2
            + self.awake.len() * 8
            + (self.deadline.len() + self.earliest.len() + self.slots.len() + self.saved.len()) * 4
            + (self.history.len() + self.previous.len() + self.below.len()) * 2
            + self.depth.len()
    }
}

fn part<T>(column: &mut [T], range: Range<usize>, stride: usize) -> &mut [T] {
    if column.is_empty() { column } else { &mut column[range.start * stride..range.end * stride] }
}
