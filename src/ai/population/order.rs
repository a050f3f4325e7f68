//! The tick of units that share a world: one after the other, in the order of their places.

use super::DispatchOutcome;
use super::lists::Block;
use super::units::Units;
use crate::ai::context::Transition;

impl<D, W> Units<'_, D, W> {
    pub(super) fn tick_in_order(&mut self, block: Block<'_>) {
        let definition = self.definition;
        let Block { first, count, .. } = block;
        // The update of a unit with nothing else to do.
        let look = |states: &[u8], place: usize| {
            let state = *states.get(place)?;
            let is_plain = block.list(definition, place, state) == state;
            definition.only_update.get(state as usize)?.as_deref().filter(|_| is_plain)
        };
        let mut place = 0;
        while place < count {
            // The next unit's code is looked up while this one's is running: `benches/machines.rs`, the
            // world.
            let (data, world, mut cx) = self.context(first + place, None, Transition::NONE);
            let states = &cx.about.shared.states[first..first + count];
            let mut next = look(states, place);
            while let Some(update) = next {
                next = look(states, place + 1);
                (cx.about.unit, cx.about.state) = ((first + place) as u32, states[place]);
                update.call(&mut data[first + place], world, &mut cx);
                place += 1;
                if !cx.out.requests.is_empty() {
                    break;
                }
            }
            if !self.store.out.requests.is_empty() {
                let _ = self.finish(first + place - 1, Ok(DispatchOutcome::Handled));
            } else if place < count {
                self.tick_in_turn(block, place);
                place += 1;
            }
        }
    }

    fn tick_in_turn(&mut self, block: Block<'_>, place: usize) {
        let (definition, unit) = (self.definition, block.first + place);
        let list = block.list(definition, place, self.store.shared.states[unit]);
        let outcome = if let Some(step) = definition.routes.step_of(list) {
            self.perform(unit, &definition.steps[step as usize], block.event(definition, place))
        } else if let Some(code) = definition.states.get(list as usize) {
            code.updates.iter().for_each(|update| self.call(&**update, unit, None, Transition::NONE));
            Ok(DispatchOutcome::Handled)
        } else {
            return self.tick_one(block, place);
        };
        let _ = self.finish(unit, outcome);
    }
}
