//! Saved games in slots.

use std::marker::PhantomData;
use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::platform::{Storage, StorageError};

/// Saved games in numbered slots of a [`Storage`]: the text of each save, and what a list of saves shows
/// of it, any serde type `T`. A [`DirStorage`](crate::platform::DirStorage) replaces a slot atomically.
///
/// A screen saves the run with [`FlowHandle::save`](crate::flow::FlowHandle::save), whose ticket has the text, and
/// continues it with [`SavedFlow::parse`](crate::flow::SavedFlow::parse) and
/// [`ScreenCommand::Restore`](crate::flow::ScreenCommand::Restore). A save has what each screen
/// [writes](crate::flow::GameScreen::save), and the populations that it [keeps](crate::flow::Populations::keep).
///
/// Reading changes nothing, not even a damaged slot. Its checksum, the only one of a save, finds a text that was cut or
/// changed.
///
/// ```
/// use std::rc::Rc;
///
/// use proscenium::game::Saves;
/// use proscenium::platform::MemoryStorage;
///
/// let saves = Saves::<(u32, String)>::new(Rc::new(MemoryStorage::default()));
/// saves.write(1, &(7, "the ford".to_owned()), "the text of ScreenManager::save")?;
/// assert_eq!(saves.info(1)?, Some((7, "the ford".to_owned())));
/// assert_eq!(saves.read(1)?.as_deref(), Some("the text of ScreenManager::save"));
/// assert_eq!(saves.info(2)?, None);
/// # Ok::<(), proscenium::platform::StorageError>(())
/// ```
#[derive(Clone)]
pub struct Saves<T> {
    storage: Rc<dyn Storage>,
    info: PhantomData<fn() -> T>,
}

impl<T: Serialize + DeserializeOwned> Saves<T> {
    /// Makes the slots in `storage`, which may have other texts too.
    pub fn new(storage: Rc<dyn Storage>) -> Self {
        Self { storage, info: PhantomData }
    }

    /// Returns what a list shows of a slot; `None` if it is empty.
    ///
    /// # Errors
    ///
    /// The slot cannot be read or is damaged.
    pub fn info(&self, slot: u32) -> Result<Option<T>, StorageError> {
        parse(slot, &self.load(slot)?)
    }

    /// Returns the text of a save; `None` if the slot is empty.
    ///
    /// # Errors
    ///
    /// As for [`info`](Self::info).
    pub fn read(&self, slot: u32) -> Result<Option<String>, StorageError> {
        Ok(parts(slot, &self.load(slot)?)?.map(|(_, save)| save.to_owned()))
    }

    /// Replaces a slot. A damaged one, whatever its bytes are, is kept as a backup, with `.broken` after its key.
    ///
    /// # Errors
    ///
    /// The slot cannot be read or written, for instance because a folder is in its place. It is unchanged then.
    pub fn write(&self, slot: u32, info: &T, save: &str) -> Result<(), StorageError> {
        let info = ron::to_string(info).map_err(|cause| error("write", slot, cause.to_string()))?;
        let body = format!("{info}\n{save}");
        self.replace(slot, &format!("{}\n{body}", checksum(&body)))
    }

    /// Empties a slot.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn remove(&self, slot: u32) -> Result<(), StorageError> {
        self.replace(slot, "")
    }

    fn replace(&self, slot: u32, text: &str) -> Result<(), StorageError> {
        let key = key(slot);
        self.storage.update(&key, &mut |old| {
            if let Some(old) = old.filter(|old| parse::<T>(slot, old).is_err()) {
                self.storage.save(&format!("{key}.broken"), &old)?;
            }
            Ok(text.to_owned())
        })
    }

    fn load(&self, slot: u32) -> Result<String, StorageError> {
        Ok(self.storage.load(&key(slot))?.unwrap_or_default())
    }
}

/// The two parts of a slot's text; `None` if it is empty.
fn parts(slot: u32, text: &str) -> Result<Option<(&str, &str)>, StorageError> {
    if text.is_empty() {
        return Ok(None);
    }
    let body = text.split_once('\n').filter(|(sum, body)| *sum == checksum(body));
    let parts = body.and_then(|(_, body)| body.split_once('\n'));
    parts.map(Some).ok_or_else(|| error("read", slot, "it was cut or changed".to_owned()))
}

/// What a list shows of a slot's text.
fn parse<T: DeserializeOwned>(slot: u32, text: &str) -> Result<Option<T>, StorageError> {
    let Some((info, _)) = parts(slot, text)? else { return Ok(None) };
    ron::from_str(info).map(Some).map_err(|cause| error("read", slot, cause.to_string()))
}

fn key(slot: u32) -> String {
    format!("save_{slot}.txt")
}

fn checksum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

fn error(action: &'static str, slot: u32, cause: String) -> StorageError {
    StorageError { action, place: key(slot), cause }
}
