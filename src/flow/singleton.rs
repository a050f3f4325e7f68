//! The manager from anywhere: a thin façade, one for each thread, over the manager that was made
//! current on it.
//!
//! It only records: a command joins the same queue as one of a
//! [`ScreenContext`](super::ScreenContext) and is applied at the end of the tick. So it can be used from
//! anywhere: from a logger, a destructor or a panic hook too. Every function fails with [`NoManager`]
//! when no manager is current on the thread, and requests also once its program has ended.
//!
//! ```
//! use proscenium::flow::{ScreenManager, singleton};
//!
//! assert!(singleton::quit().is_err()); // no manager is current yet
//! let manager = ScreenManager::headless();
//! manager.make_current();
//! assert!(singleton::quit().is_ok());
//! ```

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use super::command::{Request, ScreenCommand, Target};
use super::event::GameEvent;
use super::inbox::Inbox;
use super::screen::ScreenId;
use crate::phase::PhaseId;

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

fn current() -> Result<Rc<Inbox>, NoManager> {
    // At the end of a thread other destructors may run after that of the variable.
    let inbox = CURRENT.try_with(|current| current.borrow().upgrade());
    inbox.ok().flatten().ok_or(NoManager)
}

/// Requests a change of the stack.
pub fn command(request: impl Into<Request>) -> Result<(), NoManager> {
    let request = request.into();
    if current()?.request(request) { Ok(()) } else { Err(NoManager) }
}

/// Requests to push a screen.
pub fn push(target: impl Into<Target>) -> Result<(), NoManager> {
    command(ScreenCommand::push(target))
}

/// Requests to pop the top screen.
pub fn pop() -> Result<(), NoManager> {
    command(ScreenCommand::pop())
}

/// Requests another phase.
pub fn load(phase: impl Into<PhaseId>) -> Result<(), NoManager> {
    command(ScreenCommand::load(phase))
}

/// Requests the orderly end of the program.
pub fn quit() -> Result<(), NoManager> {
    command(ScreenCommand::Quit)
}

/// Posts an event to the flow rules and the screens.
pub fn post(event: impl GameEvent) -> Result<(), NoManager> {
    if current()?.post(Box::new(event)) { Ok(()) } else { Err(NoManager) }
}

/// The active screen; `None` before the first one.
pub fn active() -> Result<Option<ScreenId>, NoManager> {
    Ok(current()?.top())
}

/// The screens on the stack, bottom to top.
pub fn stack() -> Result<Vec<ScreenId>, NoManager> {
    Ok(current()?.stack())
}
