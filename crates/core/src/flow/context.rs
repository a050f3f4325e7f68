//! What screens can see and request.

use std::any::Any;
use std::ops::Deref;
use std::time::Duration;

use super::command::{ChangeReason, ScreenChange};
use super::cover::CoverAudio;
use super::handle::FlowHandle;
use super::mistakes::Asked;
use super::populations::Populations;
use super::screen_id::ScreenId;
use super::shared::Shared;
use crate::phase::{Background, Handle, LoadStatus, Resources};
use crate::platform::{Gpu, Input};

/// What a screen can see and request in its hooks and its update.
///
/// It dereferences to a [`FlowHandle`], which has the requests: `cx.push("pause")`.
pub struct ScreenContext<'a> {
    pub(super) populations: &'a mut Populations,
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
    /// The input. For covered screens it has only `focus_lost` and `pad_lost`. It is empty in hooks, in the first update of a
    /// screen, and while a transition runs. Loading gets it too.
    pub const fn input(&self) -> &'a Input {
        self.input
    }

    /// Whether a transition runs, so that the screens have no input. It does not run yet in the tick of its command.
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

    /// The size of the screen's [view](super::GameScreen::view), in virtual pixels, for its layout. It changes with the
    /// window in a view that expands, and when a window with an upright view is turned.
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

    /// The current load, or the one that failed, for a Loading or failure screen.
    pub const fn load_status(&self) -> Option<&'a LoadStatus> {
        self.load
    }

    /// The [preload](FlowHandle::preload); `None` if there is none, or before it has begun. Its step is
    /// [`Ready`](crate::phase::LoadStep::Ready) when the load will need no Loading screen, and
    /// [`Failed`](crate::phase::LoadStep::Failed), with the error, when it has loaded what it can.
    ///
    /// It can differ from run to run, as can what a screen decides by it, because threads may decode a file some ticks
    /// later. A load itself does not differ.
    pub const fn preload_status(&self) -> Option<&'a LoadStatus> {
        self.preload
    }

    /// The id of this screen.
    pub const fn screen(&self) -> ScreenId {
        self.screen
    }

    /// Whether the screen is the top one, which has the input.
    pub fn is_active(&self) -> bool {
        self.call.depth == self.flow.inbox.stack.borrow().len()
    }

    /// The screen directly above this one; `None` for the top one. [`FlowHandle::stack`] has all of them.
    pub fn covered_by(&self) -> Option<ScreenId> {
        self.flow.inbox.stack.borrow().get(self.call.depth).copied()
    }

    /// The change of the stack that the hook is called for: the command, or the failure. Each command of a batch is a
    /// separate change. In [`may_leave`](super::GameScreen::may_leave) it is the change that would remove the screen.
    /// `None` in updates and events.
    pub fn change(&self) -> Option<ChangeReason> {
        Some(self.call.change?.reason)
    }

    /// The active screen before the [change](Self::change); `None` if the stack was empty.
    pub fn change_from(&self) -> Option<ScreenId> {
        self.call.change?.from
    }

    /// The active screen after the [change](Self::change); `None` at the end of the program. It is the same as before
    /// when a covered screen is removed or a screen restarts.
    pub fn change_to(&self) -> Option<ScreenId> {
        self.call.change?.to
    }

    /// The payload of this visit ([`FlowHandle::push_with`], [`Target::with`](super::Target::with)), from
    /// `on_enter` to `on_exit`; `None` if there is none or if it is not a `T`. For the first screen of a
    /// phase it is the payload of the load. If a screen asks only for other types in a call, that is a
    /// [mistake](super::ScreenManager::mistake).
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
    /// Panics if the game has not given one; the message names the screen.
    pub fn shared<T: 'static>(&self) -> &T {
        self.shared.expect()
    }

    /// As [`shared`](Self::shared), to change the value.
    pub fn shared_mut<T: 'static>(&mut self) -> &mut T {
        self.shared.expect_mut()
    }

    /// Two shared values, to change both at once.
    ///
    /// ```
    /// use proscenium_core::flow::ScreenContext;
    ///
    /// struct Coins(u32);
    /// struct Lives(u32);
    ///
    /// fn buy_life(cx: &mut ScreenContext<'_>) {
    ///     let (coins, lives) = cx.shared_pair::<Coins, Lives>();
    ///     if coins.0 >= 10 {
    ///         coins.0 -= 10;
    ///         lives.0 += 1;
    ///     }
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the game has not given one of them, and if both are of the same type.
    pub fn shared_pair<A: 'static, B: 'static>(&mut self) -> (&mut A, &mut B) {
        self.shared.expect_pair()
    }

    /// All values that the screens share, for code that gets a screen's context, such as the layout of a page, or to
    /// look for one that may be missing.
    pub const fn all_shared(&self) -> &Shared {
        self.shared
    }

    /// The random numbers of the program, from the crate `fastrand`: the same seed gives the same numbers on every
    /// platform. A command takes a number that was drawn before: `let level = cx.random().u8(1..4);`, and then
    /// `cx.load_with("level", level)`. What a Loading screen draws changes nothing after the load, because its time
    /// depends on how soon files come.
    pub const fn random(&mut self) -> &mut fastrand::Rng {
        self.random
    }

    /// The AI machines of the screen. They are ticked after the updates of all screens.
    pub const fn populations(&mut self) -> &mut Populations {
        self.populations
    }

    /// The GPU, for textures that change while a screen runs. In `on_exit` a screen frees the textures that it has
    /// uploaded.
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
}

impl Call {
    /// A call without input and time.
    pub(super) const PLAIN: Self =
        Self { depth: 0, has_input: false, delta: Duration::ZERO, audio: CoverAudio::Continue, change: None };
}
