//! Files that were saved while their resources are resident.

use futures_lite::future::block_on;

use super::{LoadError, Loader};
use crate::phase::guarded::start_read;
use crate::phase::id::ResourceId;
use crate::phase::identity::Identity;
use crate::phase::kind::read_kind;
use crate::platform::AssetPath;

/// A resource that was read again, its file, and the text of it.
type Changed = (ResourceId, AssetPath, String);

impl Loader {
    /// Reads the resident files of some kinds again that were saved since the last call, and puts their
    /// values in the place of the old ones; the first call for a file only looks at it.
    pub(crate) fn reload_changed(&mut self, kinds: &[&str]) -> Vec<Result<Changed, LoadError>> {
        let is_asked = |identity: &&Identity| kinds.contains(&identity.kind);
        let stamped = self.resources.resident().filter(is_asked).filter_map(|identity| {
            let path = identity.path()?;
            Some((identity.id, identity.kind, path.clone(), self.source.stamp(path)?))
        });
        let stamped: Vec<(_, _, AssetPath, u64)> = stamped.collect();
        let mut changed = Vec::new();
        for (id, kind, path, stamp) in stamped {
            if self.stamps.insert(path.clone(), stamp).is_none_or(|before| before == stamp) {
                continue;
            }
            let Some(kind) = self.kinds.find(kind) else { continue };
            let read = read_kind(kind, self.source.as_ref(), &path);
            changed.push(read.map(|value| {
                self.resources.replace(id, value.memory(), value.into_value());
                let bytes = block_on(start_read(self.source.as_ref(), &path)).unwrap_or_default();
                (id, path, String::from_utf8_lossy(&bytes).into_owned())
            }));
        }
        changed
    }
}
