//! The manager from anywhere: a thin façade, one for each thread, over the manager that was made
//! current on it.
//!
//! It only records: a command joins the same queue as one of a
//! [`ScreenContext`](super::ScreenContext) and is applied at the end of the tick. Every function
//! fails with [`NoManager`] when no manager is current on the thread.
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
    static CURRENT: RefCell<Weak<RefCell<Inbox>>> = const { RefCell::new(Weak::new()) };
}

/// No manager is current on this thread: none was made current, or it was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no screen manager is current on this thread; call `ScreenManager::make_current` on the main thread")]
pub struct NoManager;

pub(super) fn set_current(inbox: &Rc<RefCell<Inbox>>) {
    CURRENT.with_borrow_mut(|current| *current = Rc::downgrade(inbox));
}

fn with<T>(use_inbox: impl FnOnce(&mut Inbox) -> T) -> Result<T, NoManager> {
    let inbox = CURRENT.with_borrow(Weak::upgrade).ok_or(NoManager)?;
    let result = use_inbox(&mut inbox.borrow_mut());
    Ok(result)
}

/// Requests a change of the stack.
pub fn command(request: impl Into<Request>) -> Result<(), NoManager> {
    let request = request.into();
    with(|inbox| inbox.commands.push_back(request))
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
    with(|inbox| inbox.events.push(Box::new(event)))
}

/// The active screen; `None` before the first one.
pub fn active() -> Result<Option<ScreenId>, NoManager> {
    with(|inbox| inbox.stack.last().copied())
}

/// The screens on the stack, bottom to top.
pub fn stack() -> Result<Vec<ScreenId>, NoManager> {
    with(|inbox| inbox.stack.clone())
}
