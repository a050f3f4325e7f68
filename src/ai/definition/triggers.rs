//! Triggers: which of a state's conditions wins.
//!
//! Where a machine has at most eight different triggers, all of them are asked for a whole block
//! of units at a time, each answer one bit of a mask, and a table says for each state and mask
//! which step it means. Otherwise a unit's candidates are asked one after the other.

use super::{Move, Step};

/// The most triggers whose answers fit into a mask.
const MAX_COLUMNS: usize = 8;

/// The largest table of masks.
const MAX_TABLE: usize = 1 << 20;

/// The triggers of all states.
#[derive(Clone, Debug, Default)]
pub(in crate::ai) struct Triggers {
    /// For each state its candidates, an interval of the steps, the winner first.
    pub(in crate::ai) of_state: Vec<(u32, u32)>,
    /// The guards whose answers are the bits of a mask; empty where there are too many.
    pub(in crate::ai) columns: Vec<u32>,
    /// For each state and mask the step plus one; 0 where nothing is triggered.
    pub(super) table: Vec<u32>,
    /// The same as lists of units; see [`Routes`](super::Routes).
    pub(in crate::ai) routes: Vec<u8>,
    /// The same as next states, where no step and no state calls anything: what a machine that
    /// only chooses an animation has.
    pub(in crate::ai) next: Vec<u8>,
    /// Whether there are any at all.
    pub(in crate::ai) any: bool,
}

impl Triggers {
    pub(super) fn new(of_state: Vec<(u32, u32)>, steps: &[Step]) -> Self {
        let any = of_state.iter().any(|(start, end)| start != end);
        let mut this = Self {
            of_state,
            columns: Vec::new(),
            table: Vec::new(),
            routes: Vec::new(),
            next: Vec::new(),
            any,
        };
        let of_all = || this.of_state.iter().flat_map(|&(start, end)| &steps[start as usize..end as usize]);
        let mut columns: Vec<u32> = of_all().filter_map(|step| step.guard).map(|guard| guard.index).collect();
        columns.sort_unstable();
        columns.dedup();
        if !any || columns.len() > MAX_COLUMNS || this.of_state.len() << columns.len() > MAX_TABLE {
            return this;
        }
        for &(start, end) in &this.of_state {
            for mask in 0..1_u32 << columns.len() {
                let holds = |step: &Step| {
                    step.guard.is_none_or(|guard| {
                        let bit = columns.binary_search(&guard.index).unwrap_or(0);
                        (mask >> bit & 1 == 1) != guard.negated
                    })
                };
                this.table
                    .push((start..end).find(|&step| holds(&steps[step as usize])).map_or(0, |step| step + 1));
            }
        }
        this.columns = columns;
        this
    }

    /// Finds the lists for the table, once the steps have theirs.
    pub(super) fn route(&mut self, of_step: &[u8]) {
        let width = self.columns.len();
        let lists = self.table.iter().enumerate().map(|(row, step)| match step.checked_sub(1) {
            // Without a trigger that holds, the unit is in the list of its state.
            None => u8::try_from(row >> width).unwrap_or(super::BUSY),
            Some(step) => of_step[step as usize],
        });
        self.routes = lists.collect();
    }

    /// Finds the next states for the table; the caller knows that no state has anything to do in
    /// a tick, and that no shortest stay holds anybody.
    pub(super) fn find_next(&mut self, steps: &[Step]) {
        let width = self.columns.len();
        let next = self.table.iter().enumerate().map(|(row, step)| match step.checked_sub(1) {
            None => u8::try_from(row >> width).ok(),
            Some(step) => {
                let step = &steps[step as usize];
                let is_silent = step.is_plain && step.op_count == 0 && matches!(step.then, Move::Goto(_));
                u8::try_from(step.leaf).ok().filter(|_| is_silent)
            }
        });
        self.next = next.collect::<Option<Vec<u8>>>().unwrap_or_default();
    }
}
