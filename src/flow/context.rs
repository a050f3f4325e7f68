//! What a screen can see and ask for while it is called.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::time::Duration;

use super::command::{Inbox, Request, ScreenCommand, Target};
use super::cover::CoverAudio;
use super::event::GameEvent;
use super::failure::Failure;
use super::live::Live;
use super::machines::Machines;
use super::screen::ScreenId;
use crate::phase::{Background, Handle, LoadStatus, LookupError, PhaseId, Resources};
use crate::platform::{Gpu, Input};

/// What a screen can see and ask for in its hooks and its update.
///
/// Requests are recorded and carried out at the end of the tick, first in, first out.
pub struct ScreenContext<'a> {
    pub(super) machines: &'a mut Machines,
    pub(super) inbox: &'a RefCell<Inbox>,
    pub(super) resources: &'a Resources,
    pub(super) random: &'a mut fastrand::Rng,
    pub(super) input: &'a Input,
    pub(super) load: Option<&'a LoadStatus>,
    pub(super) background: &'a Background,
    pub(super) gpu: &'a mut dyn Gpu,
    pub(super) screen: ScreenId,
    pub(super) phase: Option<PhaseId>,
    pub(super) tick: u64,
    pub(super) delta: Duration,
    pub(super) audio: CoverAudio,
}

impl<'a> ScreenContext<'a> {
    /// What the player did. Empty for covered screens, in hooks, and while a transition runs.
    pub const fn input(&self) -> &'a Input {
        self.input
    }

    /// The time that passes for this screen in this tick: 1/60 s, more or less where a
    /// [`Cover`](super::Cover) scales it, zero in hooks.
    pub const fn delta(&self) -> Duration {
        self.delta
    }

    /// The number of this tick, from 1.
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// The resources of the phase.
    pub const fn resources(&self) -> &'a Resources {
        self.resources
    }

    /// The value of a handle; `None` when its phase has ended.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&'a T> {
        self.resources.get(handle)
    }

    /// The phase; `None` while one is being loaded.
    pub const fn phase(&self) -> Option<PhaseId> {
        self.phase
    }

    /// The load under way, or the one that failed. What a Loading or failure screen shows.
    pub const fn load_status(&self) -> Option<&'a LoadStatus> {
        self.load
    }

    /// The id of the screen that is being called.
    pub const fn screen(&self) -> ScreenId {
        self.screen
    }

    /// What the covers above do to this screen's sound.
    pub const fn audio(&self) -> CoverAudio {
        self.audio
    }

    /// The random numbers of the program: the same seed gives the same numbers on every platform.
    pub const fn random(&mut self) -> &mut fastrand::Rng {
        self.random
    }

    /// The AI machines of the screen. They are ticked after the updates of all screens.
    pub const fn machines(&mut self) -> &mut Machines {
        self.machines
    }

    /// Where textures are, for pictures that change while a screen runs. A texture that a screen
    /// uploads it frees itself, in `on_exit`.
    pub const fn gpu(&mut self) -> &mut dyn Gpu {
        self.gpu
    }

    /// The executor that decodes beside the tick.
    pub const fn background(&self) -> &'a Background {
        self.background
    }

    /// Asks for a change of the stack.
    pub fn command(&mut self, request: impl Into<Request>) {
        self.inbox.borrow_mut().commands.push_back(request.into());
    }

    /// Asks to put a screen on top.
    pub fn push(&mut self, target: impl Into<Target>) {
        self.command(ScreenCommand::push(target));
    }

    /// Asks to take the top screen away.
    pub fn pop(&mut self) {
        self.command(ScreenCommand::pop());
    }

    /// Asks to take the top screen away and to hand `value` to the one below.
    pub fn pop_with<T: 'static>(&mut self, value: T) {
        self.command(ScreenCommand::Pop(Some(Box::new(value))));
    }

    /// Asks to take all screens above this one away.
    pub fn pop_to(&mut self, screen: impl Into<ScreenId>) {
        self.command(ScreenCommand::pop_to(screen));
    }

    /// Asks to put a screen in the place of the top one.
    pub fn replace(&mut self, target: impl Into<Target>) {
        self.command(ScreenCommand::replace(target));
    }

    /// Asks for another phase.
    pub fn load(&mut self, phase: impl Into<PhaseId>) {
        self.command(ScreenCommand::load(phase));
    }

    /// Asks for another phase and hands `payload` to it; see [`BuildContext::payload`].
    pub fn load_with<T: 'static>(&mut self, phase: impl Into<PhaseId>, payload: T) {
        self.command(ScreenCommand::load_with(phase, payload));
    }

    /// Asks to end the program in order.
    pub fn quit(&mut self) {
        self.command(ScreenCommand::Quit);
    }

    /// Tells the flow rules and the screens that something happened. It is delivered in the next
    /// tick.
    pub fn post(&mut self, event: impl GameEvent) {
        self.inbox.borrow_mut().events.push(Box::new(event));
    }

    /// The phase cannot go on: the failure screen takes over at the end of this tick, ahead of
    /// all that was asked for. `cause` names the file and the place.
    pub fn fail(&mut self, cause: impl std::fmt::Display) {
        let failure = Failure::of_screen(self.screen, &cause);
        self.inbox.borrow_mut().fatal.get_or_insert(failure);
    }
}

