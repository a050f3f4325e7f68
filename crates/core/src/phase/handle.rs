//! Typed handles.

use std::fmt;
use std::marker::PhantomData;

/// A typed key of a resource. It does not keep the resource alive: when its phase has ended,
/// [`Resources::get`](super::Resources::get) returns `None`, even if there is another resource of the same id.
pub struct Handle<T> {
    pub(crate) slot: u32,
    pub(super) generation: u32,
    value: PhantomData<fn() -> T>,
}

impl<T> Handle<T> {
    pub(crate) const fn new(slot: u32, generation: u32) -> Self {
        Self { slot, generation, value: PhantomData }
    }
}

/// A handle of nothing.
impl<T> Default for Handle<T> {
    fn default() -> Self {
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
