//! Units of a block that are ticked together, list by list.

use super::DispatchOutcome;
use super::block::{Block, Kept, Lists, PLACES};
use super::store::Store;
use super::units::{Chain, Units};
use crate::bindings::{BLOCK, Split};
use crate::context::{Shared, Transition};
use crate::definition::{BUSY, FOREIGN, Step};
use crate::id::EventId;
use crate::structure::Bits;

/// Asks the processor to read the data of a block: lists visit it out of order, so that it cannot foresee what comes
/// next (`benches/machines.rs`, the marines).
fn read_ahead<D>(data: &[D]) {
    /// Bytes that the processor reads at once.
    const LINE: usize = 64;
    #[cfg(target_arch = "x86_64")]
    data.iter().step_by((LINE / size_of::<D>().max(1)).max(1)).for_each(safe_arch::prefetch_t0);
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (data, LINE);
}

impl<D, W> Units<'_, D, W> {
    /// Ticks the units of a block, or those of `sparse`, list by list. The states of a region have lower numbers
    /// than those of the regions after it that can be active with it.
    pub(super) fn tick_lists(
        &mut self,
        block: Block<'_>,
        sparse: Option<Bits>,
        lists: &mut Lists,
        split: &mut Split,
        requests: &mut Vec<Kept>,
    ) {
        let definition = self.definition;
        let Store { data, shared: Shared { states, .. }, .. } = &*self.store;
        let table = &definition.routes.lists;
        let only = block.only_state(states).map(|state| table[0][state as usize] as usize);
        if let Some(list) = only.filter(|list| *list < definition.updates.len()) {
            self.run_updates(block.first, list, &PLACES, split);
            return self.apply_all(requests);
        }
        if sparse.is_none() {
            read_ahead(&data[block.first..][..block.count]);
        }
        lists.sort(block, states, table, sparse);
        lists.of(BUSY as usize).iter().for_each(|&unit| self.tick_one(block, unit as usize));
        self.take_steps(block, lists);
        (0..definition.updates.len())
            .for_each(|list| self.run_updates(block.first, list, lists.of(list), split));
        lists.clear();
        self.region = 0;
        self.apply_all(requests);
    }

    /// Ticks the units of a machine that only changes states.
    #[inline]
    pub(super) fn look_up(&mut self, first: usize, events: &[Option<EventId>]) {
        let table = self.definition.routes.next.as_slice();
        let mut keys = [0; BLOCK];
        self.definition.find_keys(events, &mut keys);
        let (mut unhandled, mut all) = (0, 0);
        for (state, &key) in self.store.shared.states.values[first..].iter_mut().zip(&keys[..events.len()]) {
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
            self.store.count_foreign(event.name());
        }
    }

    /// Takes the steps of the lists that have one.
    #[inline]
    fn take_steps(&mut self, block: Block<'_>, lists: &Lists) {
        let definition = self.definition;
        for (list, (step, key)) in (definition.states.len() + 1..).zip(&definition.routes.steps) {
            if !lists.of(list).is_empty() {
                let events = Some((definition.events[*key as usize - 1], &block.inputs.payloads));
                let step = &definition.steps[*step as usize];
                self.region = definition.node(step.leaf).region as usize;
                self.perform_all(block.first, lists.of(list), step, events);
                block.mailbox.begin(lists.of(list));
            }
        }
    }

    /// Polls the triggers of units in the same state, and updates those that take none.
    #[inline]
    fn run_updates(&mut self, first: usize, list: usize, units: &[u8], split: &mut Split) {
        let definition = self.definition;
        let (start, end) = definition.triggers[list];
        let mut units = units;
        self.region = definition.node(list as u8).region as usize;
        if start < end {
            split.count = units.len();
            split.units[..units.len()].copy_from_slice(units);
            for step in &definition.steps[start as usize..end as usize] {
                self.take_triggers(first, step, split);
            }
            units = &split.units[..split.count];
        }
        let updates = definition.updates[list].iter().map(|update| (update.as_ref(), list as u8));
        if units.len() == BLOCK {
            // All of them, in order: `benches/machines.rs`, the marines without events.
            let (data, world, mut cx) = self.context(first);
            for (update, at) in updates {
                cx.about.at = at;
                update.call_all(&mut data[first..][..BLOCK], world, &mut cx);
            }
        } else {
            self.call_some(updates, first, units, None, Transition::NONE);
        }
    }

    /// Takes the step of a trigger for those of the units for which its guard holds.
    fn take_triggers(&mut self, first: usize, step: &Step, split: &mut Split) {
        let Some(guard) = step.guard.filter(|_| split.count > 0) else { return };
        let mut cx = self.guard_context(first + split.units[0] as usize, 0);
        cx.unit = first as u32;
        let code = &self.definition.guards[guard.index as usize];
        code.split(&self.store.data[first..], self.world, split, guard.negated, cx);
        self.perform_all(first, &split.taken[..split.taken_count], step, None);
    }

    /// Applies the requests of whole lists, in the order of the units.
    pub(super) fn apply_all(&mut self, requests: &mut Vec<Kept>) {
        requests.extend(self.store.out.requests.drain(..).zip(0..).map(|(asked, order)| (order, asked)));
        // A stable sort may allocate.
        requests.sort_unstable_by_key(|(order, (unit, ..))| (*unit, *order));
        for group in requests.chunk_by(|(_, a), (_, b)| a.0 == b.0) {
            self.chain = Chain::default();
            self.store.out.requests.extend(group.iter().map(|(_, asked)| *asked));
            let _ = self.finish(group[0].1.0 as usize, Ok(DispatchOutcome::Handled));
        }
        requests.clear();
    }
}
