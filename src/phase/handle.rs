//! Typed handles: names for resources that cannot outlive their phase unnoticed.

use std::cell::RefCell;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;
use std::panic::Location;
use std::rc::Rc;

use super::resource::ResourceId;

/// A cheap, typed name for a resource. It keeps nothing alive: once the resource was freed with
/// its phase, [`Resources::get`](super::Resources::get) answers with [`StaleHandle`], also when
/// another phase has loaded something by the same id since.
pub struct Handle<T> {
    pub(super) slot: u32,
    pub(super) generation: u32,
    kind: PhantomData<fn() -> T>,
}

impl<T> Handle<T> {
    pub(super) const fn new(slot: u32, generation: u32) -> Self {
        Self { slot, generation, kind: PhantomData }
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

/// The resource of a handle is gone.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the handle of `{id}` is stale: the resource was freed with its phase")]
pub struct StaleHandle {
    /// The id that was freed last from the handle's place.
    pub id: ResourceId,
}

/// No handle can be given out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// No such resource is loaded.
    #[error("no resource `{0}` is loaded: is it in the manifest of this phase?")]
    Missing(ResourceId),
    /// There is one, of another type.
    #[error("resource `{id}` is not a `{wanted}`")]
    WrongType {
        /// The resource.
        id: ResourceId,
        /// The type that was asked for.
        wanted: &'static str,
    },
}

/// Keeps a resource's value alive, also past its phase: the exception, for work that must finish
/// with it. Whoever still has one when the phase ends is named in the leak report.
pub struct Held<T> {
    value: Rc<T>,
    _token: HolderToken,
}

impl<T> Held<T> {
    pub(super) const fn new(value: Rc<T>, token: HolderToken) -> Self {
        Self { value, _token: token }
    }
}

impl<T> Deref for Held<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Debug> fmt::Debug for Held<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

/// The places in the code that hold one resource.
#[derive(Clone, Debug, Default)]
pub(super) struct Holders(Rc<RefCell<Vec<&'static Location<'static>>>>);

impl Holders {
    #[track_caller]
    pub(super) fn register(&self) -> HolderToken {
        let place = Location::caller();
        self.0.borrow_mut().push(place);
        HolderToken { holders: self.clone(), place }
    }

    /// The places, as `file:line`, sorted.
    pub(super) fn places(&self) -> Vec<String> {
        let mut places: Vec<String> =
            self.0.borrow().iter().map(|place| format!("{}:{}", place.file(), place.line())).collect();
        places.sort();
        places
    }
}

/// Signs a holder off when it is dropped.
pub(super) struct HolderToken {
    holders: Holders,
    place: &'static Location<'static>,
}

impl Drop for HolderToken {
    fn drop(&mut self) {
        let mut places = self.holders.0.borrow_mut();
        if let Some(index) = places.iter().position(|place| std::ptr::eq(*place, self.place)) {
            places.swap_remove(index);
        }
    }
}
