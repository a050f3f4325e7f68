//! Units of a block that are ticked together, list by list.

use super::DispatchOutcome;
use super::block::{Block, Kept, Lists};
use super::store::Store;
use super::units::Units;
use crate::bindings::BLOCK;
use crate::context::{Shared, Transition};
use crate::definition::BUSY;

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
    /// Ticks the units of a block list by list. The states of a region have lower numbers
    /// than the states of the regions after it that can be active with it.
    pub(super) fn tick_lists(&mut self, block: Block<'_>, lists: &mut Lists, requests: &mut Vec<Kept>) {
        let definition = self.definition;
        let Store { data, shared: Shared { states, .. }, .. } = &*self.store;
        let table = &definition.routes.lists;
        let only = block.only_state(states).map(|state| table[0][state as usize] as usize);
        if let Some(list) = only.filter(|list| *list < definition.updates.len()) {
            let all: [u8; BLOCK] = std::array::from_fn(|place| place as u8);
            self.run_updates(block.first, list, &all);
            return self.apply_all(requests);
        }
        read_ahead(&data[block.first..][..block.count]);
        lists.sort(block, states, table);
        lists.of(BUSY as usize).iter().for_each(|&unit| self.tick_one(block, unit as usize));
        self.take_steps(block, lists);
        (0..definition.updates.len()).for_each(|list| self.run_updates(block.first, list, lists.of(list)));
        lists.clear();
        self.region = 0;
        self.apply_all(requests);
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
            }
        }
    }

    /// Updates units in the same state.
    fn run_updates(&mut self, first: usize, list: usize, units: &[u8]) {
        let definition = self.definition;
        self.region = definition.node(list as u8).region as usize;
        let updates = definition.updates[list].iter().map(|update| (update.as_ref(), list as u8));
        self.call_some(updates, first, units, None, Transition::NONE);
    }

    /// Applies the requests of whole lists, in the order of the units.
    pub(super) fn apply_all(&mut self, requests: &mut Vec<Kept>) {
        requests.extend(self.store.out.requests.drain(..).zip(0..).map(|(asked, order)| (order, asked)));
        // A stable sort may allocate.
        requests.sort_unstable_by_key(|(order, (unit, ..))| (*unit, *order));
        for group in requests.chunk_by(|(_, a), (_, b)| a.0 == b.0) {
            self.begin_unit();
            self.store.out.requests.extend(group.iter().map(|(_, asked)| *asked));
            let _ = self.finish(group[0].1.0 as usize, Ok(DispatchOutcome::Handled));
        }
        requests.clear();
    }
}
