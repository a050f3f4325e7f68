//! What the manager has besides the stack.

use std::any::Any;
use std::rc::Rc;
use std::time::Duration;

use crate::flow::change::ScreenChange;
use crate::flow::context::ScreenContext;
use crate::flow::cover::CoverAudio;
use crate::flow::handle::Inbox;
use crate::flow::input_gate::InputGate;
use crate::flow::screen::{GameScreen, Live};
use crate::flow::view::Views;
use crate::phase::{Loader, PhaseId};
use crate::platform::{Input, Trace};

/// Everything of the manager that is not the stack, so that a screen of the stack can be called
/// with a context that borrows all of this.
pub(super) struct Services {
    pub(super) inbox: Rc<Inbox>,
    pub(super) loader: Loader,
    pub(super) trace: Trace,
    pub(super) random: fastrand::Rng,
    pub(super) gate: InputGate,
    pub(super) no_input: Input,
    pub(super) phase: Option<PhaseId>,
    /// The payload of the last load, for its builders and for a retry.
    pub(super) payload: Option<Rc<dyn Any>>,
    pub(super) tick: u64,
    pub(super) views: Views,
    /// What the hooks are called for.
    pub(super) change: Option<ScreenChange>,
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
    /// A call without input and time, of a screen that is not on the stack.
    pub(super) const PLAIN: Self = Self {
        depth: usize::MAX,
        has_input: false,
        delta: Duration::ZERO,
        audio: CoverAudio::Continue,
        change: None,
    };
}

impl Services {
    /// The screen, and the context to call it with.
    pub(super) fn call<'a>(
        &'a mut self,
        live: &'a mut Live,
        call: Call,
    ) -> (&'a mut dyn GameScreen, ScreenContext<'a>) {
        let cx = ScreenContext {
            machines: &mut live.machines,
            flow: &live.flow,
            resources: &self.loader.resources,
            random: &mut self.random,
            input: if call.has_input { self.gate.open() } else { &self.no_input },
            load: self.loader.load.as_ref().map(|load| &load.status),
            preload: self.loader.preload.as_ref().map(|preload| &preload.status),
            background: &self.loader.background,
            gpu: self.loader.gpu.as_mut(),
            screen: live.id,
            depth: call.depth,
            change: call.change,
            payload: live.payload.as_deref(),
            phase: self.phase,
            tick: self.tick,
            delta: call.delta,
            audio: call.audio,
            view_size: self.views.size(live.screen.has_upright_view()),
        };
        (live.screen.as_mut(), cx)
    }
}
