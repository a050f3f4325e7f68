//! The tick of units with several regions: events go to the regions in order, then these are updated
//! in order.

use super::lists::{Block, Kept, Lists};
use super::units::Units;
use crate::ai::bindings::BLOCK;
use crate::ai::definition::BUSY;
use crate::ai::structure::NO_STATE;

impl<D, W> Units<'_, D, W> {
    pub(super) fn tick_regions(&mut self, block: Block<'_>, lists: &mut Lists, requests: &mut Vec<Kept>) {
        let definition = self.definition;
        let (routes, table) = (&definition.routes, definition.routes.lists());
        let Block { first, count, .. } = block;
        let mut busy = block.inputs.busy;
        // The units with an event, and the regions of each that have changed.
        let (mut with_event, mut with_events) = ([(0, 0); BLOCK], 0);
        let mut moved = [0_u16; BLOCK];
        for (place, busy) in busy[..count].iter_mut().enumerate() {
            let key = block.key(definition, place);
            if *busy != 0 || definition.has_triggers || key != 0 && self.is_busy(first + place, key) {
                *busy = BUSY;
                self.tick_one(block, place);
            } else if key != 0 {
                with_event[with_events] = (place as u8, key);
                with_events += 1;
            }
        }
        let with_event = &with_event[..with_events];
        for region in (0..definition.regions).filter(|_| !with_event.is_empty()) {
            self.region = region;
            let states = &self.store.shared.column(region)[first..first + count];
            for &(place, key) in with_event {
                let list = table.of(states[place as usize], key);
                if routes.step_of(list).is_some() {
                    lists.put(place, list);
                    moved[place as usize] |= 1 << region;
                }
            }
            self.take_steps(block, lists);
            lists.clear();
        }
        self.region = 0;
        self.apply_moved(requests, &mut moved);
        for region in 0..definition.regions {
            self.region = region;
            let states = &self.store.shared.column(region)[first..first + count];
            for (((&state, &busy), &moved), place) in states.iter().zip(&busy).zip(&moved).zip(0..=255) {
                let is_done = busy | ((moved >> region & 1) as u8).wrapping_neg();
                lists.put(place, state | is_done);
            }
            self.run_updates_of(first, lists);
            lists.clear();
        }
        self.region = 0;
        self.apply_all(requests);
    }

    /// Whether a unit handles an event by more than plain steps, or not at all.
    fn is_busy(&self, unit: usize, key: u8) -> bool {
        let (routes, table) = (&self.definition.routes, self.definition.routes.lists());
        let states = (0..self.definition.regions).map(|region| self.store.shared.column(region)[unit]);
        let mut lists = states.filter(|state| *state != NO_STATE).map(|state| table.of(state, key));
        let mut is_handled = false;
        lists.any(|list| {
            is_handled |= routes.step_of(list).is_some();
            list == BUSY
        }) || !is_handled
    }
}
