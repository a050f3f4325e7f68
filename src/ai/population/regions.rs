//! The tick of units with several regions: region by region, as long as each region takes a step of
//! its own for an event.

use super::block::{Block, Kept, Lists};
use super::units::Units;
use crate::ai::definition::BUSY;
use crate::ai::structure::NO_STATE;

impl<D, W> Units<'_, D, W> {
    pub(super) fn tick_regions(&mut self, block: Block<'_>, lists: &mut Lists, requests: &mut Vec<Kept>) {
        let definition = self.definition;
        let table = definition.routes.lists.as_slice();
        let Block { first, count, inputs } = block;
        let mut busy = inputs.busy;
        for (place, (&key, busy)) in inputs.keys[..count].iter().zip(&mut busy).enumerate() {
            if *busy != 0 || definition.has_triggers || key != 0 && self.is_busy(first + place, key) {
                *busy = BUSY;
                self.tick_one(block, place);
            }
        }
        for region in 0..definition.regions {
            self.region = region;
            let states = &self.store.shared.column(region)[first..first + count];
            for (unit, ((&state, &key), busy)) in states.iter().zip(&inputs.keys).zip(&busy).enumerate() {
                lists.put(unit as u8, table[key as usize][state as usize] | busy);
            }
            self.take_steps(block, lists);
            self.run_updates(first, lists);
            lists.clear();
        }
        self.region = 0;
        self.apply_all(requests);
    }

    /// Whether some region that is active handles an event by more than a plain step, or not at all.
    fn is_busy(&self, unit: usize, key: u8) -> bool {
        let lists = &self.definition.routes.lists[key as usize];
        (0..self.definition.regions).any(|region| {
            let state = self.store.shared.column(region)[unit];
            state != NO_STATE && lists[state as usize] == BUSY
        })
    }
}
