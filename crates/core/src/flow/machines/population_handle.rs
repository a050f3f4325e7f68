//! Typed handles of populations.

use std::fmt;
use std::marker::PhantomData;

use proscenium_ai::PopulationId;

/// A typed key of a population of a screen, from [`Machines::add`](super::Machines::add). It does not keep the
/// population alive: when that is removed or its screen has left, [`Machines::get`](super::Machines::get) returns
/// `None`. Code of units sends to a population by its handle or its [`PopulationId`].
///
/// ```
/// use proscenium_core::flow::{PopulationHandle, ScreenContext};
///
/// fn count(cx: &mut ScreenContext<'_>, sheep: PopulationHandle<u32>) -> Option<usize> {
///     cx.machines().get(sheep).map(|sheep| sheep.len())
/// }
/// ```
///
/// It is no [`Handle`](crate::phase::Handle) of a resource:
///
/// ```compile_fail,E0308
/// use proscenium_core::flow::{PopulationHandle, ScreenContext};
///
/// fn count(cx: &mut ScreenContext<'_>, sheep: PopulationHandle<u32>) -> Option<usize> {
///     cx.get(sheep).map(|sheep| sheep.len())
/// }
/// ```
pub struct PopulationHandle<D, W = ()> {
    pub(super) id: PopulationId,
    units: PhantomData<fn() -> (D, W)>,
}

impl<D, W> PopulationHandle<D, W> {
    pub(super) const fn new(id: PopulationId) -> Self {
        Self { id, units: PhantomData }
    }
}

/// A handle of no population.
impl<D, W> Default for PopulationHandle<D, W> {
    fn default() -> Self {
        Self::new(PopulationId::default())
    }
}

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

impl<D, W> fmt::Debug for PopulationHandle<D, W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("PopulationHandle").field(&self.id).finish()
    }
}

impl<D, W> From<PopulationHandle<D, W>> for PopulationId {
    fn from(handle: PopulationHandle<D, W>) -> Self {
        handle.id
    }
}
