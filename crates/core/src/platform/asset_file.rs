//! Opening the files of an assets folder: none that is outside of it, and none that is not a regular file.

use std::fs::File;
use std::path::Path;

#[cfg(not(target_arch = "wasm32"))]
use cap_std::{ambient_authority, fs::Dir, fs::OpenOptions};

use super::path::AssetPath;
use super::read_error::ReadCause;

/// Opens the regular file `path` below `root`, and returns its length. A link may lead to another place below `root`.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn open(root: &Path, path: &AssetPath) -> Result<(File, u64), ReadCause> {
    // Links are followed here, so that one with an absolute path may stay inside. What the names mean may change in the
    // next moment, so the file is opened by the system below the folder.
    let real = root.join(path.as_str()).canonicalize().map_err(|error| match error.into() {
        ReadCause::NotFound if !root.is_dir() => {
            ReadCause::Refused(format!("there is no folder `{}`", root.display()))
        }
        cause => cause,
    })?;
    let root = root.canonicalize()?;
    let Ok(inside) = real.strip_prefix(&root) else { return Err(ReadCause::NotFound) };
    if inside.as_os_str().is_empty() {
        return Err(ReadCause::NotAFile);
    }
    let folder = Dir::open_ambient_dir(&root, ambient_authority())?;
    // Opening a device may already do something.
    if !folder.metadata(inside)?.is_file() {
        return Err(ReadCause::NotAFile);
    }
    let file = folder.open_with(inside, &options())?.into_std();
    let about = file.metadata()?;
    if about.is_file() { Ok((file, about.len())) } else { Err(ReadCause::NotAFile) }
}

/// How a file is opened: without waiting for the other end of what has become a pipe.
#[cfg(not(target_arch = "wasm32"))]
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use cap_std::fs::OpenOptionsExt as _;
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
    }
    options
}

/// A page has no folders.
#[cfg(target_arch = "wasm32")]
pub(super) fn open(_root: &Path, _path: &AssetPath) -> Result<(File, u64), ReadCause> {
    Err(ReadCause::Refused("a page has no folders".to_owned()))
}
