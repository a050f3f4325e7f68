//! Three marines in one unit, and in three populations.

use proscenium::ai::{Bindings, Blueprint, Next, State};

use super::super::contest::Competitor;
use super::super::workload::{self, Data};
use super::marine::{ByColumn, EVENTS, LEAVES, bind, leaf, tree};
use super::units::Units;

/// Three marines in one unit: a region for each.
pub struct Regions(Units<[Data; 3]>);

/// The same as three populations.
pub struct Populations([ByColumn; 3]);

fn region(number: usize) -> State {
    let marine = tree(leaf("idle"));
    rename(State { states: marine.states, initial: Some(marine.initial), ..State::new("region") }, number)
}

/// Gives the states and the code of a region their own names.
fn rename(mut state: State, number: usize) -> State {
    let own = |name: &mut String| *name = format!("{name}_{number}");
    own(&mut state.name);
    let names = [&mut state.initial, &mut state.enter, &mut state.exit, &mut state.update];
    names.into_iter().flatten().for_each(own);
    for row in &mut state.on {
        if let Next::To(target) = &mut row.then {
            own(target);
        }
    }
    state.states = state.states.into_iter().map(|inner| rename(inner, number)).collect();
    state
}

impl Competitor for Regions {
    fn new(units: usize) -> Self {
        let mut all = State::new("all").parallel();
        let mut bindings = Bindings::new();
        for number in 0..3 {
            all = all.child(region(number));
            let suffix = format!("_{number}");
            bindings = bind(bindings, &suffix, move |data: &mut [Data; 3]| &mut data[number], |_, ()| {});
        }
        let machine = Blueprint::template("marines", "all").state(all);
        let definition = machine.build(&bindings).expect("the machine is right");
        Self(Units::new(&definition, &EVENTS, &[], units))
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.0.prepare(inputs);
    }

    fn tick(&mut self, _inputs: &[u8]) {
        self.0.tick();
    }

    fn checksum(&self) -> u64 {
        let population = &self.0.population;
        workload::fold((0..3).map(|region| {
            let units = self.0.ids.iter().map(|&unit| {
                let state = population.states(unit).nth(region).expect("all regions are active");
                let number = LEAVES.iter().position(|leaf| state.name() == format!("{leaf}_{region}"));
                (population.data()[unit.index()][region], number.expect("it is a leaf") as u8)
            });
            workload::checksum(units)
        }))
    }
}

impl Competitor for Populations {
    fn new(units: usize) -> Self {
        Self([ByColumn::new(units), ByColumn::new(units), ByColumn::new(units)])
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.0.iter_mut().for_each(|population| population.prepare(inputs));
    }

    fn tick(&mut self, inputs: &[u8]) {
        self.0.iter_mut().for_each(|population| population.tick(inputs));
    }

    fn checksum(&self) -> u64 {
        workload::fold(self.0.iter().map(Competitor::checksum))
    }
}
