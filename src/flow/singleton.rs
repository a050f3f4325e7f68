//! The manager from anywhere: a thin façade, one for each thread, over the manager that was made
//! current on it.
//!
//! It only records. A command that a hook, an event handler or a script asks for through the
//! façade joins the same queue as one asked for through a [`ScreenContext`](super::ScreenContext)
//! and is applied at the end of the tick, so the manager can never be entered halfway.
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

use super::command::{Inbox, Request, ScreenCommand, Target};
use super::event::GameEvent;
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
    let answer = use_inbox(&mut inbox.borrow_mut());
    Ok(answer)
}

/// Asks for a change of the stack.
///
/// # Errors
///
/// [`NoManager`].
pub fn command(request: impl Into<Request>) -> Result<(), NoManager> {
    let request = request.into();
    with(|inbox| inbox.commands.push_back(request))
}

/// Asks to put a screen on top.
///
/// # Errors
///
/// [`NoManager`].
pub fn push(target: impl Into<Target>) -> Result<(), NoManager> {
    command(ScreenCommand::push(target))
}

/// Asks to take the top screen away.
///
/// # Errors
///
/// [`NoManager`].
pub fn pop() -> Result<(), NoManager> {
    command(ScreenCommand::pop())
}

/// Asks for another phase.
///
/// # Errors
///
/// [`NoManager`].
pub fn load(phase: impl Into<PhaseId>) -> Result<(), NoManager> {
    command(ScreenCommand::load(phase))
}

/// Asks to end the program in order.
///
/// # Errors
///
/// [`NoManager`].
pub fn quit() -> Result<(), NoManager> {
    command(ScreenCommand::Quit)
}

/// Tells the flow rules and the screens that something happened.
///
/// # Errors
///
/// [`NoManager`].
pub fn post(event: impl GameEvent) -> Result<(), NoManager> {
    with(|inbox| inbox.events.push(Box::new(event)))
}

/// The active screen; `None` before the first one.
///
/// # Errors
///
/// [`NoManager`].
pub fn active() -> Result<Option<ScreenId>, NoManager> {
    with(|inbox| inbox.stack.last().copied())
}

/// The screens on the stack, bottom to top.
///
/// # Errors
///
/// [`NoManager`].
pub fn stack() -> Result<Vec<ScreenId>, NoManager> {
    with(|inbox| inbox.stack.clone())
}
