//! Files that are at hand, in front of a source that has to be waited for.

use std::collections::HashMap;
use std::sync::Arc;

use super::{AssetSource, ReadFuture, Received};
use crate::platform::path::AssetPath;

/// Answers at once for the files that it keeps, and asks another source for the rest.
#[derive(Clone)]
pub struct KeptSource {
    kept: HashMap<AssetPath, Vec<u8>>,
    rest: Arc<dyn AssetSource>,
}

impl KeptSource {
    /// Keeps nothing yet.
    #[must_use]
    pub fn new(rest: Arc<dyn AssetSource>) -> Self {
        Self { kept: HashMap::new(), rest }
    }

    /// Keeps the contents of a file from now on.
    pub fn keep(&mut self, path: AssetPath, bytes: Vec<u8>) {
        self.kept.insert(path, bytes);
    }
}

impl AssetSource for KeptSource {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        match self.kept.get(path) {
            Some(bytes) => Box::pin(std::future::ready(Ok(bytes.clone()))),
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
