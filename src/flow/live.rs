//! A screen on the stack, with what the manager keeps beside it.

use std::any::Any;
use std::rc::Rc;
use std::time::Duration;

use super::machines::Machines;
use super::screen::GameScreen;
use super::screen_id::{ScreenId, Visit};

pub(super) struct Live {
    pub(super) id: ScreenId,
    pub(super) visit: Visit,
    pub(super) screen: Box<dyn GameScreen>,
    pub(super) payload: Option<Rc<dyn Any>>,
    pub(super) is_resident: bool,
    pub(super) was_updated: bool,
    pub(super) machines: Machines,
    /// The time that is still to pass for the machines, after the updates of all screens.
    pub(super) due: Option<Duration>,
}
