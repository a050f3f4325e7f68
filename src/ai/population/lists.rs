//! Units of a block that are ticked together, list by list.

use super::DispatchOutcome;
use super::units::Units;
use crate::ai::bindings::BLOCK;
use crate::ai::context::{Event, Request, Transition};
use crate::ai::definition::BUSY;

/// The events and messages for the units of a block.
#[derive(Debug)]
pub(super) struct Inputs {
    /// The key of the event that each unit handles; 0 for none.
    pub(super) keys: [u8; BLOCK],
    pub(super) payloads: [f64; BLOCK],
    /// With `Poll::All` the further messages, in the order of the units.
    pub(super) more: Vec<(u8, Event)>,
}

/// Places of a block's units, list by list.
#[derive(Debug)]
pub(super) struct Lists {
    pub(super) lists: [[u8; BLOCK]; BLOCK],
    pub(super) lengths: [u16; BLOCK],
}

impl Lists {
    #[inline]
    pub(super) fn put(&mut self, unit: u8, list: u8) {
        let length = &mut self.lengths[list as usize];
        self.lists[list as usize][*length as usize & (BLOCK - 1)] = unit;
        *length += 1;
    }

    pub(super) fn of(&self, list: usize) -> &[u8] {
        &self.lists[list][..self.lengths[list] as usize]
    }
}

impl<D, W> Units<'_, D, W> {
    /// Updates the units of a block in one further region, but for those that were ticked one by one.
    pub(super) fn update_region_of_all(
        &mut self,
        block: usize,
        region: usize,
        lists: &mut Lists,
        keys: &[u8; BLOCK],
        busy: &[u8; BLOCK],
    ) {
        let definition = self.definition;
        self.region = region;
        let states = self.store.more[region - 1][block * BLOCK..].iter();
        for (place, (&state, (&key, &busy))) in (0..=255).zip(states.zip(keys.iter().zip(busy))) {
            lists.put(place, if key | busy == 0 { state } else { BUSY });
        }
        for (list, code) in definition.states.iter().enumerate().filter(|(list, _)| *list != BUSY as usize) {
            if lists.lengths[list] > 0 {
                for update in &code.updates {
                    self.call_some(&**update, block, lists.of(list), None, Transition::NONE);
                }
            }
        }
        lists.lengths.fill(0);
        self.region = 0;
    }

    /// Updates a block whose units are all in the same state: `benches/machines.rs`, the marines
    /// without events. Returns whether it is such a block.
    pub(super) fn update_as_one(&mut self, block: usize, count: usize) -> bool {
        let states = &self.store.states[block * BLOCK..][..count];
        let first = states[0];
        if !states.iter().fold(true, |same, state| same & (*state == first)) {
            return false;
        }
        let definition = self.definition;
        if definition.regions > 1 {
            return false;
        }
        for update in definition.states.get(first as usize).map_or(&[][..], |code| &code.updates) {
            let (data, world, cx) = self.context(block * BLOCK, None, Transition::NONE);
            update.call_all(&mut data[block * BLOCK..][..count], world, cx);
        }
        true
    }

    /// Polls each trigger for all units of a block; the answers are the bits of the masks.
    pub(super) fn ask_triggers(&self, first: usize, masks: &mut [u8]) {
        let routes = &self.definition.routes;
        let Some(polls) = routes.polls.first_chunk().filter(|_| !routes.mask.is_empty()) else { return };
        let cx = self.guard_context(first, None, 0);
        let units = first..first + masks.len();
        let (data, states) = (&self.store.data[units.clone()], &self.store.states[units]);
        for (bit, &guard) in routes.mask.iter().enumerate() {
            self.definition.guards[guard as usize].mask(data, self.world, states, polls, masks, cx, 1 << bit);
        }
    }

    /// Ticks the units of a machine that only changes states.
    pub(super) fn look_up(&mut self, first: usize, keys: impl Iterator<Item = u8>) {
        let routes = &self.definition.routes;
        let mut unhandled = 0;
        for (state, key) in self.store.states[first..].iter_mut().zip(keys) {
            let next = routes.next[(*state as usize) << routes.shift | key as usize];
            *state = next as u8;
            unhandled += u64::from(next >> 8);
        }
        self.store.counters.unhandled += unhandled;
    }

    /// Does the work of each list, and empties it.
    pub(super) fn run_lists(&mut self, block: usize, lists: &mut Lists, inputs: &Inputs) {
        let definition = self.definition;
        let count = definition.states.len();
        lists.lengths[BUSY as usize] = 0;
        for (list, (step, event)) in (count + 1..).zip(&definition.routes.steps) {
            if lists.lengths[list] > 0 {
                let step = &definition.steps[*step as usize];
                let event = (*event as usize).checked_sub(1).map(|key| definition.events[key]);
                let events = event.map(|event| (event, &inputs.payloads));
                self.perform_all(block, lists.of(list), step, events);
            }
        }
        for (list, code) in definition.states.iter().enumerate() {
            if lists.lengths[list] > 0 {
                for update in &code.updates {
                    self.call_some(&**update, block, lists.of(list), None, Transition::NONE);
                }
            }
        }
        lists.lengths[..count + 1 + definition.routes.steps.len()].fill(0);
    }

    /// Applies the requests of whole lists, in the order of the units.
    pub(super) fn apply_all(&mut self, requests: &mut Vec<(u32, u32, u8, Request)>) {
        let asked = self.store.out.requests.drain(..).zip(0..);
        requests.extend(asked.map(|((unit, region, request), order)| (unit, order, region, request)));
        // A stable sort may allocate.
        requests.sort_unstable_by_key(|(unit, order, ..)| (*unit, *order));
        for group in requests.chunk_by(|a, b| a.0 == b.0) {
            let asked = group.iter().map(|(unit, _, region, request)| (*unit, *region, *request));
            self.store.out.requests.extend(asked);
            let _ = self.finish(group[0].0 as usize, Ok(DispatchOutcome::Handled));
        }
        requests.clear();
    }
}
