//! What a screen gets from a load beside the running phase.

use std::cell::RefCell;
use std::rc::Rc;

use super::id::PhaseId;
use super::status::Progress;

/// A side load: [`FlowHandle::load_beside`](crate::flow::FlowHandle::load_beside).
///
/// Its resources stay for as long as this or a clone of it is kept, at most until the running phase ends.
#[derive(Clone, Debug)]
pub struct SideLoad(Rc<Shared>);

#[derive(Debug)]
struct Shared {
    phase: PhaseId,
    status: RefCell<SideStatus>,
}

/// How far a [`SideLoad`] is.
#[derive(Clone, Debug, PartialEq)]
pub enum SideStatus {
    /// It goes on. Loaded resources can be used already.
    Loading(Progress),
    /// All of it is there.
    Ready,
    /// It cannot be loaded, or the phase beside it has ended; the text says why.
    Failed(String),
}

impl SideLoad {
    pub(crate) fn new(phase: PhaseId) -> Self {
        let status = RefCell::new(SideStatus::Loading(Progress::default()));
        Self(Rc::new(Shared { phase, status }))
    }

    /// The phase that is loaded.
    pub fn phase(&self) -> PhaseId {
        self.0.phase
    }

    /// How far it is, at the end of the last tick.
    pub fn status(&self) -> SideStatus {
        self.0.status.borrow().clone()
    }

    /// Whether all of it is there.
    pub fn is_ready(&self) -> bool {
        *self.0.status.borrow() == SideStatus::Ready
    }

    pub(crate) fn set(&self, status: SideStatus) {
        self.0.status.replace(status);
    }

    /// Whether the screen has dropped it: this is the last one.
    pub(super) fn is_dropped(&self) -> bool {
        Rc::strong_count(&self.0) == 1
    }
}
