//! The time of a tick, and what still fits into it.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::background::Background;
use crate::platform::Clock;

/// The pace of the load queue. All give the same events in the same order; only the number of
/// ticks differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// Exactly one item is finished in each tick, so a load is repeatable tick by tick. An item that is
    /// not decoded yet is decoded in its tick, and a large image is uploaded as a whole.
    #[default]
    OneItemPerTick,
    /// As much as fits into this time in each tick, but at least one step: items, slices of large images, and decoding
    /// where there are no threads. An item is begun if its bytes can be uploaded in the time that is left, at 4 MiB in
    /// a millisecond; other costs of the step make the tick longer. Where threads decode, a tick waits for the next
    /// item for at most half of this time.
    ///
    /// With `Duration::MAX` and without threads the whole queue is loaded in one tick, if the source [is
    /// immediate](crate::platform::AssetSource::is_immediate); a retry still waits for its tick.
    Budget(Duration),
}

/// How long a tick of [`Pace::OneItemPerTick`] decodes files from a network without threads: half
/// of a frame of 1/120 s.
const DECODE_TIME: Duration = Duration::from_millis(4);
/// The maximum number of steps of jobs for one item in one tick. It stops a job that wakes itself for ever
/// under a clock that stands still.
const MAX_STEPS: u32 = 10_000;
/// The bytes that a slow GPU takes in a millisecond.
const UPLOADED_IN_A_MILLISECOND: f64 = (4 << 20) as f64;

/// The time of one tick.
pub(crate) struct Pacing {
    clock: Clock,
    pub(super) pace: Pace,
    /// When the tick has begun and when its time ends, in milliseconds.
    pub(super) begin: f64,
    end: f64,
    /// Whether something was decoded or finished. The first step of a tick is always done.
    has_worked: bool,
}

impl Pacing {
    pub(crate) fn new(clock: Clock, pace: Pace) -> Self {
        Self { clock, pace, begin: 0.0, end: 0.0, has_worked: false }
    }

    /// Begins the time of a tick.
    pub(super) fn begin(&mut self) {
        let time = match self.pace {
            Pace::OneItemPerTick => DECODE_TIME,
            Pace::Budget(budget) => budget,
        };
        self.begin = self.now();
        (self.end, self.has_worked) = (self.begin + time.as_secs_f64() * 1000.0, false);
    }

    /// The time in milliseconds.
    pub(super) fn now(&self) -> f64 {
        self.clock.now().as_secs_f64() * 1000.0
    }

    pub(super) fn has_time(&self) -> bool {
        self.now() < self.end
    }

    /// Waits as long as a thread `is_decoding` the current item, if nothing else was done in this tick. The second half of
    /// the time is for finishing it.
    pub(super) fn wait(&self, background: &Background, is_decoding: impl Fn() -> bool) {
        if !self.has_worked {
            let half = self.begin.midpoint(self.end);
            background.wait(|| is_decoding() && self.now() < half);
        }
    }

    /// Runs jobs on this thread, where nothing else does, until `is_done` or the time is over.
    pub(super) fn decode(&mut self, background: &Background, is_done: impl Fn() -> bool) {
        if background.threads() > 0 {
            return;
        }
        for _ in 0..MAX_STEPS {
            if is_done() || (self.has_worked && !self.has_time()) || !background.try_tick() {
                return;
            }
            self.has_worked |= is_done() || !self.has_time();
        }
    }

    /// Whether an item of so many bytes can be finished in this tick.
    pub(super) fn fits(&self, bytes: u64) -> bool {
        let milliseconds = bytes as f64 / UPLOADED_IN_A_MILLISECOND;
        !self.has_worked || (self.has_time() && self.now() + milliseconds <= self.end)
    }

    /// Runs a step on the main thread, which may ask whether there is time for another call; that is so if it `is_whole`.
    pub(super) fn run<T>(&mut self, is_whole: bool, step: impl FnOnce(&dyn Fn() -> bool) -> T) -> T {
        let done = step(&|| is_whole || self.has_time());
        self.has_worked = true;
        done
    }
}
