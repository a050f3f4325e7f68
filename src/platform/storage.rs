//! The storage of settings and saves: a folder on the desktop, memory in tests.

use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::rc::Rc;

/// A text cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot {action} {place}: {cause}")]
pub struct StorageError {
    /// `read` or `write`.
    pub action: &'static str,
    /// The file, or the key where there is no file.
    pub place: String,
    /// The error of the system.
    pub cause: String,
}

/// Persistent texts by key.
pub trait Storage {
    /// The text of `key`; `None` if there is none.
    fn load(&self, key: &str) -> Result<Option<String>, StorageError>;

    /// Replaces the text of `key`. After an error or a crash the old text is still there.
    fn save(&self, key: &str, text: &str) -> Result<(), StorageError>;
}

/// Files of a folder, one for each key.
#[derive(Clone, Debug)]
pub struct DirStorage {
    folder: PathBuf,
}

impl DirStorage {
    /// Stores files in `folder`, which is created by the first save.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into() }
    }

    /// The folder `game` in the system's folder of settings: `$XDG_CONFIG_HOME` or `~/.config` on Linux,
    /// `~/Library/Application Support` on macOS, `%APPDATA%` on Windows. `None` when no variable is set.
    pub fn for_game(game: &str) -> Option<Self> {
        let variable = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let base = if cfg!(windows) {
            variable("APPDATA")
        } else if cfg!(target_os = "macos") {
            variable("HOME").map(|home| home.join("Library/Application Support"))
        } else {
            variable("XDG_CONFIG_HOME").or_else(|| variable("HOME").map(|home| home.join(".config")))
        };
        base.map(|base| Self::new(base.join(game)))
    }

    /// Removes the incomplete files of saves during which a program was killed. Another program may be
    /// writing one of this hour.
    fn remove_leftovers(&self, key: &str) {
        let is_old = |entry: &std::fs::DirEntry| {
            let modified = entry.metadata().and_then(|metadata| metadata.modified());
            let age = modified.ok().and_then(|modified| modified.elapsed().ok());
            age.is_some_and(|age| age.as_secs() > 3600)
        };
        for entry in std::fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            let number = name.to_str().and_then(|name| name.strip_prefix(key)?.strip_suffix(".new"));
            if number.is_some_and(|number| number.starts_with('.')) && is_old(&entry) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    fn error(action: &'static str, file: &std::path::Path, error: &std::io::Error) -> StorageError {
        StorageError { action, place: file.display().to_string(), cause: error.to_string() }
    }
}

impl Storage for DirStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        let file = self.folder.join(key);
        match std::fs::read_to_string(&file) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Self::error("read", &file, &error)),
        }
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        let file = self.folder.join(key);
        // A rename is atomic: a crash or a full disk does not damage the old file.
        let new = self.folder.join(format!("{key}.{}.new", std::process::id()));
        let write = || {
            std::fs::create_dir_all(&self.folder)?;
            let mut handle = std::fs::File::create(&new)?;
            handle.write_all(text.as_bytes())?;
            handle.sync_all()?;
            std::fs::rename(&new, &file)
        };
        self.remove_leftovers(key);
        write().map_err(|error: std::io::Error| {
            // The incomplete file may be gone already.
            let _ = std::fs::remove_file(&new);
            Self::error("write", &file, &error)
        })
    }
}

/// Texts in memory, for tests and headless runs. Clones share them.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(transparent)]
pub struct MemoryStorage {
    texts: Rc<RefCell<HashMap<String, String>>>,
}

impl Storage for MemoryStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        Ok(self.texts.borrow().get(key).cloned())
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        self.texts.borrow_mut().insert(key.to_owned(), text.to_owned());
        Ok(())
    }
}
