//! A source that notes which files are asked for.

use std::sync::{Arc, Mutex};

use crate::platform::{AssetPath, AssetSource, ReadFuture, lock};

/// Notes the files that are asked for in another source, in order.
pub(super) struct Recorder {
    source: Arc<dyn AssetSource>,
    read: Mutex<Vec<AssetPath>>,
}

impl Recorder {
    pub(super) fn new(source: &Arc<dyn AssetSource>) -> Self {
        Self { source: Arc::clone(source), read: Mutex::default() }
    }

    /// The files that were asked for since the last call.
    pub(super) fn take(&self) -> Vec<AssetPath> {
        std::mem::take(&mut lock(&self.read))
    }
}

impl AssetSource for Recorder {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        lock(&self.read).push(path.clone());
        self.source.read(path)
    }

    fn is_immediate(&self) -> bool {
        self.source.is_immediate()
    }
}
