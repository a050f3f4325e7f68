//! One item of a load queue, and the items of a phase.

use std::any::Any;
use std::fmt;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::asset::Asset;
use super::context::FinishContext;
use super::error::{AnyError, LoadError};
use super::id::{PhaseId, ResourceId};
use super::identity::{Identity, Origin};
use super::kind::Kind;
use super::policy::LoadPolicy;
use crate::platform::{AssetPath, ReadError, id_problem};

pub(super) const CACHE: &str = "cache";
pub(super) const CALLBACK: &str = "callback";

type Make = Box<dyn Fn(&mut FinishContext<'_>) -> Result<Box<dyn Any>, AnyError>>;

/// The code of caches and callbacks.
#[derive(Clone)]
pub(crate) struct Maker {
    /// Another one for each maker.
    number: u64,
    make: Rc<Make>,
}

impl Maker {
    pub(crate) fn new<T: 'static>(
        make: impl Fn(&mut FinishContext<'_>) -> Result<T, AnyError> + 'static,
    ) -> Self {
        static MAKERS: AtomicU64 = AtomicU64::new(0);
        let number = MAKERS.fetch_add(1, Ordering::Relaxed);
        Self { number, make: Rc::new(Box::new(move |cx| Ok(Box::new(make(cx)?)))) }
    }

    pub(super) fn call(&self, cx: &mut FinishContext<'_>) -> Result<Box<dyn Any>, AnyError> {
        (self.make)(cx)
    }
}

#[derive(Clone)]
pub(super) enum Work {
    /// A file is read.
    Decode(Kind, Result<AssetPath, ReadError>),
    /// Code reads these resources.
    Make(Maker, Vec<ResourceId>),
}

/// One item of a phase's load queue: an id, a kind, a weight, required or optional.
#[derive(Clone)]
pub struct Resource {
    id: ResourceId,
    kind: &'static str,
    pub(super) work: Work,
    pub(super) weight: u32,
    pub(super) is_optional: bool,
}

impl Resource {
    /// A resource that is decoded from the file `path` of the assets folder.
    pub fn file<A: Asset>(id: impl Into<ResourceId>, path: &str) -> Self {
        Self::new(id.into(), A::KIND, Work::Decode(Kind::of::<A>(), AssetPath::new(path)))
    }

    /// A value that `code` makes on the main thread from the resources `from`, which must be earlier in
    /// the queue. It sees no others, and is not made if one of them could not be loaded. A phase that keeps
    /// all of them keeps the cache too.
    pub fn cache<T: 'static>(
        id: impl Into<ResourceId>,
        from: &[&str],
        code: impl Fn(&mut FinishContext<'_>) -> Result<T, AnyError> + 'static,
    ) -> Self {
        let from = from.iter().map(|&id| id.into()).collect();
        Self::new(id.into(), CACHE, Work::Make(Maker::new(code), from))
    }

    /// Work on the main thread in each load.
    pub fn callback<T: 'static>(
        id: impl Into<ResourceId>,
        code: impl Fn(&mut FinishContext<'_>) -> Result<T, AnyError> + 'static,
    ) -> Self {
        Self::new(id.into(), CALLBACK, Work::Make(Maker::new(code), Vec::new()))
    }

    pub(super) const fn new(id: ResourceId, kind: &'static str, work: Work) -> Self {
        Self { id, kind, work, weight: 1, is_optional: false }
    }

    pub(super) fn identity(&self) -> Identity {
        let origin = match &self.work {
            Work::Decode(kind, path) => Origin::File(path.clone(), kind.filter),
            Work::Make(maker, from) => Origin::Code(maker.number, from.clone()),
        };
        Identity { id: self.id, kind: self.kind, origin }
    }

    /// The resources that its code reads; empty for a file.
    pub(super) fn made_from(&self) -> &[ResourceId] {
        match &self.work {
            Work::Decode(..) => &[],
            Work::Make(_, from) => from,
        }
    }

    /// Sets the item's share of the progress, relative to the phase's other items. The default is 1; 0 counts as 1.
    #[must_use]
    pub fn weight(mut self, weight: u32) -> Self {
        self.weight = weight.max(1);
        self
    }

    /// Makes the item optional: if it cannot be loaded, the stand-in of its kind replaces it, or it is
    /// left out.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.is_optional = true;
        self
    }

    /// What is wrong with an id that code has given.
    fn id_problem(&self) -> Option<String> {
        if let Some(problem) = id_problem(self.kind) {
            return Some(format!("the word of a kind {problem}"));
        }
        let own = id_problem(self.id.name()).map(|problem| format!("the id {problem}"));
        let of_from = || self.made_from().iter().find_map(|from| id_problem(from.name()));
        let what = own.or_else(|| of_from().map(|problem| format!("an id in `from` {problem}")))?;
        Some(format!("a {} of the code: {what}", self.kind))
    }

    /// The id.
    pub const fn id(&self) -> ResourceId {
        self.id
    }

    /// The kind's word.
    pub const fn kind(&self) -> &'static str {
        self.kind
    }

    /// What the player and the log read of a phase that requires it, when it fails.
    pub(super) fn failure(&self, phase: PhaseId, cause: &str) -> String {
        let file = self.path().filter(|path| !cause.contains(path.as_str()));
        let file = file.map(|path| format!("{path}: ")).unwrap_or_default();
        format!("phase `{phase}` cannot be loaded: {} `{}`: {file}{cause}", self.kind, self.id)
    }

    /// The error of the resource for this cause.
    pub(super) fn error(&self, cause: LoadError) -> LoadError {
        let (kind, id, path) = (self.kind, self.id, self.path().cloned());
        LoadError::Resource { kind, id, path, cause: Box::new(cause) }
    }

    /// Its file; `None` when code makes it.
    pub const fn path(&self) -> Option<&AssetPath> {
        match &self.work {
            Work::Decode(_, Ok(path)) => Some(path),
            Work::Decode(_, Err(_)) | Work::Make(..) => None,
        }
    }
}

