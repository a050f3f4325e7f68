//! The clock of a transition.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use super::{Pictures, Transition, TransitionView};
use crate::flow::surface::{Picture, Surface};
use crate::platform::{Clock, calling};

/// A transition that runs; see the drawing in the docs of [`Transition`].
pub(in crate::flow) struct Running {
    transition: Rc<dyn Transition>,
    /// Its name when it began.
    pub(in crate::flow) name: &'static str,
    out_time: Duration,
    in_time: Duration,
    pub(in crate::flow) step: Step,
    /// The time since `Out` or `In` began.
    elapsed: Duration,
    old: RefCell<Option<Picture>>,
    new: RefCell<Option<Picture>>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::flow) enum Step {
    /// The old screens are being covered; the commands wait.
    Out,
    /// One frame is presented with the cover at 1, then the commands are applied. The clock stands, also while a phase loads.
    Covered,
    /// The new screens are being uncovered.
    In,
}

impl Running {
    /// A transition that begins.
    pub(in crate::flow) fn new(transition: Rc<dyn Transition>) -> Self {
        let name = transition.name();
        let _calling = calling("times", "transition", name);
        let (out_time, in_time) = (transition.out_time(), transition.in_time());
        Self {
            transition,
            name,
            out_time,
            in_time,
            step: Step::Out,
            elapsed: Duration::ZERO,
            old: RefCell::default(),
            new: RefCell::default(),
        }
    }

    pub(in crate::flow) fn uncover(&mut self) {
        (self.step, self.elapsed) = (Step::In, Duration::ZERO);
    }

    /// Lets the time of a tick pass. Returns whether the step is over. Zero takes one tick, as does
    /// anything shorter than a tick.
    pub(in crate::flow) fn tick(&mut self) -> bool {
        self.elapsed = self.elapsed.saturating_add(Clock::TICK);
        self.elapsed >= self.time()
    }

    /// How much of the screen is covered, 0 to 1.
    pub(in crate::flow) fn cover(&self) -> f32 {
        let part = (self.elapsed.as_secs_f32() / self.time().as_secs_f32()).min(1.0);
        match self.step {
            Step::Out => part,
            Step::Covered => 1.0,
            Step::In => 1.0 - part,
        }
    }

    /// Whether the commands are applied in the next tick.
    pub(in crate::flow) fn is_covered(&self) -> bool {
        self.step == Step::Covered
    }

    /// Whether the first half is drawn.
    pub(in crate::flow) fn is_out(&self) -> bool {
        self.step != Step::In
    }

    /// The part of the whole time that has passed, 0 to 1.
    pub(in crate::flow) fn progress(&self) -> f32 {
        let [out, rest] = [self.out_time, self.in_time].map(|time| time.as_secs_f32());
        let first = if out > 0.0 { out / (out + rest) } else { 0.0 };
        if self.is_out() { self.cover() * first } else { 1.0 - self.cover() * (1.0 - first) }
    }

    /// Whether something of the screens can be seen, or a picture of them is taken.
    pub(in crate::flow) fn shows_screens(&self) -> bool {
        let pictures = self.wanted();
        self.cover() < 1.0 || pictures.new || self.takes_old(pictures)
    }

    fn wanted(&self) -> Pictures {
        let _calling = calling("pictures", "transition", self.name);
        self.transition.pictures()
    }

    /// Whether this frame is the old picture.
    fn takes_old(&self, pictures: Pictures) -> bool {
        pictures.old && self.is_out() && (pictures.live || self.old.borrow().is_none())
    }

    /// Draws the transition over the screens.
    pub(in crate::flow) fn draw(&self, surface: &dyn Surface) {
        let wanted = self.wanted();
        if self.takes_old(wanted) {
            take(&self.old, surface);
        }
        if wanted.new {
            take(&self.new, surface);
        }
        let (old, new) = (self.old.borrow(), self.new.borrow());
        let view = TransitionView {
            cover: self.cover(),
            is_out: self.is_out(),
            progress: self.progress(),
            old: old.as_ref(),
            new: new.as_ref(),
            surface,
        };
        let _calling = calling("draw", "transition", self.name);
        surface.draw_transition(&|| self.transition.draw(&view));
    }

    /// Follows the frame of a load, which shows its own screen. Its last frame is the old picture; until then the memory
    /// of both pictures is free for the load.
    pub(in crate::flow) fn draw_load(&self, surface: &dyn Surface, is_load_over: bool) {
        self.new.take();
        if is_load_over && self.wanted().old {
            take(&self.old, surface);
        } else {
            self.old.take();
        }
    }

    fn time(&self) -> Duration {
        let time = if self.step == Step::In { self.in_time } else { self.out_time };
        time.max(Clock::TICK)
    }
}

/// Takes a picture of what is drawn now, in place of the one before.
fn take(picture: &RefCell<Option<Picture>>, surface: &dyn Surface) {
    let before = picture.take();
    picture.replace(surface.take_picture(before));
}
