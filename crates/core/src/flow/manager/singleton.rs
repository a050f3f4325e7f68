//! The manager from anywhere: a variable of each thread with the inbox of the manager that was made current.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use super::ScreenManager;
use crate::flow::handle::FlowHandle;
use crate::flow::request::Inbox;

thread_local! {
    static CURRENT: RefCell<Weak<Inbox>> = const { RefCell::new(Weak::new()) };
}

impl ScreenManager {
    /// Makes this manager the [current](Self::current) one of this thread. `kit::Game` does so by itself.
    pub fn make_current(&self) {
        CURRENT.with_borrow_mut(|current| *current = Rc::downgrade(&self.services.inbox));
    }

    /// Returns the handle of the manager that is current on this thread. `None` if none was made current, if it was
    /// dropped, and once its program has ended.
    ///
    /// A command joins the same queue as one of a [`ScreenContext`](crate::flow::ScreenContext) and is applied at
    /// the end of the tick. So this can be used from anywhere: from a logger, a destructor or a panic hook too.
    ///
    /// ```
    /// use proscenium_core::flow::ScreenManager;
    ///
    /// assert!(ScreenManager::current().is_none());
    /// let manager = ScreenManager::headless();
    /// manager.make_current();
    /// if let Some(flow) = ScreenManager::current() {
    ///     flow.quit();
    /// }
    /// ```
    pub fn current() -> Option<FlowHandle> {
        // At the end of a thread other destructors may run after the variable's.
        let inbox = CURRENT.try_with(|current| current.borrow().upgrade()).ok().flatten()?;
        (!inbox.is_closed.get()).then_some(FlowHandle { inbox, asker: None })
    }
}

impl FlowHandle {
    /// As [`ScreenManager::current`].
    pub fn current() -> Option<Self> {
        ScreenManager::current()
    }
}
