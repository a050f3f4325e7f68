//! Texts in the browser's local storage.

use super::send;
use crate::platform::storage::{MemoryStorage, Storage, StorageError};

/// Keeps texts in the browser's local storage, behind the same trait as the desktop's files.
///
/// What was kept is read once, before the program begins ([`Boot::kept`](super::Boot::kept)).
/// Saving is done by the page at once; where the browser refuses (private windows do), the page
/// says so in the console, and the text is there until the page is left.
#[derive(Debug)]
pub struct PageStorage(pub MemoryStorage);

impl Storage for PageStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.0.load(key)
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        send(&format!("save:{key}\n{text}"));
        self.0.save(key, text)
    }
}
