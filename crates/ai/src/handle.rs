//! Typed handles of populations.

use std::marker::PhantomData;

use super::id::{PopulationId, typed_key};

/// The address of a population with the types of its units' data and of their world:
/// [`Population::handle`](crate::Population::handle). It does not keep the population alive.
///
/// Code of units that adds units to a population needs its handle ([`Context::spawn`](crate::Context::spawn)), so data of another
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

typed_key! { PopulationHandle<D, W> }
