//! Whole ticks from elapsed time.

use std::time::Duration;

use super::clock::Clock;

/// The maximum elapsed time. A longer one was a load, a dragged window or a suspended computer.
const MAX_ELAPSED: Duration = Duration::from_millis(250);

/// The maximum number of ticks in a frame.
const MAX_CATCH_UP: u32 = 5;

/// Turns elapsed time into whole ticks, with a cap and a reset.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FixedStep {
    left_over: Duration,
    is_reset: bool,
}

impl FixedStep {
    /// The number of ticks after `elapsed`, at most five. The rest is dropped: a slow machine runs the
    /// game slower.
    pub(crate) fn advance(&mut self, elapsed: Duration) -> u32 {
        // Frame times of a display vary by some microseconds. Without the allowance a frame at 60 Hz
        // would sometimes run no tick and the next one two.
        const ALLOWANCE: Duration = Duration::from_micros(200);
        let max = if std::mem::take(&mut self.is_reset) { Clock::TICK } else { MAX_ELAPSED };
        self.left_over += elapsed.min(max);
        let mut ticks = 0;
        while self.left_over + ALLOWANCE >= Clock::TICK {
            self.left_over = self.left_over.saturating_sub(Clock::TICK);
            ticks += 1;
        }
        ticks.min(MAX_CATCH_UP)
    }

    /// Drops the remaining time and the current frame's time, after a load: the next frame has at most
    /// one tick.
    pub(crate) fn reset(&mut self) {
        *self = Self { left_over: Duration::ZERO, is_reset: true };
    }

    /// Forgets the reset, because a tick without a frame has followed it.
    pub(crate) const fn forget_reset(&mut self) {
        self.is_reset = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elapsed_time_becomes_whole_ticks_up_to_a_cap() {
        let mut step = FixedStep::default();
        let elapsed =
            [Clock::TICK * 2, Clock::TICK / 2, Clock::TICK / 2, Duration::from_secs(60), Duration::ZERO];
        assert_eq!(elapsed.map(|elapsed| step.advance(elapsed)), [2, 0, 1, 5, 0]);
        step.reset();
        assert_eq!([Clock::TICK * 4, Clock::TICK * 4].map(|elapsed| step.advance(elapsed)), [1, 4]);
        step.reset();
        step.forget_reset();
        assert_eq!(step.advance(Clock::TICK * 4), 4);
    }
}
