//! Units of a block that are ticked together, list by list.

use super::DispatchOutcome;
use super::block::{Bits, Block, Kept, Lists, each_bit};
use super::units::Units;
use crate::ai::bindings::{BLOCK, Split};
use crate::ai::context::Transition;
use crate::ai::definition::{BUSY, FOREIGN, Move, Step};
use crate::ai::id::EventId;

impl<D, W> Units<'_, D, W> {
    /// Ticks the units of a block list by list, or those of `sparse`.
    pub(super) fn tick_lists(
        &mut self,
        block: Block<'_>,
        sparse: Option<Bits>,
        lists: &mut Lists,
        split: &mut Split,
        requests: &mut Vec<Kept>,
    ) {
        let Block { first, count, inputs } = block;
        let table = self.definition.routes.lists.as_slice();
        let states = &self.store.shared.states[first..first + count];
        if let Some(bits) = sparse {
            each_bit(&bits, |unit| {
                let list = table[inputs.keys[unit] as usize][states[unit] as usize];
                lists.put(unit as u8, list | inputs.busy[unit]);
            });
        } else {
            let all = states.iter().zip(&inputs.keys).zip(&inputs.busy);
            let all = all.map(|((&state, &key), &busy)| table[key as usize][state as usize] | busy);
            all.enumerate().for_each(|(unit, list)| lists.put(unit as u8, list));
        }
        for &unit in lists.of(BUSY as usize) {
            self.tick_one(block, unit as usize);
        }
        self.take_steps(block, lists);
        if self.definition.has_triggers {
            self.run_triggers(first, lists, split, requests);
        } else {
            self.run_updates(first, lists);
        }
        lists.clear();
        self.apply_all(requests);
    }

    /// Updates a block whose units are all in the same state: `benches/machines.rs`, the marines
    /// without events. Returns whether it is such a block.
    pub(super) fn update_as_one(&mut self, first: usize, count: usize) -> bool {
        let definition = self.definition;
        let states = &self.store.shared.states[first..][..count];
        let same = states[0];
        let is_one = states.iter().fold(true, |is_one, state| is_one & (*state == same));
        if !is_one || definition.has_triggers || definition.regions > 1 {
            return false;
        }
        for update in definition.states.get(same as usize).map_or(&[][..], |code| &code.updates) {
            let (data, world, mut cx) = self.context(first, None, Transition::NONE);
            update.call_all(&mut data[first..][..count], world, &mut cx);
        }
        true
    }

    /// Ticks the units of a machine that only changes states.
    #[inline]
    pub(super) fn look_up(&mut self, first: usize, events: &[Option<EventId>]) {
        let table = self.definition.routes.next.as_slice();
        let mut keys = [0; BLOCK];
        self.definition.add_keys(events, &mut keys);
        let (mut unhandled, mut all) = (0, 0);
        for (state, &key) in self.store.shared.states[first..].iter_mut().zip(&keys[..events.len()]) {
            let next = table[key as usize][*state as usize];
            *state = next as u8;
            unhandled += u64::from(next >> 8 & 1);
            all |= next;
        }
        self.store.counters.unhandled += unhandled;
        if all & FOREIGN != 0 {
            self.count_foreign(events);
        }
    }

    /// Counts events of other machines.
    #[cold]
    pub(super) fn count_foreign(&mut self, events: &[Option<EventId>]) {
        for event in events.iter().flatten().filter(|event| self.definition.key(**event) == 0) {
            self.store.counters.count_foreign(event.name());
        }
    }

    /// Takes the steps of the lists that have one.
    #[inline]
    pub(super) fn take_steps(&mut self, block: Block<'_>, lists: &Lists) {
        let definition = self.definition;
        for (list, (step, key)) in (definition.states.len() + 1..).zip(&definition.routes.steps) {
            if lists.lengths[list] > 0 {
                let events = Some((definition.events[*key as usize - 1], &block.inputs.payloads));
                self.perform_all(block.first, lists.of(list), &definition.steps[*step as usize], events);
            }
        }
    }

    /// Updates the units in the current region, state by state.
    #[inline]
    pub(super) fn run_updates(&mut self, first: usize, lists: &Lists) {
        for (list, code) in self.definition.states.iter().enumerate().filter(|(_, code)| code.is_awake) {
            if lists.lengths[list] > 0 {
                self.call_some(&code.updates, first, lists.of(list), None, Transition::NONE);
            }
        }
    }

    /// Polls the triggers of units in the same state, and updates those that take none.
    pub(super) fn run_triggers(
        &mut self,
        first: usize,
        lists: &Lists,
        split: &mut Split,
        requests: &mut Vec<Kept>,
    ) {
        let definition = self.definition;
        for (list, code) in definition.states.iter().enumerate() {
            let (start, end) = definition.triggers[list];
            let units = lists.of(list);
            split.count = units.len();
            split.units[..units.len()].copy_from_slice(units);
            for step in &definition.steps[start as usize..end as usize] {
                if split.count > 0 {
                    self.take_trigger_of_all(first, step, split, requests);
                }
            }
            self.call_some(&code.updates, first, &split.units[..split.count], None, Transition::NONE);
        }
    }

    /// Polls a trigger for units in the same state. Those that are left have not taken it.
    fn take_trigger_of_all(
        &mut self,
        first: usize,
        step: &Step,
        split: &mut Split,
        requests: &mut Vec<Kept>,
    ) {
        let definition = self.definition;
        let Some(guard) = step.guard else { return };
        let mut cx = self.guard_context(first + split.units[0] as usize, None, 0);
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
        if taken.is_empty() || step.is_plain && step.then != Move::Stay {
            return self.perform_all(first, taken, step, None);
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
        self.keep_requests(requests);
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
