//! Which frame of an animation is shown.

use std::time::Duration;

/// Frames of equal length that are shown one after another, such as a row of a sheet. A game draws the frame of this
/// number.
///
/// The time is any that stands still with the game: `now` of a population, or the ticks of a screen times
/// [`Clock::TICK`](super::Clock::TICK).
///
/// ```
/// use std::time::Duration;
///
/// use proscenium_core::platform::Animation;
///
/// const WALK: Animation = Animation::new(4, 8);
/// let after = Duration::from_millis;
/// assert_eq!([0, 130, 490, 510].map(|ms| WALK.repeated(after(ms))), [0, 1, 3, 0]);
/// assert_eq!([0, 130, 490, 510].map(|ms| WALK.once(after(ms))), [Some(0), Some(1), Some(3), None]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Animation {
    frames: u32,
    per_second: u32,
}

impl Animation {
    /// An animation of `frames` frames, of which `per_second` are shown in a second. Without frames it shows the frame 0.
    pub const fn new(frames: u32, per_second: u32) -> Self {
        Self { frames, per_second }
    }

    /// The number of the frame, from 0, that is shown `time` after the start, if the first one follows the last one.
    pub fn repeated(self, time: Duration) -> u32 {
        (self.over(time) % u128::from(self.frames.max(1))) as u32
    }

    /// The number of the frame, from 0, that is shown `time` after the start; `None` when the last one is over.
    pub fn once(self, time: Duration) -> Option<u32> {
        u32::try_from(self.over(time)).ok().filter(|frame| *frame < self.frames)
    }

    /// The number of frames that are over.
    fn over(self, time: Duration) -> u128 {
        time.as_nanos() * u128::from(self.per_second) / 1_000_000_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Clock;

    #[test]
    fn a_frame_begins_in_the_tick_of_its_time() {
        let steps = Animation::new(3, 10);
        let frames: Vec<_> = (0..24).map(|tick| steps.repeated(Clock::TICK * tick)).collect();
        assert_eq!(frames, [[0; 6], [1; 6], [2; 6], [0; 6]].concat());
    }

    #[test]
    fn an_animation_that_is_shown_once_ends_after_its_last_frame() {
        let puff = Animation::new(2, 30);
        let frames: Vec<_> = (0..6).map(|tick| puff.once(Clock::TICK * tick)).collect();
        assert_eq!(frames, [Some(0), Some(0), Some(1), Some(1), None, None]);
        assert_eq!(puff.once(Duration::MAX), None);
    }

    #[test]
    fn an_animation_without_frames_shows_the_first() {
        let none = Animation::new(0, 0);
        assert_eq!((none.repeated(Duration::MAX), none.once(Duration::ZERO)), (0, None));
    }
}
