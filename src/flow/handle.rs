//! Requests and events from screens, flow rules and everywhere else.

use std::rc::Rc;

use super::command::{ScreenCommand, Target};
use super::event::GameEvent;
use super::inbox::Inbox;
use super::request::{Asker, Request};
use super::screen_id::ScreenId;
use super::ticket::Ticket;
use crate::phase::PhaseId;

/// Records requests and events for a [`ScreenManager`](super::ScreenManager), and sees its stack.
///
/// A [`ScreenContext`](super::ScreenContext) and a [`RuleContext`](super::RuleContext) dereference to
/// it; [`singleton::current`](super::singleton::current) returns one. Requests are applied at the end of
/// the tick, first in, first out. A helper of a game that only requests takes `&FlowHandle`.
pub struct FlowHandle {
    pub(super) inbox: Rc<Inbox>,
    pub(super) asker: Option<Asker>,
}

impl FlowHandle {
    /// Requests a change of the stack, of which the other methods are short forms. The ticket has the
    /// outcome. A [`ScreenCommand::Pop`] from a screen's context, also as the first of a batch, pops that
    /// screen, as [`pop`](FlowHandle::pop) does.
    pub fn command(&self, request: impl Into<Request>) -> Ticket {
        let request = Request { asker: self.asker, ..request.into() };
        let ticket = request.ticket();
        if !self.inbox.request(request) {
            ticket.set(Err(Self::ENDED.to_owned()));
        }
        ticket
    }

    /// The reason of what is rejected after the end of the program.
    pub(super) const ENDED: &str = "the program has ended";

    /// Requests to push a screen.
    pub fn push(&self, target: impl Into<Target>) {
        self.command(ScreenCommand::push(target));
    }

    /// Requests to push a screen with data: [`ScreenContext::payload`](super::ScreenContext::payload).
    pub fn push_with<T: 'static>(&self, target: impl Into<Target>, payload: T) {
        self.push(target.into().with(payload));
    }

    /// Requests to pop the top screen. From a screen's context it is that screen: the request is
    /// rejected if it is not the active one then, because another covers it or because it has left.
    pub fn pop(&self) {
        self.command(ScreenCommand::pop());
    }

    /// As [`pop`](FlowHandle::pop), and passes `value` to the screen below.
    pub fn pop_with<T: 'static>(&self, value: T) {
        self.command(ScreenCommand::pop_with(value));
    }

    /// Requests to pop all screens above this one.
    pub fn pop_to(&self, screen: impl Into<ScreenId>) {
        self.command(ScreenCommand::pop_to(screen));
    }

    /// Requests to remove the highest screen of this name, which may be a covered one.
    pub fn remove(&self, screen: impl Into<ScreenId>) {
        self.command(ScreenCommand::remove(screen));
    }

    /// Requests to replace the top screen.
    pub fn replace(&self, target: impl Into<Target>) {
        self.command(ScreenCommand::replace(target));
    }

    /// Requests to replace all screens by these, bottom to top.
    pub fn reset<T: Into<Target>>(&self, targets: impl IntoIterator<Item = T>) {
        self.command(ScreenCommand::reset(targets));
    }

    /// Requests another phase.
    pub fn load(&self, phase: impl Into<PhaseId>) {
        self.command(ScreenCommand::load(phase));
    }

    /// Requests another phase with a payload; see [`BuildContext::payload`](super::BuildContext::payload).
    pub fn load_with<T: 'static>(&self, phase: impl Into<PhaseId>, payload: T) {
        self.command(ScreenCommand::load_with(phase, payload));
    }

    /// Requests the orderly end of the program.
    pub fn quit(&self) {
        self.command(ScreenCommand::Quit);
    }

    /// Requests several commands behind one transition.
    pub fn batch(&self, commands: impl IntoIterator<Item = ScreenCommand>) {
        self.command(ScreenCommand::batch(commands));
    }

    /// Posts an event to the flow rules and the screens. It is delivered in the next tick, and dropped
    /// once the program has ended.
    pub fn post(&self, event: impl GameEvent) {
        self.inbox.post(Box::new(event));
    }

    /// The active screen; `None` before the first one.
    pub fn active(&self) -> Option<ScreenId> {
        self.inbox.top()
    }

    /// The screens on the stack, bottom to top.
    pub fn stack(&self) -> Vec<ScreenId> {
        self.inbox.stack()
    }

    /// Whether a screen of this name is on the stack.
    pub fn is_on_stack(&self, screen: impl Into<ScreenId>) -> bool {
        self.inbox.has_screen(screen.into())
    }
}
