//! The clock of a transition.

use std::rc::Rc;
use std::time::Duration;

use super::{Pictures, Transition, TransitionView};
#[cfg(feature = "window")]
use crate::platform::window::{WindowPictures, draw_on};
use crate::platform::{Clock, named};

/// A transition that runs; see the drawing in the docs of [`Transition`].
pub(in crate::flow) struct Running {
    transition: Rc<dyn Transition>,
    /// What it said at its begin, so that its code is called no more than it must.
    pub(in crate::flow) name: &'static str,
    out_time: Duration,
    in_time: Duration,
    pub(in crate::flow) step: Step,
    /// The time since `Out` or `In` began.
    elapsed: Duration,
    /// Whether `Out` is the second half played backwards.
    is_turned: bool,
    #[cfg(feature = "window")]
    pictures: Rc<WindowPictures>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::flow) enum Step {
    /// The old screens are being covered; the commands wait.
    Out,
    /// One frame is presented with the cover at 1, then the commands are applied.
    Covered,
    /// A phase loads; the clock is stopped.
    Held,
    /// The new screens are being uncovered.
    In,
}

impl Running {
    /// At the begin.
    pub(in crate::flow) fn new(transition: Rc<dyn Transition>) -> Self {
        let name = named(|| "the name of a transition".to_owned(), || transition.name());
        let times = || (transition.out_time(), transition.in_time());
        let (out_time, in_time) = named(|| format!("the times of transition `{name}`"), times);
        Self {
            transition,
            name,
            out_time,
            in_time,
            step: Step::Out,
            elapsed: Duration::ZERO,
            is_turned: false,
            #[cfg(feature = "window")]
            pictures: Rc::default(),
        }
    }

    pub(in crate::flow) fn uncover(&mut self) {
        (self.step, self.elapsed, self.is_turned) = (Step::In, Duration::ZERO, false);
    }

    /// Covers again from the present cover, as fast as it was being uncovered.
    pub(in crate::flow) fn turn_round(&mut self) {
        self.elapsed = self.time().saturating_sub(self.elapsed);
        (self.step, self.is_turned) = (Step::Out, true);
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
            Step::Covered | Step::Held => 1.0,
            Step::In => 1.0 - part,
        }
    }

    /// Whether the commands are applied in the next tick.
    pub(in crate::flow) fn is_covered(&self) -> bool {
        self.step == Step::Covered
    }

    pub(in crate::flow) const fn was_applied(&self) -> bool {
        matches!(self.step, Step::Held | Step::In)
    }

    /// Whether the first half is drawn.
    pub(in crate::flow) const fn is_out(&self) -> bool {
        !self.was_applied() && !self.is_turned
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
        named(|| format!("the pictures of transition `{}`", self.name), || self.transition.pictures())
    }

    /// Whether this frame is the old picture.
    fn takes_old(&self, pictures: Pictures) -> bool {
        #[cfg(feature = "window")]
        let has_old = self.pictures.old.texture().is_some();
        #[cfg(not(feature = "window"))]
        let has_old = true;
        pictures.old && self.is_out() && (pictures.live || !has_old)
    }

    /// Draws the transition over the screens; nothing while a phase loads.
    pub(in crate::flow) fn draw(&self, is_loading: bool, is_load_over: bool) {
        #[cfg(feature = "window")]
        self.take_pictures(is_loading, is_load_over);
        #[cfg(not(feature = "window"))]
        let _ = is_load_over;
        if is_loading {
            return;
        }
        let view = TransitionView {
            cover: self.cover(),
            is_out: self.is_out(),
            progress: self.progress(),
            #[cfg(feature = "window")]
            pictures: Rc::clone(&self.pictures),
        };
        let draw =
            || named(|| format!("`draw` of transition `{}`", self.name), || self.transition.draw(&view));
        #[cfg(feature = "window")]
        draw_on(None, draw);
        #[cfg(not(feature = "window"))]
        draw();
    }

    #[cfg(feature = "window")]
    fn take_pictures(&self, is_loading: bool, is_load_over: bool) {
        let (wanted, WindowPictures { old, new, .. }) = (self.wanted(), &*self.pictures);
        if is_loading {
            // The memory is free for the load, and the screens that follow replace the Loading screen.
            new.free();
            if wanted.old && is_load_over {
                old.take();
            } else {
                old.free();
            }
            return;
        }
        if self.takes_old(wanted) {
            old.take();
        }
        if wanted.new {
            new.take();
        }
    }

    fn time(&self) -> Duration {
        let is_second = self.is_turned || self.step == Step::In;
        let time = if is_second { self.in_time } else { self.out_time };
        time.max(Clock::TICK)
    }
}
