//! Lists of a block's units that are worked on together, and the work on them.

use super::columns::Slot;
use super::units::Units;
use crate::ai::ChangeKind;
use crate::ai::bindings::{BLOCK, BlockContext};
use crate::ai::context::{Event, Request, Way};
use crate::ai::definition::{BUSY, Definition, Move, Step};
use crate::ai::id::EventId;

/// Places of a block's units, list by list.
#[derive(Debug)]
pub(super) struct Lists {
    lists: [[u8; BLOCK]; BLOCK],
    lengths: [u16; BLOCK],
    /// How many of them there are, the last one not counted.
    used: usize,
}

impl Lists {
    /// Writes the places into the lists that are named for them, one after the other.
    pub(super) fn fill(&mut self, named: impl Iterator<Item = u8>) {
        self.clear();
        for (unit, list) in named.enumerate() {
            self.put(unit as u8, list);
        }
    }

    /// Empties the lists, for those who fill them with [`Lists::put`].
    pub(super) fn clear(&mut self) {
        self.lengths[..self.used].fill(0);
        self.lengths[BUSY as usize] = 0;
    }

    pub(super) fn put(&mut self, unit: u8, list: u8) {
        let length = &mut self.lengths[list as usize];
        self.lists[list as usize][*length as usize & (BLOCK - 1)] = unit;
        *length += 1;
    }
}

/// Memory that is used again for each block.
#[derive(Debug)]
pub(super) struct Scratch {
    /// `None` for a machine whose units are not grouped.
    pub(super) lists: Option<Box<Lists>>,
    /// The events that came as messages, and what came with them. A payload means something only
    /// where there is an event.
    pub(super) events: [Option<EventId>; BLOCK],
    pub(super) payloads: [f64; BLOCK],
    requests: Vec<(u32, u32, Request)>,
}

impl Scratch {
    pub(super) fn new<D>(definition: &Definition<D>) -> Self {
        let is_grouped = !definition.routes.of_event.is_empty();
        let used = definition.states.len() + 1 + definition.routes.steps.len();
        let lists = || Box::new(Lists { lists: [[0; BLOCK]; BLOCK], lengths: [0; BLOCK], used });
        let lists = is_grouped.then(lists);
        Self { lists, events: [None; BLOCK], payloads: [0.0; BLOCK], requests: Vec::new() }
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
        let Lists { lists, lengths, .. } = lists;
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
                let (data, mut block) = self.block(None, &[], Way::NONE);
                update.call_some(data, &lists[list][..lengths[list] as usize], &mut block);
            }
        }
    }

    /// A plain step, taken by several units.
    fn take_step(&mut self, step: &Step, event: Option<EventId>, payloads: &[f64], units: &[u8]) {
        let mut places = [0; BLOCK];
        let units = match step.then {
            Move::Enter(_) => self.those_who_can(units, &mut places, true),
            Move::Exit => self.those_who_can(units, &mut places, false),
            _ => units,
        };
        let first = step.ops as usize;
        for op in &self.definition.ops[first..first + step.op_count as usize] {
            let (data, mut block) = self.block(event, payloads, step.way);
            op.call_some(data, units, &mut block);
        }
        // Where nothing is kept and nobody sleeps, to arrive is to be there.
        let is_silent = self.is_silent() && self.columns.awake.is_empty();
        match step.then {
            Move::Enter(_) => {
                for &unit in units {
                    self.push(unit as usize);
                    if is_silent {
                        self.states[unit as usize] = S::of(step.leaf);
                    } else {
                        self.arrive(unit as usize, step.leaf, ChangeKind::Enter);
                    }
                }
            }
            Move::Exit if is_silent && !self.definition.has_uncovered => {
                for &unit in units {
                    if let Some(below) = self.pop(unit as usize) {
                        self.states[unit as usize] = S::of(below);
                    }
                }
            }
            Move::Exit => {
                for &unit in units {
                    let payload = payloads.get(unit as usize).copied().unwrap_or(0.0);
                    self.come_back(unit as usize, event.map(|id| Event { id, payload }));
                }
            }
            _ if is_silent => {
                units.iter().for_each(|&unit| self.states[unit as usize] = S::of(step.leaf));
            }
            _ => {
                let kind = self.goto_kind();
                units.iter().for_each(|&unit| self.arrive(unit as usize, step.leaf, kind));
            }
        }
    }

    /// Leaves out the units whose stack is full, or has nothing below. They are counted, and as
    /// they do not change they are updated.
    fn those_who_can<'p>(&mut self, units: &[u8], places: &'p mut [u8; BLOCK], is_enter: bool) -> &'p [u8] {
        let mut count = 0;
        for &unit in units {
            let depth = self.columns.depth[unit as usize] as usize;
            if if is_enter { depth < self.strides.below } else { depth > 0 } {
                places[count] = unit;
                count += 1;
            } else {
                self.counters.stack_full += u64::from(is_enter);
                self.counters.stack_empty += u64::from(!is_enter);
                self.update(unit as usize);
            }
        }
        &places[..count]
    }

    /// The data, and what is the same for all of a block.
    pub(super) fn block<'b>(
        &'b mut self,
        event: Option<EventId>,
        payloads: &'b [f64],
        way: Way,
    ) -> (&'b mut [D], BlockContext<'b>) {
        let block = BlockContext {
            base: self.base,
            now: self.moment.now,
            dt: self.moment.dt,
            event,
            payloads,
            way,
            generations: self.generations,
            out: self.out,
        };
        (self.data, block)
    }
}
