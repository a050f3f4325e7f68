//! The durations of the last frames.

use std::collections::VecDeque;
use std::time::Duration;

use proscenium::kit::FrameTime;

/// The times of the last frames, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct FrameTimes {
    frames: VecDeque<FrameTime>,
}

impl FrameTimes {
    /// How many frames are kept: two seconds.
    pub const CAPACITY: usize = 120;

    /// Adds a frame; the oldest is dropped when the buffer is full.
    pub fn push(&mut self, frame: FrameTime) {
        if self.frames.len() == Self::CAPACITY {
            self.frames.pop_front();
        }
        self.frames.push_back(frame);
    }

    /// Milliseconds from each frame to the next, the oldest first.
    pub fn since_last(&self) -> impl Iterator<Item = f32> {
        self.frames.iter().map(|frame| milliseconds(frame.since_last))
    }

    /// The median and the maximum of a part of the times, in milliseconds.
    pub fn median_and_worst(&self, part: impl Fn(&FrameTime) -> Duration) -> (f32, f32) {
        let mut times: Vec<Duration> = self.frames.iter().map(part).collect();
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        (milliseconds(median), milliseconds(times.last().copied().unwrap_or_default()))
    }
}

fn milliseconds(time: Duration) -> f32 {
    time.as_secs_f32() * 1000.0
}
