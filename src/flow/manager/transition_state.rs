//! The clock of a transition.

use std::rc::Rc;
use std::time::Duration;

use crate::flow::command::ScreenCommand;
use crate::flow::transition::Transition;
use crate::platform::STEP;

/// Where a transition is; see the drawing in the docs of [`Transition`].
pub(super) enum TransitionState {
    /// No transition runs.
    Idle,
    /// The old screens are being covered; the command waits.
    Out { transition: Rc<dyn Transition>, elapsed: Duration, command: ScreenCommand },
    /// One frame is presented with the cover at 1, then the command is applied.
    Covered { transition: Rc<dyn Transition>, command: ScreenCommand },
    /// A phase loads; the clock is stopped.
    Held { transition: Rc<dyn Transition> },
    /// The new screens are being uncovered.
    In { transition: Rc<dyn Transition>, elapsed: Duration },
}

impl TransitionState {
    pub(super) const fn is_idle(&self) -> bool {
        matches!(self, Self::Idle)
    }

    pub(super) fn transition(&self) -> Option<&Rc<dyn Transition>> {
        match self {
            Self::Idle => None,
            Self::Out { transition, .. }
            | Self::Covered { transition, .. }
            | Self::Held { transition }
            | Self::In { transition, .. } => Some(transition),
        }
    }

    /// How much of the screen is covered, 0 to 1.
    pub(super) fn cover(&self) -> f32 {
        match self {
            Self::Idle => 0.0,
            Self::Out { transition, elapsed, .. } => part(*elapsed, transition.out_time()),
            Self::Covered { .. } | Self::Held { .. } => 1.0,
            Self::In { transition, elapsed } => 1.0 - part(*elapsed, transition.in_time()),
        }
    }
}

/// Whether `elapsed` reaches `time`. Zero takes one tick, as does anything shorter than a tick.
pub(super) fn is_over(elapsed: Duration, time: Duration) -> bool {
    elapsed >= time.max(STEP)
}

fn part(elapsed: Duration, time: Duration) -> f32 {
    (elapsed.as_secs_f32() / time.max(STEP).as_secs_f32()).min(1.0)
}
