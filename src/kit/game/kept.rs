//! The files that a game keeps beside its settings and saves: its log, its last run, and reports of crashes.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use crate::kit::log_tee::log_to;

/// How many reports are kept.
const REPORTS: u32 = 8;

/// The last run, and the one before.
const RUNS: [&str; 2] = ["last.recording", "previous.recording"];

/// Begins the log in `folder`.
pub(super) fn keep_log_in(folder: &Path) {
    let folder = folder.to_owned();
    log_to(Box::new(move || Ok(Box::new(begin(&folder, ["log.txt", "log.old.txt"])?.0))));
}

/// Begins the recording of a run in `folder`.
pub(super) fn keep_run_in(folder: &Path) -> io::Result<(File, PathBuf)> {
    begin(folder, RUNS)
}

/// Begins a file. The one before gets another name, also where another program is still writing to it.
fn begin(folder: &Path, [name, old]: [&str; 2]) -> io::Result<(File, PathBuf)> {
    fs::create_dir_all(folder)?;
    let path = folder.join(name);
    match fs::rename(&path, folder.join(old)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok((File::create(&path)?, path)),
    }
}

/// Writes a report to the folder `crashes` in `folder`, and copies the recording of the run beside it. Returns the
/// path of the report. The oldest ones are removed.
pub(super) fn keep_report(folder: &Path, report: &str, recording: Option<&Path>) -> io::Result<PathBuf> {
    let folder = folder.join("crashes");
    fs::create_dir_all(&folder)?;
    let path = |number: u32, extension: &str| folder.join(format!("crash-{number:04}.{extension}"));
    let number = |name: &str| name.strip_prefix("crash-")?.split('.').next()?.parse::<u32>().ok();
    let names = fs::read_dir(&folder)?.flatten().map(|entry| entry.file_name());
    let numbers: Vec<u32> = names.filter_map(|name| number(&name.to_string_lossy())).collect();
    let next = numbers.iter().max().map_or(1, |last| last.saturating_add(1));
    for old in numbers.into_iter().filter(|old| old.saturating_add(REPORTS) <= next) {
        for extension in ["txt", "recording"] {
            // There may be only one of the two.
            let _ = fs::remove_file(path(old, extension));
        }
    }
    let copied = recording.map(|recording| fs::copy(recording, path(next, "recording")));
    let note = match copied {
        Some(Ok(_)) => format!("recording: {}", path(next, "recording").display()),
        Some(Err(error)) => format!("there is no recording: {error}"),
        None => "there is no recording".to_owned(),
    };
    fs::write(path(next, "txt"), format!("{report}\n{note}\n"))?;
    Ok(path(next, "txt"))
}
