//! What screens, rules and the singleton have requested.

use std::cell::RefCell;
use std::collections::VecDeque;

use super::event::GameEvent;
use super::request::Request;
use super::screen_id::ScreenId;

/// Requests and events, added at any time, and the stack for code that cannot see the manager.
///
/// Loggers, destructors and panic hooks use it in the middle of the manager's work. So no method calls
/// or drops anything foreign while it borrows.
#[derive(Default)]
pub(super) struct Inbox(RefCell<Contents>);

#[derive(Default)]
struct Contents {
    requests: VecDeque<Request>,
    events: Vec<Box<dyn GameEvent>>,
    fatal: Option<String>,
    stack: Vec<ScreenId>,
    is_closed: bool,
}

impl Inbox {
    /// Adds a request. `false` when the program has ended.
    pub(super) fn request(&self, request: Request) -> bool {
        let is_open = !self.is_closed();
        if is_open {
            self.0.borrow_mut().requests.push_back(request);
        }
        is_open
    }

    /// Adds an event, or drops it when the program has ended.
    pub(super) fn post(&self, event: Box<dyn GameEvent>) {
        if !self.is_closed() {
            self.0.borrow_mut().events.push(event);
        }
    }

    /// Sets why the flow cannot go on. The first cause counts.
    pub(super) fn fail(&self, cause: String) {
        self.0.borrow_mut().fatal.get_or_insert(cause);
    }

    pub(super) fn has_failed(&self) -> bool {
        self.0.borrow().fatal.is_some()
    }

    pub(super) fn take_failure(&self) -> Option<String> {
        self.0.borrow_mut().fatal.take()
    }

    /// The number of waiting requests.
    pub(super) fn waiting(&self) -> usize {
        self.0.borrow().requests.len()
    }

    /// Takes the first request that may run.
    pub(super) fn take_first(&self, may_run: impl Fn(&Request) -> bool) -> Option<Request> {
        let requests = &mut self.0.borrow_mut().requests;
        let index = requests.iter().position(may_run)?;
        requests.remove(index)
    }

    pub(super) fn take_all(&self) -> VecDeque<Request> {
        std::mem::take(&mut self.0.borrow_mut().requests)
    }

    /// Calls `note` for each request that waits and was not noted before.
    pub(super) fn note_waiting(&self, mut note: impl FnMut(&Request)) {
        for request in self.0.borrow_mut().requests.iter_mut().filter(|request| !request.is_traced) {
            request.is_traced = true;
            note(request);
        }
    }

    /// Swaps the events with an empty list.
    pub(super) fn swap_events(&self, events: &mut Vec<Box<dyn GameEvent>>) {
        std::mem::swap(&mut self.0.borrow_mut().events, events);
    }

    /// Refuses all further requests and events, at the end of the program, and drops the events.
    pub(super) fn close(&self) {
        self.0.borrow_mut().is_closed = true;
        self.swap_events(&mut Vec::new());
    }

    pub(super) fn is_closed(&self) -> bool {
        self.0.borrow().is_closed
    }

    pub(super) fn push_screen(&self, id: ScreenId) {
        self.0.borrow_mut().stack.push(id);
    }

    pub(super) fn remove_screen(&self, index: usize) {
        self.0.borrow_mut().stack.remove(index);
    }

    pub(super) fn stack(&self) -> Vec<ScreenId> {
        self.0.borrow().stack.clone()
    }

    pub(super) fn has_screen(&self, id: ScreenId) -> bool {
        self.0.borrow().stack.contains(&id)
    }

    pub(super) fn top(&self) -> Option<ScreenId> {
        self.0.borrow().stack.last().copied()
    }
}
