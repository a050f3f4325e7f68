//! Files that were saved while their resources are resident.

use std::collections::HashMap;

use async_executor::Task;

use super::{Listed, Loader};
use crate::phase::error::{DecodeError, LoadError};
use crate::phase::files::Noted;
use crate::phase::finishing::make;
use crate::phase::id::ResourceId;
use crate::phase::job::{Turn, Use};
use crate::phase::policy::LoadPolicy;
use crate::phase::queue::{Effort, Queue, Tools};
use crate::phase::resource::{CALLBACK, Resource, Work};
use crate::platform::AssetPath;

/// A resource that was read again, and its file.
type Changed = (ResourceId, AssetPath);

/// The files that were saved, and the resources that are read again because of them.
#[derive(Default)]
pub(super) struct Reloads {
    /// All resources of the resident phase, in queue order.
    pub(super) wanted: Vec<Resource>,
    /// Saved files that were not looked at yet.
    saved: Vec<AssetPath>,
    /// Reads the manifest again.
    listing: Option<Task<Listed>>,
    queue: Queue,
    /// The files of those that could not be read again. Saving one of them may be the repair.
    broken: HashMap<ResourceId, Vec<Noted>>,
}

impl Reloads {
    /// For a phase that is loaded now. What was not read yet may stay from the phase before, so it is
    /// read after the load.
    pub(super) fn begin(&mut self) {
        let mut saved = std::mem::take(&mut self.saved);
        saved.extend(self.queue.resources().filter_map(|resource| resource.path().cloned()));
        let queue = Queue::new(Use::Reload, Vec::new(), LoadPolicy::default());
        *self = Self { saved, queue, ..Self::default() };
    }

    /// Whether a resource that could not be read again comes from this file.
    fn is_broken_by(&self, id: ResourceId, path: &AssetPath) -> bool {
        self.broken.get(&id).is_some_and(|files| files.iter().any(|noted| noted.path == *path))
    }
}

impl Loader {
    /// Whether files that were saved are not read and finished yet.
    pub(crate) fn is_reloading(&self) -> bool {
        let Reloads { saved, listing, queue, .. } = &self.reloads;
        listing.is_some() || !(saved.is_empty() && queue.is_empty())
    }

    /// Reads again what comes from the `saved` files, in the background, and puts values that are read
    /// in the place of the old ones. While a phase is loaded, the files wait.
    pub(crate) fn reload_changed(
        &mut self,
        saved: impl IntoIterator<Item = AssetPath>,
    ) -> Vec<Result<Changed, LoadError>> {
        self.reloads.saved.extend(saved);
        if self.resident.is_none() {
            return Vec::new();
        }
        for path in std::mem::take(&mut self.reloads.saved) {
            self.streams.queue.read_again(&path);
            if let Some(preload) = &mut self.preload {
                preload.queue.read_again(&path);
            }
            self.read_again(&path);
        }
        self.pacing.begin();
        let (mut results, mut renewed) = (Vec::new(), Vec::new());
        if let Some(listing) = self.reloads.listing.take() {
            match self.wanted(listing, &self.chosen.clone(), false) {
                Ok((Ok(wanted), _)) => renewed = self.list_again(wanted),
                Ok((Err(error), _)) => results.push(Err(self.in_manifest(error))),
                Err(listing) => self.reloads.listing = Some(listing),
            }
        }
        let policy = self.policy_beside_preload();
        let Self { source, background, store, pacing, reloads, streams, .. } = self;
        let queue = &mut reloads.queue;
        (queue.policy, queue.is_in_turn) = (policy, false);
        // Some may have been freed meanwhile.
        queue.retain(|resource| !resource.is_streamed || streams.has(resource.id()));
        queue.begin_tick(source.as_ref());
        let mut tools = Tools { source, background, pacing, store };
        while let Some((resource, turn)) = queue.turn(&mut tools, Effort::Budgeted) {
            let id = resource.id();
            match turn {
                Turn::Retried => log::warn!("{resource:?} is read again"),
                Turn::Failed(error, files) => {
                    reloads.broken.insert(id, files);
                    results.push(Err(resource.error(error)));
                }
                Turn::Loaded | Turn::StandIn(_) | Turn::Absent(_) => {
                    reloads.broken.remove(&id);
                    tools.store.resources.failed.remove(&id);
                    renewed.push(id);
                    results.extend(resource.path().cloned().map(|path| Ok((id, path))));
                }
            }
        }
        self.make_again(renewed, &mut results);
        results
    }

