//! What can be asked of a population.

use std::time::Duration;

use super::store::NO_STATE;
use super::{Counters, Population};
use crate::ai::id::{StateId, UnitId};

impl<D> Population<D> {
    /// The place of a unit; `None` if it is gone.
    pub(super) fn index(&self, unit: UnitId) -> Option<usize> {
        self.is_alive(unit).then_some(unit.index())
    }

    /// The id of the unit in a place.
    pub(super) fn id_at(&self, index: u32) -> UnitId {
        self.store.id_at(index)
    }

    /// Whether the unit is there.
    #[must_use]
    pub fn is_alive(&self, unit: UnitId) -> bool {
        self.is_taken(unit.index()) && self.id_at(unit.index) == unit
    }

    pub(super) fn is_taken(&self, index: usize) -> bool {
        self.store.states.get(index).is_some_and(|state| (*state as usize) < self.definition.state_count())
    }

    /// How many units there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// The units, in the order of their places.
    pub fn iter(&self) -> impl Iterator<Item = UnitId> {
        (0..self.store.data.len()).filter(|&index| self.is_taken(index)).map(|index| self.id_at(index as u32))
    }

    /// The game's data of all places, those of units that are gone included: `data()[i]` is that
    /// of the unit in place `i`.
    #[must_use]
    pub fn data(&self) -> &[D] {
        &self.store.data
    }

    /// The game's data of all places, to be changed.
    pub fn data_mut(&mut self) -> &mut [D] {
        &mut self.store.data
    }

    /// The game's data of a unit; `None` if it is gone.
    #[must_use]
    pub fn get(&self, unit: UnitId) -> Option<&D> {
        self.index(unit).map(|index| &self.store.data[index])
    }

    /// The game's data of a unit, to be changed; `None` if it is gone.
    pub fn get_mut(&mut self, unit: UnitId) -> Option<&mut D> {
        self.index(unit).map(|index| &mut self.store.data[index])
    }

    /// The current state, the innermost one that is active; `None` if the unit is gone. In a
    /// template it may be one that has states inside.
    #[must_use]
    pub fn state(&self, unit: UnitId) -> Option<StateId> {
        self.index(unit).map(|index| StateId(self.store.states[index]))
    }

    /// Whether a unit is in `state` or in a state inside of it. States that are covered do not
    /// count.
    #[must_use]
    pub fn is_in(&self, unit: UnitId, state: StateId) -> bool {
        self.state(unit).is_some_and(|current| self.definition.is_inside(current, state))
    }

    /// Pushdown: the current states of the stack, the top first. For other families the current
    /// state alone. Empty if the unit is gone.
    pub fn stack(&self, unit: UnitId) -> impl Iterator<Item = StateId> {
        let below = self.index(unit).map_or(&[][..], |index| {
            let depth = self.store.depth.get(index).map_or(0, |depth| *depth as usize);
            let first = index * self.store.strides.below;
            &self.store.below[first..first + depth]
        });
        self.state(unit).into_iter().chain(below.iter().rev().map(|&state| StateId(state)))
    }

    /// How many units are in `state` or in a state inside of it.
    #[must_use]
    pub fn count_in(&self, state: StateId) -> usize {
        let end = self.definition.nodes.get(state.index()).map_or(0, |node| node.end);
        self.store.states.iter().filter(|current| (state.0..end).contains(current)).count()
    }

    /// How many units are in each state itself, those of states inside of it not counted. The
    /// list has an entry for each state, [`StateId::index`] is its place.
    #[must_use]
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; self.definition.state_count()];
        for state in &self.store.states {
            if let Some(count) = counts.get_mut(*state as usize) {
                *count += 1;
            }
        }
        counts
    }

    /// How many messages wait, for all units together.
    #[must_use]
    pub const fn waiting(&self) -> usize {
        self.log.len()
    }

    /// How many messages wait for a unit. Those beyond what can wait for it do not count: the
    /// next tick drops them.
    #[must_use]
    pub fn waiting_for(&self, unit: UnitId) -> usize {
        let waiting = self.log.iter().filter(|message| message.unit() == unit).count();
        waiting.min(self.definition.queue as usize)
    }

    /// The time that the population was ticked for.
    #[must_use]
    pub const fn now(&self) -> Duration {
        Duration::from_micros(self.clock)
    }

    /// What was refused, dropped or lost so far.
    #[must_use]
    pub const fn counters(&self) -> &Counters {
        &self.store.counters
    }

    /// Starts or stops to remember for each unit the state that it was in before, at a byte each.
    /// Without it nothing is kept.
    pub fn remember_previous(&mut self, is_on: bool) {
        self.store.remembers = is_on;
        let count = if is_on { self.store.data.len() } else { 0 };
        self.store.previous.resize(count, NO_STATE);
    }

    /// The state that was current before the last change; the root for a unit that has only begun.
    /// `None` if the unit is gone, if nothing is [remembered](Self::remember_previous), or if it
    /// has not changed since that was asked for.
    #[must_use]
    pub fn previous(&self, unit: UnitId) -> Option<StateId> {
        let previous = self.index(unit).and_then(|index| self.store.previous.get(index));
        previous.copied().filter(|&state| state != NO_STATE).map(StateId)
    }

    /// The bytes that the units take at run time, besides the game's own data: the columns, for
    /// all places. Messages come on top while they wait, and 8 bytes for each 256 units.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.store.bytes()
    }
}
