//! The name of a phase, and the resources that it has.

use std::any::Any;

use super::resource::Resource;
use crate::platform::name_type;

name_type! {
    /// Names a phase: `logo`, `main_menu`. Small letters, digits and `_` by convention.
    PhaseId
}

/// The resources of a phase. The queue is worked through in order: first the manifest's, from top
/// to bottom, then the code's.
pub(crate) struct PhaseContents {
    pub(crate) id: PhaseId,
    /// The path of its manifest. It is read again in each load, so an edited one counts.
    pub(crate) manifest: Option<String>,
    /// The paths of manifests that take its place for some payloads.
    pub(crate) manifests_for: Vec<(IsPayload, String)>,
    /// The resources that code adds.
    pub(crate) resources: Vec<Resource>,
}

/// Whether a payload is the one that is meant.
type IsPayload = Box<dyn Fn(&dyn Any) -> bool>;

impl PhaseContents {
    /// The path of the manifest of a load with this payload.
    pub(super) fn manifest_for(&self, payload: Option<&dyn Any>) -> Option<&str> {
        let chosen = self.manifests_for.iter().find(|(is_meant, _)| payload.is_some_and(is_meant));
        chosen.map(|(_, path)| path.as_str()).or(self.manifest.as_deref())
    }

    /// The paths of all its manifests.
    pub(super) fn manifests(&self) -> impl Iterator<Item = &str> {
        let others = self.manifests_for.iter().map(|(_, path)| path.as_str());
        self.manifest.as_deref().into_iter().chain(others)
    }
}
