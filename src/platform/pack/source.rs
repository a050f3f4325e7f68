//! Reading packs.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
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
        let index = read_index(&shared).map_err(in_pack(&shared))?;
        for (number, (name, _)) in index.packs.iter().enumerate() {
            let file = root.join(name.as_str());
            check_length(&index, number, &file).map_err(in_pack(&file))?;
        }
        Ok(Some(Self { root: root.to_owned(), index }))
    }

    /// Reads a file; `None` if it is in none of the packs.
    pub(in crate::platform) fn read(&self, path: &AssetPath) -> Option<Result<Vec<u8>, ReadError>> {
        let item = self.index.find(path)?;
        let file = self.root.join(self.index.packs[item.pack].0.as_str());
        Some(read_item(&file, path, item).map_err(in_pack(&file)))
    }

    /// Replaces the packs in a list of files by what is in them.
    pub(in crate::platform) fn unpack(&self, files: &mut Vec<String>) {
        files.retain(|file| !self.index.packs.iter().any(|(name, _)| name.as_str() == file));
        files.extend(self.index.paths().map(AssetPath::to_string));
    }
}

/// Reads an item of the pack `file`.
fn read_item(file: &Path, path: &AssetPath, item: Item) -> Result<Vec<u8>, ReadCause> {
    let mut reader = File::open(file)?;
    reader.seek(SeekFrom::Start(item.offset))?;
    let mut bytes = Vec::with_capacity(usize::try_from(item.length).unwrap_or_default());
    reader.take(item.length).read_to_end(&mut bytes)?;
    if crc32fast::hash(&bytes) == item.crc && bytes.len() as u64 == item.length {
        return Ok(bytes);
    }
    Err(ReadCause::Damaged(format!("`{path}` was changed in it; copy or make the packs again")))
}

fn read_index(file: &Path) -> Result<Index, ReadCause> {
    // Opening a pipe may never end.
    if !file.metadata()?.is_file() {
        return Err(ReadCause::NotAFile);
    }
    let mut bytes = Vec::new();
    let mut reader = File::open(file)?;
    reader.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
    let length = Index::length(&bytes).map_err(damaged)?;
    reader.take(length as u64).read_to_end(&mut bytes)?;
    Index::parse(&bytes).map_err(damaged)
}

fn check_length(index: &Index, number: usize, file: &Path) -> Result<(), ReadCause> {
    index.check_length(number, file.metadata()?.len()).map_err(ReadCause::Damaged)
}

fn damaged(what: &str) -> ReadCause {
    ReadCause::Damaged(what.to_owned())
}

fn in_pack(file: &Path) -> impl Fn(ReadCause) -> ReadError {
    let path = file.display().to_string();
    move |cause| ReadError { path: path.clone(), cause }
}
