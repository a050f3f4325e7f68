//! Opening the files of an assets folder: only regular files, and none outside the folder.

use std::fs::File;
use std::path::Path;

use super::path::AssetPath;
use super::read_error::ReadCause;

/// Opens the regular file `path` below `root`, and returns its length. A link may lead to another place below `root`.
pub(super) fn open(root: &Path, path: &AssetPath) -> Result<(File, u64), ReadCause> {
    // In a page, which has no folders, the system refuses it.
    let real = root.join(path.as_str()).canonicalize().map_err(|error| match error.into() {
        ReadCause::NotFound if !root.is_dir() => {
            ReadCause::Refused(format!("there is no folder `{}`", root.display()))
        }
        cause => cause,
    })?;
    if !real.starts_with(root.canonicalize()?) {
        return Err(ReadCause::NotFound);
    }
    // A pipe is not opened, because that waits for its other end, and a device may already do something.
    let about = real.metadata()?;
    if !about.is_file() {
        return Err(ReadCause::NotAFile);
    }
    Ok((File::open(real)?, about.len()))
}
