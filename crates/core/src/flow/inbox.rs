//! What is requested and posted until the tick takes it.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use super::event::GameEvent;
use super::request::{Request, Ticket};
use super::screen_id::{ScreenId, Visit};
use crate::phase::{PhaseId, StreamTicket};

/// Requests and events, added at any time, and the stack for code that cannot see the manager.
///
/// Loggers, destructors and panic hooks use it in the middle of the manager's work. So no method calls
/// or drops anything foreign while it borrows.
#[derive(Default)]
pub(super) struct Inbox {
    pub(super) requests: RefCell<VecDeque<Request>>,
    pub(super) events: RefCell<Vec<Box<dyn GameEvent>>>,
    pub(super) saves: RefCell<Vec<Ticket<String>>>,
    pub(super) streams: RefCell<Vec<StreamTicket>>,
    /// The request that was refused last, while the screen of the visit that has refused it is on the stack.
    pub(super) refused: RefCell<Option<(Visit, Request)>>,
    /// Why the flow cannot go on.
    pub(super) fatal: RefCell<Option<String>>,
    pub(super) retries_load: Cell<bool>,
    pub(super) phase: Cell<Option<PhaseId>>,
    pub(super) stack: RefCell<Vec<ScreenId>>,
    pub(super) has_reduced_motion: Cell<bool>,
    pub(super) is_closed: Cell<bool>,
}

impl Inbox {
    /// Adds a request. `false` when the program has ended.
    pub(super) fn request(&self, request: Request) -> bool {
        let is_open = !self.is_closed.get();
        if is_open {
            self.requests.borrow_mut().push_back(request);
        }
        is_open
    }

    /// Adds an event, or drops it when the program has ended.
    pub(super) fn post(&self, event: Box<dyn GameEvent>) {
        if !self.is_closed.get() {
            self.events.borrow_mut().push(event);
        }
    }

    /// Sets why the flow cannot go on. The first cause counts.
    pub(super) fn fail(&self, cause: String) {
        self.fatal.borrow_mut().get_or_insert(cause);
    }

    pub(super) fn has_failed(&self) -> bool {
        self.fatal.borrow().is_some()
    }

    /// Takes the first request that may run.
    pub(super) fn take_first(&self, may_run: impl FnMut(&Request) -> bool) -> Option<Request> {
        let requests = &mut self.requests.borrow_mut();
        let index = requests.iter().position(may_run)?;
        requests.remove(index)
    }

    /// Refuses all further requests and events, at the end of the program. Returns the events, to be dropped.
    pub(super) fn close(&self) -> Vec<Box<dyn GameEvent>> {
        self.is_closed.set(true);
        self.streams.take().iter().for_each(StreamTicket::end);
        self.events.take()
    }
}
