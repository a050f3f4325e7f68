//! The tick of units that share a world: one after the other, in the order of their places.

use super::DispatchOutcome;
use super::block::Block;
use super::units::{Chain, Units};
use crate::bindings::BLOCK;
use crate::definition::BUSY;

impl<D, W> Units<'_, D, W> {
    pub(super) fn tick_in_order(&mut self, block: Block<'_>) {
        let definition = self.definition;
        let Block { first, count, .. } = block;
        let lists = self.lists_in_order(block);
        // The update of a unit with nothing else to do.
        let look = |list: u8| definition.only_update.get(list as usize)?.as_deref();
        let mut place = 0;
        while place < count {
            let (data, world, mut cx) = self.context(first + place);
            // The next unit's code is looked up while this one's is running: `benches/machines.rs`, the
            // world.
            let (mut list, mut next) = (lists[place], look(lists[place]));
            for (data, &after) in data[first + place..first + count].iter_mut().zip(&lists[place + 1..]) {
                let Some(update) = next else { break };
                (cx.about.unit, cx.about.state, cx.about.at) = ((first + place) as u32, list, list);
                (list, next) = (after, look(after));
                update.call(data, world, &mut cx);
                place += 1;
                if !cx.out.requests.is_empty() {
                    break;
                }
            }
            if !self.store.out.requests.is_empty() {
                self.chain = Chain::default();
                let _ = self.finish(first + place - 1, Ok(DispatchOutcome::Handled));
            } else if place < count {
                self.tick_in_turn(block, place, lists[place]);
                place += 1;
            }
        }
    }

    /// The list of each unit in a block, and one more entry.
    #[inline(never)]
    fn lists_in_order(&self, block: Block<'_>) -> [u8; BLOCK + 1] {
        let Block { first, count, inputs, .. } = block;
        let (table, states) = (&*self.definition.routes.lists, &self.store.shared.states);
        let mut lists = [BUSY; BLOCK + 1];
        let states = states.values[first * states.stride..].chunks_exact(states.stride);
        let all = states.zip(&inputs.keys[..count]).zip(&inputs.busy).zip(&mut lists);
        for (((states, &key), &busy), list) in all {
            *list = table[key as usize][states[0] as usize] | busy;
        }
        lists
    }

    fn tick_in_turn(&mut self, block: Block<'_>, place: usize, list: u8) {
        let (definition, unit) = (self.definition, block.first + place);
        // `benches/machines.rs`, the world.
        let Some(step) = definition.routes.step_of(list) else { return self.tick_one(block, place) };
        block.mailbox.begin(&[place as u8]);
        (self.moved, self.chain) = (0, Chain::default());
        let step = &definition.steps[step as usize];
        self.event = block.event(definition, place);
        let outcome = self.perform(unit, step);
        self.event = None;
        let _ = self.finish(unit, outcome);
        if self.moved == 0 {
            // Its stack was full or empty.
            self.update(unit);
            let _ = self.finish(unit, Ok(DispatchOutcome::Handled));
        }
    }
}
