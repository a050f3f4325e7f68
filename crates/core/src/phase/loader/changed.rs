//! Files that were saved while their resources are resident.

use std::collections::HashMap;
use std::sync::Arc;

use async_executor::Task;

use super::{Listed, Loader};
use crate::phase::ahead::Place;
use crate::phase::error::{DecodeError, LoadError};
use crate::phase::finishing::{Finishing, make};
use crate::phase::id::ResourceId;
use crate::phase::manifest::queue_of;
use crate::phase::reading::{Outcome, Unready, read};
use crate::phase::resource::{CALLBACK, Resource, Work};
use crate::platform::AssetPath;

/// A resource that was read again, and its file.
type Changed = (ResourceId, AssetPath);

/// A resource that is read again.
struct Reading {
    resource: Resource,
    task: Task<Outcome>,
}

/// The files that were saved, and the resources that are read again because of them.
#[derive(Default)]
pub(super) struct Reloads {
    /// All resources of the resident phase, in queue order.
    pub(super) wanted: Vec<Resource>,
    /// Saved files that were not looked at yet.
    saved: Vec<AssetPath>,
    /// Reads the manifest again.
    listing: Option<Task<Listed>>,
    reading: Vec<Reading>,
    /// The files of those that could not be read again. Saving one of them may be the repair.
    broken: HashMap<ResourceId, Vec<AssetPath>>,
    /// Those that are read and not uploaded as a whole.
    finishing: Vec<(Resource, Finishing)>,
}

impl Reloads {
    /// For a phase that is loaded now. What was not read yet may stay from the phase before, so it is
    /// read after the load.
    pub(super) fn begin(&mut self) {
        let mut saved = std::mem::take(&mut self.saved);
        let reading = self.reading.iter().map(|reading| &reading.resource);
        let begun = reading.chain(self.finishing.iter().map(|(resource, _)| resource));
        saved.extend(begun.filter_map(|resource| resource.path().cloned()));
        *self = Self { saved, ..Self::default() };
    }

    fn is_done(&self) -> bool {
        self.listing.as_ref().is_none_or(Task::is_finished)
            && self.reading.iter().all(|reading| reading.task.is_finished())
    }

    /// Whether a resource that could not be read again comes from this file.
    fn is_broken_by(&self, id: ResourceId, path: &AssetPath) -> bool {
        self.broken.get(&id).is_some_and(|files| files.contains(path))
    }
}

impl Loader {
    /// Whether files that were saved are not read and finished yet.
    pub(crate) fn is_reloading(&self) -> bool {
        let Reloads { saved, listing, reading, finishing, .. } = &self.reloads;
        listing.is_some() || !(saved.is_empty() && reading.is_empty() && finishing.is_empty())
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
            self.read_again(&path);
        }
        self.pacing.begin();
        self.pacing.decode(&self.background, || self.reloads.is_done());
        let mut results = Vec::new();
        let mut renewed = Vec::new();
        if let Some(listing) = self.reloads.listing.take_if(|listing| listing.is_finished()) {
            let Listed { entries, .. } = self.background.finish(listing);
            let queue = entries
                .and_then(|entries| queue_of(&entries, &self.chosen.resources, &self.kinds, &self.makers));
            match queue {
                Ok(wanted) => renewed = self.list_again(wanted),
                Err(error) => results.push(Err(self.in_manifest(error))),
            }
        }
        let read = self.reloads.reading.extract_if(.., |reading| reading.task.is_finished());
        for Reading { resource, task } in read {
            match self.background.finish(task) {
                Ok(ready) => {
                    let finishing = Finishing::new(ready, &self.store.resources);
                    self.reloads.broken.remove(&resource.id());
                    self.reloads.finishing.push((resource, finishing));
                }
                Err(Unready { error, files }) => {
                    let files = files.into_iter().map(|noted| noted.path).collect();
                    self.reloads.broken.insert(resource.id(), files);
                    results.push(Err(resource.error(error)));
                }
            }
        }
        let policy = self.policy_beside_preload();
        let Self { store, pacing, reloads, streams, .. } = self;
        for (resource, finishing) in std::mem::take(&mut reloads.finishing) {
            if resource.is_streamed && !streams.has(resource.id()) {
                // It was freed meanwhile.
                continue;
            }
            let has_time = || pacing.has_time();
            match finishing.run(&resource, store, &policy, &has_time) {
                Ok(Some(rest)) => reloads.finishing.push((resource, rest)),
                Ok(None) => {
                    store.resources.failed.remove(&resource.id());
                    renewed.push(resource.id());
                    let path = resource.path().cloned();
                    results.extend(path.map(|path| Ok((resource.id(), path))));
                }
                Err(error) => results.push(Err(resource.error(error))),
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

    fn start_reading(&mut self, resource: Resource) {
        let Work::Decode(kind, Ok(path)) = resource.work.clone() else { return };
        let place = Place { limit: Some(self.chosen.policy.decoding()), ..Place::default() };
        let task = self.background.spawn(read(kind, path, Arc::clone(&self.source), place));
        // What was read from a file that has changed once more is dropped.
        self.reloads.reading.retain(|other| other.resource.id() != resource.id());
        self.reloads.finishing.retain(|(other, _)| other.id() != resource.id());
        self.reloads.reading.push(Reading { resource, task });
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
