//! Transitions.

use std::time::Duration;

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
pub trait Transition: 'static {
    /// Its name in the trace.
    fn name(&self) -> &'static str;

    /// The time until the old screens are covered. Zero is one tick.
    fn out_time(&self) -> Duration;

    /// The time until the new screens are uncovered. Zero is one tick.
    fn in_time(&self) -> Duration;

    /// Draws the effect over the screens in a window. The cover is 0 to 1; at 1 nothing below may be
    /// visible. The second value is whether the cover rises. The camera is that of the last screen; an
    /// effect over the whole window calls macroquad's `set_default_camera` first.
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
