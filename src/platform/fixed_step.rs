//! From the elapsed time of a display to whole ticks.

use std::time::Duration;

/// The length of a tick: 1/60 s.
pub const STEP: Duration = Duration::from_nanos(16_666_667);

/// The longest elapsed time that counts in full. A longer one was a load, a dragged window or a
/// suspended computer.
const MAX_ELAPSED: Duration = Duration::from_millis(250);

/// The most ticks in one frame.
const MAX_CATCH_UP: u32 = 5;

/// Turns elapsed time into whole ticks, with a cap and a reset.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FixedStep {
    left_over: Duration,
}

impl FixedStep {
    /// How many ticks to run now that `elapsed` has passed, at most five. The rest is dropped: a
    /// machine that is too slow runs the game slower instead of falling ever further behind.
    pub(crate) fn advance(&mut self, elapsed: Duration) -> u32 {
        // Displays report a sixtieth of a second a few microseconds short or long. Without the
        // allowance a frame at 60 Hz would now and then run no tick and the next one two.
        const ALLOWANCE: Duration = Duration::from_micros(200);
        self.left_over += elapsed.min(MAX_ELAPSED);
        let mut ticks = 0;
        while self.left_over + ALLOWANCE >= STEP {
            self.left_over = self.left_over.saturating_sub(STEP);
            ticks += 1;
        }
        ticks.min(MAX_CATCH_UP)
    }

    /// Drops the time that is left over. Called after a load, which may be one very long frame.
    pub(crate) fn reset(&mut self) {
        self.left_over = Duration::ZERO;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_becomes_whole_ticks_and_a_long_time_is_capped() {
        let mut step = FixedStep::default();
        let elapsed = [STEP * 2, STEP / 2, STEP / 2, Duration::from_secs(60), Duration::ZERO];
        assert_eq!(elapsed.map(|elapsed| step.advance(elapsed)), [2, 0, 1, 5, 0]);
    }
}
