//! The player's settings, stored in a file.

mod fields;

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use ron::error::SpannedError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

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
/// A value that cannot be read, such as an unknown variant of an enum or a number out of its range, gives its field the
/// default; all other fields are read. The fields of nested structs are fields too. A map, a list, a tuple, an option
/// and a variant are each one value.
///
/// A save changes only the fields that have changed since the last load or save. All others stay as the file has them:
/// unknown fields of a newer version, and fields that another program has saved meanwhile, or saves at the same moment.
///
/// ```
/// use std::rc::Rc;
///
/// use proscenium::game::SettingsFile;
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
    /// The key of the backup of the last text that could not be read completely; a file of another name has its own key
    /// with `.broken` after it.
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

    /// Loads the settings, and an error if there is a file that cannot be read completely. Fields that cannot be read
    /// have their defaults, and the error names them. A missing file is no error.
    pub fn load(&self) -> (T, Option<StorageError>) {
        let (settings, error) = match self.storage.load(&self.key) {
            Ok(None) => (T::default(), None),
            Ok(Some(text)) => {
                let (text, error) = self.readable(&text, &write(&T::default()).unwrap_or_default());
                (read(&text).unwrap_or_default(), error)
            }
            Err(error) => (T::default(), Some(error)),
        };
        self.last.replace(write(&settings).ok());
        (settings, error)
    }

    /// Saves `settings`. A text that could not be read completely is saved as a backup before they replace it.
    ///
    /// # Errors
    ///
    /// [`StorageError`] if they cannot be written, for instance because a folder is in the place of the file, or if the
    /// text that they would replace cannot be saved as a backup.
    pub fn save(&self, settings: &T) -> Result<(), StorageError> {
        let new = write(settings).map_err(|cause| self.error("write", cause))?;
        self.storage.update(&self.key, &mut |old| {
            let mut text = new.clone();
            if let Some(old) = old {
                let (readable, error) = self.readable(&old, &new);
                if error.is_some() {
                    self.storage.save(&format!("{}.broken", self.key), &old)?;
                }
                text = fields::merged(self.last.borrow().as_deref(), &new, &readable);
            }
            // The settings alone are better than a text that does not have them.
            let text = if read::<T>(&text).is_ok() { &text } else { &new };
            Ok(format!("{COMMENT}{text}\n"))
        })?;
        self.last.replace(Some(new));
        Ok(())
    }

    /// The text of a file, with the values of `rest` for what cannot be read of it, and the error if there is one.
    fn readable(&self, file: &str, rest: &str) -> (String, Option<StorageError>) {
        let file = file.strip_prefix('\u{feff}').unwrap_or(file);
        let Err(cause) = read::<T>(file) else { return (file.to_owned(), None) };
        let mut lost = Vec::new();
        let text = fields::readable(rest, file, "", &|text| read::<T>(text).is_ok(), &mut lost);
        (text, Some(self.error("read", message(&cause, &lost))))
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

fn read<T: DeserializeOwned>(text: &str) -> Result<T, SpannedError> {
    ron::from_str::<SettingsText<T>>(text).map(|text| text.settings)
}

/// The place and the cause of the first error, and the fields that are lost.
fn message(error: &SpannedError, lost: &[String]) -> String {
    const MOST: usize = 3;
    let shortened = |text: &str, most| text.chars().take(most).collect::<String>();
    let (place, cause) = (error.span.start, shortened(&error.code.to_string(), 100));
    let mut text = format!("line {}, column {}: {cause}", place.line, place.col);
    let names = lost.iter().map(|path| path.strip_prefix("settings.").unwrap_or(path));
    let names: Vec<_> = names.filter(|name| !name.is_empty()).collect();
    for (nth, name) in names.iter().take(MOST).enumerate() {
        let before = if nth == 0 { "; lost: " } else { ", " };
        text += &format!("{before}`{}`", shortened(name, 30));
    }
    if names.len() > MOST {
        text += &format!(" and {} more", names.len() - MOST);
    }
    text
}
