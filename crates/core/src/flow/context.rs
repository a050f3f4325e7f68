//! What screens can see and request.

use std::any::Any;
use std::ops::Deref;
use std::time::Duration;

use super::command::{ChangeReason, ScreenChange};
use super::cover::CoverAudio;
use super::handle::FlowHandle;
use super::machines::Machines;
use super::mistakes::Asked;
use super::screen_id::ScreenId;
use super::shared::Shared;
use crate::phase::{Background, Handle, LoadStatus, Resources};
use crate::platform::{Gpu, Input};

/// What a screen can see and request in its hooks and its update.
///
/// It dereferences to a [`FlowHandle`], which has the requests: `cx.push("pause")`.
pub struct ScreenContext<'a> {
    pub(super) machines: &'a mut Machines,
    pub(super) flow: &'a FlowHandle,
    pub(super) resources: &'a Resources,
    pub(super) shared: &'a mut Shared,
    pub(super) random: &'a mut fastrand::Rng,
    pub(super) input: &'a Input,
    pub(super) load: Option<&'a LoadStatus>,
    pub(super) preload: Option<&'a LoadStatus>,
    pub(super) background: &'a Background,
    pub(super) gpu: &'a mut dyn Gpu,
    pub(super) screen: ScreenId,
    pub(super) call: Call,
    pub(super) payload: Option<&'a dyn Any>,
    pub(super) asked: &'a Asked,
    pub(super) tick: u64,
    pub(super) view_size: (f32, f32),
    pub(super) in_transition: bool,
}

