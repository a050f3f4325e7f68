//! The moods of a monster.

use proscenium::ai::{Bindings, Blueprint, State};

use super::super::contest::Competitor;
use super::super::workload::{self, FIRST_MOOD, MOOD_ROWS};
use super::units::Units;

/// The moods, in the order of their numbers from 1.
const MOODS: [&str; 5] = ["uncaring", "mad", "rage", "berserk", "annoyed"];
/// The inputs, in the order of theirs.
const INPUTS: [&str; 5] = ["seen", "attacks", "gone", "hurt", "healed"];

/// The moods as a table.
pub struct Table(Units<()>);

impl Competitor for Table {
    fn new(units: usize) -> Self {
        let mut machine = Blueprint::table("mood", MOODS[FIRST_MOOD as usize - 1]);
        for (number, mood) in (1..).zip(MOODS) {
            let rows = MOOD_ROWS.iter().filter(|(from, ..)| *from == number);
            machine = machine.state(rows.fold(State::new(mood), |state, (_, input, to)| {
                state.on(INPUTS[*input as usize - 1], MOODS[*to as usize - 1])
            }));
        }
        let definition = machine.build(&Bindings::new()).expect("the table is right");
        Self(Units::new(&definition, &INPUTS, &MOODS, units))
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.0.prepare(inputs);
    }

    fn tick(&mut self, _inputs: &[u8]) {
        self.0.tick();
    }

    fn checksum(&self) -> u64 {
        workload::fold(self.0.numbers().map(|number| u64::from(number) + 1))
    }
}
