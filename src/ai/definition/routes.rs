//! Which units of a block can be ticked together.
//!
//! The units of a block are sorted into lists by their state and a key. The key is the number of
//! the unit's event, 0 for none; or, in a machine with triggers, a mask with a bit for the answer
//! of each trigger.
//!
//! ```text
//! list 0 .. states      units in this state, with nothing but their updates to do
//! list states           free places
//! list states + 1 ..    units that take the same plain step
//! list 255              the others, each by itself
//! ```

use std::collections::BTreeSet;

use super::{Definition, Move};
use crate::ai::bindings::BLOCK;

/// The list of the units that are ticked one by one.
pub(in crate::ai) const BUSY: u8 = 255;

/// How many triggers' answers fit into a key. With more triggers, units that poll are ticked one by
/// one.
const MAX_MASK: usize = 8;

/// What [`Routes::next`] adds to a state where no row handles the event.
pub(in crate::ai) const UNHANDLED: u16 = 256;

#[derive(Clone, Debug, Default)]
pub(in crate::ai) struct Routes {
    /// How many bits the key has.
    pub(in crate::ai) shift: u32,
    /// For each state and key the list.
    pub(in crate::ai) lists: Vec<u8>,
    /// For each state and key the next state. Empty unless the machine only changes states, without
    /// any call: `benches/machines.rs`, the moods and the levelled triggers.
    pub(in crate::ai) next: Vec<u16>,
    /// The steps that have lists, each with its event, from 1.
    pub(in crate::ai) steps: Vec<(u32, u8)>,
    /// The triggers whose answers are the bits of the key.
    pub(in crate::ai) mask: Vec<u32>,
    /// For each state a mask of the triggers that it polls.
    pub(in crate::ai) polls: Vec<u8>,
}

#[derive(Clone, Copy)]
enum Found {
    Step(u32),
    Update,
    Unhandled,
    Unknown,
}

impl Routes {
    pub(super) fn of<D, W>(definition: &Definition<D, W>) -> Self {
        let mut this = Self::default();
        if definition.has_triggers {
            let all = definition.triggers.iter().flat_map(|&(start, end)| start..end);
            let guards = all.filter_map(|step| definition.steps[step as usize].guard);
            let guards: BTreeSet<u32> = guards.map(|guard| guard.index).collect();
            // The triggers of several regions do not fit.
            if guards.len() <= MAX_MASK && definition.regions == 1 {
                this.mask = guards.into_iter().collect();
            }
            this.shift = this.mask.len() as u32;
            this.polls = vec![0; BLOCK];
            for (polls, &(start, end)) in this.polls.iter_mut().zip(&definition.triggers) {
                let steps = &definition.steps[start as usize..end as usize];
                let guards = steps.iter().filter_map(|step| step.guard);
                let bits = guards.filter_map(|guard| this.mask.binary_search(&guard.index).ok());
                *polls = bits.fold(0, |polls, bit| polls | 1 << bit);
            }
        } else {
            this.shift = (definition.events.len() + 1).next_power_of_two().trailing_zeros();
        }
        let states = definition.states.len();
        let mut of_step = vec![BUSY; definition.steps.len()];
        let mut is_silent = definition.slots == 0
            && definition.states.iter().all(|code| code.updates.is_empty())
            && (!definition.has_sleepers || !definition.has_triggers);
        for state in 0..=states {
            for key in 0..1_usize << this.shift {
                let found = if definition.has_triggers {
                    this.triggered(definition, state, key)
                } else {
                    handled(definition, state, key)
                };
                let (list, next) = match found {
                    Found::Update => (state as u8, state as u16),
                    Found::Unhandled => (BUSY, state as u16 + UNHANDLED),
                    Found::Unknown => {
                        is_silent = false;
                        (BUSY, 0)
                    }
                    Found::Step(number) => {
                        let step = &definition.steps[number as usize];
                        is_silent &= step.is_plain && step.ops.0 == step.ops.1;
                        is_silent &= matches!(step.then, Move::Goto(_));
                        let list = states + 1 + this.steps.len();
                        let has_list = step.is_plain && step.then != Move::Stay && list < BUSY as usize;
                        if has_list && of_step[number as usize] == BUSY {
                            of_step[number as usize] = list as u8;
                            this.steps.push((number, if definition.has_triggers { 0 } else { key as u8 }));
                        }
                        (of_step[number as usize], u16::from(step.leaf))
                    }
                };
                this.lists.push(list);
                this.next.push(next);
            }
        }
        if !is_silent {
            this.next = Vec::new();
        }
        this
    }

    /// The step of the trigger that wins for the answers in `key`.
    fn triggered<D, W>(&self, definition: &Definition<D, W>, state: usize, key: usize) -> Found {
        let Some(&(start, end)) = definition.triggers.get(state) else { return Found::Update };
        if start == end && definition.regions == 1 {
            return Found::Update;
        }
        if self.mask.is_empty() {
            return Found::Unknown;
        }
        let holds = |step: &u32| {
            definition.steps[*step as usize].guard.is_none_or(|guard| {
                let bit = self.mask.binary_search(&guard.index).unwrap_or(0);
                (key >> bit & 1 == 1) != guard.negated
            })
        };
        match (start..end).find(holds) {
            None => Found::Update,
            // It depends on how long the unit has been there.
            Some(_) if definition.has_min_time => Found::Unknown,
            Some(step) => Found::Step(step),
        }
    }
}

/// The step of the row that is taken, if it has no guard.
fn handled<D, W>(definition: &Definition<D, W>, state: usize, key: usize) -> Found {
    let events = definition.events.len();
    if state == definition.states.len() || !(1..=events).contains(&key) {
        return Found::Update;
    }
    match definition.table[state * events + key - 1].checked_sub(1) {
        // The states around the region may handle it.
        _ if definition.regions > 1 => Found::Unknown,
        None => Found::Unhandled,
        Some(step) if definition.steps[step as usize].guard.is_none() => Found::Step(step),
        Some(_) => Found::Unknown,
    }
}
