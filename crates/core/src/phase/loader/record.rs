//! The records of each turn of a load queue in the log, the trace and the status: what was loaded, whether
//! there is progress, and how long it will take.

use std::time::Duration;

use super::{Load, Loader, Stage, fail};
use crate::phase::id::{PhaseId, ResourceId};
use crate::phase::job::Turn;
use crate::phase::meant::with_meant;
use crate::phase::policy::LoadPolicy;
use crate::phase::queue::Queue;
use crate::phase::resource::Resource;
use crate::phase::status::{Activity, Idle, LoadStep};
use crate::platform::{AssetSource, Clock, Trace, TraceEvent};

impl Load {
    /// Records the outcome of a turn. A failure of a required resource ends the load.
    pub(super) fn record(
        &mut self,
        queue: &Queue,
        resource: &Resource,
        turn: Turn,
        source: &dyn AssetSource,
        trace: &Trace,
    ) {
        let (phase, id) = (self.status.phase, resource.id());
        record(Some(phase), resource, &turn, queue.progress().fraction, trace);
        match turn {
            Turn::Retried | Turn::Loaded => {}
            Turn::StandIn(cause) | Turn::Absent(cause) => {
                self.report.failures.insert(id.name(), cause.to_string());
            }
            Turn::Failed(cause, _) => {
                self.stage = fail(self, resource.failure(phase, with_meant(&cause, source)), trace);
                self.status.failed = Some(resource.error(cause));
            }
        }
    }
}

/// Records the outcome of a turn in the log and in the trace.
pub(super) fn record(phase: Option<PhaseId>, resource: &Resource, turn: &Turn, progress: f64, trace: &Trace) {
    let step = match turn {
        Turn::Loaded => "loaded",
        Turn::Retried => {
            log::warn!("{resource:?} is read again");
            "retried"
        }
        Turn::StandIn(cause) => {
            log::warn!("{resource:?} is replaced by a stand-in: {cause}");
            "stand_in"
        }
        Turn::Absent(cause) => {
            log::warn!("{resource:?} is left out: {cause}");
            "failed"
        }
        Turn::Failed(..) => "failed",
    };
    trace_resource(phase, (resource.id(), resource.kind()), step, progress, trace);
}

/// Records a step of a resource of `phase`, by its id and its kind.
pub(super) fn trace_resource(
    phase: Option<PhaseId>,
    (id, kind): (ResourceId, &'static str),
    step: &'static str,
    progress: f64,
    trace: &Trace,
) {
    trace.record(|| TraceEvent::Resource {
        phase: phase.map_or("", PhaseId::name).to_owned(),
        id: id.to_string(),
        kind,
        step,
        progress,
    });
}

impl Load {
    /// Counts a tick, at its end.
    pub(super) fn count_tick(&mut self, policy: &LoadPolicy) {
        let (done, received) = match &self.stage {
            Stage::Freed(queue) | Stage::Loading(queue) => queue.mark(),
            Stage::Manifest(_) | Stage::Listed(_) | Stage::Ended => (self.status.progress.done, 0),
        };
        self.status.activity = self.idle.count((self.status.step, done, received), policy);
        let (all, loading) = &mut self.ticks;
        *all = all.saturating_add(1);
        *loading += u32::from(self.status.step != LoadStep::Freeing);
        let fraction = self.status.progress.fraction;
        let left = f64::from(*loading) * (1.0 - fraction) / fraction;
        // Infinite before the first progress.
        self.status.time_left = Duration::try_from_secs_f64(left * Clock::TICK.as_secs_f64()).ok();
    }
}

impl Loader {
    /// Reads the manifest or all files again that are being read, because the player asked for it.
    pub(crate) fn retry(&mut self) {
        let Some(mut load) = self.load.take() else { return };
        match &mut load.stage {
            Stage::Manifest(task) => {
                *task = self.read_manifest(self.chosen.manifest.as_deref(), self.chosen.policy);
            }
            Stage::Loading(queue) => {
                if let Some(resource) = queue.retry() {
                    let progress = queue.progress().fraction;
                    record(Some(load.status.phase), &resource, &Turn::Retried, progress, &self.trace);
                }
            }
            _ => {}
        }
        (load.idle, load.ticks.0) = (Idle::default(), 0);
        load.status.activity = Activity::Working;
        self.load = Some(load);
    }
}
