//! A command on its way to the stack: the request, the inbox in which it waits, and the ticket with its outcome.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;

use super::command::ScreenCommand;
use super::event::GameEvent;
use super::screen_id::{ScreenId, Visit};
use super::transition::Transition;
use crate::phase::{PhaseId, SideLoad, SideStatus};

/// The reason of what is rejected after the end of the program.
pub(super) const ENDED: &str = "the program has ended";

#[derive(Clone)]
pub(super) enum Style {
    /// The manager's default.
    Default,
    /// None.
    Without,
    /// This one.
    Through(Rc<dyn Transition>),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Asker {
    pub(super) screen: ScreenId,
    pub(super) visit: Visit,
}

/// One command of a request, until it is applied or rejected.
pub(super) struct Pending {
    pub(super) command: ScreenCommand,
    /// The request's ticket.
    pub(super) ticket: Ticket,
    /// Whether the request has no further commands.
    pub(super) is_last: bool,
}

/// A command with its transition.
pub struct Request {
    /// The command, or the commands of a batch and of the batches in it; an empty batch itself. Never empty.
    pub(super) steps: VecDeque<Pending>,
    /// The word of the command, and its screens or phase or the words of a batch, for the trace.
    pub(super) name: &'static str,
    pub(super) target: String,
    pub(super) style: Style,
    /// `None` for a request from outside the screens.
    pub(super) asker: Option<Asker>,
    /// Whether the trace has a record that the request is queued.
    pub(super) is_traced: bool,
}

impl ScreenCommand {
    /// The command with its own transition.
    #[must_use]
    pub fn through(self, transition: impl Transition) -> Request {
        Request { style: Style::Through(Rc::new(transition)), ..self.into() }
    }

    /// As [`Request::back_through`].
    #[must_use]
    pub fn back_through(self, transition: impl Transition) -> Request {
        Request::from(self).back_through(transition)
    }

    /// The command without a transition. It is applied at the end of this tick, or when the running transition or
    /// load has ended.
    #[must_use]
    pub fn without_transition(self) -> Request {
        Request { style: Style::Without, ..self.into() }
    }
}

impl Request {
    /// Sets the transition for the way back: the default of the command that pops the screens that this one puts on the
    /// stack.
    #[must_use]
    pub fn back_through(mut self, transition: impl Transition) -> Self {
        let transition: Rc<dyn Transition> = Rc::new(transition);
        for step in &mut self.steps {
            if let ScreenCommand::Push(target) | ScreenCommand::Replace(target) = &mut step.command {
                target.back = Some(Rc::clone(&transition));
            }
        }
        self
    }

    pub(super) fn first(&self) -> Option<&ScreenCommand> {
        self.steps.front().map(|step| &step.command)
    }

    pub(super) fn is_quit(&self) -> bool {
        matches!(self.first(), Some(ScreenCommand::Quit))
    }

    pub(super) fn ticket(&self) -> Ticket {
        self.steps.front().map(|step| step.ticket.clone()).unwrap_or_default()
    }
}

impl From<ScreenCommand> for Request {
    fn from(command: ScreenCommand) -> Self {
        let (name, is_batch) = (command.name(), matches!(command, ScreenCommand::Batch(_)));
        let own_target = command.target();
        let (mut steps, mut open) = (VecDeque::new(), vec![command]);
        while let Some(command) = open.pop() {
            match command {
                ScreenCommand::Batch(list) => open.extend(list.into_iter().rev()),
                command => steps.push_back(command),
            }
        }
        let names = || steps.iter().map(ScreenCommand::name).collect::<Vec<_>>().join(" ");
        let target = if is_batch { names() } else { own_target };
        if steps.is_empty() {
            steps.push_back(ScreenCommand::Batch(Vec::new()));
        }
        let (last, ticket) = (steps.len() - 1, Ticket::default());
        let step = |(index, command)| Pending { command, ticket: ticket.clone(), is_last: index == last };
        let steps = steps.into_iter().enumerate().map(step).collect();
        Self { steps, name, target, style: Style::Default, asker: None, is_traced: false }
    }
}

/// Requests and events, added at any time, and the stack for code that cannot see the manager.
///
/// Loggers, destructors and panic hooks use it in the middle of the manager's work. So no method calls or drops a value
/// of others while it borrows.
#[derive(Default)]
pub(super) struct Inbox {
    pub(super) requests: RefCell<VecDeque<Request>>,
    pub(super) events: RefCell<Vec<Box<dyn GameEvent>>>,
    pub(super) saves: RefCell<Vec<Ticket<String>>>,
    pub(super) sides: RefCell<Vec<SideLoad>>,
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

    /// Refuses all further requests, saves and events, at the end of the program.
    pub(super) fn close(&self) {
        self.is_closed.set(true);
        for side in self.sides.take() {
            side.set(SideStatus::Failed(ENDED.to_owned()));
        }
        for ticket in self.saves.take() {
            ticket.set(Err(ENDED.to_owned()));
        }
        drop(self.events.take());
    }
}

/// The ticket of a request. Its clones have the same outcome. The ticket of a [save](super::FlowHandle::save) has the
/// save's text.
///
/// ```
/// use proscenium_core::flow::{GameScreen, ScreenCommand, ScreenContext, Ticket};
///
/// #[derive(Default)]
/// struct Menu {
///     shop: Option<Ticket>,
///     is_shop_closed: bool,
/// }
///
/// impl GameScreen for Menu {
///     fn on_active(&mut self, cx: &mut ScreenContext<'_>) {
///         self.shop = Some(cx.command(ScreenCommand::push("shop")));
///     }
///
///     fn update(&mut self, _cx: &mut ScreenContext<'_>) {
///         let outcome = self.shop.as_ref().and_then(Ticket::outcome);
///         self.is_shop_closed = matches!(outcome, Some(Err(_)));
///     }
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Ticket<T = ()>(Rc<OnceCell<Result<T, String>>>);

impl<T> Ticket<T> {
    /// Returns `Ok` once the request was applied, or the reason of its rejection as in the trace; `None` while it
    /// waits, and if the manager was dropped before. A load is applied when it begins.
    ///
    /// A batch is applied when all its commands are. It is rejected with the reason of the first rejected command; the
    /// others may have been applied.
    pub fn outcome(&self) -> Option<Result<&T, &str>> {
        self.0.get().map(|outcome| outcome.as_ref().map_err(String::as_str))
    }

    /// Sets the outcome. The first one counts.
    pub(super) fn set(&self, outcome: Result<T, String>) {
        let _ = self.0.set(outcome);
    }
}
