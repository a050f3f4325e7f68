//! Time control for debugging: pause, single ticks, speed.

use std::fmt;
use std::time::Duration;

use proscenium_core::platform::Clock;

/// The minimum and the maximum of the speed, as powers of two.
const SLOWEST: i8 = -3;
const FASTEST: i8 = 2;

/// The speed of a run under an [`Overlay`](crate::Overlay): normal, slower, faster, stopped, or tick by tick. Only the
/// number of ticks in a frame changes; a tick always has the same length.
///
/// ```
/// use proscenium_dev::TimeControl;
///
/// let mut time = TimeControl::default();
/// time.slower();
/// time.slower();
/// assert_eq!(time.to_string(), "1/4");
/// time.step();
/// assert!(time.is_stopped());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    power: i8,
    is_stopped: bool,
    steps: u32,
    pub(crate) keeps_past: bool,
    /// The ticks to go back.
    pub(crate) back: Option<u32>,
}

impl TimeControl {
    /// Stops the game, or continues it.
    pub fn toggle_pause(&mut self) {
        self.is_stopped = !self.is_stopped;
        self.steps = 0;
    }

    /// Stops the game.
    pub const fn stop(&mut self) {
        self.is_stopped = true;
        self.steps = 0;
    }

    /// Runs one tick and stops the game.
    pub fn step(&mut self) {
        self.is_stopped = true;
        self.steps = self.steps.saturating_add(1);
    }

    /// Sets whether the last ten seconds are kept from now on, to go back; they are not by default. While they are, the game is
    /// saved each half second.
    pub const fn keep_past(&mut self, is_kept: bool) {
        self.keeps_past = is_kept;
    }

    /// Goes back by some ticks and stops the game, or to the first tick of the [past](Self::keep_past) that is kept.
    ///
    /// The game is restored from a save as [`ScreenManager::restore`](proscenium_core::flow::ScreenManager::restore) does, and the ticks
    /// after the save are run again. The number of the tick goes on, what a save does not have is not restored, and a
    /// recording of the run cannot be replayed any further.
    pub const fn go_back(&mut self, ticks: u32) {
        self.stop();
        self.back = Some(ticks);
    }

    /// Halves the speed, down to an eighth.
    pub fn slower(&mut self) {
        self.power = (self.power - 1).max(SLOWEST);
    }

    /// Doubles the speed, up to four times.
    pub fn faster(&mut self) {
        self.power = (self.power + 1).min(FASTEST);
    }

    /// Resets to the normal speed.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Whether the game is stopped.
    pub const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Returns the time of the game for `elapsed` real time.
    pub(crate) fn pass(&mut self, elapsed: Duration) -> Duration {
        if self.is_stopped {
            return Clock::TICK * std::mem::take(&mut self.steps);
        }
        let times = 1 << self.power.unsigned_abs();
        if self.power < 0 { elapsed / times } else { elapsed.saturating_mul(times) }
    }
}

impl fmt::Display for TimeControl {
    /// Writes the speed, stopped or not: `1/4`, `1`, `2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = 1 << self.power.unsigned_abs();
        if self.power < 0 { write!(f, "1/{times}") } else { write!(f, "{times}") }
    }
}
