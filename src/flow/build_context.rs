//! What screens can see while they are built.

use std::any::Any;
use std::cell::RefCell;

use crate::phase::{Handle, LoadError, PhaseId, Resources};

/// What a screen can see while it is built, when its phase is ready.
pub struct BuildContext<'a> {
    pub(super) resources: &'a Resources,
    pub(super) phase: PhaseId,
    pub(super) payload: Option<&'a dyn Any>,
    pub(super) missing: RefCell<Vec<LoadError>>,
}

impl<'a> BuildContext<'a> {
    /// The payload of the load ([`FlowHandle::load_with`](super::FlowHandle::load_with)); `None` if there
    /// is none or if it is not a `T`.
    pub fn payload<T: 'static>(&self) -> Option<&'a T> {
        self.payload?.downcast_ref()
    }

    /// The handle of the resource `id`. If there is none of this type, the load fails when all
    /// screens are built, with a list of everything that is missing.
    pub fn handle<T: 'static>(&self, id: &str) -> Handle<T> {
        self.resources.handle(id).unwrap_or_else(|error| {
            self.missing.borrow_mut().push(error);
            Handle::of_nothing()
        })
    }

    /// The value of a handle; `None` if the handle's resource is missing.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&'a T> {
        self.resources.get(handle)
    }

    /// The resources of the phase.
    pub const fn resources(&self) -> &'a Resources {
        self.resources
    }

    /// The phase that the screen belongs to.
    pub const fn phase(&self) -> PhaseId {
        self.phase
    }
}
