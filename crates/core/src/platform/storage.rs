//! The storage of settings and saves: a folder on the desktop, memory in tests.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::path::AssetPath;

/// The maximum size of a text: 64 MiB.
const MAX_TEXT: u64 = 64 << 20;
/// What follows the key in the names of an incomplete file and of a lock. No key has a `~`.
const NEW: &str = "~new.";
const LOCK: &str = "~lock";
/// What follows the key in the name of a file that was no text.
const BROKEN: &str = ".broken";
/// The keys of the settings begin with it.
const SETTINGS: &str = "settings.";
/// The age of an incomplete file that no living program can still be writing.
const ABANDONED: Duration = Duration::from_secs(600);

/// The error of a text that cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot {action} {place}: {cause}")]
pub struct StorageError {
    /// `read` or `write`.
    pub action: &'static str,
    /// The file, or the key where there is no file.
    pub place: String,
    /// The error of the system with what can be done about it, or the rule that the key breaks.
    pub cause: String,
}

impl StorageError {
    /// Checks that `key` is a name of a file that is possible everywhere: one part of an [`AssetPath`].
    pub(super) fn check_key(action: &'static str, key: &str) -> Result<(), Self> {
        let is_plain = key.chars().all(|c| c.is_alphanumeric() || "_-. ".contains(c));
        if is_plain && AssetPath::new(key).is_ok() {
            return Ok(());
        }
        let cause = "a key is a file name of letters, digits, `_`, `-`, `.` and spaces, valid on all systems";
        Err(Self { action, place: format!("`{}`", key.escape_debug()), cause: cause.to_owned() })
    }
}

/// Persistent texts by key. A key is the name of a file: one part of an [`AssetPath`] of letters, digits, `_`, `-`,
/// `.` and spaces. Other keys are an error.
pub trait Storage {
    /// The text of `key`; `None` if there is none. Bytes that are no text are an error, and are kept.
    fn load(&self, key: &str) -> Result<Option<String>, StorageError>;

    /// Replaces the text of `key`. After an error or a crash the old text is still there. Of several
    /// programs that save a key at once the last one wins, and readers see one text or another, whole.
    /// Bytes that are no text are kept under the key with `.broken` after it.
    fn save(&self, key: &str, text: &str) -> Result<(), StorageError>;

    /// Replaces the text of `key` with the result of `change`, which gets the text, or `None` if there is none or its
    /// bytes are no text: they are kept as in [`save`](Self::save). Of several programs that update a key at once each
    /// gets the text of the one before it. An error of `change` leaves the text as it is.
    fn update(&self, key: &str, change: &mut Change<'_>) -> Result<(), StorageError> {
        self.save(key, &change(self.load(key)?)?)
    }
}

/// Makes a text from the one that there is.
pub(crate) type Change<'a> = dyn FnMut(Option<String>) -> Result<String, StorageError> + 'a;

/// Files of a folder, one for each key, with at most 64 MiB each. An empty file beside the one of a key
/// is the lock of its [updates](Storage::update). A save of a file that is a link replaces the file to which it leads; on
/// Unix the file keeps its mode.
#[derive(Clone, Debug)]
pub struct DirStorage {
    folder: PathBuf,
    /// The folder of the settings, if they have a separate one.
    settings: Option<PathBuf>,
}

impl DirStorage {
    /// Stores files in `folder`, which is created by the first save.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        Self { folder: folder.into(), settings: None }
    }

    /// The folders `game` where the system keeps a user's files. The settings, which are the keys that begin
    /// with `settings.`, lie in `$XDG_CONFIG_HOME` or `~/.config` on Linux; all others in `$XDG_DATA_HOME` or
    /// `~/.local/share`. On macOS both lie in `~/Library/Application Support`, on Windows in `%APPDATA%`. `None` when
    /// the system has no such folder.
    pub fn for_game(game: &str) -> Option<Self> {
        #[cfg(not(target_arch = "wasm32"))]
        let folders = (dirs::data_dir()?, dirs::config_dir()?);
        #[cfg(target_arch = "wasm32")]
        let folders: (PathBuf, PathBuf) = None?;
        Some(Self { folder: folders.0.join(game), settings: Some(folders.1.join(game)) })
    }

    /// Returns the folder of the files; the settings [of a game](Self::for_game) may lie in another one.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn folder_of(&self, key: &str) -> &Path {
        self.settings.as_deref().filter(|_| key.starts_with(SETTINGS)).unwrap_or(&self.folder)
    }

    fn error(action: &'static str, file: &Path, error: &io::Error) -> StorageError {
        let cause = match advice(error) {
            Some(advice) => format!("{error}; {advice}"),
            None => error.to_string(),
        };
        StorageError { action, place: file.display().to_string(), cause }
    }

    /// Locks the updates of a key. The system releases the lock when the file is closed, also if the program was
    /// killed.
    fn lock(&self, key: &str) -> io::Result<File> {
        let folder = self.folder_of(key);
        fs::create_dir_all(folder)?;
        let file = lock_file(&folder.join(format!("{key}{LOCK}")))?;
        file.lock().map(|()| file)
    }
}

/// Opens the empty file of a lock between programs, which [`File::lock`] takes, and makes it if it is missing.
///
/// # Errors
///
/// There is something else than a plain file, or the system cannot make one.
pub fn lock_file(path: &Path) -> io::Result<File> {
    // Opening a pipe may never end, and a link leads to a file that is not ours.
    if fs::symlink_metadata(path).is_ok_and(|about| !about.is_file()) {
        return Err(io::Error::other(format!("{} is not a file", path.display())));
    }
    File::create(path)
}

