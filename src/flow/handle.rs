//! What screens, rules and the singleton request: the handle in front, and the inbox behind it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use super::command::{ScreenCommand, Target};
use super::event::GameEvent;
use super::request::{Asker, Request};
use super::save::{SaveError, SaveTicket, SavedEvent};
use super::screen_id::ScreenId;
use super::ticket::Ticket;
use crate::phase::{PhaseId, StreamTicket};

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

    /// Requests to load the files of another phase in the background, while this one goes on. A later
    /// [`load`](FlowHandle::load) of the phase then shows no Loading screen.
    ///
    /// ```
    /// use proscenium::flow::{GameScreen, ScreenContext};
    ///
    /// struct Logo { ticks: u32 }
    /// impl GameScreen for Logo {
    ///     fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
    ///         cx.preload("main_menu");
    ///     }
    ///
    ///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
    ///         self.ticks += 1;
    ///         if self.ticks == 120 {
    ///             cx.load("main_menu"); // shows Loading only if the preload is not complete
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// The manifest has one tick and each file another one, in the order of the queue; threads decode a
    /// few files ahead, and nothing waits for them. What is ready waits beside the phase that runs, so
    /// that the peak of memory is that of both phases. With
    /// [`preload_limit`](super::ManagerSettings::preload_limit) bytes the preload ends. The rest, and a
    /// file that cannot be loaded, is left to the load: with a Loading screen, whose progress counts what
    /// is preloaded as done, and with retries, stand-ins and failures as ever.
    ///
    /// Caches and callbacks are left to the load as well. If nothing else is left, all are made in the
    /// tick of the change, behind the cover, so heavy work belongs into
    /// [`Asset::decode`](crate::phase::Asset::decode). The records of the trace are those of a load
    /// without a preload, in the same order, and depend on ticks only: a file whose tick has come counts
    /// as preloaded, and is waited for behind the cover if a thread still decodes it. Over a network it
    /// is left to the Loading screen.
    ///
    /// The preload ends without effect with a load of another phase, or with a payload for which the phase
    /// has another manifest; with a failure; and with another preload. The same one again changes nothing.
    /// If the manifest or a file of the queue was saved after it was read, everything is loaded again. A
    /// preload of the phase that runs is rejected, unless it has another manifest for the payload: the next
    /// level. One during a load waits for its end.
    ///
    /// [`ScreenContext::preload_status`](super::ScreenContext::preload_status) says how far it is.
    pub fn preload(&self, phase: impl Into<PhaseId>) {
        self.command(ScreenCommand::preload(phase));
    }

    /// As [`preload`](FlowHandle::preload), for a [`load_with`](FlowHandle::load_with) of this payload.
    pub fn preload_with<T: 'static>(&self, phase: impl Into<PhaseId>, payload: T) {
        self.command(ScreenCommand::preload_with(phase, payload));
    }

    /// Reads the manifest or all files of the load again that are being read, at the end of this tick. For a
    /// Loading screen whose load is [`Stalled`](crate::phase::Activity::Stalled). Without a load nothing
    /// happens.
    pub fn retry_load(&self) {
        self.inbox.retry_load();
    }

    /// Requests the orderly end of the program.
    pub fn quit(&self) {
        self.command(ScreenCommand::Quit);
    }

    /// Requests several commands behind one transition.
    pub fn batch(&self, commands: impl IntoIterator<Item = ScreenCommand>) {
        self.command(ScreenCommand::batch(commands));
    }

    /// Requests a save of the flow, at the end of the first tick in which nothing runs and waits: after all
    /// requests of this tick, and after the transition or the load that they start. The ticket then has what
    /// [`ScreenManager::save`](super::ScreenManager::save) returns.
    pub fn save(&self) -> SaveTicket {
        let ticket = SaveTicket::default();
        if self.inbox.is_closed() {
            ticket.set(Err(SaveError::NotNow(Self::ENDED.to_owned())));
        } else {
            self.inbox.request_save(ticket.clone());
        }
        ticket
    }

    /// Posts an event to the flow rules and the screens. It is delivered in the next tick, and dropped
    /// once the program has ended.
    pub fn post(&self, event: impl GameEvent) {
        self.inbox.post(Box::new(event));
    }

    /// Reduces motion: from the next one on, each transition is a cross-fade of 0.2 seconds. Off by default.
    pub fn set_reduced_motion(&self, is_reduced: bool) {
        self.inbox.set_reduced_motion(is_reduced);
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
    saves: Vec<SaveTicket>,
    streams: Vec<StreamTicket>,
    fatal: Option<String>,
    retries_load: bool,
    stack: Vec<ScreenId>,
    has_reduced_motion: bool,
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

    pub(super) fn retry_load(&self) {
        self.0.borrow_mut().retries_load = true;
    }

    /// Whether the load is to be retried; `false` from then on.
    pub(super) fn take_retry(&self) -> bool {
        std::mem::take(&mut self.0.borrow_mut().retries_load)
    }

    pub(super) fn request_save(&self, ticket: SaveTicket) {
        self.0.borrow_mut().saves.push(ticket);
    }

    pub(super) fn stream(&self, ticket: StreamTicket) {
        self.0.borrow_mut().streams.push(ticket);
    }

    pub(super) fn take_streams(&self) -> Vec<StreamTicket> {
        std::mem::take(&mut self.0.borrow_mut().streams)
    }

    pub(super) fn wants_save(&self) -> bool {
        !self.0.borrow().saves.is_empty()
    }

    pub(super) fn take_saves(&self) -> Vec<SaveTicket> {
        std::mem::take(&mut self.0.borrow_mut().saves)
    }

    /// The events that wait, for a save; `None` if one cannot be saved.
    pub(super) fn saved_events(&self) -> Option<Vec<SavedEvent>> {
        self.0.borrow().events.iter().map(|event| SavedEvent::of(event.as_ref())).collect()
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
    pub(super) fn take_first(&self, may_run: impl FnMut(&Request) -> bool) -> Option<Request> {
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
        self.take_streams().iter().for_each(StreamTicket::end);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.0.borrow().is_closed
    }

    pub(super) fn set_reduced_motion(&self, is_reduced: bool) {
        self.0.borrow_mut().has_reduced_motion = is_reduced;
    }

    pub(super) fn has_reduced_motion(&self) -> bool {
        self.0.borrow().has_reduced_motion
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

    pub(super) fn depth(&self) -> usize {
        self.0.borrow().stack.len()
    }

    pub(super) fn screen_at(&self, index: usize) -> Option<ScreenId> {
        self.0.borrow().stack.get(index).copied()
    }

    pub(super) fn top(&self) -> Option<ScreenId> {
        self.0.borrow().stack.last().copied()
    }
}
