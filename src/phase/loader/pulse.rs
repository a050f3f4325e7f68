//! Whether a load makes progress, and how long it will take.

use std::time::Duration;

use super::{Load, Loader, Stage};
use crate::phase::policy::LoadPolicy;
use crate::phase::status::{Activity, LoadStep};
use crate::platform::{STEP, Trace};

/// What changes with all progress of a load: the step, the finished items, the bytes that the current item
/// has received.
type Mark = (LoadStep, usize, u64);

/// The ticks of a load.
#[derive(Default)]
pub(super) struct Pulse {
    mark: Option<Mark>,
    /// Ticks since the last progress.
    idle: u32,
    /// Ticks of the loading step.
    loading: u32,
}

impl Pulse {
    fn activity(&self, policy: &LoadPolicy) -> Activity {
        match self.idle {
            idle if idle >= policy.stalled_after => Activity::Stalled,
            idle if idle >= policy.slow_after => Activity::Slow,
            _ => Activity::Working,
        }
    }
}

impl Load {
    /// Counts a tick, at its end.
    pub(super) fn count_tick(&mut self) {
        let (done, received) = match &self.stage {
            Stage::Freed(queue) | Stage::Loading(queue) => queue.mark(),
            Stage::Manifest(_) | Stage::Listed(_) | Stage::Ended => (self.status.progress.done, 0),
        };
        let mark = Some((self.status.step, done, received));
        let pulse = &mut self.pulse;
        pulse.idle = if pulse.mark == mark { pulse.idle.saturating_add(1) } else { 0 };
        pulse.mark = mark;
        pulse.loading += u32::from(self.status.step != LoadStep::Freeing);
        self.status.activity = pulse.activity(&self.policy);
        let fraction = self.status.progress.fraction;
        let left = f64::from(pulse.loading) * (1.0 - fraction) / fraction;
        // Infinite before the first progress.
        self.status.time_left = Duration::try_from_secs_f64(left * STEP.as_secs_f64()).ok();
    }

    /// The ticks without progress.
    pub(super) const fn idle_ticks(&self) -> u32 {
        self.pulse.idle
    }
}

impl Loader {
    /// Reads the manifest or all files again that are being read, because the player asked for it.
    pub(crate) fn retry(&mut self, trace: &mut Trace) {
        let Some(mut load) = self.load.take() else { return };
        load.stage = match std::mem::replace(&mut load.stage, Stage::Ended) {
            Stage::Manifest(_) => Stage::Manifest(self.read_manifest(
                load.manifest.clone(),
                load.manifests.clone(),
                load.policy,
            )),
            Stage::Loading(mut queue) => {
                let turn = queue.retry();
                load.record(&queue, turn, trace);
                Stage::Loading(queue)
            }
            stage => stage,
        };
        load.pulse.mark = None;
        load.status.activity = Activity::Working;
        self.load = Some(load);
    }
}
