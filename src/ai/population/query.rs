//! Queries of a population.

use std::time::Duration;

use super::store::NO_STATE;
use super::{Counters, Population};
use crate::ai::id::{StateId, UnitId};

impl<D> Population<D> {
    pub(super) fn index(&self, unit: UnitId) -> Option<usize> {
        self.is_alive(unit).then_some(unit.index())
    }

    /// Whether the unit is there.
    pub fn is_alive(&self, unit: UnitId) -> bool {
        self.store.is_alive(unit)
    }

    /// How many units there are.
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The units, in the order of their places.
    pub fn iter(&self) -> impl Iterator<Item = UnitId> {
        let taken = (0..self.store.data.len()).filter(|&index| self.store.is_taken(index));
        taken.map(|index| self.store.id_at(index as u32))
    }

    /// The game's data of all places, also of units that are gone: `data()[i]` is that of the unit
    /// in place `i`.
    pub fn data(&self) -> &[D] {
        &self.store.data
    }

    /// The game's data of all places, to be changed.
    pub fn data_mut(&mut self) -> &mut [D] {
        &mut self.store.data
    }

    /// The game's data of a unit; `None` if it is gone.
    pub fn get(&self, unit: UnitId) -> Option<&D> {
        self.index(unit).map(|index| &self.store.data[index])
    }

    /// The game's data of a unit, to be changed; `None` if it is gone.
    pub fn get_mut(&mut self, unit: UnitId) -> Option<&mut D> {
        self.index(unit).map(|index| &mut self.store.data[index])
    }

    /// The current state: the innermost one that is active; `None` if the unit is gone.
    pub fn state(&self, unit: UnitId) -> Option<StateId> {
        self.index(unit).map(|index| StateId(self.store.states[index]))
    }

    /// Whether a unit is in `state` or in a state inside of it. Covered states do not count.
    pub fn is_in(&self, unit: UnitId, state: StateId) -> bool {
        self.state(unit).is_some_and(|current| self.definition.is_inside(current, state))
    }

    /// Pushdown: the current states of the stack, the top first. For other families the current
    /// state alone. Empty if the unit is gone.
    pub fn stack(&self, unit: UnitId) -> impl Iterator<Item = StateId> {
        let below = self.index(unit).map_or(&[][..], |index| self.store.below(index));
        self.state(unit).into_iter().chain(below.iter().rev().map(|&state| StateId(state)))
    }

    /// How many units are in `state` or in a state inside of it.
    pub fn count_in(&self, state: StateId) -> usize {
        let end = self.definition.nodes.get(state.index()).map_or(0, |node| node.end);
        self.store.states.iter().filter(|current| (state.0..end).contains(current)).count()
    }

    /// How many units are in each state, without those in states inside of it, by
    /// [`StateId::index`].
    pub fn counts(&self) -> Vec<usize> {
        let free = self.definition.state_count();
        let mut counts = vec![0; free + 1];
        self.store.states.iter().for_each(|state| counts[*state as usize] += 1);
        counts.truncate(free);
        counts
    }

    /// How many messages wait for all units together.
    pub const fn waiting(&self) -> usize {
        self.log.len()
    }

    /// How many messages wait for a unit, without those that the next tick drops.
    pub fn waiting_for(&self, unit: UnitId) -> usize {
        let waiting = self.log.iter().filter(|message| message.unit() == unit).count();
        waiting.min(self.definition.queue as usize)
    }

    /// The time that the population was ticked for.
    pub const fn now(&self) -> Duration {
        Duration::from_micros(self.clock)
    }

    /// Counts of failed changes and lost messages.
    pub const fn counters(&self) -> &Counters {
        &self.store.counters
    }

    /// Starts or stops remembering the previous state of each unit, for a byte each.
    pub fn remember_previous(&mut self, is_on: bool) {
        self.store.previous.stride = usize::from(is_on);
        self.store.previous.resize(self.store.data.len());
    }

    /// The state that was current before the last change; the root for a new unit. `None` if the
    /// unit is gone, or has not changed since [`Population::remember_previous`] was turned on.
    pub fn previous(&self, unit: UnitId) -> Option<StateId> {
        let previous = self.index(unit).and_then(|index| self.store.previous.values.get(index));
        previous.copied().filter(|&state| state != NO_STATE).map(StateId)
    }

    /// The bytes of all places besides the game's own data, without waiting messages and 8 bytes
    /// for each 256 units.
    pub fn bytes(&self) -> usize {
        self.store.bytes()
    }
}
