//! Typed handles of populations.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

use super::id::PopulationId;

/// The address of a population with the types of its units' data and of their world:
/// [`Population::handle`](crate::Population::handle). It does not keep the population alive.
///
/// Code of units that adds units to a population needs its handle ([`Context::spawn_in`](crate::Context::spawn_in)), so data of another
/// type do not compile. For messages the [`PopulationId`] is enough.
pub struct PopulationHandle<D, W = ()> {
    id: PopulationId,
    units: PhantomData<fn() -> (D, W)>,
}

impl<D, W> PopulationHandle<D, W> {
    pub(super) const fn new(id: PopulationId) -> Self {
        Self { id, units: PhantomData }
    }
}

/// The handle of no population: what is sent there is lost, and [counted](crate::Counters::lost).
impl<D, W> Default for PopulationHandle<D, W> {
    fn default() -> Self {
        Self::new(PopulationId::default())
    }
}

impl<D, W> From<PopulationHandle<D, W>> for PopulationId {
    fn from(handle: PopulationHandle<D, W>) -> Self {
        handle.id
    }
}

// Derived forms would ask the same of the data and of the world.
impl<D, W> Clone for PopulationHandle<D, W> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<D, W> Copy for PopulationHandle<D, W> {}

impl<D, W> PartialEq for PopulationHandle<D, W> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<D, W> Eq for PopulationHandle<D, W> {}

impl<D, W> Hash for PopulationHandle<D, W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl<D, W> fmt::Debug for PopulationHandle<D, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PopulationHandle").field(&self.id).finish()
    }
}
