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

use super::{Definition, Move};

/// The list of the units that are ticked one by one.
pub(in crate::ai) const BUSY: u8 = 255;

/// What [`Routes::next`] adds to a state where no row handles the event.
pub(in crate::ai) const UNHANDLED: u16 = 256;

#[derive(Clone, Debug, Default)]
pub(in crate::ai) struct Routes {
    /// How many bits the number of an event has.
    pub(in crate::ai) shift: u32,
    /// For each state and event the list.
    pub(in crate::ai) lists: Vec<u8>,
    /// For each state and event the next state. Empty unless the machine only changes states, without
    /// any call: `benches/machines.rs`, the moods.
    pub(in crate::ai) next: Vec<u16>,
    /// The steps that have lists, each with its event, from 1.
    pub(in crate::ai) steps: Vec<(u32, u8)>,
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
        let shift = (definition.events.len() + 1).next_power_of_two().trailing_zeros();
        let mut this = Self { shift, ..Self::default() };
        let states = definition.states.len();
        let mut of_step = vec![BUSY; definition.steps.len()];
        let mut is_silent = definition.slots == 0
            && definition.states.iter().all(|code| code.updates.is_empty())
            && !definition.has_triggers;
        for state in 0..=states {
            for key in 0..1_usize << this.shift {
                let found = handled(definition, state, key);
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
                            this.steps.push((number, key as u8));
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
}

/// The step of the row that is taken, if it has no guard.
fn handled<D, W>(definition: &Definition<D, W>, state: usize, key: usize) -> Found {
    let events = definition.events.len();
    if state == definition.states.len() || !(1..=events).contains(&key) {
        return Found::Update;
    }
    match definition.table[state * events + key - 1].checked_sub(1) {
        // The states around the region may handle it, or triggers of the next state hold.
        _ if definition.regions > 1 || definition.has_triggers => Found::Unknown,
        None => Found::Unhandled,
        Some(step) if definition.steps[step as usize].guard.is_none() => Found::Step(step),
        Some(_) => Found::Unknown,
    }
}