/// What a player can do about an error of the system.
fn advice(error: &io::Error) -> Option<&'static str> {
    Some(match error.kind() {
        io::ErrorKind::PermissionDenied => "give the player the right to read and write it and its folder",
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => "make room there",
        io::ErrorKind::ReadOnlyFilesystem => "make it writable",
        io::ErrorKind::NotADirectory | io::ErrorKind::AlreadyExists => {
            "move away the file that has the name of its folder"
        }
        io::ErrorKind::IsADirectory => "move away the folder that has its name",
        _ => return None,
    })
}

/// The file that a save replaces: of a link the one to which it leads, so that the link stays.
fn written(file: PathBuf) -> PathBuf {
    if file.is_symlink() { fs::canonicalize(&file).unwrap_or(file) } else { file }
}

/// Removes incomplete files of `key`, and of what is kept beside it, that were left by programs that ended in a save.
fn remove_abandoned(folder: &Path, key: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let rest = name.strip_prefix(key).map(|rest| rest.strip_prefix(BROKEN).unwrap_or(rest));
        let is_ours = rest.is_some_and(|rest| rest.starts_with(NEW));
        let saved = entry.metadata().and_then(|about| about.modified()).ok();
        if is_ours && saved.and_then(|saved| saved.elapsed().ok()).is_some_and(|age| age > ABANDONED) {
            // Another program may have removed it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

impl Storage for DirStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        StorageError::check_key("read", key)?;
        let file = self.folder_of(key).join(key);
        match read_text(&file) {
            Ok(Ok(text)) => Ok(Some(text)),
            Ok(Err(cause)) => {
                let cause = format!("{cause}; the next save keeps it as {key}{BROKEN}");
                Err(StorageError { action: "read", place: file.display().to_string(), cause })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Self::error("read", &file, &error)),
        }
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        static SAVES: AtomicU64 = AtomicU64::new(0);
        StorageError::check_key("write", key)?;
        let file = written(self.folder_of(key).join(key));
        let folder = file.parent().unwrap_or(&self.folder);
        // A rename is atomic: a crash or a full disk does not damage the old file. Only this save has the
        // name, so that no other thread or program writes into the file.
        let nth = SAVES.fetch_add(1, Ordering::Relaxed);
        let new = folder.join(format!("{key}{NEW}{}.{nth}", std::process::id()));
        let mode = fs::metadata(&file).ok().filter(|_| cfg!(unix)).map(|old| old.permissions());
        let write = || {
            check_size(text.len() as u64).map_err(io::Error::other)?;
            let is_broken = match read_text(&file) {
                Ok(old) => old.is_err(),
                Err(error) if error.kind() == io::ErrorKind::NotFound => false,
                Err(error) => return Err(error),
            };
            fs::create_dir_all(folder)?;
            let replace = |file: &Path, bytes: &mut dyn io::Read| {
                let mut handle = File::create(&new)?;
                io::copy(bytes, &mut handle)?;
                handle.sync_all()?;
                if let Some(mode) = &mode {
                    handle.set_permissions(mode.clone())?;
                }
                fs::rename(&new, file)
            };
            if is_broken {
                // A copy, so that there is a file under the key at each moment.
                let aside = folder.join(format!("{key}{BROKEN}"));
                let place = |error: io::Error| {
                    let what = format!("cannot keep the old one as {}: {error}", aside.display());
                    io::Error::new(error.kind(), what)
                };
                File::open(&file).and_then(|mut old| replace(&aside, &mut old)).map_err(place)?;
            }
            replace(&file, &mut text.as_bytes())
        };
        write().map_err(|error: io::Error| {
            // The incomplete file may be gone already.
            let _ = fs::remove_file(&new);
            Self::error("write", &file, &error)
        })?;
        if cfg!(unix) {
            // The rename, too, survives a crash of the system. Some file systems cannot do this.
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
        remove_abandoned(folder, key);
        Ok(())
    }

    fn update(&self, key: &str, change: &mut Change<'_>) -> Result<(), StorageError> {
        StorageError::check_key("write", key)?;
        // Without it an update is a load and a save. Some file systems have no locks.
        let _lock = self.lock(key).inspect_err(|error| log::warn!("{key} is saved without a lock: {error}"));
        let file = self.folder_of(key).join(key);
        let old = match read_text(&file) {
            Ok(text) => text.ok(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(Self::error("read", &file, &error)),
        };
        self.save(key, &change(old)?)
    }
}

/// Reads the text of a file; or why its bytes are none.
fn read_text(file: &Path) -> io::Result<Result<String, String>> {
    // Pipes and devices are refused before they are opened, because reading one may never end.
    let about = fs::metadata(file)?;
    if !about.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    if let Err(cause) = check_size(about.len()) {
        return Ok(Err(cause));
    }
    let mut bytes = Vec::new();
    File::open(file)?.take(MAX_TEXT).read_to_end(&mut bytes)?;
    Ok(String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        format!("it is no text: byte {at} is not UTF-8")
    }))
}

fn check_size(bytes: u64) -> Result<(), String> {
    if bytes <= MAX_TEXT {
        return Ok(());
    }
    Err(format!("it has {bytes} bytes, more than the {MAX_TEXT} that a text may have"))
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
