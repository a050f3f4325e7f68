//! What all units of a population share while their code is called.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;

use crate::id::{PopulationId, UnitId};
use crate::structure::{Structure, duration};

/// Times in units of [`TIME`](crate::structure::TIME).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moment {
    /// On the population's clock.
    pub(crate) clock: u64,
    /// Since the epoch of the deadlines.
    pub(crate) now: u32,
    /// The same, before this tick.
    pub(crate) before: u32,
    pub(crate) dt: Duration,
}

impl Moment {
    pub(crate) fn new(clock: u64, epoch: u64, passed: u64) -> Self {
        let since = |clock: u64| u32::try_from(clock.saturating_sub(epoch)).unwrap_or(u32::MAX);
        let before = clock.saturating_sub(passed);
        Self { clock, now: since(clock), before: since(before), dt: duration(passed) }
    }
}

/// A column with `stride` entries for each unit, 0 if the machine does not need it.
#[derive(Debug)]
pub(crate) struct Column<T> {
    pub(crate) values: Vec<T>,
    pub(crate) stride: usize,
    empty: T,
}

impl<T: Copy> Column<T> {
    pub(crate) const fn new(stride: usize, empty: T) -> Self {
        Self { values: Vec::new(), stride, empty }
    }

    pub(crate) fn resize(&mut self, places: usize) {
        self.values.resize(places * self.stride, self.empty);
    }

    pub(crate) fn of(&self, place: usize) -> &[T] {
        &self.values[place * self.stride..][..self.stride]
    }

    pub(crate) fn of_mut(&mut self, place: usize) -> &mut [T] {
        &mut self.values[place * self.stride..][..self.stride]
    }

    pub(crate) fn clear(&mut self, place: usize) {
        let empty = self.empty;
        self.of_mut(place).fill(empty);
    }
}

/// A number that has nothing in common with the results for similar numbers: the output of splitmix64 (Steele, Lea and
/// Flood, 2014).
pub(crate) const fn mixed(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ bits >> 31
}

/// The part of a population that the context of each unit refers to.
pub(crate) struct Shared {
    pub(crate) structure: Arc<Structure>,
    pub(crate) population: PopulationId,
    pub(crate) moment: Moment,
    /// The seed of the units' random numbers.
    pub(crate) seed: u64,
    /// Empty until a unit is removed.
    pub(crate) generations: Vec<u16>,
    /// The current states of each unit, one for each region.
    pub(crate) states: Column<u8>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "units of `{}`", self.structure.name())
    }
}

impl Shared {
    pub(crate) fn id_at(&self, index: u32) -> UnitId {
        let generation = self.generations.get(index as usize).copied().unwrap_or(0);
        UnitId::new(index, generation, self.population)
    }

    /// The random numbers of the unit in a place, from their start: the unit's id and the seed say which they are.
    pub(crate) fn random_at(&self, index: u32) -> Rng {
        Rng::with_seed(mixed(mixed(self.seed).wrapping_add(self.id_at(index).to_bits())))
    }
}

#[cfg(test)]
mod tests {
    use super::mixed;

    #[test]
    fn a_number_is_mixed_as_in_the_paper() {
        // The first two outputs of splitmix64 with the seed 0, whose state grows by the golden ratio.
        let states = [1, 2_u64].map(|step| step.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        assert_eq!(states.map(mixed), [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4]);
    }
}