/// What a screen can see while it is drawn.
pub struct DrawContext<'a> {
    pub(super) view: DrawView<'a>,
    pub(super) index: usize,
}

/// The manager as drawing sees it.
#[derive(Clone, Copy)]
pub(super) struct DrawView<'a> {
    pub(super) screens: &'a [Live],
    pub(super) resources: &'a Resources,
    pub(super) load: Option<&'a LoadStatus>,
    pub(super) tick: u64,
}

impl DrawView<'_> {
    /// Draws the screen at `index`, unless it was never updated.
    pub(super) fn draw(&self, index: usize) {
        if let Some(live) = self.screens.get(index).filter(|live| live.was_updated) {
            live.screen.draw(&DrawContext { view: *self, index });
        }
    }
}

impl<'a> DrawContext<'a> {
    /// Draws the screen below, and with it whatever that one draws of those further below. The
    /// lowest screen has none; then nothing happens.
    pub fn draw_parent(&self) {
        if let Some(index) = self.index.checked_sub(1) {
            self.view.draw(index);
        }
    }

    /// Whether the screen is the top one, or is drawn below another.
    pub const fn is_active(&self) -> bool {
        self.index + 1 == self.view.screens.len()
    }

    /// The resources of the phase.
    pub const fn resources(&self) -> &'a Resources {
        self.view.resources
    }

    /// The value of a handle; `None` when its phase has ended.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&'a T> {
        self.view.resources.get(handle)
    }

    /// The window's texture of a handle, to draw with: one look-up. A plain white texture when its
    /// phase has ended.
    #[cfg(feature = "window")]
    pub fn texture(&self, handle: Handle<crate::phase::Texture>) -> crate::platform::window::Texture2D {
        let found = self.get(handle).and_then(|found| crate::platform::window::texture(found.id));
        found.unwrap_or_else(crate::platform::window::Texture2D::empty)
    }

    /// The AI machines of the screen.
    pub fn machines(&self) -> &'a Machines {
        // A screen that is drawn is on the stack.
        &self.view.screens[self.index].machines
    }

    /// The load under way, or the one that failed.
    pub const fn load_status(&self) -> Option<&'a LoadStatus> {
        self.view.load
    }

    /// The number of the last tick.
    pub const fn tick(&self) -> u64 {
        self.view.tick
    }
}

/// What a screen can see while it is built, when its phase is ready.
pub struct BuildContext<'a> {
    pub(super) resources: &'a Resources,
    pub(super) phase: PhaseId,
    pub(super) payload: Option<&'a dyn Any>,
    pub(super) screen: Cell<ScreenId>,
    pub(super) missing: RefCell<Vec<(ScreenId, LookupError)>>,
}

impl<'a> BuildContext<'a> {
    /// The payload that the phase was loaded with ([`ScreenContext::load_with`]); `None` if there was
    /// none or if it is not a `T`.
    pub fn payload<T: 'static>(&self) -> Option<&'a T> {
        self.payload?.downcast_ref()
    }

    /// The handle of the resource `id`. If there is none of this type, the load fails when all
    /// screens are built, with a list of everything that was missing.
    pub fn handle<T: 'static>(&self, id: &str) -> Handle<T> {
        self.resources.handle(id).unwrap_or_else(|error| {
            self.missing.borrow_mut().push((self.screen.get(), error));
            Handle::of_nothing()
        })
    }

    /// The value of a handle; `None` if the handle's resource is missing.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&'a T> {
        self.resources.get(handle)
    }

    /// The resources of the phase, all of them.
    pub const fn resources(&self) -> &'a Resources {
        self.resources
    }

    /// The phase that the screen belongs to.
    pub const fn phase(&self) -> PhaseId {
        self.phase
    }
}

/// What a flow rule can see and ask for.
pub struct RuleContext<'a> {
    pub(super) inbox: &'a RefCell<Inbox>,
    pub(super) phase: Option<PhaseId>,
}

impl RuleContext<'_> {
    /// The phase; `None` while one is being loaded.
    pub const fn phase(&self) -> Option<PhaseId> {
        self.phase
    }

    /// The active screen.
    pub fn active(&self) -> Option<ScreenId> {
        self.inbox.borrow().stack.last().copied()
    }

    /// Whether a screen of this name is on the stack.
    pub fn is_on_stack(&self, screen: impl Into<ScreenId>) -> bool {
        self.inbox.borrow().stack.contains(&screen.into())
    }

    /// Asks for a change of the stack.
    pub fn command(&mut self, request: impl Into<Request>) {
        self.inbox.borrow_mut().commands.push_back(request.into());
    }
}
