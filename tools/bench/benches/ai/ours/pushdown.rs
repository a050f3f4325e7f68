//! The pushdown marine.

use proscenium::ai::{Blueprint, Next};

use super::super::contest::Competitor;
use super::super::workload::Data;
use super::marine::{EVENTS, LEAVES, actions, leaf};
use super::units::Units;

/// The marine with a stack.
pub struct Pushdown(Units<Data>);

impl Competitor for Pushdown {
    fn new(units: usize) -> Self {
        let machine = Blueprint::pushdown("marine", "idle")
            .state(leaf("idle").on("first", Next::enter("attack")).on("second", Next::enter("move")))
            .state(leaf("attack").on("first", Next::Exit).on("second", Next::Exit))
            .state(leaf("move").on("first", Next::enter("chase")).on("second", Next::Exit))
            .state(leaf("chase").on("first", Next::switch("attack")).on("second", Next::Exit));
        let definition = machine.build(&actions()).expect("the machine is right");
        Self(Units::new(&definition, &EVENTS, &LEAVES[..4], units))
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.0.prepare(inputs);
    }

    fn tick(&mut self, _inputs: &[u8]) {
        self.0.tick();
    }

    fn checksum(&self) -> u64 {
        self.0.checksum(1)
    }
}
