//! The tool `pack`.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use crate::flow::ScreenManager;

/// Writes packs and lists them on the standard output, or lists why they cannot be made.
pub(super) fn run(manager: &ScreenManager, folder: &Path, as_files: bool) -> ExitCode {
    // If a pipe is closed, the exit code remains.
    match manager.pack(folder, as_files) {
        Ok(packs) => {
            let mut out = std::io::stdout().lock();
            for (name, length) in packs {
                let _ = writeln!(out, "{}: {} kB", folder.join(name.as_str()).display(), length / 1000);
            }
            ExitCode::SUCCESS
        }
        Err(problems) => {
            let mut out = std::io::stderr().lock();
            for problem in problems {
                let _ = writeln!(out, "{problem}");
            }
            ExitCode::FAILURE
        }
    }
}
