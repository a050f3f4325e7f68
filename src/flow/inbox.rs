//! What screens, rules and the singleton have requested.

use std::collections::VecDeque;

use super::command::{Request, ScreenCommand};
use super::event::GameEvent;
use super::screen::ScreenId;

/// Requests, written at any time. The manager reads them at two points of a tick.
#[derive(Default)]
pub(super) struct Inbox {
    pub(super) commands: VecDeque<Request>,
    pub(super) events: Vec<Box<dyn GameEvent>>,
    /// Why the phase cannot go on.
    pub(super) fatal: Option<String>,
    /// The stack as the manager left it, for contexts that cannot see the manager.
    pub(super) stack: Vec<ScreenId>,
}

impl Inbox {
    /// Takes the first command that can be run now. While a phase loads that is the first `Load` or
    /// `Quit`: the others wait for the end of the load.
    pub(super) fn next_command(&mut self, is_loading: bool) -> Option<Request> {
        if !is_loading {
            return self.commands.pop_front();
        }
        let is_urgent =
            |request: &Request| matches!(request.command, ScreenCommand::Load(..) | ScreenCommand::Quit);
        let index = self.commands.iter().position(is_urgent)?;
        self.commands.remove(index)
    }
}
