//! The name of a phase, and what a program says about it in code.

use std::fmt;

use super::resource::Resource;

/// Names a phase: `logo`, `main_menu`. Small letters, digits and `_` by convention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PhaseId(&'static str);

impl PhaseId {
    /// The id with this name.
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// The name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0
    }
}

impl From<&'static str> for PhaseId {
    fn from(name: &'static str) -> Self {
        Self(name)
    }
}

impl fmt::Display for PhaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A phase: resources that live and die together. Its screens are added where it is registered
/// with the manager.
///
/// The resources come from a manifest, a data file that designers edit, and from code. The queue
/// is worked through in order: first the manifest's, from top to bottom, then the code's.
///
/// ```
/// use proscenium::phase::{MakeResource, MakeStep, Phase, Resource};
///
/// let phase = Phase::new("in_game")
///     .manifest("phases/in_game.ron")
///     .resource(Resource::callback("warm_up", MakeResource::once(|_| Ok(MakeStep::done(())))));
/// assert_eq!(phase.id().name(), "in_game");
/// ```
#[derive(Debug)]
pub struct Phase {
    id: PhaseId,
    manifest: Option<String>,
    resources: Vec<Resource>,
}

impl Phase {
    /// A phase without any resource.
    #[must_use]
    pub fn new(id: impl Into<PhaseId>) -> Self {
        Self { id: id.into(), manifest: None, resources: Vec::new() }
    }

    /// Takes resources from the manifest at `path` in the assets folder. It is read anew each
    /// time the phase is loaded, so an edited manifest counts from the next load on.
    #[must_use]
    pub fn manifest(mut self, path: &str) -> Self {
        self.manifest = Some(path.to_owned());
        self
    }

    /// Adds a resource behind those of the manifest.
    #[must_use]
    pub fn resource(mut self, resource: Resource) -> Self {
        self.resources.push(resource);
        self
    }

    /// The phase's name.
    #[must_use]
    pub const fn id(&self) -> PhaseId {
        self.id
    }

    /// The path of its manifest, if it has one.
    #[must_use]
    pub fn manifest_path(&self) -> Option<&str> {
        self.manifest.as_deref()
    }

    /// The resources that code adds.
    #[must_use]
    pub fn resources(&self) -> &[Resource] {
        &self.resources
    }
}
