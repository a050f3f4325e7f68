//! What a resource is, apart from the code that loads it.

use super::id::ResourceId;
use crate::platform::{AssetPath, BadAssetPath, Filter};

/// Id, kind and origin of a resource. A resident resource with the same identity can stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    pub(super) id: ResourceId,
    /// The kind's word.
    pub(super) kind: &'static str,
    /// The filter of a texture.
    pub(super) filter: Filter,
    pub(super) origin: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    File(Result<AssetPath, BadAssetPath>),
    /// The number of the maker, and the resources that it reads.
    Code {
        maker: u64,
        from: Vec<ResourceId>,
    },
}

impl Identity {
    /// Its file; `None` for code.
    pub(super) const fn path(&self) -> Option<&AssetPath> {
        match &self.origin {
            Origin::File(Ok(path)) => Some(path),
            Origin::File(Err(_)) | Origin::Code { .. } => None,
        }
    }

    /// The resources that its code reads; empty for a file.
    pub(super) fn made_from(&self) -> &[ResourceId] {
        match &self.origin {
            Origin::File(_) => &[],
            Origin::Code { from, .. } => from,
        }
    }
}
