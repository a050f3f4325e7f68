//! The resources of a phase.

use std::any::Any;

use super::id::PhaseId;
use super::policy::LoadPolicy;
use super::resource::Resource;

/// The resources of a phase: first those of the manifest, then those of the code.
pub(crate) struct PhaseContents {
    pub(crate) id: PhaseId,
    /// The path of its manifest, which is read in each load.
    pub(crate) manifest: Option<String>,
    /// The paths of manifests for some payloads.
    pub(crate) manifests_for: Vec<(IsPayload, String)>,
    /// The resources that code adds.
    pub(crate) resources: Vec<Resource>,
    pub(crate) policy: LoadPolicy,
}

/// Whether a payload is the right one.
type IsPayload = Box<dyn Fn(&dyn Any) -> bool>;

impl PhaseContents {
    /// The path of the manifest of a load with this payload.
    pub(crate) fn manifest_for(&self, payload: Option<&dyn Any>) -> Option<&str> {
        let chosen = self.manifests_for.iter().find(|(is_meant, _)| payload.is_some_and(is_meant));
        chosen.map(|(_, path)| path.as_str()).or(self.manifest.as_deref())
    }

    /// What a load with this payload reads.
    pub(super) fn chosen(&self, payload: Option<&dyn Any>) -> Chosen {
        let manifest = self.manifest_for(payload).map(str::to_owned);
        Chosen { manifest, resources: self.resources.clone(), policy: self.policy }
    }

    /// The manifest of each of its loads; a phase without one has one load.
    pub(super) fn loads(&self) -> Vec<Option<&str>> {
        let manifests: Vec<_> = self.manifests().map(Some).collect();
        if manifests.is_empty() { vec![None] } else { manifests }
    }

    /// The paths of all its manifests.
    pub(super) fn manifests(&self) -> impl Iterator<Item = &str> {
        let others = self.manifests_for.iter().map(|(_, path)| path.as_str());
        self.manifest.as_deref().into_iter().chain(others)
    }
}

/// What one load of a phase reads.
#[derive(Clone, Default)]
pub(super) struct Chosen {
    pub(super) manifest: Option<String>,
    /// The resources that code adds.
    pub(super) resources: Vec<Resource>,
    pub(super) policy: LoadPolicy,
}
