//! The time of a tick: what still fits into it, by what it has cost before.

use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::ahead::Job;
use super::background::Background;
use super::error::LoadError;
use super::queue::{Item, Queue};
use super::store::Store;
use crate::platform::Clock;

/// The pace of the load queue. All give the same events in the same order; only the number of
/// ticks differs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// Exactly one item is finished in each tick, so a load is repeatable tick by tick. An item that is
    /// not decoded yet is decoded in its tick, and a large image is uploaded as a whole.
    #[default]
    OneItemPerTick,
    /// As much as fits into this time in each tick, by what the kinds have cost so far: decoding where
    /// there are no threads, items, and slices of large images. At least one of these is done; where
    /// threads decode, a tick waits for the next item no longer than half of this time. What a cache or a callback
    /// will cost cannot be known.
    Budget(Duration),
    /// The whole queue in one tick, for tools and tests, if the source [is
    /// immediate](crate::platform::AssetSource::is_immediate). A retry still waits for its tick.
    Blocking,
}

/// How long a tick of [`Pace::OneItemPerTick`] decodes files from a network without threads: half
/// of a frame of 1/120 s.
const DECODE_TIME: Duration = Duration::from_millis(4);
/// The maximum number of steps of jobs for one item in one tick. It stops a job that wakes itself for ever
/// under a clock that stands still.
const MAX_STEPS: u32 = 10_000;

/// The time of one tick.
pub(crate) struct Pacing {
    clock: Clock,
    costs: Costs,
    pub(super) pace: Pace,
    /// When the tick has begun and when its time ends, in milliseconds.
    pub(super) begin: f64,
    end: f64,
    /// Whether something was decoded or finished. The first step of a tick is always done.
    has_worked: bool,
}

impl Pacing {
    pub(crate) fn new(clock: Clock, pace: Pace) -> Self {
        Self { clock, costs: Costs::default(), pace, begin: 0.0, end: 0.0, has_worked: false }
    }

