//! From the elapsed time of a display to whole logic frames.

use std::time::Duration;

/// The length of one logic frame: 1/60 s.
pub const STEP: Duration = Duration::from_nanos(16_666_667);

/// The longest elapsed time that is taken at face value. What is longer was a load, a dragged
/// window or a sleeping laptop, and a game must not try to catch up with it.
pub const MAX_ELAPSED: Duration = Duration::from_millis(250);

/// The most logic frames that one presented picture may catch up.
pub const MAX_CATCH_UP: u32 = 5;

/// Turns elapsed time into whole logic frames, with a cap and a reset.
///
/// ```
/// use proscenium::platform::{FixedStep, STEP};
/// use std::time::Duration;
///
/// let mut step = FixedStep::default();
/// assert_eq!(step.advance(STEP * 2, 5), 2);
/// assert_eq!(step.advance(STEP / 2, 5), 0); // kept for the next picture
/// assert_eq!(step.advance(STEP / 2, 5), 1);
/// assert_eq!(step.advance(Duration::from_secs(60), 5), 5); // capped, the rest is dropped
/// assert_eq!(step.advance(Duration::ZERO, 5), 0);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FixedStep {
    left_over: Duration,
}

impl FixedStep {
    /// How many logic frames to run now that `elapsed` has passed, at most `most`.
    ///
    /// What would go over `most` is dropped, not owed: a machine that cannot keep up runs slower
    /// instead of falling ever further behind.
    pub fn advance(&mut self, elapsed: Duration, most: u32) -> u32 {
        // Displays report a sixtieth of a second a few microseconds short or long. Without the
        // allowance a 60 Hz picture would now and then run no step and the next one two.
        const ALLOWANCE: Duration = Duration::from_micros(200);
        self.left_over += elapsed.min(MAX_ELAPSED);
        let mut steps = 0;
        while self.left_over + ALLOWANCE >= STEP {
            self.left_over = self.left_over.saturating_sub(STEP);
            steps += 1;
        }
        steps.min(most)
    }

    /// Forgets left-over time. Called after a load, which is one very long frame.
    pub fn reset(&mut self) {
        self.left_over = Duration::ZERO;
    }
}
