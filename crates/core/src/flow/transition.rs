//! Transitions.

mod running;
mod shader;

#[cfg(feature = "window")]
use std::rc::Rc;
use std::time::Duration;

#[cfg(feature = "window")]
use crate::platform::window::{Texture2D, WindowPictures};

pub(super) use self::running::{Running, Step};
pub use self::shader::ShaderTransition;

const QUARTER: Duration = Duration::from_millis(250);

/// A full-screen effect over a change of screens. The manager has its clock.
///
/// ```text
/// cover 1 ─           ┌── covered ──┐
///                out ╱               ╲ in
/// cover 0 ─ ────────╱                 ╲────────
///              ▲     ▲               ▲     ▲
///   command asked    │ one frame at  │     done: input is open again
///                    │ exactly 1 is  the commands are applied here; while a phase
///                    │ presented     loads the clock is stopped
/// ```
///
/// A transition that shows the old picture in front of the new screens, as a cross-fade does, has an
/// [`out_time`](Transition::out_time) of zero: the old picture is what covers. [`ShaderTransition`] has
/// those that most games need.
///
/// ```
/// use proscenium_core::flow::{Fade, Transition};
///
/// struct Plain;
///
/// impl Transition for Plain {
///     fn name(&self) -> &'static str {
///         "plain"
///     }
/// }
///
/// let fade = Fade::default();
/// assert_eq!((Plain.out_time(), Plain.in_time()), (fade.out_time, fade.in_time));
/// ```
///
/// [`ShaderTransition`]: super::ShaderTransition
pub trait Transition: 'static {
    /// Its name in the trace.
    fn name(&self) -> &'static str;

    /// The time until the old screens are covered, by default a quarter of a second. Zero is one tick.
    fn out_time(&self) -> Duration {
        QUARTER
    }

    /// The time until the new screens are uncovered, by default a quarter of a second. Zero is one tick.
    fn in_time(&self) -> Duration {
        QUARTER
    }

    /// The pictures that [`draw`](Transition::draw) uses.
    fn pictures(&self) -> Pictures {
        Pictures::NONE
    }

    /// Draws the effect over the screens in a window, from the first frame of out to the last of in; not
    /// while a phase loads. At a cover of 1 no live screen may be visible. The camera is macroquad's default one, and
    /// there is no material.
    fn draw(&self, _view: &TransitionView) {}
}

/// Which pictures of the whole window, letterbox included, a transition gets as textures. They are taken
/// after the screens were drawn and are freed at the end of the transition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pictures {
    /// The old picture: what the window showed when the transition began. After a load it is the last
    /// picture of the Loading screen.
    pub old: bool,
    /// Whether the old picture is live: taken again in each frame until the commands are applied. The
    /// screens that it shows may be gone afterwards, so from then on it stands still.
    pub live: bool,
    /// The new picture: what the screens show now, taken in each frame.
    pub new: bool,
}

impl Pictures {
    /// No picture.
    pub const NONE: Self = Self { old: false, live: false, new: false };
    /// The old picture, frozen. It is enough for an effect that uncovers the new screens.
    pub const OLD: Self = Self { old: true, ..Self::NONE };
    /// The old picture, frozen, and the new one.
    pub const OLD_AND_NEW: Self = Self { new: true, ..Self::OLD };

    /// With a live old picture.
    #[must_use]
    pub const fn live(self) -> Self {
        Self { live: true, ..self }
    }
}

/// A step of a transition, for [`GameScreen::on_transition`](super::GameScreen::on_transition).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransitionStep {
    /// The screens begin to be covered, for the first time or because the transition turns round.
    Out,
    /// The commands were applied, and the screens begin to be uncovered.
    In,
    /// It has ended, and input is open.
    Done,
}

impl TransitionStep {
    /// Its word in the trace.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Out => "out",
            Self::In => "in",
            Self::Done => "done",
        }
    }
}

/// What a transition draws.
#[derive(Debug)]
#[non_exhaustive]
pub struct TransitionView {
    /// How much is covered: rises from 0 to 1 and falls to 0 again.
    pub cover: f32,
    /// Whether this is the first half. `false` also while a transition that was
    /// [turned round](super::WhileChanging::TurnRound) plays its second half backwards.
    pub is_out: bool,
    /// The part of the whole time that has passed, 0 to 1. With an [`out_time`](Transition::out_time) of
    /// zero this is 1 - `cover` in the second half, and 0 before.
    pub progress: f32,
    #[cfg(feature = "window")]
    pub(super) pictures: Rc<WindowPictures>,
}

#[cfg(feature = "window")]
impl TransitionView {
    /// The old picture, if the transition has asked for it and it was taken. OpenGL's rows begin at the
    /// bottom: draw it with `flip_y`.
    pub fn old_picture(&self) -> Option<Texture2D> {
        self.pictures.old.texture()
    }

    /// What the screens show now, as [`old_picture`](Self::old_picture).
    pub fn new_picture(&self) -> Option<Texture2D> {
        self.pictures.new.texture()
    }
}

/// Fades to a colour and back. The default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fade {
    /// Time until the old screens are covered. With [`in_time`](Self::in_time) it should be a third of a
    /// second or more: faster ones in a row are flashes.
    pub out_time: Duration,
    /// Time until the new screens are uncovered.
    pub in_time: Duration,
    /// Red, green and blue, each 0 to 1.
    pub color: [f32; 3],
}

impl Default for Fade {
    /// A quarter of a second each way, through black.
    fn default() -> Self {
        Self { out_time: QUARTER, in_time: QUARTER, color: [0.0; 3] }
    }
}

impl Transition for Fade {
    fn name(&self) -> &'static str {
        "fade"
    }

    fn out_time(&self) -> Duration {
        self.out_time
    }

    fn in_time(&self) -> Duration {
        self.in_time
    }

    #[cfg(feature = "window")]
    fn draw(&self, view: &TransitionView) {
        crate::platform::window::fill_window(self.color, view.cover);
    }
}
