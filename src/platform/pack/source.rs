//! Reading packs.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::SHARED;
use super::index::{HEADER, Index, Item};
use crate::platform::path::AssetPath;
use crate::platform::read_error::{ReadCause, ReadError};

/// The packs of a folder.
#[derive(Debug)]
pub(in crate::platform) struct Packs {
    root: PathBuf,
    index: Index,
}

impl Packs {
    /// Opens the packs of a folder, if it has some.
    pub(in crate::platform) fn open(root: &Path) -> Result<Option<Self>, ReadError> {
        let shared = root.join(SHARED);
        if !shared.exists() {
            return Ok(None);
        }
        let index = read_index(&shared)?;
        for (number, (name, _)) in index.packs.iter().enumerate() {
            let file = root.join(name.as_str());
            let length = file.metadata().map_err(|cause| io_error(&file, &cause))?.len();
            index.check_length(number, length).map_err(|what| damaged(&file, what))?;
        }
        Ok(Some(Self { root: root.to_owned(), index }))
    }

    /// Reads a file; `None` if it is in none of the packs.
    pub(in crate::platform) fn read(&self, path: &AssetPath) -> Option<Result<Vec<u8>, ReadError>> {
        let item = self.index.find(path)?;
        let file = self.root.join(self.index.packs[item.pack].0.as_str());
        Some(read_item(&file, path, item))
    }

    /// Replaces the packs in a list of files by what is in them.
    pub(in crate::platform) fn unpack(&self, files: &mut Vec<String>) {
        files.retain(|file| !self.index.packs.iter().any(|(name, _)| name.as_str() == file));
        files.extend(self.index.paths().map(AssetPath::to_string));
    }
}

/// Reads an item of the pack `file`.
fn read_item(file: &Path, path: &AssetPath, item: Item) -> Result<Vec<u8>, ReadError> {
    let from_io = |cause: io::Error| io_error(file, &cause);
    let mut reader = File::open(file).map_err(from_io)?;
    reader.seek(SeekFrom::Start(item.offset)).map_err(from_io)?;
    let mut bytes = Vec::with_capacity(usize::try_from(item.length).unwrap_or_default());
    reader.take(item.length).read_to_end(&mut bytes).map_err(from_io)?;
    if crc32fast::hash(&bytes) == item.crc && bytes.len() as u64 == item.length {
        return Ok(bytes);
    }
    Err(damaged(file, format!("`{path}` was changed in it; copy or make the packs again")))
}

fn read_index(file: &Path) -> Result<Index, ReadError> {
    let from_io = |cause: io::Error| io_error(file, &cause);
    // Opening a pipe may never end.
    if !file.metadata().map_err(from_io)?.is_file() {
        return Err(ReadError { path: file.display().to_string(), cause: ReadCause::NotAFile });
    }
    let mut bytes = Vec::new();
    let mut reader = File::open(file).map_err(from_io)?;
    reader.by_ref().take(HEADER as u64).read_to_end(&mut bytes).map_err(from_io)?;
    let length = Index::length(&bytes).map_err(|what| damaged(file, what))?;
    reader.take(length as u64).read_to_end(&mut bytes).map_err(from_io)?;
    Index::parse(&bytes).map_err(|what| damaged(file, what))
}

fn io_error(file: &Path, cause: &io::Error) -> ReadError {
    let cause = match cause.kind() {
        io::ErrorKind::NotFound => ReadCause::NotFound,
        _ => ReadCause::Io(cause.to_string()),
    };
    ReadError { path: file.display().to_string(), cause }
}

fn damaged(file: &Path, what: impl Into<String>) -> ReadError {
    ReadError { path: file.display().to_string(), cause: ReadCause::Damaged(what.into()) }
}
