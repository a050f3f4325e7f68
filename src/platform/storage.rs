//! The storage of settings and saves: a folder on the desktop, memory in tests.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::path::AssetPath;

/// The maximum size of a text: 64 MiB.
const MAX_TEXT: u64 = 64 << 20;
/// What follows the key in the name of an incomplete file and in that of a lock. No key has a `~`.
const NEW: &str = "~new.";
const LOCK: &str = "~lock";
/// The age of an incomplete file that no living program can still be writing.
const ABANDONED: Duration = Duration::from_secs(600);

/// A text cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot {action} {place}: {cause}")]
pub struct StorageError {
    /// `read` or `write`.
    pub action: &'static str,
    /// The file, or the key where there is no file.
    pub place: String,
    /// The error of the system, or the rule that the key breaks.
    pub cause: String,
}

impl StorageError {
    /// Checks that `key` is a name of a file that is possible everywhere: one part of an [`AssetPath`].
    pub(super) fn check_key(action: &'static str, key: &str) -> Result<(), Self> {
        if AssetPath::new(key).is_ok() && !key.contains('/') {
            return Ok(());
        }
        let cause = "a key is a file name of letters, digits, `_`, `-`, `.` and spaces, valid on all systems";
        Err(Self { action, place: format!("`{}`", key.escape_debug()), cause: cause.to_owned() })
    }
}

/// Persistent texts by key. A key is the name of a file: one part of an [`AssetPath`], which has the
/// rules. Other keys are an error.
pub trait Storage {
    /// The text of `key`; `None` if there is none.
    fn load(&self, key: &str) -> Result<Option<String>, StorageError>;

    /// Replaces the text of `key`. After an error or a crash the old text is still there. Of several
    /// programs that save a key at once the last one wins, and readers see one text or another, whole.
    fn save(&self, key: &str, text: &str) -> Result<(), StorageError>;

    /// Replaces the text of `key` with what `change` makes of it; `None` if there is none. Of several
    /// programs that update a key at once each gets the text of the one before it. An error of `change`
    /// leaves the text as it is.
    fn update(&self, key: &str, change: &mut Change<'_>) -> Result<(), StorageError> {
        self.save(key, &change(self.load(key)?)?)
    }
}

/// Makes a text from the one that there is.
pub(crate) type Change<'a> = dyn FnMut(Option<String>) -> Result<String, StorageError> + 'a;

/// Files of a folder, one for each key, with at most 64 MiB each. An empty file beside the one of a key
/// is the lock of its [updates](Storage::update).
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

    /// The folder of the files.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn error(action: &'static str, file: &Path, error: &io::Error) -> StorageError {
        StorageError { action, place: file.display().to_string(), cause: error.to_string() }
    }

    /// Removes incomplete files of `key` that were left by programs that ended in a save.
    fn remove_abandoned(&self, key: &str) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_ours = name.strip_prefix(key).is_some_and(|rest| rest.starts_with(NEW));
            let saved = entry.metadata().and_then(|about| about.modified()).ok();
            if is_ours && saved.and_then(|saved| saved.elapsed().ok()).is_some_and(|age| age > ABANDONED) {
                // Another program may have removed it.
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

impl Storage for DirStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        StorageError::check_key("read", key)?;
        let file = self.folder.join(key);
        match read_text(&file) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Self::error("read", &file, &error)),
        }
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        static SAVES: AtomicU64 = AtomicU64::new(0);
        StorageError::check_key("write", key)?;
        let file = self.folder.join(key);
        // A rename is atomic: a crash or a full disk does not damage the old file. The name is of this
        // save alone, so that no other thread or program writes into the file.
        let nth = SAVES.fetch_add(1, Ordering::Relaxed);
        let new = self.folder.join(format!("{key}{NEW}{}.{nth}", std::process::id()));
        let write = || {
            check_size(text.len() as u64)?;
            fs::create_dir_all(&self.folder)?;
            let mut handle = File::create(&new)?;
            handle.write_all(text.as_bytes())?;
            handle.sync_all()?;
            fs::rename(&new, &file)
        };
        write().map_err(|error: io::Error| {
            // The incomplete file may be gone already.
            let _ = fs::remove_file(&new);
            Self::error("write", &file, &error)
        })?;
        if cfg!(unix) {
            // The rename, too, survives a crash of the system. Some file systems cannot do this.
            let _ = File::open(&self.folder).and_then(|folder| folder.sync_all());
        }
        self.remove_abandoned(key);
        Ok(())
    }

    fn update(&self, key: &str, change: &mut Change<'_>) -> Result<(), StorageError> {
        StorageError::check_key("write", key)?;
        // The system releases the lock when the file is closed, also that of a program that was killed.
        let lock = || {
            fs::create_dir_all(&self.folder)?;
            let file = File::create(self.folder.join(format!("{key}{LOCK}")))?;
            file.lock().map(|()| file)
        };
        // Without it an update is a load and a save. Some file systems have no locks.
        let _lock = lock().inspect_err(|error| log::warn!("{key} is saved without a lock: {error}"));
        self.save(key, &change(self.load(key)?)?)
    }
}

fn read_text(file: &Path) -> io::Result<String> {
    // Pipes and devices are refused before they are opened, because reading one may never end.
    let about = fs::metadata(file)?;
    if !about.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    check_size(about.len())?;
    let mut text = String::new();
    File::open(file)?.take(MAX_TEXT).read_to_string(&mut text)?;
    Ok(text)
}

fn check_size(bytes: u64) -> io::Result<()> {
    if bytes <= MAX_TEXT {
        return Ok(());
    }
    Err(io::Error::other(format!("it has {bytes} bytes, more than the {MAX_TEXT} that a text may have")))
}

/// Texts in memory, for tests and headless runs. Clones share them.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(transparent)]
pub struct MemoryStorage {
    texts: Rc<RefCell<HashMap<String, String>>>,
}

impl Storage for MemoryStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        StorageError::check_key("read", key)?;
        Ok(self.texts.borrow().get(key).cloned())
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        StorageError::check_key("write", key)?;
        self.texts.borrow_mut().insert(key.to_owned(), text.to_owned());
        Ok(())
    }
}
