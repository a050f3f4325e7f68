//! Texts in the browser's local storage.

use std::cell::RefCell;
use std::collections::HashMap;

use super::send;
use crate::platform::storage::{Storage, StorageError};

/// Keeps texts in the browser's local storage, behind the same trait as the desktop's files.
///
/// What was kept is read once, before the program begins ([`Boot::kept`](super::Boot::kept)).
/// Saving is done by the page at once; where the browser refuses (private windows do), the page
/// says so in the console, and the text is there until the page is left.
#[derive(Debug, Default)]
pub struct PageStorage {
    texts: RefCell<HashMap<String, String>>,
}

impl PageStorage {
    /// With the texts that the page has kept.
    pub fn new(kept: HashMap<String, String>) -> Self {
        Self { texts: RefCell::new(kept) }
    }
}

impl Storage for PageStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        Ok(self.texts.borrow().get(key).cloned())
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        self.texts.borrow_mut().insert(key.to_owned(), text.to_owned());
        send(&format!("save:{key}\n{text}"));
        Ok(())
    }
}