impl fmt::Debug for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.path().map_or("code", AssetPath::as_str);
        write!(f, "{} `{}` from {from}", self.kind(), self.id())
    }
}

/// The resources of a phase: first the manifest's, then the code's.
pub(crate) struct PhaseContents {
    pub(crate) id: PhaseId,
    /// The path of its manifest, which is read in each load.
    pub(crate) manifest: Option<String>,
    /// The paths of manifests for some payloads.
    pub(crate) manifests_for: Vec<(IsPayload, String)>,
    pub(crate) resources: FromCode,
    pub(crate) policy: LoadPolicy,
}

/// What code adds to a phase.
#[derive(Clone, Default)]
pub(crate) struct FromCode {
    pub(crate) resources: Vec<Resource>,
    /// The first id of the phase and of its screens that breaks the rule of ids.
    bad_id: Option<String>,
}

impl FromCode {
    /// Notes an id of the phase: the load fails if it breaks the rule of ids.
    pub(crate) fn check_id(&mut self, what: &str, id: &str) {
        if let Some(problem) = id_problem(id) {
            self.bad_id.get_or_insert(format!("the id of {what} {problem}"));
        }
    }

    /// The first thing that is wrong with the ids.
    pub(super) fn problem(&self) -> Option<String> {
        self.bad_id.clone().or_else(|| self.resources.iter().find_map(Resource::id_problem))
    }
}

/// Whether a payload is the right one.
type IsPayload = Box<dyn Fn(&dyn Any) -> bool>;

impl PhaseContents {
    /// The path of the manifest of a load with this payload.
    pub(crate) fn manifest_for(&self, payload: Option<&dyn Any>) -> Option<&str> {
        let is_meant = |is_payload: &IsPayload| payload.is_some_and(is_payload);
        let chosen = self.manifests_for.iter().find(|(is_payload, _)| is_meant(is_payload));
        chosen.map(|(_, path)| path.as_str()).or(self.manifest.as_deref())
    }

    /// What a load with this payload reads.
    pub(super) fn chosen(&self, payload: Option<&dyn Any>) -> Chosen {
        let manifest = self.manifest_for(payload).map(str::to_owned);
        Chosen { manifest, resources: self.resources.clone(), policy: self.policy }
    }

    /// Whether a load of it fails without any file.
    pub(crate) fn needs_files(&self) -> bool {
        let is_needed = |resource: &Resource| !resource.is_optional;
        let mut files =
            self.resources.resources.iter().filter(|resource| matches!(resource.work, Work::Decode(..)));
        self.manifests().next().is_some() || files.any(is_needed)
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
    pub(super) resources: FromCode,
    pub(super) policy: LoadPolicy,
}
