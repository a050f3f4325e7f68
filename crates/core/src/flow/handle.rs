//! What screens, rules and the singleton request.

use std::fmt::Display;
use std::rc::Rc;

use super::command::{ScreenCommand, Target};
use super::event::GameEvent;
use super::request::{Asker, ENDED, Inbox, Request, Ticket};
use super::screen_id::ScreenId;
use crate::phase::{PhaseId, SideLoad, SideStatus};

/// Records requests and events for a [`ScreenManager`](super::ScreenManager), and sees its stack.
///
/// A [`ScreenContext`](super::ScreenContext) and a [`RuleContext`](super::RuleContext) dereference to it, and
/// [`ScreenManager::current`](super::ScreenManager::current) returns one anywhere. Requests are applied at the end of the
/// tick, first in, first out. A function that only makes requests takes `&FlowHandle`.
pub struct FlowHandle {
    pub(super) inbox: Rc<Inbox>,
    pub(super) asker: Option<Asker>,
}

impl FlowHandle {
    /// Requests a change of the stack; the other methods are short forms of this one. The ticket has the outcome. A
    /// [`ScreenCommand::Pop`] from a screen's context, alone or first in a batch, pops that screen, as
    /// [`pop`](FlowHandle::pop) does.
    pub fn command(&self, request: impl Into<Request>) -> Ticket {
        let request = Request { asker: self.asker, ..request.into() };
        let ticket = request.ticket();
        if !self.inbox.request(request) {
            ticket.set(Err(ENDED.to_owned()));
        }
        ticket
    }

    /// Requests to push a screen.
    pub fn push(&self, target: impl Into<Target>) {
        self.command(ScreenCommand::push(target));
    }

