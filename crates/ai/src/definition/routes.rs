//! Which units of a block can be ticked together.
//!
//! The units of a block are sorted into lists by their state and the number of their event, 0 for
//! none.
//!
//! ```text
//! list 0 .. states      units in this state, with nothing but triggers and updates to do
//! list states           free places
//! list states + 1 ..    units that take the same plain step
//! list 255              the others, each by itself
//! ```
//!
//! The units of a machine with a world use the same table, one after the other.

use super::{Definition, Move, Step};
use crate::structure::NO_STATE;

/// The list of the units that are ticked one by one.
pub(crate) const BUSY: u8 = 255;

/// What [`Routes::next`] adds to a state where no row handles the event.
pub(crate) const UNHANDLED: u16 = 256;

/// What [`Routes::next`] adds to a state for an event of another machine.
pub(crate) const FOREIGN: u16 = 512;

#[derive(Clone, Debug, Default)]
pub(crate) struct Routes {
    /// For each event, with none before and those of other machines after them, the list by state.
    pub(crate) lists: Vec<[u8; 256]>,
    /// How many lists come before those with steps.
    states: u8,
    /// In the same way the next state. Empty unless the machine only changes states, without any call:
    /// `benches/machines.rs`, the moods.
    pub(crate) next: Vec<[u16; 256]>,
    /// The steps that have lists, each with its event, from 1.
    pub(crate) steps: Vec<(u32, u8)>,
}

#[derive(Clone, Copy)]
enum Found {
    Step(u32),
    Update,
    Unhandled,
    Foreign,
    Unknown,
}

impl Routes {
    pub(super) fn of<D, W>(definition: &Definition<D, W>) -> Self {
        let (states, keys) = (definition.states.len(), definition.events.len() + 2);
        let unknown = u16::from(NO_STATE);
        let mut this = Self {
            lists: vec![[BUSY; 256]; keys],
            states: states as u8,
            next: vec![[unknown; 256]; keys],
            steps: Vec::new(),
        };
        let mut is_silent = definition.slots == 0
            && definition.updates.iter().all(Vec::is_empty)
            && definition.regions == 1
            && !definition.has_triggers;
        // A unit that is not started and a region that is not active have nothing to do, as a free place.
        this.lists.iter_mut().for_each(|lists| lists[NO_STATE as usize] = states as u8);
        for state in 0..=states {
            for key in 0..keys {
                let found = handled(definition, state, key);
                let (list, next) = match found {
                    Found::Update => (state as u8, state as u16),
                    Found::Unhandled => (BUSY, state as u16 + UNHANDLED),
                    Found::Foreign => (BUSY, state as u16 + FOREIGN),
                    Found::Unknown => {
                        is_silent = false;
                        (BUSY, 0)
                    }
                    Found::Step(number) => {
                        let step = &definition.steps[number as usize];
                        is_silent &= step.is_plain && step.ops.0 == step.ops.1;
                        is_silent &= matches!(step.then, Move::Go(_));
                        let mut list = states + 1 + this.steps.len();
                        if step.is_plain && step.then != Move::Stay && list < BUSY as usize {
                            this.steps.push((number, key as u8));
                        } else {
                            list = BUSY as usize;
                        }
                        (list as u8, u16::from(step.leaf))
                    }
                };
                (this.lists[key][state], this.next[key][state]) = (list, next);
            }
        }
        if !is_silent {
            this.next = Vec::new();
        }
        this
    }

    /// The step of a list that has one.
    #[inline]
    pub(crate) fn step_of(&self, list: u8) -> Option<u32> {
        self.steps.get((list as usize).checked_sub(self.states as usize + 1)?).map(|(step, _)| *step)
    }
}

/// The step of the row that is taken, if it has no guard.
fn handled<D, W>(definition: &Definition<D, W>, state: usize, key: usize) -> Found {
    let events = definition.events.len();
    if state == definition.states.len() {
        return Found::Update;
    }
    let (start, end) = definition.triggers[state];
    let triggers = &definition.steps[start as usize..end as usize];
    let is_single = |step: &Step| definition.has_min_time || !step.is_plain || step.then == Move::Stay;
    let kinds = [definition.is_ordered, definition.regions > 1, definition.has_triggers];
    // One of these alone is done for many units together.
    if kinds.into_iter().filter(|is_there| *is_there).count() > 1 || triggers.iter().any(is_single) {
        return Found::Unknown;
    } else if key == 0 {
        return Found::Update;
    } else if key > events {
        return Found::Foreign;
    }
    let first = |state: usize| definition.table[state * events + key - 1].checked_sub(1);
    let is_outer = definition.parallels.iter().any(|&state| first(state as usize).is_some());
    match first(state) {
        // Triggers of the next state may hold, or a state around the regions handles it.
        _ if definition.has_triggers || is_outer => Found::Unknown,
        None => Found::Unhandled,
        Some(step) if definition.steps[step as usize].guard.is_none() => Found::Step(step),
        Some(_) => Found::Unknown,
    }
}
