//! What a resource is, without the code that loads it.

use super::id::ResourceId;
use crate::platform::{AssetPath, Filter, ReadError};

/// The id, the kind and the origin of a resource. Where they are the same, a resident value can stay.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) id: ResourceId,
    /// The kind's word.
    pub(super) kind: &'static str,
    pub(super) origin: Origin,
}

#[derive(Clone, PartialEq, Eq)]
pub(super) enum Origin {
    /// A file, and the filter of a texture.
    File(Result<AssetPath, ReadError>, Filter),
    /// The number of a maker, and what it reads.
    Code(u64, Vec<ResourceId>),
}
