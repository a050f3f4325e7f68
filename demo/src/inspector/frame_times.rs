//! How long the last pictures took.

use std::collections::VecDeque;
use std::time::Duration;

use proscenium::kit::FrameTime;

/// How many pictures are kept: two seconds.
const KEPT: usize = 120;

/// The times of the last pictures, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct FrameTimes {
    pictures: VecDeque<FrameTime>,
}

impl FrameTimes {
    /// The most pictures that are kept.
    pub const MOST: usize = KEPT;

    /// One more picture.
    pub fn note(&mut self, picture: FrameTime) {
        if self.pictures.len() == KEPT {
            self.pictures.pop_front();
        }
        self.pictures.push_back(picture);
    }

    /// Milliseconds from each picture to the next, the oldest first.
    pub fn since_last(&self) -> impl Iterator<Item = f32> {
        self.pictures.iter().map(|picture| milliseconds(picture.since_last))
    }

    /// The median and the worst of a part of the times, in milliseconds.
    pub fn median_and_worst(&self, part: impl Fn(&FrameTime) -> Duration) -> (f32, f32) {
        let mut times: Vec<Duration> = self.pictures.iter().map(part).collect();
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        (milliseconds(median), milliseconds(times.last().copied().unwrap_or_default()))
    }
}

fn milliseconds(time: Duration) -> f32 {
    time.as_secs_f32() * 1000.0
}
