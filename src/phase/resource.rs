//! One item of a phase's load queue, whatever its kind: the `Res` of the seed's fifth improvement.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use super::make::MakeResource;
use crate::platform::AssetPath;

/// What a resource is, and with that how it is decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ResourceKind {
    /// Translated texts of one language, a Fluent file (`.ftl`).
    Strings,
    /// A picture (PNG, JPEG or WebP).
    Texture,
    /// A sound, kept as the bytes of its file (OGG or WAV).
    Sound,
    /// A map of the Tiled editor (`.tmx`).
    Level,
    /// A logic script (`.rhai`).
    Script,
    /// The data of an AI machine (`.ron`).
    Machine,
    /// A film, an animated WebP that is played as a stream.
    #[cfg(feature = "films")]
    Film,
    /// Something that code makes from other resources, such as an atlas of glyphs.
    Cache,
    /// A step of work that code does, such as the building of a path-finding grid.
    Callback,
}

impl ResourceKind {
    /// The kind's word in manifests and in the trace.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strings => "strings",
            Self::Texture => "texture",
            Self::Sound => "sound",
            Self::Level => "level",
            Self::Script => "script",
            Self::Machine => "machine",
            #[cfg(feature = "films")]
            Self::Film => "film",
            Self::Cache => "cache",
            Self::Callback => "callback",
        }
    }
}

impl fmt::Display for ResourceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Names a resource, for instance `hero`. Ids are given by manifests, so they are only known at
/// run time; two resources of one phase cannot have the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ResourceId(Arc<str>);

impl ResourceId {
    /// The id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for ResourceId {
    fn from(id: &str) -> Self {
        Self(id.into())
    }
}

impl fmt::Display for ResourceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// What a failure of the resource means for its phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Need {
    /// The phase cannot be without it: a failure leads to the failure screen.
    #[default]
    Required,
    /// The phase goes on with a stand-in: a checker for a texture, no texts, no sound, no data.
    /// A level, a script, a film, a cache or a callback has no stand-in and is simply not there.
    Optional,
}

/// Where a resource comes from.
#[derive(Clone)]
pub(crate) enum Origin {
    /// It is decoded from a file.
    File(AssetPath),
    /// It is made by code, on the main thread, from the resources of these ids.
    Code { make: Rc<MakeResource>, from: Vec<ResourceId> },
}

/// One item of a phase's load queue: an id, a kind, a weight, required or optional.
#[derive(Clone)]
pub struct Resource {
    pub(crate) id: ResourceId,
    pub(crate) kind: ResourceKind,
    pub(crate) origin: Origin,
    pub(crate) weight: u32,
    pub(crate) need: Need,
}

impl Resource {
    /// A resource that is decoded from a file. `kind` is one of the kinds that have files; a
    /// cache or a callback made this way is refused when it is loaded.
    #[must_use]
    pub fn file(kind: ResourceKind, id: &str, path: AssetPath) -> Self {
        Self { id: id.into(), kind, origin: Origin::File(path), weight: 1, need: Need::Required }
    }

    /// Something that `make` makes from the resources named by `from`, which must stand before
    /// it in the queue. A phase that keeps all of them keeps the cache as well.
    #[must_use]
    pub fn cache(id: &str, from: &[&str], make: MakeResource) -> Self {
        let from = from.iter().map(|&id| id.into()).collect();
        Self::code(ResourceKind::Cache, id, Rc::new(make), from)
    }

    /// A step of work that is done each time a phase that has it is loaded.
    #[must_use]
    pub fn callback(id: &str, make: MakeResource) -> Self {
        Self::code(ResourceKind::Callback, id, Rc::new(make), Vec::new())
    }

    pub(crate) fn code(kind: ResourceKind, id: &str, make: Rc<MakeResource>, from: Vec<ResourceId>) -> Self {
        Self { id: id.into(), kind, origin: Origin::Code { make, from }, weight: 1, need: Need::Required }
    }

    /// Sets the share of the progress that this item has, compared with the phase's other items.
    /// The default is 1; 0 counts as 1, because an item without weight would end at a progress
    /// that was reached before it.
    #[must_use]
    pub fn weight(mut self, weight: u32) -> Self {
        self.weight = weight.max(1);
        self
    }

    /// Lets the phase go on without it when it cannot be loaded.
    #[must_use]
    pub const fn optional(mut self) -> Self {
        self.need = Need::Optional;
        self
    }

    /// The id.
    #[must_use]
    pub const fn id(&self) -> &ResourceId {
        &self.id
    }

    /// The kind.
    #[must_use]
    pub const fn kind(&self) -> ResourceKind {
        self.kind
    }

    /// The file it is decoded from; `None` when code makes it.
    #[must_use]
    pub const fn path(&self) -> Option<&AssetPath> {
        match &self.origin {
            Origin::File(path) => Some(path),
            Origin::Code { .. } => None,
        }
    }

    /// The resources that it is made from; empty for a file.
    pub(crate) fn made_from(&self) -> &[ResourceId] {
        match &self.origin {
            Origin::File(_) => &[],
            Origin::Code { from, .. } => from,
        }
    }

    /// Whether `other` is the same resource: the same id and kind from the same file or the same
    /// code. A phase that needs it can then keep the other's. A callback is work, not a thing to
    /// be kept, so it is never the same.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let same_origin = match (&self.origin, &other.origin) {
            (Origin::File(mine), Origin::File(theirs)) => mine == theirs,
            (
                Origin::Code { make: mine, from: my_sources },
                Origin::Code { make: theirs, from: their_sources },
            ) => {
                self.kind != ResourceKind::Callback && Rc::ptr_eq(mine, theirs) && my_sources == their_sources
            }
            _ => false,
        };
        self.id == other.id && self.kind == other.kind && same_origin
    }
}

impl fmt::Debug for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from = self.path().map_or("code", AssetPath::as_str);
        write!(f, "{} `{}` from {from}", self.kind, self.id)
    }
}
