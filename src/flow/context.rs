//! What screens and flow rules can see and request.

use std::any::Any;
use std::cell::RefCell;
use std::time::Duration;

use super::command::{Asker, Request, ScreenCommand, Target};
use super::cover::CoverAudio;
use super::event::GameEvent;
use super::inbox::Inbox;
use super::live::Live;
use super::machines::Machines;
use super::screen::{ScreenId, Visit};
use crate::phase::{Background, Handle, LoadStatus, LookupError, PhaseId, Resources};
use crate::platform::{Gpu, Input};

/// What a screen can see and request in its hooks and its update.
///
/// Requests are recorded and applied at the end of the tick, first in, first out.
pub struct ScreenContext<'a> {
    pub(super) machines: &'a mut Machines,
    pub(super) inbox: &'a Inbox,
    pub(super) resources: &'a Resources,
    pub(super) random: &'a mut fastrand::Rng,
    pub(super) input: &'a Input,
    pub(super) load: Option<&'a LoadStatus>,
    pub(super) background: &'a Background,
    pub(super) gpu: &'a mut dyn Gpu,
    pub(super) screen: ScreenId,
    pub(super) visit: Visit,
    pub(super) phase: Option<PhaseId>,
    pub(super) tick: u64,
    pub(super) delta: Duration,
    pub(super) audio: CoverAudio,
}

impl<'a> ScreenContext<'a> {
    /// The input. Empty for covered screens, in hooks, and while a transition runs. Loading gets it too.
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

    /// The current load, or the one that failed. What a Loading or failure screen shows.
    pub const fn load_status(&self) -> Option<&'a LoadStatus> {
        self.load
    }

    /// The id of this screen.
    pub const fn screen(&self) -> ScreenId {
        self.screen
    }

    /// What the screens above do to this screen's sound.
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

    /// The GPU, for textures that change while a screen runs. A screen frees the textures that it
    /// uploads, in `on_exit`.
    pub const fn gpu(&mut self) -> &mut dyn Gpu {
        self.gpu
    }

    /// The executor of background jobs.
    pub const fn background(&self) -> &'a Background {
        self.background
    }

    /// Requests a change of the stack. A [`ScreenCommand::Pop`], also as the first of a batch, pops this
    /// screen, as [`pop`](ScreenContext::pop) does.
    pub fn command(&mut self, request: impl Into<Request>) {
        let asker = Asker { screen: self.screen, visit: self.visit };
        self.inbox.request(Request { asker: Some(asker), ..request.into() });
    }

    /// Requests to push a screen.
    pub fn push(&mut self, target: impl Into<Target>) {
        self.command(ScreenCommand::push(target));
    }

    /// Requests to pop this screen. It is rejected if the screen is not the active one then: if another
    /// covers it, or if it has left.
    pub fn pop(&mut self) {
        self.command(ScreenCommand::pop());
    }

    /// Requests to pop this screen and to pass `value` to the one below.
    pub fn pop_with<T: 'static>(&mut self, value: T) {
        self.command(ScreenCommand::Pop(Some(Box::new(value))));
    }

    /// Requests to pop all screens above this one.
    pub fn pop_to(&mut self, screen: impl Into<ScreenId>) {
        self.command(ScreenCommand::pop_to(screen));
    }

    /// Requests to replace the top screen.
    pub fn replace(&mut self, target: impl Into<Target>) {
        self.command(ScreenCommand::replace(target));
    }

    /// Requests another phase.
    pub fn load(&mut self, phase: impl Into<PhaseId>) {
        self.command(ScreenCommand::load(phase));
    }

    /// Requests another phase with a payload; see [`BuildContext::payload`].
    pub fn load_with<T: 'static>(&mut self, phase: impl Into<PhaseId>, payload: T) {
        self.command(ScreenCommand::load_with(phase, payload));
    }

    /// Requests the orderly end of the program.
    pub fn quit(&mut self) {
        self.command(ScreenCommand::Quit);
    }

    /// Posts an event to the flow rules and the screens. It is delivered in the next tick.
    pub fn post(&mut self, event: impl GameEvent) {
        self.inbox.post(Box::new(event));
    }

    /// Fails the phase: the failure screen takes over at the end of this tick, ahead of all
    /// requests. `cause` names the file and the place.
    pub fn fail(&mut self, cause: impl std::fmt::Display) {
        self.inbox.fail(format!("screen `{}` cannot go on: {cause}", self.screen));
    }
}

