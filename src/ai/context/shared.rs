//! What all units of a population share while their code is called.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::ai::id::{PopulationId, UnitId};
use crate::ai::structure::{Structure, duration};

/// Times in units of [`TIME`](crate::ai::structure::TIME).
#[derive(Clone, Copy, Debug)]
pub(in crate::ai) struct Moment {
    /// On the population's clock.
    pub(in crate::ai) clock: u64,
    /// Since the epoch of the deadlines.
    pub(in crate::ai) now: u32,
    /// The same, before this tick.
    pub(in crate::ai) before: u32,
    pub(in crate::ai) dt: Duration,
}

impl Moment {
    pub(in crate::ai) fn new(clock: u64, epoch: u64, passed: u64) -> Self {
        let since = |clock: u64| u32::try_from(clock.saturating_sub(epoch)).unwrap_or(u32::MAX);
        let before = clock.saturating_sub(passed);
        Self { clock, now: since(clock), before: since(before), dt: duration(passed) }
    }
}

/// The part of a population that the context of each unit refers to.
pub(in crate::ai) struct Shared {
    pub(in crate::ai) structure: Arc<Structure>,
    pub(in crate::ai) population: PopulationId,
    pub(in crate::ai) moment: Moment,
    /// Empty until a unit is removed.
    pub(in crate::ai) generations: Vec<u16>,
    /// For each region the current state of each unit.
    pub(in crate::ai) states: Vec<Vec<u8>>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "units of `{}`", self.structure.name())
    }
}

impl Shared {
    pub(in crate::ai) fn id_at(&self, index: u32) -> UnitId {
        let generation = self.generations.get(index as usize).copied().unwrap_or(0);
        UnitId { index, generation }
    }
}
