//! Whether a load makes progress, and how long it will take.

use std::time::Duration;

use super::record::record;
use super::{Load, Loader, Stage};
use crate::phase::policy::LoadPolicy;
use crate::phase::queue::Turn;
use crate::phase::status::{Activity, LoadStep};
use crate::platform::STEP;

impl Load {
    /// Counts a tick, at its end.
    pub(super) fn count_tick(&mut self, policy: &LoadPolicy) {
        let (done, received) = match &self.stage {
            Stage::Freed(queue) | Stage::Loading(queue) => queue.mark(),
            Stage::Manifest(_) | Stage::Listed(_) | Stage::Ended => (self.status.progress.done, 0),
        };
        let mark = Some((self.status.step, done, received));
        let (idle, loading) = &mut self.ticks;
        *idle = if self.mark == mark { idle.saturating_add(1) } else { 0 };
        *loading += u32::from(self.status.step != LoadStep::Freeing);
        self.mark = mark;
        self.status.activity = match *idle {
            idle if idle >= policy.stalled_after => Activity::Stalled,
            idle if idle >= policy.slow_after => Activity::Slow,
            _ => Activity::Working,
        };
        let fraction = self.status.progress.fraction;
        let left = f64::from(*loading) * (1.0 - fraction) / fraction;
        // Infinite before the first progress.
        self.status.time_left = Duration::try_from_secs_f64(left * STEP.as_secs_f64()).ok();
    }
}

impl Loader {
    /// Reads the manifest or all files again that are being read, because the player asked for it.
    pub(crate) fn retry(&mut self) {
        let Some(mut load) = self.load.take() else { return };
        match &mut load.stage {
            Stage::Manifest(task) => *task = self.read_manifest(&self.chosen, load.manifests.clone()),
            Stage::Loading(queue) => {
                if let Some(resource) = queue.retry() {
                    let progress = queue.progress().fraction;
                    record(Some(load.status.phase), &resource, &Turn::Retried, progress, &self.trace);
                }
            }
            _ => {}
        }
        load.mark = None;
        load.status.activity = Activity::Working;
        self.load = Some(load);
    }
}
