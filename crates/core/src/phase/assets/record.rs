//! The records of loads in the log and in the trace.

use crate::phase::id::{PhaseId, ResourceId};
use crate::phase::job::Turn;
use crate::phase::resource::Resource;
use crate::phase::status::LoadStatus;
use crate::platform::{Trace, TraceEvent};

/// Records the step of a load.
pub(super) fn trace_phase(status: &LoadStatus, trace: &Trace) {
    trace.record(|| TraceEvent::Phase { phase: status.phase.to_string(), step: status.step.name() });
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
