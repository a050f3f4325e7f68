//! Transitions.

mod running;
mod shader;

use std::time::Duration;

use super::surface::{Picture, Surface};

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
/// [`out_time`](Transition::out_time) of zero: the old picture covers them. [`ShaderTransition`] has the transitions
/// that most games need.
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
    fn draw(&self, _view: &TransitionView<'_>) {}
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

/// What a transition draws.
#[non_exhaustive]
pub struct TransitionView<'a> {
    /// How much is covered: rises from 0 to 1 and falls to 0 again.
    pub cover: f32,
    /// Whether this is the first half.
    pub is_out: bool,
    /// The part of the whole time that has passed, 0 to 1. With an [`out_time`](Transition::out_time) of
    /// zero this is 1 - `cover` in the second half, and 0 before.
    pub progress: f32,
    /// The old picture, if the transition has asked for it and it was taken. With a window the trait `ToTexture` of
    /// `proscenium::window` has its texture.
    pub old: Option<&'a Picture>,
    /// What the screens show now, as [`old`](Self::old).
    pub new: Option<&'a Picture>,
    /// What the transition is drawn on.
    pub surface: &'a dyn Surface,
}

/// Fades to a colour and back. The default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fade {
    /// Time until the old screens are covered. With [`in_time`](Self::in_time) it should be a third of a second or
    /// more: faster fades in a row are flashes.
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

    fn draw(&self, view: &TransitionView<'_>) {
        view.surface.fill(self.color, view.cover);
    }
}
