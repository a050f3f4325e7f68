//! Files that were saved while their resources are resident.

use std::collections::HashMap;

use async_executor::Task;

use super::Assets;
use super::load::Stage;
use crate::phase::error::{DecodeError, LoadError};
use crate::phase::files::Noted;
use crate::phase::finishing::make;
use crate::phase::id::ResourceId;
use crate::phase::job::Turn;
use crate::phase::listing::Listed;
use crate::phase::policy::LoadPolicy;
use crate::phase::queue::{Queue, Tools};
use crate::phase::resource::{CALLBACK, Resource, Work};
use crate::platform::AssetPath;

/// A resident resource that was read again from its file: [`Assets::reload_changed`]. Handles
/// see the new value. What was made from the old one keeps it, such as the units of a machine: the screen replaces
/// their definition ([`Population::replace_definition`](proscenium_ai::Population::replace_definition)).
///
/// For the screens it is an [event](crate::flow::GameEvent) too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reloaded {
    /// The resource.
    pub id: ResourceId,
    /// Its file.
    pub path: AssetPath,
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
    queue: Queue,
    /// What was read again for side loads.
    of_sides: Vec<Result<Reloaded, LoadError>>,
    /// The files of resources that could not be read again. Saving one of them may be the repair.
    broken: HashMap<ResourceId, Vec<Noted>>,
}

impl Reloads {
    /// For a phase that is loaded now. What was not read yet may stay from the phase before, so it is
    /// read after the load.
    pub(super) fn begin(&mut self) {
        let mut saved = std::mem::take(&mut self.saved);
        saved.extend(self.queue.resources().filter_map(|resource| resource.path().cloned()));
        *self = Self { saved, ..Self::default() };
    }

    /// Notes what was read again for a side load.
    pub(super) fn note_of_side(&mut self, resource: Resource, turn: Turn) {
        match turn {
            Turn::Failed(error, _) => self.of_sides.push(Err(resource.error(error))),
            Turn::Retried => log::warn!("{resource:?} is read again"),
            Turn::Loaded | Turn::StandIn(_) | Turn::Absent(_) => {
                let reloaded = |path: &AssetPath| Ok(Reloaded { id: resource.id(), path: path.clone() });
                self.of_sides.extend(resource.path().map(reloaded));
            }
        }
    }

    /// Whether a resource that could not be read again comes from this file.
    fn is_broken_by(&self, id: ResourceId, path: &AssetPath) -> bool {
        self.broken.get(&id).is_some_and(|files| files.iter().any(|noted| noted.path == *path))
    }

    /// Whether files that were saved are not read and finished yet.
    pub(super) fn is_running(&self) -> bool {
        self.listing.is_some() || !(self.saved.is_empty() && self.queue.is_empty())
    }
}

impl Assets {
    /// Reads the resources of the `saved` files again in the background, and returns what has been read since the last
    /// call. Called once a frame, before [`advance`](crate::flow::ScreenManager::advance), even if no file was saved.
    ///
    /// Handles see the new values, and caches that are made from them are made again. New resources of manifests are
    /// loaded; resources that are no longer listed stay until their phase ends. A callback does not run again. A file
    /// that cannot be read leaves the old value in place. While a phase loads, files wait for its end.
    pub fn reload_changed(
        &mut self,
        saved: impl IntoIterator<Item = AssetPath>,
    ) -> Vec<Result<Reloaded, LoadError>> {
        self.reloads.saved.extend(saved);
        if self.resident.is_none() {
            return Vec::new();
        }
        for path in std::mem::take(&mut self.reloads.saved) {
            if let Some(Stage::Loading(queue)) = self.preload.as_mut().map(|preload| &mut preload.load.stage)
            {
                queue.read_again();
            }
            self.read_sides_again(&path);
            self.read_again(&path);
        }
        self.pacing.begin();
        let (mut results, mut renewed) = (std::mem::take(&mut self.reloads.of_sides), Vec::new());
        if let Some(listing) = self.reloads.listing.take() {
            match self.listed(listing, &self.chosen.clone(), false) {
                Ok((Ok(wanted), _)) => renewed = self.list_again(wanted),
                Ok((Err(error), _)) => results.push(Err(self.in_manifest(error))),
                Err(listing) => self.reloads.listing = Some(listing),
            }
        }
        let policy = self.policy_beside();
        let Self { source, background, store, pacing, reloads, .. } = self;
        let queue = &mut reloads.queue;
        queue.policy = policy;
        queue.begin_tick(source.as_ref());
        let mut tools = Tools { source, background, pacing, store, is_whole: false };
        while let Some((resource, turn)) = queue.turn(&mut tools) {
            let id = resource.id();
            match turn {
                Turn::Retried => log::warn!("{resource:?} is read again"),
                Turn::Failed(error, files) => {
                    reloads.broken.insert(id, files);
                    results.push(Err(resource.error(error)));
                }
                Turn::Loaded | Turn::StandIn(_) | Turn::Absent(_) => {
                    reloads.broken.remove(&id);
                    tools.store.resources.map.failed.remove(&id);
                    renewed.push(id);
                    results.extend(resource.path().cloned().map(|path| Ok(Reloaded { id, path })));
                }
            }
        }
        self.make_again(renewed, &mut results);
        results
    }

