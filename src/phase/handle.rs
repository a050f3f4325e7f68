//! Typed handles: names for resources that cannot outlive their phase unnoticed.

use std::fmt;
use std::marker::PhantomData;

/// A cheap, typed name for a resource. It keeps nothing alive: once the resource was freed with
/// its phase, [`Resources::get`](super::Resources::get) answers with `None`, also when another
/// phase has loaded something by the same id since.
pub struct Handle<T> {
    pub(super) slot: u32,
    pub(super) generation: u32,
    value: PhantomData<fn() -> T>,
}

impl<T> Handle<T> {
    pub(super) const fn new(slot: u32, generation: u32) -> Self {
        Self { slot, generation, value: PhantomData }
    }

    /// A handle of nothing.
    pub(crate) const fn of_nothing() -> Self {
        Self::new(u32::MAX, u32::MAX)
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Handle<T> {}

impl<T> PartialEq for Handle<T> {
    fn eq(&self, other: &Self) -> bool {
        (self.slot, self.generation) == (other.slot, other.generation)
    }
}

impl<T> Eq for Handle<T> {}

impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handle({}v{})", self.slot, self.generation)
    }
}
