//! The times of the last frames.

use std::collections::VecDeque;
use std::time::Duration;

/// The times of the last frames, the oldest first: since the frame before, of the logic, and of drawing.
#[derive(Clone, Debug, Default)]
pub(super) struct FrameTimes(VecDeque<[Duration; 3]>);

impl FrameTimes {
    /// How many frames are kept: two seconds.
    pub(super) const CAPACITY: usize = 120;

    /// The parts of the times.
    pub(super) const SINCE_LAST: usize = 0;
    pub(super) const LOGIC: usize = 1;
    pub(super) const DRAW: usize = 2;

    /// Adds a frame; the oldest is dropped when the buffer is full.
    pub(super) fn push(&mut self, frame: [Duration; 3]) {
        if self.0.len() == Self::CAPACITY {
            self.0.pop_front();
        }
        self.0.push_back(frame);
    }

    /// Milliseconds from each frame to the next, the oldest first.
    pub(super) fn since_last(&self) -> impl Iterator<Item = f32> {
        self.0.iter().map(|frame| milliseconds(frame[Self::SINCE_LAST]))
    }

    /// The median and the maximum of a part of the times, in milliseconds.
    pub(super) fn median_and_worst(&self, part: usize) -> (f32, f32) {
        let mut times: Vec<Duration> = self.0.iter().map(|frame| frame[part]).collect();
        times.sort_by_cached_key(|time| time.as_micros() as u32);
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        (milliseconds(median), milliseconds(times.last().copied().unwrap_or_default()))
    }
}

fn milliseconds(time: Duration) -> f32 {
    time.as_secs_f32() * 1000.0
}
