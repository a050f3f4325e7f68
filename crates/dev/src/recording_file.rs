//! The file of a recording, which a thread of its own writes.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use proscenium_core::platform::lock_file;

use crate::writer::BackgroundWriter;

/// The last run of a folder, and the one before.
const LAST: &str = "last.recording";
const PREVIOUS: &str = "previous.recording";
/// What the name of a run begins and ends with while it is recorded.
const RUNNING: &str = "running-";
const EXTENSION: &str = ".recording";
/// The lock that each program shares while it records, and the lock for a change of the names.
const RUNNING_LOCK: &str = "running~lock";
const NAMES_LOCK: &str = "last.recording~lock";

/// The file of a [`Recorder`](crate::Recorder), which a thread of its own writes. It begins with the first bytes.
pub struct RecordingFile {
    place: Place,
    /// `None` before the first bytes.
    out: Option<BackgroundWriter>,
}

enum Place {
    File(File),
    /// A folder, and the file in it until the run has ended.
    Folder {
        folder: PathBuf,
        path: PathBuf,
        running: Option<File>,
    },
}

impl RecordingFile {
    /// Makes a file, or replaces it when the run begins.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        Ok(Self { place: Place::File(file), out: None })
    }

    /// Records a run in a folder, which is made with the first bytes. When the run has ended its file is `last.recording`, and
    /// the one before is `previous.recording`. Returns where it is until then.
    pub fn in_folder(folder: &Path) -> (Self, PathBuf) {
        static RUNS: AtomicU64 = AtomicU64::new(0);
        // A program of the same number may have left one.
        let path = loop {
            let nth = RUNS.fetch_add(1, Ordering::Relaxed);
            let path = folder.join(format!("{RUNNING}{}-{nth}{EXTENSION}", std::process::id()));
            if fs::symlink_metadata(&path).is_err() {
                break path;
            }
        };
        let place = Place::Folder { folder: folder.to_owned(), path: path.clone(), running: None };
        (Self { place, out: None }, path)
    }
}

impl Place {
    fn begin(&mut self) -> io::Result<File> {
        match self {
            Self::File(file) => {
                // A pipe has no length.
                let _ = file.set_len(0);
                file.try_clone()
            }
            Self::Folder { folder, path, running } => {
                fs::create_dir_all(&*folder)?;
                match share(folder) {
                    Ok(lock) => *running = Some(lock),
                    Err(error) => log::warn!("{} has no lock: {error}", folder.display()),
                }
                File::create_new(&*path)
            }
        }
    }

    fn end(&mut self) {
        if let Self::Folder { folder, path, .. } = self
            && let Err(error) = make_last(folder, path)
        {
            log::warn!("the recording stays in {}: {error}", path.display());
        }
    }
}

/// Takes a part of the lock of all programs that record in a folder. Where it is the only one, the recordings of those
/// that were killed become the last ones.
fn share(folder: &Path) -> io::Result<File> {
    let lock = lock_file(&folder.join(RUNNING_LOCK))?;
    if lock.try_lock().is_ok() {
        let mut left: Vec<_> = fs::read_dir(folder)?
            .flatten()
            .filter(|entry| {
                let name = entry.file_name();
                let name = name.to_string_lossy();
                name.starts_with(RUNNING) && name.ends_with(EXTENSION)
            })
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        left.sort();
        let older = left.len().saturating_sub(2);
        for (nth, (_, path)) in left.into_iter().enumerate() {
            if nth < older { fs::remove_file(path)? } else { make_last(folder, &path)? }
        }
        lock.unlock()?;
    }
    lock.lock_shared()?;
    Ok(lock)
}

/// Makes a recording the last one of its folder. One without a byte, for which the disk had no room, replaces none.
fn make_last(folder: &Path, path: &Path) -> io::Result<()> {
    if fs::metadata(path)?.len() == 0 {
        return fs::remove_file(path);
    }
    let lock = lock_file(&folder.join(NAMES_LOCK)).and_then(|file| file.lock().map(|()| file));
    let _lock = lock.inspect_err(|error| log::warn!("{} has no lock: {error}", folder.display()));
    let [last, previous] = [LAST, PREVIOUS].map(|name| folder.join(name));
    match fs::rename(&last, &previous) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            log::warn!("{} cannot be replaced: {error}; move it away", previous.display());
        }
        _ => {}
    }
    fs::rename(path, &last)
}

impl Write for RecordingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let out = match &mut self.out {
            Some(out) => out,
            None => self.out.insert(BackgroundWriter::new(self.place.begin()?)?),
        };
        out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.as_mut().map_or(Ok(()), Write::flush)
    }
}

impl Drop for RecordingFile {
    fn drop(&mut self) {
        if let Some(out) = self.out.take() {
            // It is closed before it gets its last name.
            drop(out);
            self.place.end();
        }
    }
}
