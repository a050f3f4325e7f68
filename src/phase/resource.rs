//! One item of a load queue.

use std::any::Any;
use std::error::Error;
use std::fmt;
use std::rc::Rc;

use super::AnyError;
use super::asset::Asset;
use super::context::FinishContext;
use super::kind::Kind;
use crate::platform::{AssetPath, BadAssetPath, name_type};

name_type! {
    /// The name of a resource, such as `hero`, unique in its phase.
    ResourceId
}

pub(super) type Make = dyn Fn(&mut FinishContext<'_>) -> Result<Box<dyn Any>, AnyError>;

/// `make` with its type erased.
pub(crate) fn make<T: 'static>(
    make: impl Fn(&mut FinishContext<'_>) -> Result<T, Box<dyn Error + Send + Sync>> + 'static,
) -> Rc<Make> {
    Rc::new(move |cx| Ok(Box::new(make(cx)?)))
}

#[derive(Clone)]
pub(super) enum Origin {
    File {
        kind: Kind,
        path: Result<AssetPath, BadAssetPath>,
    },
    /// Made by code, on the main thread, from the resources of these ids.
    Code {
        kind: CodeKind,
        make: Rc<Make>,
        from: Vec<ResourceId>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CodeKind {
    /// A value that stays as long as its sources.
    Cache,
    /// Work of each load.
    Callback,
}

impl CodeKind {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Cache => "cache",
            Self::Callback => "callback",
        }
    }
}

/// One item of a phase's load queue: an id, a kind, a weight, required or optional.
#[derive(Clone)]
pub struct Resource {
    id: ResourceId,
    pub(super) origin: Origin,
    pub(super) weight: u32,
    pub(super) is_optional: bool,
}

impl Resource {
    /// A resource that is decoded from the file `path` of the assets folder.
    pub fn file<A: Asset>(id: impl Into<ResourceId>, path: &str) -> Self {
        Self::new(id.into(), Origin::File { kind: Kind::of::<A>(), path: AssetPath::new(path) })
    }

    /// A value that `code` makes on the main thread from the resources `from`, which must be earlier in
    /// the queue. A phase that keeps all of them keeps the cache too.
    pub fn cache<T: 'static>(
        id: impl Into<ResourceId>,
        from: &[&str],
        code: impl Fn(&mut FinishContext<'_>) -> Result<T, Box<dyn Error + Send + Sync>> + 'static,
    ) -> Self {
        let from = from.iter().map(|&id| id.into()).collect();
        Self::new(id.into(), Origin::Code { kind: CodeKind::Cache, make: make(code), from })
    }

    /// Work on the main thread in each load.
    pub fn callback<T: 'static>(
        id: impl Into<ResourceId>,
        code: impl Fn(&mut FinishContext<'_>) -> Result<T, Box<dyn Error + Send + Sync>> + 'static,
    ) -> Self {
        let origin = Origin::Code { kind: CodeKind::Callback, make: make(code), from: Vec::new() };
        Self::new(id.into(), origin)
    }

    pub(super) const fn new(id: ResourceId, origin: Origin) -> Self {
        Self { id, origin, weight: 1, is_optional: false }
    }

    /// Sets the item's share of the progress, relative to the phase's other items. The default is 1; 0
    /// counts as 1.
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

    /// The id.
    pub const fn id(&self) -> ResourceId {
        self.id
    }

    /// The kind's word.
    pub const fn kind(&self) -> &'static str {
        match &self.origin {
            Origin::File { kind, .. } => kind.name,
            Origin::Code { kind, .. } => kind.name(),
        }
    }

    /// Its file; `None` when code makes it.
    pub const fn path(&self) -> Option<&AssetPath> {
        match &self.origin {
            Origin::File { path: Ok(path), .. } => Some(path),
            Origin::File { .. } | Origin::Code { .. } => None,
        }
    }

    /// Its sources; empty for a file.
    pub(super) fn made_from(&self) -> &[ResourceId] {
        match &self.origin {
            Origin::File { .. } => &[],
            Origin::Code { from, .. } => from,
        }
    }

    /// Whether `other` has the same id and kind from the same file or code, so that it can be kept. A
    /// callback is never kept.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let same_origin = match (&self.origin, &other.origin) {
            (Origin::File { path: mine, .. }, Origin::File { path: theirs, .. }) => mine == theirs,
            (
                Origin::Code { kind, make: mine, from: my_sources },
                Origin::Code { make: theirs, from: their_sources, .. },
            ) => *kind == CodeKind::Cache && Rc::ptr_eq(mine, theirs) && my_sources == their_sources,
            _ => false,
        };
        self.id == other.id && self.kind() == other.kind() && same_origin
    }
}

impl fmt::Debug for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.path().map_or("code", AssetPath::as_str);
        write!(f, "{} `{}` from {from}", self.kind(), self.id)
    }
}