    /// An error of the manifests, of which all but those of the code name their file.
    fn in_manifest(&self, error: LoadError) -> LoadError {
        let manifest = self.chosen.manifest.as_deref().and_then(|path| AssetPath::new(path).ok());
        match (error, manifest) {
            (LoadError::Code(what), Some(path)) => DecodeError { path, position: None, what }.into(),
            (error, _) => error,
        }
    }

    /// Starts to read the resources that come from a file, also as a further file of theirs. A file of
    /// none may be a manifest.
    fn read_again(&mut self, path: &AssetPath) {
        let comes_from = |resource: &&Resource| {
            resource.path() == Some(path)
                || self.store.resources.is_from(resource.id(), path)
                || self.reloads.is_broken_by(resource.id(), path)
        };
        let mut from: Vec<_> = self.reloads.wanted.iter().filter(comes_from).cloned().collect();
        from.extend(self.streams.resident_where(|resource| comes_from(&resource)));
        if from.is_empty() {
            self.reloads.listing =
                Some(self.read_manifest(self.chosen.manifest.as_deref(), self.chosen.policy));
        }
        from.into_iter().for_each(|resource| self.start_reading(resource));
    }

    /// What was read from a file that has changed once more is dropped.
    fn start_reading(&mut self, resource: Resource) {
        self.reloads.queue.retain(|other| other.id() != resource.id());
        self.reloads.queue.push(resource);
    }

    /// Takes the resources of the manifests that were read again. New ones are loaded; those that are
    /// listed no more stay until the phase ends. Returns what else is made in another way now.
    fn list_again(&mut self, wanted: Vec<Resource>) -> Vec<ResourceId> {
        self.store.resources.set_order(wanted.iter().map(Resource::id));
        let (streamed, wanted): (Vec<_>, Vec<_>) = wanted.into_iter().partition(|new| new.is_streamed);
        self.streams.list_again(streamed);
        let old = std::mem::replace(&mut self.reloads.wanted, wanted);
        let old: HashMap<_, _> = old.iter().map(|old| (old.id(), old)).collect();
        let is_new =
            |new: &&Resource| !old.get(&new.id()).is_some_and(|old| old.identity() == new.identity());
        let new: Vec<_> = self.reloads.wanted.iter().filter(is_new).cloned().collect();
        let (files, made): (Vec<_>, Vec<_>) = new.into_iter().partition(|new| new.path().is_some());
        files.into_iter().for_each(|resource| self.start_reading(resource));
        made.iter().map(Resource::id).collect()
    }

    /// Makes what code makes from one of the `renewed`, and what of code is itself among them, once all
    /// that it is made from is there.
    fn make_again(&mut self, mut renewed: Vec<ResourceId>, results: &mut Vec<Result<Changed, LoadError>>) {
        let policy = self.policy_beside_preload();
        for resource in &self.reloads.wanted {
            let Work::Make(maker, from) = &resource.work else { continue };
            let id = resource.id();
            let is_changed = from.iter().any(|from| renewed.contains(from));
            // A callback does not run again.
            let is_due = renewed.contains(&id) || is_changed && resource.kind() != CALLBACK;
            if is_due && from.iter().all(|from| self.store.resources.is_resident(*from)) {
                match make(maker, resource, &mut self.store, &policy) {
                    Ok(()) => {
                        self.store.resources.failed.remove(&id);
                        renewed.push(id);
                    }
                    Err(error) => results.push(Err(resource.error(error))),
                }
            }
        }
    }
}
