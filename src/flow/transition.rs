//! Effects over a change of screens.

use std::time::Duration;

/// A full-screen effect over a change of screens. It is data and drawing only: the manager keeps
/// its clock.
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
pub trait Transition: 'static {
    /// Its name in the trace.
    fn name(&self) -> &'static str;

    /// How long the old screens take to be covered. Zero is one tick.
    fn out_time(&self) -> Duration;

    /// How long the new screens take to be uncovered. Zero is one tick.
    fn in_time(&self) -> Duration;

    /// Draws the effect over the screens, in a window. The first number is the cover, 0 to 1; at 1
    /// nothing of what is below may be visible. The second value is whether the cover rises. The
    /// camera is the one that the last screen has left; an effect over the whole window, the
    /// letterbox too, calls macroquad's `set_default_camera` first, as
    /// `platform::window::fill_window` does.
    fn draw(&self, _cover: f32, _is_going_out: bool) {}
}

/// Fades to a colour and back. The default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fade {
    /// Time until the old screens are covered.
    pub out_time: Duration,
    /// Time until the new screens are uncovered.
    pub in_time: Duration,
    /// Red, green and blue, each 0 to 1.
    pub color: [f32; 3],
}

impl Default for Fade {
    /// A quarter of a second each way, through black.
    fn default() -> Self {
        let quarter = Duration::from_millis(250);
        Self { out_time: quarter, in_time: quarter, color: [0.0; 3] }
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
    fn draw(&self, cover: f32, _is_going_out: bool) {
        crate::platform::window::fill_window(self.color, cover);
    }
}
