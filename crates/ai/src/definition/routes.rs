//! Which units of a block can be ticked together.
//!
//! The units of a block are sorted into lists by their state and the number of their event, 0 for
//! none.
//!
//! ```text
//! list 0 .. states      units in this state, with nothing but updates to do
//! list states           free places
//! list states + 1 ..    units that take the same plain step
//! list 255              the others, each by itself
//! ```
//!
//! The units of a machine with a world use the same table, one after the other.

use super::{Definition, Move};
use crate::structure::NO_STATE;

/// The list of the units that are ticked one by one.
pub(crate) const BUSY: u8 = 255;

#[derive(Clone, Debug, Default)]
pub(crate) struct Routes {
    /// For each event, with none before them, the list by state.
    pub(crate) lists: Vec<[u8; 256]>,
    /// How many lists come before those with steps.
    states: u8,
    /// The steps that have lists, each with its event, from 1.
    pub(crate) steps: Vec<(u32, u8)>,
}

impl Routes {
    pub(super) fn of<D, W>(definition: &Definition<D, W>) -> Self {
        let (states, keys) = (definition.states.len(), definition.events.len() + 1);
        let mut this = Self { lists: vec![[BUSY; 256]; keys], states: states as u8, steps: Vec::new() };
        // A unit that is not started and a region that is not active have nothing to do, as a free place.
        this.lists.iter_mut().for_each(|lists| lists[NO_STATE as usize] = states as u8);
        for state in 0..=states {
            for key in 0..keys {
                this.lists[key][state] = this.list_of(definition, state, key);
            }
        }
        this
    }

    /// The list of the units in a state that handle an event. Units with triggers, and units in regions with a world or
    /// with an event that a state around the regions handles, are ticked by themselves.
    fn list_of<D, W>(&mut self, definition: &Definition<D, W>, state: usize, key: usize) -> u8 {
        if state == definition.states.len() {
            return state as u8;
        } else if definition.has_triggers || (definition.is_ordered && definition.regions > 1) {
            return BUSY;
        } else if key == 0 {
            return state as u8;
        }
        let first = |state: usize| definition.table[state * definition.events.len() + key - 1].checked_sub(1);
        if definition.parallels.iter().any(|&state| first(state as usize).is_some()) {
            return BUSY;
        }
        let Some(number) = first(state) else { return BUSY };
        let step = &definition.steps[number as usize];
        let list = self.states as usize + 1 + self.steps.len();
        let has_list =
            step.guard.is_none() && step.is_plain && step.then != Move::Stay && list < BUSY as usize;
        if !has_list {
            return BUSY;
        }
        self.steps.push((number, key as u8));
        list as u8
    }

    /// The step of a list that has one.
    #[inline]
    pub(crate) fn step_of(&self, list: u8) -> Option<u32> {
        self.steps.get((list as usize).checked_sub(self.states as usize + 1)?).map(|(step, _)| *step)
    }
}
