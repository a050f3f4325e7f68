//! The freeing step of a load: resources that the new phase does not have are freed.

use std::collections::HashSet;
use std::sync::Arc;

use async_executor::Task;

use super::stream::Streams;
use super::{Listed, Load, Loader, Stage, fail};
use crate::phase::error::{LoadError, PhaseError};
use crate::phase::id::{PhaseId, ResourceId};
use crate::phase::pacing::Pacing;
use crate::phase::queue::Queue;
use crate::phase::queue_of::queue_of;
use crate::phase::resource::{CALLBACK, Resource};
use crate::phase::status::push_bounded;
use crate::phase::store::{Leak, Resources};
use crate::platform::{Trace, TraceEvent};

impl Loader {
    /// Frees old − new as soon as the manifest is known.
    pub(super) fn free_old(
        &mut self,
        load: &mut Load,
        task: Task<Listed>,
        begin: f64,
        trace: &mut Trace,
    ) -> Stage {
        match self.wanted(task, &load.from_code, self.source.is_immediate(), begin) {
            Ok(Ok(wanted)) => self.free_for(load, wanted, trace),
            Ok(Err(cause)) => {
                fail(load, PhaseError::Manifest(load.status.phase, cause), trace);
                Stage::Ended
            }
            Err(task) => match load.policy.time_out(load.idle_ticks()) {
                None => Stage::Manifest(task),
                Some(error) => {
                    fail(load, PhaseError::Manifest(load.status.phase, error), trace);
                    Stage::Ended
                }
            },
        }
    }

    /// The resources of a phase in their order, once its manifest is read; until then the task again.
    /// `may_block` allows to wait for it.
    pub(super) fn wanted(
        &mut self,
        task: Task<Listed>,
        from_code: &[Resource],
        may_block: bool,
        begin: f64,
    ) -> Result<Result<Vec<Resource>, LoadError>, Task<Listed>> {
        if !may_block {
            if self.background.threads() == 0 {
                // Nothing else drives a reader that has no thread of its own.
                let pacing = Pacing::new(self.clock.as_ref(), &mut self.costs, self.pace, begin);
                self.background.drive(|| task.is_finished(), || pacing.has_time());
            }
            if !task.is_finished() {
                return Err(task);
            }
        }
        let (entries, prefetched) = self.background.finish(task);
        if let Some(prefetched) = prefetched {
            self.source = Arc::new(prefetched);
            self.must_prefetch = false;
        }
        Ok(entries.and_then(|entries| queue_of(&entries, from_code, &self.makers)))
    }

    /// Frees what the new phase does not have.
    pub(super) fn free_for(&mut self, load: &mut Load, wanted: Vec<Resource>, trace: &mut Trace) -> Stage {
        let phase = load.status.phase;
        let (streamed, wanted): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|new| new.is_streamed);
        self.streams = Streams::new(streamed, load.policy, &self.background);
        let preloaded: HashSet<ResourceId> = self.resources.preloaded().collect();
        let stay = match load.reload {
            true => HashSet::new(),
            // The preload has those a second time that a request has brought in.
            false => kept(&wanted, &self.resources, |id| !preloaded.contains(&id)),
        };
        self.free_where(|id| !stay.contains(&id), phase.name(), trace);
        self.resources.forget_failures();
        self.owner = Some(phase);
        self.reloads.wanted.clone_from(&wanted);
        let (textures, others) = self.resources.preloaded_bytes();
        load.bytes_before = self.resources.bytes() - textures - others;
        let queue: Vec<Resource> = wanted.into_iter().filter(|new| !stay.contains(&new.id())).collect();
        let mut queue = Queue::new(queue, load.policy, &self.background);
        queue.mark_preloaded(&preloaded);
        // Decoding needs no GPU, so it starts while the GPU has its frame.
        queue.look_ahead(&self.background, &self.source);
        load.status.progress.total = queue.progress().total;
        load.status.item = queue.current().map(Resource::id);
        Stage::Freed(queue)
    }

    pub(super) fn free_where(
        &mut self,
        goes: impl Fn(ResourceId) -> bool,
        next: &'static str,
        trace: &mut Trace,
    ) {
        self.resources.empty_bin(self.gpu.as_mut());
        let going = self.resources.resident().filter(|resource| goes(resource.id));
        let mut going: Vec<_> = going.map(|resource| (resource.id, resource.kind)).collect();
        going.sort_by_key(|(id, _)| *id);
        let phase = self.owner.map_or("", PhaseId::name);
        for (id, kind) in going {
            self.resources.free(id, self.gpu.as_mut());
            trace.record(|| TraceEvent::Resource {
                phase: phase.to_owned(),
                id: id.to_string(),
                kind,
                step: "freed",
                progress: 0.0,
            });
        }
        let textures = self.gpu.texture_count().saturating_sub(self.resources.texture_count());
        if textures > 0 {
            log::warn!("{textures} textures on the GPU belong to no resource");
            push_bounded(&mut self.leaks, Leak { phase: next, textures });
        }
    }
}

/// The ids of `wanted` that are resident already and may stay. A cache stays only if all that it was
/// made from stays, a stand-in and a callback never.
pub(super) fn kept(
    wanted: &[Resource],
    resources: &Resources,
    may_stay: impl Fn(ResourceId) -> bool,
) -> HashSet<ResourceId> {
    let mut kept = HashSet::new();
    for new in wanted {
        let stays = resources.has(&new.identity) && new.kind() != CALLBACK && may_stay(new.id());
        if stays && new.identity.made_from().iter().all(|id| kept.contains(id)) {
            kept.insert(new.id());
        }
    }
    kept
}
