//! The records of each turn of a load queue: in the log, in the trace, in the status.

use super::{Load, fail};
use crate::phase::error::PhaseError;
use crate::phase::id::PhaseId;
use crate::phase::queue::{Queue, Turn};
use crate::phase::resource::Resource;
use crate::platform::{Trace, TraceEvent};

impl Load {
    /// Records the outcome of a turn. A failure of a required resource ends the load.
    pub(super) fn record(&mut self, queue: &Queue, turn: Turn, trace: &mut Trace) {
        let progress = queue.progress().fraction;
        let phase = self.status.phase;
        let mut record = |resource: &Resource, step, progress| {
            trace_resource(Some(phase), resource, step, progress, trace);
        };
        match turn {
            Turn::NotYet => {}
            Turn::Retried(resource) => {
                log::warn!("phase `{phase}`: {} is read again", named(&resource));
                record(&resource, "retried", progress);
            }
            Turn::Loaded(resource) => record(&resource, "loaded", progress),
            Turn::StandIn(resource, cause) => {
                log::warn!("phase `{phase}` goes on with a stand-in: {}: {cause}", named(&resource));
                record(&resource, "stand_in", progress);
                self.report.failures.insert(resource.id().name(), cause.to_string());
            }
            Turn::Absent(resource, cause) => {
                log::warn!("phase `{phase}` goes on without {}: {cause}", named(&resource));
                record(&resource, "failed", progress);
                self.report.failures.insert(resource.id().name(), cause.to_string());
            }
            Turn::Failed(resource, cause) => {
                record(&resource, "failed", progress);
                fail(self, PhaseError::Resource(phase, resource.kind(), resource.id(), cause), trace);
            }
        }
    }
}

/// Records a step of a resource of `phase`.
pub(super) fn trace_resource(
    phase: Option<PhaseId>,
    resource: &Resource,
    step: &'static str,
    progress: f64,
    trace: &mut Trace,
) {
    trace.record(|| TraceEvent::Resource {
        phase: phase.map_or("", PhaseId::name).to_owned(),
        id: resource.id().to_string(),
        kind: resource.kind(),
        step,
        progress,
    });
}

pub(super) fn named(resource: &Resource) -> String {
    format!("{} `{}`", resource.kind(), resource.id())
}
