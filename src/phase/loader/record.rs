//! The records of each turn of a load queue: in the log, in the trace, in the status.

use super::{Load, fail};
use crate::phase::id::PhaseId;
use crate::phase::queue::{Queue, Turn};
use crate::phase::resource::Resource;
use crate::platform::{Trace, TraceEvent};

impl Load {
    /// Records the outcome of a turn. A failure of a required resource ends the load.
    pub(super) fn record(&mut self, queue: &Queue, resource: &Resource, turn: Turn, trace: &Trace) {
        let (phase, id) = (self.status.phase, resource.id());
        record(Some(phase), resource, &turn, queue.progress().fraction, trace);
        match turn {
            Turn::Retried | Turn::Loaded => {}
            Turn::StandIn(cause) | Turn::Absent(cause) => {
                self.report.failures.insert(id.name(), cause.to_string());
            }
            Turn::Failed(cause) => {
                self.stage = fail(self, cause.in_resource(phase, resource), trace);
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
        Turn::Failed(_) => "failed",
    };
    trace_resource(phase, resource, step, progress, trace);
}

/// Records a step of a resource of `phase`.
pub(super) fn trace_resource(
    phase: Option<PhaseId>,
    resource: &Resource,
    step: &'static str,
    progress: f64,
    trace: &Trace,
) {
    trace.record(|| TraceEvent::Resource {
        phase: phase.map_or("", PhaseId::name).to_owned(),
        id: resource.id().to_string(),
        kind: resource.kind(),
        step,
        progress,
    });
}