impl<'a> ScreenContext<'a> {
    /// The input. Empty for covered screens, in hooks, and while a transition runs. Loading gets it too.
    pub const fn input(&self) -> &'a Input {
        self.input
    }

    /// Whether a transition runs, so that the screens have no input. In the tick of the command it does not run yet.
    pub const fn in_transition(&self) -> bool {
        self.in_transition
    }

    /// The time that passes for this screen in this tick: 1/60 s, more or less where a
    /// [`Cover`](super::Cover) scales it, zero in hooks.
    pub const fn delta(&self) -> Duration {
        self.call.delta
    }

    /// The number of this tick, from 1.
    pub const fn tick(&self) -> u64 {
        self.tick
    }

    /// The size of the virtual screen of this screen, in virtual pixels, for its layout. It changes when a
    /// window with an upright size [is turned](super::GameScreen::has_upright_view).
    pub const fn view_size(&self) -> (f32, f32) {
        self.view_size
    }

    /// The resources of the phase.
    pub const fn resources(&self) -> &'a Resources {
        self.resources
    }

    /// The value of a handle; `None` when its phase has ended.
    pub fn get<T: 'static>(&self, handle: Handle<T>) -> Option<&'a T> {
        self.resources.get(handle)
    }

    /// The current load, or the one that failed. What a Loading or failure screen shows.
    pub const fn load_status(&self) -> Option<&'a LoadStatus> {
        self.load
    }

    /// The [preload](FlowHandle::preload); `None` if there is none, or before it has begun. Its step is
    /// [`Ready`](crate::phase::LoadStep::Ready) when the load will need no Loading screen, and
    /// [`Failed`](crate::phase::LoadStep::Failed), with the error, when it went as far as it can go.
    ///
    /// It is the state of this moment. On threads a file may be decoded some ticks later than
    /// without, so what a screen decides by it can differ from run to run; a load itself does not.
    pub const fn preload_status(&self) -> Option<&'a LoadStatus> {
        self.preload
    }

    /// The id of this screen.
    pub const fn screen(&self) -> ScreenId {
        self.screen
    }

    /// Whether the screen is the top one, which has the input.
    pub fn is_active(&self) -> bool {
        self.call.depth > 0 && self.call.depth == self.flow.inbox.stack.borrow().len()
    }

    /// The screen directly above this one; `None` for the top one. [`FlowHandle::stack`] has all of them.
    pub fn covered_by(&self) -> Option<ScreenId> {
        self.flow.inbox.stack.borrow().get(self.call.depth).copied()
    }

    /// Whether the screens above leave this one running, as [`Cover::POPUP`](super::Cover::POPUP) does: in an update and in
    /// [`on_event`](super::GameScreen::on_event). In [`on_inactive`](super::GameScreen::on_inactive) it says so of the
    /// screen that is pushed. `false` for the active screen.
    pub const fn is_under_popup(&self) -> bool {
        self.call.is_under_popup
    }

    /// The change of the stack that the hook is called for: the command, or the failure. Each command of a batch is
    /// a change of its own. In [`may_leave`](super::GameScreen::may_leave) it is the change that would remove the screen.
    /// `None` in updates and events.
    pub fn change(&self) -> Option<ChangeReason> {
        Some(self.call.change?.reason)
    }

    /// The active screen before the [change](Self::change); `None` if the stack was empty.
    pub fn change_from(&self) -> Option<ScreenId> {
        self.call.change?.from
    }

    /// The active screen after the [change](Self::change); `None` at the end of the program. It is that before the
    /// change when a covered screen is removed and when a screen restarts.
    pub fn change_to(&self) -> Option<ScreenId> {
        self.call.change?.to
    }

    /// The payload of this visit ([`FlowHandle::push_with`], [`Target::with`](super::Target::with)), from
    /// `on_enter` to `on_exit`; `None` if there is none or if it is not a `T`. For the first screen of a
    /// phase it is the payload of the load. A payload that is of none of the types that the screen asks for in a call is
    /// a [mistake](super::ScreenManager::mistake).
    pub fn payload<T: 'static>(&self) -> Option<&'a T> {
        self.asked.payload(self.payload)
    }

    /// The `value` of [`on_result`](super::GameScreen::on_result) as a `T`. Another type is a
    /// [mistake](super::ScreenManager::mistake). A screen that gets results of several types uses
    /// `value.downcast_ref()`.
    pub fn result<'v, T: 'static>(&self, value: &'v dyn Any) -> Option<&'v T> {
        self.asked.result(value)
    }

    /// What the screens above do to this screen's sound.
    pub const fn audio(&self) -> CoverAudio {
        self.call.audio
    }

    /// The value of this type that all screens [share](Shared).
    ///
    /// # Panics
    ///
    /// Panics if the game has not given one. As each panic of a screen, it names the screen.
    pub fn shared<T: 'static>(&mut self) -> &mut T {
        self.shared.expect_mut()
    }

    /// The same to look at, for instance in [`redirect`](super::GameScreen::redirect); `None` if the game has not given one.
    pub fn get_shared<T: 'static>(&self) -> Option<&T> {
        self.shared.get()
    }

    /// All values that the screens share, for what is called with a screen's context, such as the layout of a page.
    pub const fn all_shared(&self) -> &Shared {
        self.shared
    }

    /// The random numbers of the program, from the crate `fastrand`: the same seed gives the same numbers on every
    /// platform.
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
}

impl Deref for ScreenContext<'_> {
    type Target = FlowHandle;

    fn deref(&self) -> &FlowHandle {
        self.flow
    }
}

/// What a call of a screen gets besides the services.
#[derive(Clone, Copy)]
pub(super) struct Call {
    /// The number of screens on the stack up to this one.
    pub(super) depth: usize,
    pub(super) has_input: bool,
    pub(super) delta: Duration,
    pub(super) audio: CoverAudio,
    pub(super) change: Option<ScreenChange>,
    /// Whether what covers the screen, or is about to, leaves it running.
    pub(super) is_under_popup: bool,
}

impl Call {
    /// A call without input and time, of a screen that is not on the stack.
    pub(super) const PLAIN: Self = Self {
        depth: usize::MAX,
        has_input: false,
        delta: Duration::ZERO,
        audio: CoverAudio::Continue,
        change: None,
        is_under_popup: false,
    };
}
