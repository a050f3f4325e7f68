//! The player's settings, stored in a file.

mod fields;
mod merge;

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use ron::error::SpannedError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use self::fields::Lost;
use crate::platform::{Storage, StorageError};

/// The version in the file. New fields do not need a new one; a field that changes its meaning does.
const VERSION: u32 = 1;
const COMMENT: &str = "// The game writes this file; change it only while it is not running.\n";

/// Stores the settings of a game, any serde type, as RON in a [`Storage`]. A [`DirStorage`] replaces the
/// file atomically.
///
/// [`DirStorage`]: crate::platform::DirStorage
///
/// With `#[serde(default)]` on the type, older and newer versions of the game read each other's files,
/// because a missing field has its default, and an unknown one is skipped.
///
/// A value that cannot be read, such as an unknown variant of an enum or a number out of its range, loses its own field,
/// which then has its default; all others are read. The fields of nested structs and the entries of maps are fields of
/// their own, an item of a list or a tuple is not.
///
/// A save changes those fields of the file that have changed since the last load or save. All others stay
/// as the file has them: the unknown ones of a newer version, and those that another program has saved
/// meanwhile, or saves at the same moment.
///
/// ```
/// use std::rc::Rc;
///
/// use proscenium::kit::SettingsFile;
/// use proscenium::platform::MemoryStorage;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Debug, Default, PartialEq, Serialize, Deserialize)]
/// #[serde(default)]
/// struct Settings {
///     volume: f32,
///     fullscreen: bool,
/// }
///
/// let file = SettingsFile::new(Rc::new(MemoryStorage::default()));
/// assert_eq!(file.load(), (Settings::default(), None)); // there is none yet
///
/// file.save(&Settings { volume: 0.5, fullscreen: true })?;
/// assert_eq!(file.load(), (Settings { volume: 0.5, fullscreen: true }, None));
/// # Ok::<(), proscenium::platform::StorageError>(())
/// ```
pub struct SettingsFile<T> {
    pub(super) storage: Rc<dyn Storage>,
    key: String,
    /// The text of the settings as they were loaded or saved last.
    last: RefCell<Option<String>>,
    settings: PhantomData<fn() -> T>,
}

/// The file. The settings are one level down, so that the version can be read without them.
#[derive(Serialize, Deserialize)]
struct SettingsText<T> {
    #[serde(default)]
    version: u32,
    settings: T,
}

impl<T> SettingsFile<T> {
    /// The key of the settings, if they have no other [name](Self::named).
    pub const KEY: &'static str = "settings.ron";
    /// The key of the backup of the last text that could not be read, or not all of it; under another name that one with
    /// `.broken` after it.
    pub const BROKEN_KEY: &'static str = "settings.ron.broken";
}

impl<T: Serialize + DeserializeOwned + Default> SettingsFile<T> {
    /// Makes the settings in `storage`, which may have other texts too.
    pub fn new(storage: Rc<dyn Storage>) -> Self {
        Self::named(storage, Self::KEY)
    }

    /// Makes a file of another name, for what a game keeps besides its settings.
    pub fn named(storage: Rc<dyn Storage>, key: impl Into<String>) -> Self {
        Self { storage, key: key.into(), last: RefCell::default(), settings: PhantomData }
    }

    /// Loads the settings, and an error if there is a file that cannot be read, or not all of it. What cannot be read
    /// has its default, and the error names its fields. A missing file is no error.
    pub fn load(&self) -> (T, Option<StorageError>) {
        let (settings, error) = match self.storage.load(&self.key) {
            Ok(None) => (T::default(), None),
            Ok(Some(text)) => match read(&text) {
                Ok(settings) => (settings, None),
                Err(cause) => {
                    let (settings, _, error) = self.read_fields(&text, &cause);
                    (settings, Some(error))
                }
            },
            Err(error) => (T::default(), Some(error)),
        };
        self.last.replace(write(&settings).ok());
        (settings, error)
    }

    /// Saves `settings`. A text that they replace, and that could not be read or not all of it, is saved as a backup
    /// first.
    ///
    /// # Errors
    ///
    /// [`StorageError`] if they cannot be written, for instance because a folder is in the place of the file, or if the
    /// text that they would replace cannot be saved as a backup.
    pub fn save(&self, settings: &T) -> Result<(), StorageError> {
        let new = write(settings).map_err(|cause| self.error("write", cause))?;
        self.storage.update(&self.key, &mut |old| {
            let old = match old {
                Some(old) => match read::<T>(&old) {
                    Ok(_) => Some(old),
                    Err(cause) => {
                        self.storage.save(&format!("{}.broken", self.key), &old)?;
                        self.read_fields(&old, &cause).1
                    }
                },
                None => None,
            };
            let merged =
                old.map(|old| merge::merged(self.last.borrow().as_deref(), &new, without_mark(&old)));
            // The settings alone are better than a text that does not have them.
            let text = merged.filter(|merged| read::<T>(merged).is_ok()).unwrap_or_else(|| new.clone());
            Ok(format!("{COMMENT}{text}\n"))
        })?;
        self.last.replace(Some(new));
        Ok(())
    }

    /// The settings of a text that cannot be read as a whole, a text of what can be read of it, and the error.
    fn read_fields(&self, text: &str, cause: &SpannedError) -> (T, Option<String>, StorageError) {
        let text = without_mark(text);
        let whole =
            || format!("line {}, column {}: {}", cause.span.start.line, cause.span.start.col, cause.code);
        let Ok(default) = write(&T::default()) else {
            return (T::default(), None, self.error("read", whole()));
        };
        let mut fits = |text: &str| read::<T>(text).map(drop).map_err(|error| error.code.to_string());
        let (readable, lost) = fields::readable(text, &default, &mut fits);
        let settings = readable.as_deref().and_then(|text| read(text).ok()).unwrap_or_default();
        let cause = readable.as_ref().and_then(|_| name(text, &lost)).unwrap_or_else(whole);
        (settings, readable, self.error("read", cause))
    }

    fn error(&self, action: &'static str, cause: String) -> StorageError {
        StorageError { action, place: self.key.clone(), cause }
    }
}

fn write<T: Serialize>(settings: &T) -> Result<String, String> {
    // The same settings are the same file on all systems.
    let pretty = ron::ser::PrettyConfig::new().new_line("\n");
    let text = ron::ser::to_string_pretty(&SettingsText { version: VERSION, settings }, pretty);
    text.map_err(|cause| cause.to_string())
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, SpannedError> {
    ron::from_str::<SettingsText<T>>(without_mark(text)).map(|text| text.settings)
}

/// The fields that are lost, and the place and the cause of the first one; `None` without any.
fn name(text: &str, lost: &[Lost<'_>]) -> Option<String> {
    let shortened = |text: &str, most| text.chars().take(most).collect::<String>();
    let first = lost.first()?;
    // Its value is a part of the text.
    let before = &text[..(first.value.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)];
    let (line, column) =
        (before.matches('\n').count() + 1, before.chars().rev().take_while(|c| *c != '\n').count() + 1);
    let (path, cause) = (shortened(&first.path, 40), shortened(&first.cause, 100));
    let mut text = format!("line {line}, column {column}: `{path}`: {cause}");
    for (nth, other) in lost.iter().enumerate().skip(1) {
        if text.len() > 200 {
            text.push_str(&format!("; and {} more", lost.len() - nth));
            break;
        }
        text.push_str(&format!("; `{}` too", shortened(&other.path, 40)));
    }
    Some(text)
}
