//! Which files are read.

use std::sync::{Arc, Mutex};

use crate::platform::{AssetPath, AssetSource, ReadFuture, caught, lock};

/// The files of another source, of which it notes those that are read.
pub(super) struct Noted {
    source: Arc<dyn AssetSource>,
    notes: Arc<Mutex<Notes>>,
}

#[derive(Default)]
struct Notes {
    /// The reads that have begun, with the stamps of their files before.
    begun: Vec<(AssetPath, Option<u64>)>,
    /// The files that were read, in order.
    #[cfg(not(target_arch = "wasm32"))]
    read: Vec<AssetPath>,
}

impl Noted {
    pub(super) fn new(source: Arc<dyn AssetSource>) -> Self {
        Self { source, notes: Arc::default() }
    }

    /// The files that were read since the last call, for packs.
    #[cfg(not(target_arch = "wasm32"))]
    pub(super) fn take_read(&self) -> Vec<AssetPath> {
        std::mem::take(&mut lock(&self.notes).read)
    }

    /// The files that were to be read, also those that could not be.
    pub(super) fn files(&self) -> Vec<AssetPath> {
        lock(&self.notes).begun.iter().map(|(path, _)| path.clone()).collect()
    }

    /// Whether one of them was saved since its read began.
    pub(super) fn is_stale(&self) -> bool {
        let notes = lock(&self.notes);
        notes.begun.iter().any(|(path, before)| stamp(self.source.as_ref(), path) != *before)
    }
}

impl AssetSource for Noted {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let before = stamp(self.source.as_ref(), path);
        lock(&self.notes).begun.push((path.clone(), before));
        let reading = self.source.read(path);
        #[cfg(not(target_arch = "wasm32"))]
        let reading: ReadFuture = {
            let (notes, path) = (Arc::clone(&self.notes), path.clone());
            Box::pin(async move {
                let bytes = reading.await?;
                lock(&notes).read.push(path);
                Ok(bytes)
            })
        };
        reading
    }

    fn is_immediate(&self) -> bool {
        self.source.is_immediate()
    }

    fn received(&self, path: &AssetPath) -> Option<(u64, Option<u64>)> {
        self.source.received(path)
    }

    fn stamp(&self, path: &AssetPath) -> Option<u64> {
        self.source.stamp(path)
    }

    fn list(&self) -> Option<Vec<String>> {
        self.source.list()
    }
}

fn stamp(source: &dyn AssetSource, path: &AssetPath) -> Option<u64> {
    caught(|| source.stamp(path)).unwrap_or_default()
}
