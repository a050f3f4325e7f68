//! Files that a command line names, and their errors.

use std::fmt::Display;
use std::fs;
use std::path::Path;

pub(super) fn file_error(action: &str, path: &Path, cause: impl Display) -> String {
    format!("cannot {action} {}: {cause}", path.display())
}

pub(super) fn read<T>(path: &Path, parse: impl FnOnce(&[u8]) -> Result<T, String>) -> Result<T, String> {
    let bytes = fs::read(path).map_err(|cause| file_error("read", path, cause))?;
    parse(&bytes).map_err(|cause| format!("{}: {cause}", path.display()))
}
