//! The freeing step of a load: what the new phase does not have goes.

use async_executor::Task;

use super::{Load, Loader, Stage, fail, total_bytes};
use crate::phase::error::{ManifestError, PhaseError};
use crate::phase::manifest::{ManifestEntry, queue_of};
use crate::phase::queue::Queue;
use crate::phase::resource::{Resource, ResourceId};
use crate::phase::status::LoaderParts;
use crate::phase::store::Resources;
use crate::platform::{AssetPath, TraceEvent};

impl Loader {
    /// The freeing step: as soon as the manifest is known, old − new goes.
    pub(super) fn free_old(
        &mut self,
        load: &mut Load,
        task: Task<Result<Vec<(AssetPath, ManifestEntry)>, ManifestError>>,
        parts: &mut LoaderParts<'_>,
    ) -> Stage {
        if !self.source.is_immediate() && !task.is_finished() {
            // Nothing else drives a reader that has no thread of its own.
            while self.background.threads() == 0 && self.background.try_tick() {}
            if !task.is_finished() {
                return Stage::Manifest(task);
            }
        }
        let phase = load.status.phase;
        let entries = self.background.finish(task);
        let queue = entries.and_then(|entries| queue_of(&entries, &load.from_code, &self.makers));
        let wanted = match queue {
            Ok(wanted) => wanted,
            Err(cause) => {
                fail(load, PhaseError::Manifest { phase: phase.name(), cause }, parts.trace);
                return Stage::Ended;
            }
        };
        let kept = if load.reload { Vec::new() } else { kept(&wanted, parts.resources) };
        self.free_where(|id| !kept.contains(id), 0.0, parts);
        for id in &kept {
            parts.resources.hand_over(id, phase);
        }
        load.bytes_before = total_bytes(parts.resources);
        let queue: Vec<Resource> = wanted.into_iter().filter(|new| !kept.contains(new.id())).collect();
        let mut queue = Queue::new(phase, queue);
        // Decoding needs no GPU, so it starts while the GPU has its frame.
        queue.look_ahead(&self.background, &self.source);
        load.status.progress.total = queue.progress().total;
        load.status.item = queue.current().map(|item| item.id().clone());
        Stage::Freed(queue)
    }

    pub(super) fn free_where(
        &mut self,
        goes: impl Fn(&ResourceId) -> bool,
        progress: f64,
        parts: &mut LoaderParts<'_>,
    ) {
        let mut going: Vec<_> = parts
            .resources
            .resident()
            .filter(|(resource, _)| goes(resource.id()))
            .map(|(resource, phase)| (resource.id().clone(), resource.kind(), phase))
            .collect();
        going.sort_by(|a, b| a.0.cmp(&b.0));
        for (id, kind, phase) in going {
            if let Some(leak) = parts.resources.free(&id, parts.gpu) {
                log::warn!(
                    "{} `{id}` is still held although phase `{phase}` has ended: {}",
                    leak.kind,
                    leak.held_by.join(", ")
                );
                self.leaks.push(leak);
            }
            parts.trace.record(|| TraceEvent::Resource {
                phase: phase.to_string(),
                id: id.to_string(),
                kind: kind.name(),
                step: "freed",
                progress,
            });
        }
    }
}

/// The ids of `wanted` that are resident already and may stay. A cache stays only if all that it
/// was made from stays.
fn kept(wanted: &[Resource], resources: &Resources) -> Vec<ResourceId> {
    let mut kept: Vec<ResourceId> = Vec::new();
    for new in wanted {
        let is_resident = resources.resident().any(|(old, _)| old.is_same(new));
        if is_resident && new.made_from().iter().all(|id| kept.contains(id)) {
            kept.push(new.id().clone());
        }
    }
    kept
}
