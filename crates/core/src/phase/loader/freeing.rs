//! The freeing step of a load: resources that the new phase does not have are freed.

use std::collections::HashSet;

use async_executor::Task;

use super::record::trace_resource;
use super::stream::Streams;
use super::{Listed, Load, Loader, Stage, fail};
use crate::phase::error::{LoadError, manifest_failure};
use crate::phase::files::Noted;
use crate::phase::id::ResourceId;
use crate::phase::job::Use;
use crate::phase::manifest::queue_of;
use crate::phase::meant::with_meant;
use crate::phase::queue::Queue;
use crate::phase::resource::{CALLBACK, Chosen, Resource};
use crate::phase::store::Resources;

/// The resources of a phase in their order, and the files of its manifest.
type Wanted = (Result<Vec<Resource>, LoadError>, Vec<Noted>);

impl Loader {
    /// Frees old − new as soon as the manifest is known.
    pub(super) fn free_old(&mut self, load: &mut Load, task: Task<Listed>) -> Stage {
        let chosen = self.chosen.clone();
        let wanted = match self.wanted(task, &chosen, self.source.is_immediate()) {
            Ok((wanted, _)) => wanted,
            Err(task) => match self.chosen.policy.time_out(load.ticks.0) {
                Some(error) => Err(error),
                None => return Stage::Manifest(task),
            },
        };
        match wanted {
            Ok(wanted) => self.free_for(load, wanted),
            Err(cause) => {
                let text = with_meant(&cause, self.source.as_ref());
                fail(load, manifest_failure(load.status.phase, &cause, text), &self.trace)
            }
        }
    }

    /// What a manifest says, once it is read; until then the task again.
    /// `may_block` allows to wait for it.
    pub(super) fn wanted(
        &mut self,
        task: Task<Listed>,
        chosen: &Chosen,
        may_block: bool,
    ) -> Result<Wanted, Task<Listed>> {
        if !may_block {
            self.pacing.decode(&self.background, || task.is_finished());
            if !task.is_finished() {
                return Err(task);
            }
        }
        let Listed { entries, files } = self.background.finish(task);
        let wanted = entries.and_then(|entries| {
            let wanted = queue_of(&entries, &chosen.resources, &self.kinds, &self.makers);
            self.keep_foreseen(chosen.manifest.as_deref(), entries);
            wanted
        });
        Ok((wanted, files))
    }

    /// Frees what the new phase does not have.
    pub(super) fn free_for(&mut self, load: &mut Load, wanted: Vec<Resource>) -> Stage {
        let phase = load.status.phase;
        self.store.resources.set_order(wanted.iter().map(Resource::id));
        let stay = self.staying(&wanted, load.reload);
        let (streamed, wanted): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|new| new.is_streamed);
        self.streams = Streams::new(streamed, self.chosen.policy);
        let preloaded: HashSet<ResourceId> = self.store.resources.preloaded().collect();
        load.report.leaked_textures = self.free_where(|id| !stay.contains(&id));
        self.store.resources.failed.clear();
        self.owner = Some(phase);
        self.reloads.wanted.clone_from(&wanted);
        let (textures, others) = self.store.resources.preloaded_bytes();
        load.bytes_before = self.store.resources.bytes() - textures - others;
        let queue: Vec<Resource> = wanted.into_iter().filter(|new| !stay.contains(&new.id())).collect();
        let mut queue = Queue::new(Use::Load, queue, self.chosen.policy);
        queue.mark_preloaded(&preloaded);
        // Decoding needs no GPU, so it starts while the GPU has its frame.
        queue.look_ahead(&self.background, &self.source);
        load.status.progress.total = queue.progress().total;
        load.status.item = queue.current().map(Resource::id);
        Stage::Freed(queue)
    }

    /// The resident resources that stay for a load of these.
    pub(super) fn staying(&self, wanted: &[Resource], reload: bool) -> HashSet<ResourceId> {
        if reload {
            return HashSet::new();
        }
        // The preload has those a second time that a request has brought in.
        let preloaded: HashSet<_> = self.store.resources.preloaded().collect();
        kept(wanted, &self.store.resources, |new| !(new.is_streamed || preloaded.contains(&new.id())))
    }

    /// Frees resources. Returns the number of textures on the GPU that no resource owns then.
    pub(super) fn free_where(&mut self, goes: impl Fn(ResourceId) -> bool) -> usize {
        self.store.empty_bin();
        let going = self.store.resources.resident().filter(|(id, _)| goes(*id));
        for resource in going.collect::<Vec<_>>() {
            self.store.free(resource.0);
            trace_resource(self.owner, resource, "freed", 0.0, &self.trace);
        }
        let textures = self.store.gpu.texture_count().saturating_sub(self.store.resources.texture_count());
        if textures > 0 {
            log::warn!("{textures} textures on the GPU belong to no resource");
        }
        textures
    }
}

/// The ids of `wanted` that are resident already and may stay. A cache stays only if all that it was
/// made from stays, a stand-in and a callback never.
pub(super) fn kept(
    wanted: &[Resource],
    resources: &Resources,
    may_stay: impl Fn(&Resource) -> bool,
) -> HashSet<ResourceId> {
    let mut kept = HashSet::new();
    for new in wanted {
        let stays = resources.has(&new.identity()) && new.kind() != CALLBACK && may_stay(new);
        if stays && new.made_from().iter().all(|id| kept.contains(id)) {
            kept.insert(new.id());
        }
    }
    kept
}
