//! What the manager has besides the stack.

use std::any::Any;
use std::rc::Rc;
use std::time::Duration;

use crate::flow::context::ScreenContext;
use crate::flow::cover::CoverAudio;
use crate::flow::inbox::Inbox;
use crate::flow::input_gate::InputGate;
use crate::flow::machines::Machines;
use crate::flow::screen::{ScreenId, Visit};
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
}

/// What a call of a screen gets besides the services.
#[derive(Clone, Copy)]
pub(super) struct Call {
    pub(super) has_input: bool,
    pub(super) delta: Duration,
    pub(super) audio: CoverAudio,
}

impl Call {
    /// A call of a hook: no input, no time.
    pub(super) const HOOK: Self =
        Self { has_input: false, delta: Duration::ZERO, audio: CoverAudio::Continue };
}

impl Services {
    pub(super) fn context<'a>(
        &'a mut self,
        (screen, visit): (ScreenId, Visit),
        machines: &'a mut Machines,
        call: Call,
    ) -> ScreenContext<'a> {
        ScreenContext {
            machines,
            inbox: &self.inbox,
            resources: &self.loader.resources,
            random: &mut self.random,
            input: if call.has_input { self.gate.open() } else { &self.no_input },
            load: self.loader.load.as_ref().map(|load| &load.status),
            background: &self.loader.background,
            gpu: self.loader.gpu.as_mut(),
            screen,
            visit,
            phase: self.phase,
            tick: self.tick,
            delta: call.delta,
            audio: call.audio,
        }
    }
}