    /// Begins the time of a tick.
    pub(super) fn begin(&mut self) {
        let time = match self.pace {
            Pace::OneItemPerTick => DECODE_TIME,
            Pace::Budget(budget) => budget,
            Pace::Blocking => Duration::MAX,
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

    fn fits(&self, milliseconds: f64) -> bool {
        !self.has_worked || (self.has_time() && self.now() + milliseconds <= self.end)
    }

    /// Waits for the current item, which a thread decodes, if nothing else was done in this tick. The second half of
    /// the time is for finishing it.
    pub(super) fn wait(&self, queue: &Queue, background: &Background) {
        if !self.has_worked {
            let half = self.begin.midpoint(self.end);
            background.wait(|| queue.is_current_decoding() && self.now() < half);
        }
    }

    /// Decodes on this thread, where nothing else does, until the current item is ready or the next step does not fit.
    pub(super) fn decode(&mut self, queue: &Queue, background: &Background) {
        self.decode_until(|| queue.is_current_ready(), queue, background);
    }

    /// Decodes on this thread, where nothing else does, until `is_done` or the next step does not fit.
    pub(super) fn decode_until(
        &mut self,
        is_done: impl Fn() -> bool,
        queue: &Queue,
        background: &Background,
    ) {
        if background.threads() > 0 {
            return;
        }
        for _ in 0..MAX_STEPS {
            if is_done() {
                return;
            }
            let (step, before) = queue.ahead.step();
            let cost = step.map_or(0.0, |step| self.costs.predict(step.kind, step.job, step.bytes));
            let begin = self.now();
            if !self.fits(cost) || !background.try_tick() {
                return;
            }
            let has_decoded = queue.ahead.step().1 > before;
            if let Some(step) = step.filter(|_| has_decoded) {
                self.costs.learn(step.kind, step.job, step.bytes, self.now() - begin);
            }
            self.has_worked |= has_decoded || !self.has_time();
        }
    }

    /// Whether the current item, which is decoded, can be finished in this tick.
    pub(super) fn fits_finish(&self, queue: &Queue) -> bool {
        let kind = queue.current().map_or("", |resource| resource.kind());
        self.fits(self.costs.predict(kind, Job::Finish, queue.current_memory()))
    }

    /// Finishes the current item, if it is decoded; one that its kind finishes in several calls only as far
    /// as they fit, unless `is_whole`.
    pub(super) fn finish(
        &mut self,
        queue: &mut Queue,
        store: &mut Store,
        is_whole: bool,
    ) -> Option<(Item, Result<(), LoadError>)> {
        let begin = self.now();
        let kind = queue.current().map_or("", |resource| resource.kind());
        let (bytes, is_new) = (queue.current_memory(), !queue.is_current_begun());
        let last = Cell::new(begin);
        let has_parts = Cell::new(false);
        let goes_on = || {
            has_parts.set(true);
            let now = self.now();
            // The next call will cost what this one has.
            let cost = now - last.replace(now);
            is_whole || (now < self.end && now + cost <= self.end)
        };
        let finished = queue.finish_current(store, &goes_on);
        if finished.is_some() && is_new && !has_parts.get() {
            self.costs.learn(kind, Job::Finish, bytes, self.now() - begin);
        }
        self.has_worked |= finished.is_some() || has_parts.get();
        finished
    }
}

impl Job {
    /// Milliseconds for a megabyte before anything is measured: those of a PNG, and of a slow upload.
    const fn prior(self) -> f64 {
        match self {
            Self::Decode => 2.5,
            Self::Finish => 0.25,
        }
    }
}

/// The number of measured costs that count.
const RECENT: usize = 9;
/// The bytes that cost as much as a call by itself.
const CALL_BYTES: u64 = 64 << 10;

/// The last costs of a megabyte in milliseconds, for each kind.
#[derive(Debug, Default)]
pub(super) struct Costs(HashMap<(&'static str, Job), VecDeque<f64>>);

impl Costs {
    /// The milliseconds that something will probably take, by the median: a thread that decodes may interrupt this
    /// one, which says nothing about the next cost.
    pub(super) fn predict(&self, kind: &'static str, job: Job, bytes: u64) -> f64 {
        let mut recent: Vec<_> = self.0.get(&(kind, job)).into_iter().flatten().copied().collect();
        recent.sort_unstable_by(f64::total_cmp);
        recent.get(recent.len() / 2).copied().unwrap_or(job.prior()) * megabytes(bytes)
    }

    /// Learns from what something has taken.
    pub(super) fn learn(&mut self, kind: &'static str, job: Job, bytes: u64, milliseconds: f64) {
        let recent = self.0.entry((kind, job)).or_insert_with(|| VecDeque::from([job.prior()]));
        recent.push_back(milliseconds / megabytes(bytes));
        if recent.len() > RECENT {
            recent.pop_front();
        }
    }
}

fn megabytes(bytes: u64) -> f64 {
    bytes.saturating_add(CALL_BYTES) as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_of_a_megabyte_is_learned_for_each_kind_and_job() {
        let mut costs = Costs::default();
        for size in [1_u64, 4, 2, 16, 3, 1] {
            costs.learn("texture", Job::Finish, size << 20, 0.5 * megabytes(size << 20));
        }
        for size in [0_u64, 1 << 20, 16 << 20] {
            let predicted = costs.predict("texture", Job::Finish, size);
            assert!((predicted - 0.5 * megabytes(size)).abs() < 1e-9, "{predicted}");
        }
        assert_eq!(costs.predict("texture", Job::Decode, 1 << 20), 2.5 * megabytes(1 << 20));
        assert_eq!(costs.predict("sound", Job::Finish, u64::MAX), 0.25 * megabytes(u64::MAX));
    }

    #[test]
    fn an_interruption_says_nothing_about_the_next_cost() {
        let mut costs = Costs::default();
        (0..100).for_each(|call| {
            let interrupted = if call % 3 == 0 { 10.0 } else { 0.0 };
            costs.learn("callback", Job::Finish, 0, 2.0 + interrupted);
            assert!(call < 2 || (costs.predict("callback", Job::Finish, 0) - 2.0).abs() < 1e-9, "{call}");
        });
        // What has become more expensive is.
        (0..RECENT).for_each(|_| costs.learn("callback", Job::Finish, 0, 6.0));
        assert!((costs.predict("callback", Job::Finish, 0) - 6.0).abs() < 1e-9);
    }
}
