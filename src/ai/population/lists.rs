//! Lists of a block's units that are worked on together, and the work on them.

use super::columns::Slot;
use super::units::Units;
use crate::ai::ChangeKind;
use crate::ai::bindings::{BLOCK, BlockContext};
use crate::ai::context::Request;
use crate::ai::definition::{BUSY, Definition, Step};
use crate::ai::id::EventId;

/// Places of a block's units, list by list.
#[derive(Debug)]
pub(super) struct Lists {
    lists: [[u8; BLOCK]; BLOCK],
    lengths: [u16; BLOCK],
}

impl Lists {
    /// Writes the places into the lists that are named for them, one after the other.
    pub(super) fn fill(&mut self, named: impl Iterator<Item = u8>) {
        self.lengths = [0; BLOCK];
        for (unit, list) in named.enumerate() {
            let length = &mut self.lengths[list as usize];
            self.lists[list as usize][*length as usize & (BLOCK - 1)] = unit as u8;
            *length += 1;
        }
    }
}

/// Memory that is used again for each block.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// `None` for a machine whose units are not grouped.
    pub(super) lists: Option<Box<Lists>>,
    requests: Vec<(u32, u32, Request)>,
}

impl Scratch {
    pub(super) fn new<D>(definition: &Definition<D>) -> Self {
        let is_grouped = !definition.routes.of_event.is_empty();
        let lists = is_grouped.then(|| Box::new(Lists { lists: [[0; BLOCK]; BLOCK], lengths: [0; BLOCK] }));
        Self { lists, requests: Vec::new() }
    }
}

impl<D, S: Slot> Units<'_, D, S> {
    /// What updates of whole lists asked for, in the order of the units.
    pub(super) fn settle_all(&mut self, scratch: &mut Scratch) {
        let mut requests = std::mem::take(&mut scratch.requests);
        let asked = self.out.requests.drain(..).zip(0..);
        requests.extend(asked.map(|((unit, request), order)| (unit, order, request)));
        requests.sort_unstable_by_key(|(unit, order, _)| (*unit, *order));
        for group in requests.chunk_by(|a, b| a.0 == b.0) {
            self.out.requests.extend(group.iter().map(|(unit, _, request)| (*unit, *request)));
            // What does not happen is counted.
            let _ = self.settle((group[0].0 - self.base) as usize);
        }
        requests.clear();
        scratch.requests = requests;
    }

    /// Calls `each` for the units of the list of the busy, and does list by list what the others
    /// have in common.
    pub(super) fn run_lists(
        &mut self,
        lists: &Lists,
        payloads: &[f64],
        mut each: impl FnMut(&mut Self, usize),
    ) {
        let Lists { lists, lengths } = lists;
        let definition = self.definition;
        for &unit in &lists[BUSY as usize][..lengths[BUSY as usize] as usize] {
            each(self, unit as usize);
        }
        let (updates, steps) = (0..definition.states.len(), definition.states.len() + 1..);
        for ((step, event), list) in definition.routes.steps.iter().zip(steps) {
            if lengths[list] > 0 {
                let units = &lists[list][..lengths[list] as usize];
                self.take_step(&definition.steps[*step as usize], *event, payloads, units);
            }
        }
        for list in updates {
            if lengths[list] == 0 {
                continue;
            }
            for update in &definition.states[list].updates {
                let (data, mut block) = self.block(None, &[]);
                update.call_some(data, &lists[list][..lengths[list] as usize], &mut block);
            }
        }
    }

    /// A plain step, taken by several units.
    fn take_step(&mut self, step: &Step, event: Option<EventId>, payloads: &[f64], units: &[u8]) {
        let first = step.ops as usize;
        for op in &self.definition.ops[first..first + step.op_count as usize] {
            let (data, mut block) = self.block(event, payloads);
            op.call_some(data, units, &mut block);
        }
        for &unit in units {
            self.arrive(unit as usize, step.leaf, ChangeKind::Transition);
        }
    }

    /// The data, and what is the same for all of a block.
    pub(super) fn block<'b>(
        &'b mut self,
        event: Option<EventId>,
        payloads: &'b [f64],
    ) -> (&'b mut [D], BlockContext<'b>) {
        let block = BlockContext {
            base: self.base,
            now: self.moment.now,
            dt: self.moment.dt,
            event,
            payloads,
            generations: self.generations,
            out: self.out,
        };
        (self.data, block)
    }
}
