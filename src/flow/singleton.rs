//! The manager from anywhere: a thin façade, one for each thread, over the manager that was made
//! current on it.
//!
//! It only records: a command joins the same queue as one of a
//! [`ScreenContext`](super::ScreenContext) and is applied at the end of the tick. So it can be used from
//! anywhere: from a logger, a destructor or a panic hook too.
//!
//! ```
//! use proscenium::flow::{ScreenManager, singleton};
//!
//! assert!(singleton::current().is_err()); // no manager is current yet
//! let manager = ScreenManager::headless();
//! manager.make_current();
//! singleton::current()?.quit();
//! # Ok::<(), singleton::NoManager>(())
//! ```

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use super::handle::{FlowHandle, Inbox};

thread_local! {
    static CURRENT: RefCell<Weak<Inbox>> = const { RefCell::new(Weak::new()) };
}

/// No manager is current on this thread: none was made current, it was dropped, or its program has
/// ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no screen manager is current on this thread; call `ScreenManager::make_current` on the main thread")]
pub struct NoManager;

pub(super) fn set_current(inbox: &Rc<Inbox>) {
    CURRENT.with_borrow_mut(|current| *current = Rc::downgrade(inbox));
}

/// The handle of the manager that is current on this thread.
///
/// # Errors
///
/// [`NoManager`] when there is none, and once its program has ended.
pub fn current() -> Result<FlowHandle, NoManager> {
    // At the end of a thread other destructors may run after that of the variable.
    let inbox = CURRENT.try_with(|current| current.borrow().upgrade()).ok().flatten();
    let inbox = inbox.filter(|inbox| !inbox.is_closed.get()).ok_or(NoManager)?;
    Ok(FlowHandle { inbox, asker: None })
}
