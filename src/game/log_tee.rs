//! The log: shown, in a file, and in the report of a [crash](super::crash).

use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use log::{Level, LevelFilter, Log, Metadata, Record};

/// How many lines the report of a crash has.
const TAIL: usize = 100;
const MAX_LINE: usize = 4000;
/// The length at which a file is replaced by the next one.
const MAX_FILE: usize = 1 << 20;
/// The log, and the one before.
const LOGS: [&str; 2] = ["log.txt", "log.old.txt"];

static TEE: OnceLock<Tee> = OnceLock::new();

struct Tee {
    shown: Box<dyn Log>,
    kept: Mutex<Kept>,
}

impl Tee {
    /// What is kept, also after a panic of another holder.
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[derive(Default)]
struct Kept {
    tail: VecDeque<String>,
    file: Option<File>,
    room: usize,
    folder: Option<PathBuf>,
}

/// Becomes the logger of the program, unless there is one: shows the log with `shown`, which lets through what is of this
/// level, and keeps the last lines from [`Info`](Level::Info) up for the report of a crash.
pub(super) fn begin(shown: Box<dyn Log>, level: LevelFilter) {
    if log::max_level() != LevelFilter::Off {
        return;
    }
    let tee = TEE.get_or_init(|| Tee { shown, kept: Mutex::default() });
    if log::set_logger(tee).is_ok() {
        log::set_max_level(level.max(LevelFilter::Info));
    }
}

/// The last lines.
pub(super) fn log_tail() -> Vec<String> {
    TEE.get().map(|tee| tee.lock().tail.iter().cloned().collect()).unwrap_or_default()
}

/// Keeps the log, the lines that there are included, in the files `log.txt` and `log.old.txt` of a folder, of at most 1 MiB
/// each. Without [`begin`] it does nothing.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn keep_in(folder: PathBuf) {
    if let Some(tee) = TEE.get() {
        let mut kept = tee.lock();
        kept.folder = Some(folder);
        kept.open();
        // What was logged before there was a file.
        for line in Vec::from(kept.tail.clone()) {
            kept.write(&line);
        }
    }
}

/// Begins a file of the log. The one before gets another name, even if another program is still writing to it.
fn begin_file(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let [log, old] = LOGS.map(|name| folder.join(name));
    match fs::rename(&log, old) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::create(log),
    }
}

impl Kept {
    fn open(&mut self) {
        self.room = MAX_FILE;
        // Without a file the log is shown only.
        self.file = self.folder.as_deref().and_then(|folder| begin_file(folder).ok());
    }

    fn write(&mut self, line: &str) {
        if self.file.is_some() && line.len() >= self.room {
            self.open();
        }
        let Some(file) = &mut self.file else { return };
        self.room = self.room.saturating_sub(line.len() + 1);
        if writeln!(file, "{line}").is_err() {
            self.file = None;
        }
    }
}

impl Log for Tee {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.level() <= Level::Info || self.shown.enabled(metadata)
    }

    fn log(&self, record: &Record<'_>) {
        self.shown.log(record);
        if record.level() > Level::Info {
            return;
        }
        // Before the lock: what is shown may log itself.
        let line = format!("{:5} {}: {}", record.level(), record.target(), record.args());
        let line: String = line.chars().take(MAX_LINE).collect();
        let mut kept = self.lock();
        kept.write(&line);
        if kept.tail.len() == TAIL {
            kept.tail.pop_front();
        }
        kept.tail.push_back(line);
    }

    fn flush(&self) {
        self.shown.flush();
    }
}
