//! What a screen has of a request for streamed resources.

use std::cell::{Cell, OnceCell};
use std::collections::HashSet;
use std::rc::Rc;

use super::id::ResourceId;
use super::status::Progress;

/// A request for streamed resources: [`FlowHandle::stream`](crate::flow::FlowHandle::stream).
///
/// The resources stay for as long as the ticket or a clone of it is kept. Dropping the last one releases
/// them.
#[derive(Clone, Debug)]
pub struct StreamTicket(Rc<Shared>);

#[derive(Debug)]
struct Shared {
    ids: Vec<ResourceId>,
    priority: i32,
    progress: Cell<Progress>,
    error: OnceCell<String>,
    has_ended: Cell<bool>,
}

impl StreamTicket {
    pub(crate) fn new(mut ids: Vec<ResourceId>, priority: i32) -> Self {
        let mut seen = HashSet::new();
        ids.retain(|id| seen.insert(*id));
        let progress = Cell::new(Progress { total: ids.len(), ..Progress::default() });
        let (error, has_ended) = (OnceCell::new(), Cell::new(false));
        Self(Rc::new(Shared { ids, priority, progress, error, has_ended }))
    }

    /// How much of the request is there. Its fraction is by weight, never falls, and is 1.0 if and only if
    /// all of it is there; zero before the end of the tick of the request.
    pub fn progress(&self) -> Progress {
        self.0.progress.get()
    }

    /// `Ok` once all is there, or the first error as soon as it is known; the rest is loaded all the same.
    /// `None` until then. Another request of the same ids tries what has failed again.
    pub fn outcome(&self) -> Option<Result<(), &str>> {
        if self.0.has_ended.get() {
            return Some(Err("the phase has ended"));
        }
        match self.0.error.get() {
            Some(error) => Some(Err(error)),
            None => (self.progress().fraction >= 1.0).then_some(Ok(())),
        }
    }

    pub(super) fn ids(&self) -> &[ResourceId] {
        &self.0.ids
    }

    pub(super) fn priority(&self) -> i32 {
        self.0.priority
    }

    /// Whether the screen has dropped it: this is the last one.
    pub(super) fn is_dropped(&self) -> bool {
        Rc::strong_count(&self.0) == 1
    }

    pub(super) fn set_progress(&self, progress: Progress) {
        self.0.progress.set(progress);
    }

    /// Sets the error. The first one counts.
    pub(super) fn fail(&self, error: String) {
        let _ = self.0.error.set(error);
    }

    /// Ends it with its phase.
    pub(crate) fn end(&self) {
        self.0.has_ended.set(true);
    }
}
