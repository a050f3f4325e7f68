//! Units of a block that are ticked together, list by list.

use super::DispatchOutcome;
use super::units::Units;
use crate::ai::bindings::{BLOCK, Split};
use crate::ai::context::{Event, Request, Transition};
use crate::ai::definition::{Move, Step};
use crate::ai::id::EventId;

/// The events and messages for the units of a block.
#[derive(Debug)]
pub(super) struct Inputs {
    /// The key of the event that each unit handles; 0 for none.
    pub(super) keys: [u8; BLOCK],
    pub(super) payloads: [f64; BLOCK],
    /// With `Poll::All` the further messages, in the order of the units.
    pub(super) more: Vec<(u8, Event)>,
}

/// A request of a unit in a list: its place, the order of asking, the region.
pub(super) type Kept = (u32, u32, u8, Request);

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

    pub(super) const fn clear(&mut self) {
        self.lengths = [0; BLOCK];
    }

    pub(super) fn of(&self, list: usize) -> &[u8] {
        &self.lists[list][..self.lengths[list] as usize]
    }
}

impl<D, W> Units<'_, D, W> {
    /// Updates a block whose units are all in the same state: `benches/machines.rs`, the marines
    /// without events. Returns whether it is such a block.
    pub(super) fn update_as_one(&mut self, block: usize, count: usize) -> bool {
        let states = &self.store.shared.states[block * BLOCK..][..count];
        let first = states[0];
        if !states.iter().fold(true, |same, state| same & (*state == first)) {
            return false;
        }
        let definition = self.definition;
        if definition.regions > 1 {
            return false;
        }
        for update in definition.states.get(first as usize).map_or(&[][..], |code| &code.updates) {
            let (data, world, mut cx) = self.context(block * BLOCK, None, Transition::NONE);
            update.call_all(&mut data[block * BLOCK..][..count], world, &mut cx);
        }
        true
    }

    /// Ticks the units of a machine that only changes states.
    pub(super) fn look_up(&mut self, first: usize, events: &[Option<EventId>]) {
        let (definition, routes) = (self.definition, &self.definition.routes);
        let mut keys = [0; BLOCK];
        if definition.keys_of(events, &mut keys) {
            self.count_foreign(events);
        }
        let mut unhandled = 0;
        for (state, &key) in self.store.shared.states[first..].iter_mut().zip(&keys[..events.len()]) {
            let next = routes.next[(*state as usize) << routes.shift | key as usize];
            *state = next as u8;
            unhandled += u64::from(next >> 8);
        }
        self.store.counters.unhandled += unhandled;
    }

    /// Counts events of other machines.
    #[cold]
    pub(super) fn count_foreign(&mut self, events: &[Option<EventId>]) {
        for event in events.iter().flatten().filter(|event| self.definition.key(**event) == 0) {
            self.store.counters.count_foreign(event.name());
        }
    }

    /// Takes the steps of the lists that have one.
    pub(super) fn take_steps(&mut self, block: usize, lists: &Lists, inputs: &Inputs) {
        let definition = self.definition;
        for (list, (step, key)) in (definition.states.len() + 1..).zip(&definition.routes.steps) {
            if lists.lengths[list] > 0 {
                let events = Some((definition.events[*key as usize - 1], &inputs.payloads));
                self.perform_all(block, lists.of(list), &definition.steps[*step as usize], events);
            }
        }
    }

    /// Polls the triggers of units in the same state, and updates those that take none.
    pub(super) fn run_updates(&mut self, block: usize, lists: &Lists, requests: &mut Vec<Kept>) {
        let definition = self.definition;
        for (list, code) in definition.states.iter().enumerate().filter(|(_, code)| code.is_awake) {
            let (start, end) = definition.triggers[list];
            let mut split;
            let units = match lists.of(list) {
                [] => continue,
                units if start == end => units,
                units => {
                    split =
                        Split { units: [0; BLOCK], count: units.len(), taken: [0; BLOCK], taken_count: 0 };
                    split.units[..units.len()].copy_from_slice(units);
                    for step in &definition.steps[start as usize..end as usize] {
                        self.take_trigger_of_all(block, step, &mut split, requests);
                    }
                    &split.units[..split.count]
                }
            };
            self.call_some(&code.updates, block, units, None, Transition::NONE);
        }
    }

    /// Polls a trigger for units in the same state. Those that are left have not taken it.
    fn take_trigger_of_all(
        &mut self,
        block: usize,
        step: &Step,
        split: &mut Split,
        requests: &mut Vec<Kept>,
    ) {
        let (definition, first) = (self.definition, block * BLOCK);
        let Some((&some, guard)) = split.units[..split.count].first().zip(step.guard) else { return };
        let mut cx = self.guard_context(first + some as usize, None, 0);
        cx.unit = first as u32;
        let guard_code = &definition.guards[guard.index as usize];
        guard_code.split(&self.store.data[first..], self.world, split, guard.negated, cx);
        if definition.has_min_time {
            let all = std::mem::take(&mut split.taken_count);
            for index in 0..all {
                let unit = split.taken[index];
                if self.is_held(first + unit as usize, step) {
                    split.units[split.count] = unit;
                    split.count += 1;
                } else {
                    split.taken[split.taken_count] = unit;
                    split.taken_count += 1;
                }
            }
        }
        let taken = &split.taken[..split.taken_count];
        if step.is_plain && step.then != Move::Stay {
            return self.perform_all(block, taken, step, None);
        }
        self.keep_requests(requests);
        for unit in taken.iter().map(|&unit| first + unit as usize) {
            self.moved = 0;
            let outcome = self.perform(unit, step, None);
            let _ = self.finish(unit, outcome);
            if self.moved == 0 {
                self.update(unit);
                let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
            }
        }
    }

    /// Keeps the requests of whole lists, so that a unit can be ticked by itself.
    fn keep_requests(&mut self, requests: &mut Vec<Kept>) {
        let first = requests.len() as u32;
        let asked = self.store.out.requests.drain(..).zip(first..);
        requests.extend(asked.map(|((unit, region, request), order)| (unit, order, region, request)));
    }

    /// Applies the requests of whole lists, in the order of the units.
    pub(super) fn apply_all(&mut self, requests: &mut Vec<Kept>) {
        self.apply_moved(requests, &mut [0; BLOCK]);
    }

    /// The same; adds the regions of units that change.
    pub(super) fn apply_moved(&mut self, requests: &mut Vec<Kept>, moved: &mut [u16; BLOCK]) {
        self.keep_requests(requests);
        // A stable sort may allocate.
        requests.sort_unstable_by_key(|(unit, order, ..)| (*unit, *order));
        for group in requests.chunk_by(|a, b| a.0 == b.0) {
            let asked = group.iter().map(|(unit, _, region, request)| (*unit, *region, *request));
            self.store.out.requests.extend(asked);
            let unit = group[0].0 as usize;
            self.moved = 0;
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
            moved[unit % BLOCK] |= self.moved;
        }
        requests.clear();
    }
}