    /// The phase's policy; the bytes of a preload and of side loads do not count.
    fn policy_beside(&self) -> LoadPolicy {
        let (textures, others) = self.store.resources.bytes_beside();
        let byte_limit = self.chosen.policy.byte_limit.saturating_add(textures + others);
        LoadPolicy { byte_limit, ..self.chosen.policy }
    }

    /// Adds the manifest's path to an error of the code, which has none.
    fn in_manifest(&self, error: LoadError) -> LoadError {
        let manifest = self.chosen.manifest.as_deref().and_then(|path| AssetPath::new(path).ok());
        match (error, manifest) {
            (LoadError::Code(what), Some(path)) => DecodeError { path, position: None, what }.into(),
            (error, _) => error,
        }
    }

    /// Starts to read the resources that come from a file, even as a further file. A file of none may be a manifest.
    fn read_again(&mut self, path: &AssetPath) {
        let comes_from = |resource: &&Resource| {
            resource.path() == Some(path)
                || self.store.resources.is_from(resource.id(), path)
                || self.reloads.is_broken_by(resource.id(), path)
        };
        let from: Vec<_> = self.reloads.wanted.iter().filter(comes_from).cloned().collect();
        if from.is_empty() {
            self.reloads.listing = Some(self.read_manifest(&self.chosen));
        }
        from.into_iter().for_each(|resource| self.start_reading(resource));
    }

    /// What was read from a file that has changed once more is dropped.
    fn start_reading(&mut self, resource: Resource) {
        self.reloads.queue.retain(|other| other.id() != resource.id());
        self.reloads.queue.push(resource);
    }

    /// Takes the resources of the manifests that were read again. New ones are loaded; resources that are no longer
    /// listed stay until the phase ends. Returns what else is made in another way now.
    fn list_again(&mut self, wanted: Vec<Resource>) -> Vec<ResourceId> {
        self.store.resources.set_order(wanted.iter().map(Resource::id));
        let old = std::mem::replace(&mut self.reloads.wanted, wanted);
        let old: HashMap<_, _> = old.iter().map(|old| (old.id(), old)).collect();
        let is_new =
            |new: &&Resource| !old.get(&new.id()).is_some_and(|old| old.identity() == new.identity());
        let new: Vec<_> = self.reloads.wanted.iter().filter(is_new).cloned().collect();
        let (files, made): (Vec<_>, Vec<_>) = new.into_iter().partition(|new| new.path().is_some());
        files.into_iter().for_each(|resource| self.start_reading(resource));
        made.iter().map(Resource::id).collect()
    }

    /// Makes the resources of code that are made from one of the `renewed` or are among them, once all that they are
    /// made from is there.
    fn make_again(&mut self, mut renewed: Vec<ResourceId>, results: &mut Vec<Result<Reloaded, LoadError>>) {
        let policy = self.policy_beside();
        for resource in &self.reloads.wanted {
            let Work::Make(maker, from) = &resource.work else { continue };
            let id = resource.id();
            let is_changed = from.iter().any(|from| renewed.contains(from));
            // A callback does not run again.
            let is_due = renewed.contains(&id) || is_changed && resource.kind() != CALLBACK;
            if is_due && from.iter().all(|from| self.store.resources.is_resident(*from)) {
                match make(maker, resource, &mut self.store, &policy) {
                    Ok(()) => {
                        self.store.resources.map.failed.remove(&id);
                        renewed.push(id);
                    }
                    Err(error) => results.push(Err(resource.error(error))),
                }
            }
        }
    }
}
