//! The clock of a transition.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Duration;

use crate::flow::request::Pending;
use crate::flow::transition::Transition;
use crate::platform::STEP;

/// How long a `quit` waits for each half of a transition.
const MAX_WAIT: Duration = Duration::from_secs(1);

/// A transition that runs; see the drawing in the docs of [`Transition`].
pub(super) struct Running {
    pub(super) transition: Rc<dyn Transition>,
    pub(super) step: Step,
    /// The time since `Out` or `In` began.
    pub(super) elapsed: Duration,
}

pub(super) enum Step {
    /// The old screens are being covered; the commands wait.
    Out(VecDeque<Pending>),
    /// One frame is presented with the cover at 1, then the commands are applied.
    Covered(VecDeque<Pending>),
    /// A phase loads; the clock is stopped.
    Held,
    /// The new screens are being uncovered.
    In,
}

impl Running {
    pub(super) fn new(transition: Rc<dyn Transition>, step: Step) -> Self {
        Self { transition, step, elapsed: Duration::ZERO }
    }

    /// Whether the time of the step is over. Zero takes one tick, as does anything shorter than a tick.
    pub(super) fn is_over(&self) -> bool {
        self.elapsed >= self.time()
    }

    /// Takes the commands that were not applied yet.
    pub(super) fn take_steps(&mut self) -> VecDeque<Pending> {
        match std::mem::replace(&mut self.step, Step::Held) {
            Step::Out(steps) | Step::Covered(steps) => steps,
            step @ (Step::Held | Step::In) => {
                self.step = step;
                VecDeque::new()
            }
        }
    }

    /// Whether a `quit` that waits may end it: it would keep the program for ever.
    pub(super) fn is_overlong(&self) -> bool {
        self.elapsed >= MAX_WAIT
    }

    /// How much of the screen is covered, 0 to 1.
    pub(super) fn cover(&self) -> f32 {
        let part = (self.elapsed.as_secs_f32() / self.time().as_secs_f32()).min(1.0);
        match self.step {
            Step::Out(_) => part,
            Step::Covered(_) | Step::Held => 1.0,
            Step::In => 1.0 - part,
        }
    }

    fn time(&self) -> Duration {
        let time = match self.step {
            Step::In => self.transition.in_time(),
            Step::Out(_) | Step::Covered(_) | Step::Held => self.transition.out_time(),
        };
        time.max(STEP)
    }
}
