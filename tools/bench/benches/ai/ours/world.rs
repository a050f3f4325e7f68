//! The marine with a world.

use proscenium::ai::Bindings;

use super::super::contest::Competitor;
use super::super::workload::Data;
use super::marine::{EVENTS, LEAVES, bind, leaf, tree};
use super::units::Units;

/// What the marines share: a sum over all updates.
type World = u64;

/// The marine with a world, in the order of the units, or independent of each other.
pub struct InWorld<const INDEPENDENT: bool = false>(Units<Data, World>);

impl<const INDEPENDENT: bool> Competitor for InWorld<INDEPENDENT> {
    fn new(units: usize) -> Self {
        let add = |data: &Data, world: &mut World| *world = world.wrapping_add(u64::from(data.timer));
        let bindings = bind(Bindings::new(), "", |data| data, add);
        let bindings = if INDEPENDENT { bindings.independent() } else { bindings };
        let definition = tree(leaf("idle")).build(&bindings).expect("the tree is right");
        Self(Units::new(&definition, &EVENTS, &LEAVES, units))
    }

    fn prepare(&mut self, inputs: &[u8]) {
        self.0.prepare(inputs);
    }

    fn tick(&mut self, _inputs: &[u8]) {
        self.0.tick();
    }

    fn checksum(&self) -> u64 {
        self.0.checksum(0) ^ self.0.world
    }
}
