//! A population and what drives it.

use std::sync::Arc;
use std::time::Duration;

use proscenium::ai::{Definition, EventId, Population, StateId, UnitId};

use super::super::workload::{self, Data};

/// The step of a frame.
pub const FRAME: Duration = Duration::from_millis(16);

/// A population with its world, the events by their number in the workload, and the states by theirs.
pub struct Units<D, W = ()> {
    pub population: Population<D, W>,
    pub world: W,
    pub ids: Vec<UnitId>,
    pub events: Vec<EventId>,
    pub inputs: Vec<Option<EventId>>,
    states: Vec<StateId>,
}

impl<D: Clone + Default + 'static, W: Default + 'static> Units<D, W> {
    pub fn new(definition: &Arc<Definition<D, W>>, events: &[&str], states: &[&str], units: usize) -> Self {
        let (mut population, mut world) = (Population::new(definition), W::default());
        Self {
            ids: (0..units).map(|_| population.spawn(&mut world, D::default())).collect(),
            events: events.iter().copied().map(EventId::from).collect(),
            inputs: Vec::new(),
            states: states.iter().copied().map(StateId::from).collect(),
            population,
            world,
        }
    }

    /// The inputs in the type that a population takes.
    pub fn prepare(&mut self, inputs: &[u8]) {
        let Self { events, inputs: own, .. } = self;
        own.clear();
        own.extend(inputs.iter().map(|&input| input.checked_sub(1).map(|index| events[index as usize])));
    }

    /// A frame with the inputs in a column.
    pub fn tick(&mut self) {
        self.population.tick_events(&mut self.world, FRAME, &self.inputs);
    }

    /// The numbers that the units' states have in the workload.
    pub fn numbers(&self) -> impl Iterator<Item = u8> {
        self.ids.iter().map(|&unit| {
            let state = self.population.state(unit).expect("units are never removed");
            self.states.iter().position(|known| *known == state).expect("it is a leaf") as u8
        })
    }
}

impl<W: Default + 'static> Units<Data, W> {
    /// The sum over all units, where the first state has the number `first`.
    pub fn checksum(&self, first: u8) -> u64 {
        let numbers = self.numbers().map(|number| number + first);
        workload::checksum(self.population.data().iter().copied().zip(numbers))
    }
}