    /// Requests to push a screen with data: [`ScreenContext::payload`](super::ScreenContext::payload).
    pub fn push_with<T: 'static>(&self, target: impl Into<Target>, payload: T) {
        self.push(target.into().with(payload));
    }

    /// Requests to pop the top screen. From a screen's context it pops that screen: the request is rejected if the
    /// screen is not active then, because another one covers it or it has left.
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

    /// Requests another phase; or this one once more, which then keeps the resources that it has.
    pub fn load(&self, phase: impl Into<PhaseId>) {
        self.command(ScreenCommand::load(phase));
    }

    /// Requests another phase with a payload; see [`BuildContext::payload`](super::BuildContext::payload).
    pub fn load_with<T: 'static>(&self, phase: impl Into<PhaseId>, payload: T) {
        self.command(ScreenCommand::load_with(phase, payload));
    }

    /// Requests to load the files of another phase in the background, while this one goes on. A later
    /// [`load`](FlowHandle::load) of that phase then shows no Loading screen.
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
    /// The manifest takes one tick and each file another one, in the order of the queue; threads decode a few files
    /// ahead, and nothing waits for them. The preloaded files stay beside the running phase, so the peak of memory is
    /// the sum of both phases. The preload stops at [`preload_limit`](super::ManagerSettings::preload_limit) bytes. The
    /// load does the rest and retries files that could not be loaded: with a Loading screen, whose progress counts
    /// preloaded files as done, and with the usual retries, stand-ins and failures.
    ///
    /// The load makes caches and callbacks too. If nothing else is left, it makes all of them in the tick of the
    /// change, behind the cover, so heavy work belongs in [`Asset::decode`](crate::phase::Asset::decode). The trace has
    /// the same records, in the same order, as without a preload, and they depend on ticks only: a file whose tick has
    /// come counts as preloaded, and the change waits behind the cover if a thread still decodes it. Over a network the
    /// Loading screen waits for it.
    ///
    /// The preload is dropped by a load of another phase, by a load with a payload that has another manifest, by a
    /// failure and by another preload. The same preload again changes nothing. If the manifest or a file of the queue
    /// was saved after it was read, everything is loaded again. A preload of the running phase is rejected, unless its
    /// payload has another manifest, such as the next level. A preload during a load waits for its end.
    ///
    /// [`ScreenContext::preload_status`](super::ScreenContext::preload_status) says how far it is.
    pub fn preload(&self, phase: impl Into<PhaseId>) {
        self.command(ScreenCommand::preload(phase));
    }

    /// As [`preload`](FlowHandle::preload), for a [`load_with`](FlowHandle::load_with) of this payload.
    pub fn preload_with<T: 'static>(&self, phase: impl Into<PhaseId>, payload: T) {
        self.command(ScreenCommand::preload_with(phase, payload));
    }

    /// Starts again to read the manifest, or the files that the load is reading, at the end of this tick: for a Loading
    /// screen whose load is [`Stalled`](crate::phase::Activity::Stalled). It does nothing without a load.
    pub fn retry_load(&self) {
        self.inbox.retries_load.set(true);
    }

    /// Requests the orderly end of the program.
    pub fn quit(&self) {
        self.command(ScreenCommand::Quit);
    }

    /// Requests several commands behind one transition.
    pub fn batch(&self, commands: impl IntoIterator<Item = ScreenCommand>) {
        self.command(ScreenCommand::batch(commands));
    }

    /// Requests a save of the flow. It is made in the first later tick in which no transition or load runs and no
    /// request waits, after the events of that tick and before its updates. The ticket then has the result of
    /// [`ScreenManager::save`](super::ScreenManager::save).
    pub fn save(&self) -> Ticket<String> {
        let ticket = Ticket::default();
        if self.inbox.is_closed.get() {
            ticket.set(Err(ENDED.to_owned()));
        } else {
            self.inbox.saves.borrow_mut().push(ticket.clone());
        }
        ticket
    }

    /// Loads a phase beside the running one, such as the portraits of a town that the hero comes to. It is registered
    /// like any phase, and needs no screens. The ids of its resources begin with its name. Each resource is there as
    /// soon as it is loaded, and stays until the last clone of the returned [`SideLoad`] is dropped. Another request
    /// for the phase returns the same load.
    ///
    /// ```
    /// use proscenium_core::flow::{GameScreen, ScreenContext};
    /// use proscenium_core::phase::{Handle, SideLoad, SideStatus, Texture};
    ///
    /// #[derive(Default)]
    /// struct World { town: Option<SideLoad>, gate: Handle<Texture> }
    /// # impl World { fn is_near_town(&self) -> bool { true } }
    /// impl GameScreen for World {
    ///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
    ///         if !self.is_near_town() {
    ///             self.town = None; // frees the textures
    ///             return;
    ///         }
    ///         match self.town.get_or_insert_with(|| cx.load_beside("town")).status() {
    ///             SideStatus::Ready => self.gate = cx.resources().handle("town/gate").unwrap_or_default(),
    ///             SideStatus::Failed(error) => log::warn!("no town: {error}"),
    ///             SideStatus::Loading(_) => {} // on its way
    ///         }
    ///     }
    /// }
    /// ```
    ///
    /// Resources that the running phase has too are not loaded twice. Caches, callbacks, retries and stand-ins work as
    /// in any load; a required resource that fails ends the side load, but not the phase. The trace has its steps.
    ///
    /// The first item is finished eight ticks after the request, and each further one a tick later, or as many ticks
    /// later as its weight. If it is not decoded then, the tick waits for it, so that each run has the same trace. Over
    /// a network, and with [`Pace::Budget`](crate::phase::Pace), no tick waits.
    ///
    /// All side loads together have at most [`side_limit`](super::ManagerSettings::side_limit) bytes. A load pauses
    /// them, and the end of the phase ends them. They are not part of a save: a screen requests them again in
    /// [`restore`](super::GameScreen::restore).
    pub fn load_beside(&self, phase: impl Into<PhaseId>) -> SideLoad {
        let side = SideLoad::new(phase.into());
        if self.inbox.is_closed.get() {
            side.set(SideStatus::Failed(ENDED.to_owned()));
        } else {
            self.inbox.sides.borrow_mut().push(side.clone());
        }
        side
    }

    /// Posts an event to the flow rules and the screens. It is delivered in the next tick, and dropped
    /// once the program has ended.
    pub fn post(&self, event: impl GameEvent) {
        self.inbox.post(Box::new(event));
    }

    /// Fails the phase: the failure screen takes over at the end of this tick, before all requests. `cause` names the
    /// file and the place; the error begins with the name of the calling screen, if there is one. The first of several
    /// causes counts.
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

    /// Reduces motion: each later transition is a cross-fade of 0.2 seconds. Off by default.
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
