//! The player's settings, stored in a file.

mod merge;

use std::cell::RefCell;
use std::marker::PhantomData;
use std::rc::Rc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::platform::{Storage, StorageError};

/// The version in the file. New fields do not need a new one; a field that changes its meaning does.
const VERSION: u32 = 1;
const COMMENT: &str =
    "// The player's settings. The game writes this file; change it only while it is not running.\n";

/// Stores the settings of a game, any serde type, as RON in a [`Storage`]. A [`DirStorage`] replaces the
/// file atomically.
///
/// [`DirStorage`]: crate::platform::DirStorage
///
/// With `#[serde(default)]` on the type, older and newer versions of the game read each other's files,
/// because a missing field has its default, and an unknown one is skipped.
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
    /// The key of the settings.
    pub const KEY: &'static str = "settings.ron";
    /// The key of the backup of the last broken text.
    pub const BROKEN_KEY: &'static str = "settings.ron.broken";
}

impl<T: Serialize + DeserializeOwned + Default> SettingsFile<T> {
    /// Makes the settings in `storage`, which may have other texts too.
    pub fn new(storage: Rc<dyn Storage>) -> Self {
        Self { storage, last: RefCell::default(), settings: PhantomData }
    }

    /// Loads the settings; or the defaults and an error, if there is a file that cannot be read or is
    /// not of this type. A missing file is no error.
    pub fn load(&self) -> (T, Option<StorageError>) {
        let text = self.storage.load(Self::KEY);
        let (settings, error) =
            match text.and_then(|text| text.map_or_else(|| Ok(T::default()), |text| read(&text))) {
                Ok(settings) => (settings, None),
                Err(error) => (T::default(), Some(error)),
            };
        self.last.replace(write(&settings).ok());
        (settings, error)
    }

    /// Saves `settings`. A broken text that they replace is saved as a backup first.
    ///
    /// # Errors
    ///
    /// [`StorageError`] if they cannot be written, or if the text that they would replace cannot be
    /// read, or is broken and cannot be saved as a backup.
    pub fn save(&self, settings: &T) -> Result<(), StorageError> {
        let new = write(settings)?;
        self.storage.update(Self::KEY, &mut |old| {
            let text = match old {
                Some(old) if read::<T>(&old).is_err() => {
                    self.storage.save(Self::BROKEN_KEY, &old)?;
                    new.clone()
                }
                Some(old) => {
                    let merged = merge::merged(self.last.borrow().as_deref(), &new, without_mark(&old));
                    // The settings alone are better than a text that does not have them.
                    if read::<T>(&merged).is_ok() { merged } else { new.clone() }
                }
                None => new.clone(),
            };
            Ok(format!("{COMMENT}{text}\n"))
        })?;
        self.last.replace(Some(new));
        Ok(())
    }
}

fn write<T: Serialize>(settings: &T) -> Result<String, StorageError> {
    // The same settings are the same file on all systems.
    let pretty = ron::ser::PrettyConfig::new().new_line("\n");
    let text: &dyn erased_serde::Serialize = &SettingsText { version: VERSION, settings };
    let text = ron::ser::to_string_pretty(text, pretty);
    text.map_err(|cause| error("write", cause.to_string()))
}

fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, StorageError> {
    let parsed = ron::from_str::<SettingsText<T>>(without_mark(text)).map(|text| text.settings);
    parsed.map_err(|cause| {
        let at = cause.span.start;
        error("read", format!("line {}, column {}: {}", at.line, at.col, cause.code))
    })
}

fn error(action: &'static str, cause: String) -> StorageError {
    StorageError { action, place: SettingsFile::<()>::KEY.to_owned(), cause }
}
