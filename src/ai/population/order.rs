//! The tick of units that share a world: one after the other, in the order of their places.

use super::DispatchOutcome;
use super::block::Block;
use super::units::Units;
use crate::ai::bindings::BLOCK;
use crate::ai::definition::BUSY;

impl<D, W> Units<'_, D, W> {
    pub(super) fn tick_in_order(&mut self, block: Block<'_>) {
        let definition = self.definition;
        let Block { first, count, inputs } = block;
        let table = definition.routes.lists.as_slice();
        let mut list_of = [BUSY; BLOCK];
        let states =
            self.store.shared.states.values[first * definition.regions..].chunks_exact(definition.regions);
        let all = states.zip(&inputs.keys[..count]).zip(&inputs.busy).zip(&mut list_of);
        all.for_each(|(((states, &key), &busy), list)| {
            *list = table[key as usize][states[0] as usize] | busy
        });
        let list_of = &list_of[..count];
        // The update of a unit with nothing else to do.
        let look = |place: usize| definition.only_update.get(*list_of.get(place)? as usize)?.as_deref();
        let mut place = 0;
        while place < count {
            let (data, world, mut cx) = self.context(first + place);
            // The next unit's code is looked up while this one's is running: `benches/machines.rs`, the
            // world.
            let mut next = look(place);
            for data in &mut data[first + place..first + count] {
                let Some(update) = next else { break };
                next = look(place + 1);
                (cx.about.unit, cx.about.state) = ((first + place) as u32, list_of[place]);
                update.call(data, world, &mut cx);
                place += 1;
                if !cx.out.requests.is_empty() {
                    break;
                }
            }
            if !self.store.out.requests.is_empty() {
                let _ = self.finish(first + place - 1, Ok(DispatchOutcome::Handled));
            } else if place < count {
                self.tick_in_turn(block, place, list_of[place]);
                place += 1;
            }
        }
    }

    fn tick_in_turn(&mut self, block: Block<'_>, place: usize, list: u8) {
        let (definition, unit) = (self.definition, block.first + place);
        // `benches/machines.rs`, the world.
        let Some(step) = definition.routes.step_of(list) else { return self.tick_one(block, place) };
        self.moved = 0;
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
