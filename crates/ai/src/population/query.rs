//! Queries of a population.

use std::time::Duration;

use super::store::Store;
use super::{Counters, Population};
use crate::bindings::BLOCK;
use crate::error::UnitError;
use crate::id::{StateId, UnitId};
use crate::structure::{NO_STATE, duration};

impl<D, W> Population<D, W> {
    pub(super) fn index(&self, unit: UnitId) -> Option<usize> {
        self.is_alive(unit).then_some(unit.index())
    }

    /// Why a unit is not started.
    #[cold]
    pub(super) fn not_started(&self, unit: UnitId) -> UnitError {
        if self.is_alive(unit) { UnitError::NotStarted } else { UnitError::NoSuchUnit }
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

    /// The units with their current states and the game's data, in the order of their places: what a game draws, counts or
    /// searches. The state is the one that [`Population::state`] returns.
    ///
    /// ```
    /// use proscenium_ai::{Bindings, Blueprint, Population, State};
    ///
    /// let lamp = Blueprint::table("lamp", "off").state(State::new("off").on("switch", "on")).state(State::new("on"));
    /// let mut lamps = Population::new(&lamp.build(&Bindings::new())?);
    /// let [first, second, third] = ["hall", "kitchen", "attic"].map(|room| lamps.spawn(&mut (), room));
    /// lamps.dispatch(&mut (), second, "switch")?;
    /// lamps.despawn(&mut (), first)?;
    /// let lit = lamps.units().filter(|(_, state, _)| state.name() == "on").map(|(.., room)| *room);
    /// assert_eq!(lit.collect::<Vec<_>>(), ["kitchen"]);
    /// lamps.units_mut().for_each(|(.., room)| *room = "cellar");
    /// assert_eq!(lamps.get(third), Some(&"cellar"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn units(&self) -> impl Iterator<Item = (UnitId, StateId, &D)> {
        let all = (0..).zip(&self.store.data).filter(|(place, _)| self.store.is_taken(*place as usize));
        all.map(|(place, data)| {
            let state = self.definition.structure.id(self.store.state(place as usize));
            (self.store.id_at(place), state, data)
        })
    }

    /// As [`Population::units`], with the data to be changed.
    pub fn units_mut(&mut self) -> impl Iterator<Item = (UnitId, StateId, &mut D)> {
        let Self { store: Store { data, shared, free, .. }, .. } = self;
        let states = shared.states.values.chunks_exact(shared.states.stride).map(|states| states[0]);
        let all = (0..).zip(states.zip(data)).filter(|(_, (state, _))| *state != *free);
        all.map(|(place, (state, data))| (shared.id_at(place), shared.structure.id(state), data))
    }

    /// The game's data of all places, also of units that are gone: `data()[i]` belongs to the unit
    /// in place `i`. [`Population::units`] has the data of living units alone.
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

    /// The current state: the innermost one that is active, in the first region if there are several;
    /// `None` if the unit is gone.
    pub fn state(&self, unit: UnitId) -> Option<StateId> {
        self.current(unit).map(|state| self.definition.structure.id(state))
    }

    /// The current state of each region that is active. Empty if the unit is gone.
    pub fn states(&self, unit: UnitId) -> impl Iterator<Item = StateId> {
        let leaves = self.index(unit).map(|index| self.store.leaves(index));
        let states = leaves.into_iter().flatten().filter(|state| *state != NO_STATE);
        states.map(|state| self.definition.structure.id(state))
    }

    fn current(&self, unit: UnitId) -> Option<u8> {
        self.index(unit).map(|index| self.store.state(index))
    }

    /// Whether a unit is in `state` or in a state inside of it. Covered states do not count. A state that the machine
    /// does not have is logged in debug builds, with the nearest one.
    pub fn is_in(&self, unit: UnitId, state: StateId) -> bool {
        let found = self.index(unit).zip(self.definition.asked(state));
        found.is_some_and(|(place, state)| {
            self.store.leaves(place).iter().any(|&leaf| self.definition.contains(state, leaf))
        })
    }

    /// Pushdown: the current states of the stack, the top first. For other families the current
    /// state alone. Empty if the unit is gone.
    pub fn stack(&self, unit: UnitId) -> impl Iterator<Item = StateId> {
        let below = self.index(unit).map_or(&[][..], |index| self.store.below(index));
        let all = self.current(unit).into_iter().chain(below.iter().rev().copied());
        all.map(|state| self.definition.structure.id(state))
    }

    /// How many units are in `state` or in a state inside of it. A state that the machine does not have is logged in debug
    /// builds, with the nearest one.
    pub fn count_in(&self, state: StateId) -> usize {
        let Some(state) = self.definition.asked(state) else { return 0 };
        let inside = state..self.definition.node(state).end;
        let places = 0..self.store.data.len();
        places
            .filter(|&place| self.store.shared.states.of(place).iter().any(|at| inside.contains(at)))
            .count()
    }

    /// How many units are in each state, without those in states inside of it, in the order of
    /// [`Structure::states`](crate::Structure::states).
    pub fn counts(&self) -> Vec<usize> {
        let mut counts = vec![0; BLOCK];
        self.store.shared.states.values.iter().for_each(|state| counts[*state as usize] += 1);
        counts.truncate(self.definition.state_count());
        counts
    }

    /// How many messages wait for all units together.
    pub const fn waiting(&self) -> usize {
        self.mailbox.waiting.len()
    }

    /// How many messages wait for a unit, without those that the next tick drops.
    pub fn waiting_for(&self, unit: UnitId) -> usize {
        let waiting = self.messages_for(unit).count();
        waiting.min(self.definition.queue as usize)
    }

    /// The time that the population was ticked for.
    pub const fn now(&self) -> Duration {
        duration(self.clock)
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
        previous.filter(|state| **state != NO_STATE).map(|state| self.definition.structure.id(*state))
    }

    /// The bytes of all places besides the game's own data, without waiting messages.
    pub fn bytes(&self) -> usize {
        self.store.bytes()
    }
}
