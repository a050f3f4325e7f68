//! What screens, rules and the singleton request.

use std::fmt::Display;
use std::rc::Rc;

use super::command::{ScreenCommand, Target};
use super::event::GameEvent;
use super::request::{Asker, Inbox, Request, Ticket};
use super::screen_id::ScreenId;
use crate::phase::{PhaseId, ResourceId, StreamTicket};

/// Records requests and events for a [`ScreenManager`](super::ScreenManager), and sees its stack.
///
/// A [`ScreenContext`](super::ScreenContext) dereferences to it, a
/// [flow rule](super::ScreenManager::add_rule) gets one, and [`ScreenManager::current`](super::ScreenManager::current) returns one
/// anywhere. Requests are applied at the end of the tick, first in, first out. A helper of a game that only
/// requests takes `&FlowHandle`.
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

    /// As [`replace`](FlowHandle::replace), with data for the new screen.
    pub fn replace_with<T: 'static>(&self, target: impl Into<Target>, payload: T) {
        self.replace(target.into().with(payload));
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
    /// use proscenium_core::flow::{GameScreen, ScreenContext};
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
    /// that the peak of memory is the sum of both phases. With
    /// [`preload_limit`](super::ManagerSettings::preload_limit) bytes the preload ends. The rest, and a
    /// file that cannot be loaded, is left to the load: with a Loading screen, whose progress counts what
    /// is preloaded as done, and with the usual retries, stand-ins and failures.
    ///
    /// Caches and callbacks are left to the load as well. If nothing else is left, all are made in the
    /// tick of the change, behind the cover, so heavy work belongs into
    /// [`Asset::decode`](crate::phase::Asset::decode). The trace has the records of a load
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
        self.inbox.retries_load.set(true);
    }

    /// Repeats the request that a screen has refused to leave for, the last one, with a new ticket: a screen that has
    /// asked "Save changes?" in [`may_leave`](super::GameScreen::may_leave) goes on with the same pop, load or quit.
    /// The ticket is rejected if there is none, or if the screen that has refused has left the stack.
    ///
    /// ```
    /// use std::any::Any;
    ///
    /// use proscenium_core::flow::{GameScreen, ScreenContext};
    ///
    /// #[derive(Default)]
    /// struct Editor {
    ///     has_changes: bool,
    /// }
    ///
    /// impl GameScreen for Editor {
    ///     fn may_leave(&mut self, cx: &mut ScreenContext<'_>) -> bool {
    ///         if self.has_changes {
    ///             cx.push("save_changes"); // it pops itself with the answer
    ///         }
    ///         !self.has_changes
    ///     }
    ///
    ///     fn on_result(&mut self, cx: &mut ScreenContext<'_>, answer: &dyn Any) {
    ///         if answer.downcast_ref() == Some(&"leave") {
    ///             self.has_changes = false;
    ///             cx.repeat_refused();
    ///         }
    ///     }
    ///
    ///     fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
    /// }
    /// ```
    pub fn repeat_refused(&self) -> Ticket {
        match self.inbox.refused.take() {
            Some((_, request)) => {
                let ticket = request.ticket();
                if !self.inbox.request(request) {
                    ticket.set(Err(Self::ENDED.to_owned()));
                }
                ticket
            }
            None => {
                let ticket = Ticket::default();
                ticket.set(Err("no screen has refused to leave".to_owned()));
                ticket
            }
        }
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
    /// requests of this tick, and after the transition or the load that they start. Where events of a type of
    /// the game wait then, they are delivered before, in the next tick. The ticket then has what
    /// [`ScreenManager::save`](super::ScreenManager::save) returns.
    pub fn save(&self) -> Ticket<String> {
        let ticket = Ticket::default();
        if self.inbox.is_closed.get() {
            ticket.set(Err(Self::ENDED.to_owned()));
        } else {
            self.inbox.saves.borrow_mut().push(ticket.clone());
        }
        ticket
    }

    /// Requests resources of the phase that are marked `streamed: true` in its manifest, or
    /// [`streamed`](crate::phase::Resource::streamed) in code, while the phase is played. The ticket says when
    /// they are there; they stay until it is dropped.
    ///
    /// ```
    /// use proscenium_core::flow::{GameScreen, ScreenContext};
    /// use proscenium_core::phase::{Handle, StreamTicket, Texture};
    ///
    /// #[derive(Default)]
    /// struct World { cave: Option<StreamTicket>, tiles: Handle<Texture> }
    /// # impl World { fn is_near_cave(&self) -> bool { true } }
    /// impl GameScreen for World {
    ///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
    ///         if !self.is_near_cave() {
    ///             self.cave = None; // releases the textures
    ///         } else if self.cave.is_none() {
    ///             self.cave = Some(cx.stream(["cave_tiles", "cave_bats"], 0));
    ///         }
    ///         match self.cave.as_ref().and_then(StreamTicket::outcome) {
    ///             Some(Ok(())) => self.tiles = cx.resources().handle("cave_tiles").unwrap_or_default(),
    ///             Some(Err(error)) => log::warn!("no cave: {error}"),
    ///             None => {} // on its way
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Requests of a higher priority come first, and equal ones in their order. Up to four items are
    /// decoded at once, and one becomes resident in each tick, or with [`Pace::Budget`](crate::phase::Pace) as
    /// many as fit. The tick does not depend on threads: an item has eight ticks for each unit of its weight
    /// to be decoded, and is waited for then. Over a network, and with a budget, it is never waited for.
    /// Without threads items are decoded in the time of the ticks, as far as it goes.
    ///
    /// All streamed resources have at most [`stream_limit`](super::ManagerSettings::stream_limit) bytes.
    /// Released ones are kept until their room is needed, and the least recently released goes first. What does not fit
    /// beside the requests is refused. An interrupted read is retried, an optional resource gets its stand-in, and each other failure is the
    /// ticket's outcome and does not end the phase.
    ///
    /// A load pauses the streams, and the end of the phase ends them. Requests are not part of a save: a
    /// screen makes them again in [`restore`](super::GameScreen::restore).
    pub fn stream<T: Into<ResourceId>>(
        &self,
        ids: impl IntoIterator<Item = T>,
        priority: i32,
    ) -> StreamTicket {
        let ticket = StreamTicket::new(ids.into_iter().map(Into::into).collect(), priority);
        if self.inbox.is_closed.get() {
            ticket.end();
        } else {
            self.inbox.streams.borrow_mut().push(ticket.clone());
        }
        ticket
    }

    /// Posts an event to the flow rules and the screens. It is delivered in the next tick, and dropped
    /// once the program has ended.
    pub fn post(&self, event: impl GameEvent) {
        self.inbox.post(Box::new(event));
    }

    /// Fails the phase: the failure screen takes over at the end of this tick, before all requests. `cause` names the
    /// file and the place; the error begins with the screen that calls this, if it is one. Of several causes the first
    /// counts.
    ///
    /// ```
    /// use proscenium_core::flow::ScreenManager;
    ///
    /// let mut manager = ScreenManager::headless();
    /// manager.add_rule(|event: &String, flow| {
    ///     if event == "host_left" {
    ///         flow.fail("the host has left the game");
    ///     }
    /// });
    /// ```
    pub fn fail(&self, cause: impl Display) {
        self.inbox.fail(match self.asker {
            Some(asker) => format!("screen `{}` cannot go on: {cause}", asker.screen),
            None => cause.to_string(),
        });
    }

    /// Reduces motion: from the next one on, each transition is a cross-fade of 0.2 seconds. Off by default.
    pub fn set_reduced_motion(&self, is_reduced: bool) {
        self.inbox.has_reduced_motion.set(is_reduced);
    }

    /// The phase; `None` while one is being loaded.
    pub fn phase(&self) -> Option<PhaseId> {
        self.inbox.phase.get()
    }

    /// The active screen; `None` before the first one.
    pub fn active(&self) -> Option<ScreenId> {
        self.inbox.stack.borrow().last().copied()
    }

    /// The screens on the stack, bottom to top.
    pub fn stack(&self) -> Vec<ScreenId> {
        self.inbox.stack.borrow().clone()
    }

    /// Whether a screen of this name is on the stack.
    pub fn is_on_stack(&self, screen: impl Into<ScreenId>) -> bool {
        self.inbox.stack.borrow().contains(&screen.into())
    }
}
