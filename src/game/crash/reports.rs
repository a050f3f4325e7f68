//! The files of reports of crashes.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

const REPORTS: u32 = 8;

/// Writes a report to the folder `crashes` in `folder`, and copies the recording of the run beside it. Returns the
/// path of the report. The oldest ones are removed.
pub(super) fn keep(folder: &Path, report: &str, recording: Option<&Path>) -> io::Result<PathBuf> {
    let folder = folder.join("crashes");
    fs::create_dir_all(&folder)?;
    let path = |number: u32, extension: &str| folder.join(format!("crash-{number:04}.{extension}"));
    let number = |name: &str| name.strip_prefix("crash-")?.split('.').next()?.parse::<u32>().ok();
    let names = fs::read_dir(&folder)?.flatten().map(|entry| entry.file_name());
    let numbers: Vec<u32> = names.filter_map(|name| number(&name.to_string_lossy())).collect();
    let mut next = numbers.iter().max().map_or(1, |last| last.saturating_add(1));
    // Another program may have crashed at once.
    let mut file = loop {
        match File::create_new(path(next, "txt")) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && next < u32::MAX => next += 1,
            made => break made?,
        }
    };
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
    file.write_all(format!("{report}\n{note}\n").as_bytes())?;
    Ok(path(next, "txt"))
}
