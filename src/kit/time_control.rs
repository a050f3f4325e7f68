//! Time that somebody who looks on slows down, stops, or lets go on frame by frame.

use std::fmt;
use std::time::Duration;

/// The slowest is an eighth, the fastest four times; as powers of two.
const SLOWEST: i8 = -3;
const FASTEST: i8 = 2;

/// How time passes in a [`Session`](super::Session): as it is, slower, faster, not at all, or frame
/// by frame. The game does not know of it: it gets fewer or more frames for a picture, and each of
/// them is as long as ever.
///
/// ```
/// use proscenium::kit::TimeControl;
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
}

/// What passes with a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Passing {
    /// Time, for as many frames as fit in.
    Time(Duration),
    /// So many frames, whatever the time.
    Frames(u32),
}

impl TimeControl {
    /// Stops, or goes on.
    pub const fn stop_or_go(&mut self) {
        self.is_stopped = !self.is_stopped;
        self.steps = 0;
    }

    /// Lets one frame pass, and stops.
    pub const fn step(&mut self) {
        self.is_stopped = true;
        self.steps = self.steps.saturating_add(1);
    }

    /// Half as fast, down to an eighth.
    pub fn slower(&mut self) {
        self.power = (self.power - 1).max(SLOWEST);
    }

    /// Twice as fast, up to four times.
    pub fn faster(&mut self) {
        self.power = (self.power + 1).min(FASTEST);
    }

    /// Time as it is.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// Whether the game stands still.
    #[must_use]
    pub const fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// What passes with a picture for which `elapsed` has passed in the world.
    pub(super) fn pass(&mut self, elapsed: Duration) -> Passing {
        if self.is_stopped {
            return Passing::Frames(std::mem::take(&mut self.steps));
        }
        let times = 1 << self.power.unsigned_abs();
        Passing::Time(if self.power < 0 { elapsed / times } else { elapsed.saturating_mul(times) })
    }
}

impl fmt::Display for TimeControl {
    /// The speed, stopped or not: `1/4`, `1`, `2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let times = 1 << self.power.unsigned_abs();
        if self.power < 0 { write!(f, "1/{times}") } else { write!(f, "{times}") }
    }
}
