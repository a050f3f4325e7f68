//! Files that are at hand, in front of a source that has to be waited for.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::{AssetSource, ReadFuture, Received};
use crate::platform::path::AssetPath;

/// Answers at once for the files that it keeps, and asks another source for the rest.
pub struct KeptSource {
    kept: Mutex<HashMap<AssetPath, Vec<u8>>>,
    rest: Arc<dyn AssetSource>,
}

impl KeptSource {
    /// Keeps nothing yet.
    #[must_use]
    pub fn new(rest: Arc<dyn AssetSource>) -> Self {
        Self { kept: Mutex::default(), rest }
    }

    /// Keeps the contents of a file from now on.
    pub fn keep(&self, path: AssetPath, bytes: Vec<u8>) {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner).insert(path, bytes);
    }
}

impl AssetSource for KeptSource {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).get(path).cloned();
        match kept {
            Some(bytes) => Box::pin(std::future::ready(Ok(bytes))),
            None => self.rest.read(path),
        }
    }

    fn is_immediate(&self) -> bool {
        self.rest.is_immediate()
    }

    fn received(&self, path: &AssetPath) -> Option<Received> {
        self.rest.received(path)
    }

    fn list(&self) -> Option<Vec<String>> {
        self.rest.list()
    }
}