/// What a screen can see while it is drawn.
pub struct DrawContext<'a> {
    /// The screens from the bottom up to this one.
    pub(super) screens: &'a [Live],
    pub(super) is_active: bool,
    pub(super) resources: &'a Resources,
    pub(super) load: Option<&'a LoadStatus>,
    pub(super) tick: u64,
}

impl<'a> DrawContext<'a> {
    /// Draws the screen if it was updated.
    pub(super) fn draw(&self) {
        if let Some(live) = self.screens.last().filter(|live| live.was_updated) {
            live.screen.draw(self);
        }
    }

    /// Draws the screen below, which draws its own parent where it wants it. Does nothing for the
    /// lowest screen.
    pub fn draw_parent(&self) {
        if let [screens @ .., _] = self.screens {
            DrawContext { screens, is_active: false, ..*self }.draw();
        }
    }

    /// Whether the screen is the top one; `false` when it is drawn as a parent.
    pub const fn is_active(&self) -> bool {
        self.is_active
    }

    /// The resources of the phase.
    pub const fn resources(&self) -> &'a Resources {
        self.resources
    }

    /// The value of a handle; `None` when its phase has ended.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&'a T> {
        self.resources.get(handle)
    }

    /// The window's texture of a handle, to draw with. A white texture when its phase has ended.
    #[cfg(feature = "window")]
    pub fn texture(&self, handle: Handle<crate::phase::Texture>) -> crate::platform::window::Texture2D {
        let found = self.get(handle).and_then(|found| crate::platform::window::texture(found.id));
        found.unwrap_or_else(crate::platform::window::Texture2D::empty)
    }

    /// The AI machines of the screen.
    pub fn machines(&self) -> &'a Machines {
        // A screen that is drawn is on the stack.
        &self.screens[self.screens.len() - 1].machines
    }

    /// The current load, or the one that failed.
    pub const fn load_status(&self) -> Option<&'a LoadStatus> {
        self.load
    }

    /// The number of the last tick.
    pub const fn tick(&self) -> u64 {
        self.tick
    }
}

/// What a screen can see while it is built, when its phase is ready.
pub struct BuildContext<'a> {
    pub(super) resources: &'a Resources,
    pub(super) phase: PhaseId,
    pub(super) payload: Option<&'a dyn Any>,
    pub(super) missing: RefCell<Vec<LookupError>>,
}

impl<'a> BuildContext<'a> {
    /// The payload of the load ([`ScreenContext::load_with`]); `None` if there is none or if it is not
    /// a `T`.
    pub fn payload<T: 'static>(&self) -> Option<&'a T> {
        self.payload?.downcast_ref()
    }

    /// The handle of the resource `id`. If there is none of this type, the load fails when all
    /// screens are built, with a list of everything that is missing.
    pub fn handle<T: 'static>(&self, id: &str) -> Handle<T> {
        self.resources.handle(id).unwrap_or_else(|error| {
            self.missing.borrow_mut().push(error);
            Handle::of_nothing()
        })
    }

    /// The value of a handle; `None` if the handle's resource is missing.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&'a T> {
        self.resources.get(handle)
    }

    /// The resources of the phase.
    pub const fn resources(&self) -> &'a Resources {
        self.resources
    }

    /// The phase that the screen belongs to.
    pub const fn phase(&self) -> PhaseId {
        self.phase
    }
}

/// What a flow rule can see and request.
pub struct RuleContext<'a> {
    pub(super) inbox: &'a Inbox,
    pub(super) phase: Option<PhaseId>,
}

impl RuleContext<'_> {
    /// The phase; `None` while one is being loaded.
    pub const fn phase(&self) -> Option<PhaseId> {
        self.phase
    }

    /// The active screen.
    pub fn active(&self) -> Option<ScreenId> {
        self.inbox.top()
    }

    /// Whether a screen of this name is on the stack.
    pub fn is_on_stack(&self, screen: impl Into<ScreenId>) -> bool {
        self.inbox.has_screen(screen.into())
    }

    /// Requests a change of the stack.
    pub fn command(&mut self, request: impl Into<Request>) {
        self.inbox.request(request.into());
    }
}
