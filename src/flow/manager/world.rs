//! What the manager has besides the stack.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use crate::flow::command::Request;
use crate::flow::context::ScreenContext;
use crate::flow::cover::Audio;
use crate::flow::event::GameEvent;
use crate::flow::failure::Failure;
use crate::flow::input_gate::InputGate;
use crate::flow::machines::Machines;
use crate::flow::screen::ScreenId;
use crate::phase::{Loader, PhaseId, Resources};
use crate::platform::{Gpu, Input, Trace};

/// What everybody else writes into, and the manager reads at two points of the frame.
#[derive(Default)]
pub(in crate::flow) struct Inbox {
    pub(in crate::flow) commands: VecDeque<Request>,
    pub(in crate::flow) events: Vec<Box<dyn GameEvent>>,
    pub(in crate::flow) fatal: Option<Failure>,
    /// The stack as the manager left it, for those who can only ask.
    pub(in crate::flow) stack: Vec<ScreenId>,
}

/// Everything of the manager that is not the stack, so that a screen of the stack can be called
/// with a context that borrows all of this.
pub(super) struct World {
    pub(super) inbox: Rc<RefCell<Inbox>>,
    pub(super) resources: Resources,
    pub(super) gpu: Box<dyn Gpu>,
    pub(super) loader: Loader,
    pub(super) trace: Trace,
    pub(super) random: fastrand::Rng,
    pub(super) gate: InputGate,
    pub(super) no_input: Input,
    pub(super) phase: Option<PhaseId>,
    pub(super) frame: u64,
}

/// Which input a call of a screen sees.
#[derive(Clone, Copy)]
pub(super) enum Sees {
    Input,
    Nothing,
}

impl World {
    pub(super) fn context<'a>(
        &'a mut self,
        screen: ScreenId,
        machines: &'a mut Machines,
        sees: Sees,
        delta: Duration,
        audio: Audio,
    ) -> ScreenContext<'a> {
        ScreenContext {
            machines,
            inbox: &self.inbox,
            resources: &self.resources,
            random: &mut self.random,
            input: match sees {
                Sees::Input => self.gate.open(),
                Sees::Nothing => &self.no_input,
            },
            load: self.loader.status(),
            background: self.loader.background(),
            gpu: self.gpu.as_mut(),
            screen,
            phase: self.phase,
            frame: self.frame,
            delta,
            audio,
        }
    }
}
