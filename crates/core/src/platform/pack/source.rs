//! Reading packs.

use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::SHARED;
use super::index::{HEADER, Index, Item};
use crate::platform::asset_file;
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
        // A link that leads nowhere is an error.
        if shared.symlink_metadata().is_err() {
            return Ok(None);
        }
        let index = read_index(root).map_err(in_pack(&shared))?;
        for (number, (name, _)) in index.packs.iter().enumerate() {
            check_length(&index, number, root).map_err(in_pack(&root.join(name.as_str())))?;
        }
        Ok(Some(Self { root: root.to_owned(), index }))
    }

    /// Reads a file; `None` if it is in none of the packs.
    pub(in crate::platform) fn read(&self, path: &AssetPath) -> Option<Result<Vec<u8>, ReadError>> {
        let item = self.index.find(path)?;
        let (pack, _) = &self.index.packs[item.pack];
        let read = read_item(&self.root, pack, path, item);
        Some(read.map_err(in_pack(&self.root.join(pack.as_str()))))
    }

    /// Replaces the packs in a list of files by what is in them.
    pub(in crate::platform) fn unpack(&self, files: &mut Vec<String>) {
        files.retain(|file| !self.index.packs.iter().any(|(name, _)| name.as_str() == file));
        files.extend(self.index.paths().map(AssetPath::to_string));
    }
}

/// Reads the item `path` of a pack.
fn read_item(root: &Path, pack: &AssetPath, path: &AssetPath, item: Item) -> Result<Vec<u8>, ReadCause> {
    let (mut reader, _) = asset_file::open(root, pack)?;
    reader.seek(SeekFrom::Start(item.offset))?;
    let mut bytes = Vec::with_capacity(usize::try_from(item.length).unwrap_or_default());
    reader.take(item.length).read_to_end(&mut bytes)?;
    if crc32fast::hash(&bytes) == item.crc && bytes.len() as u64 == item.length {
        return Ok(bytes);
    }
    Err(ReadCause::Damaged(format!("`{path}` was changed in it; copy or make the packs again")))
}

fn read_index(root: &Path) -> Result<Index, ReadCause> {
    let (mut reader, _) = asset_file::open(root, &AssetPath::new(SHARED).map_err(|error| error.cause)?)?;
    let mut bytes = Vec::new();
    reader.by_ref().take(HEADER as u64).read_to_end(&mut bytes)?;
    let length = Index::length(&bytes).map_err(damaged)?;
    reader.take(length as u64).read_to_end(&mut bytes)?;
    Index::parse(&bytes).map_err(damaged)
}

fn check_length(index: &Index, number: usize, root: &Path) -> Result<(), ReadCause> {
    let (_, length) = asset_file::open(root, &index.packs[number].0)?;
    index.check_length(number, length).map_err(ReadCause::Damaged)
}

fn damaged(what: &str) -> ReadCause {
    ReadCause::Damaged(what.to_owned())
}

fn in_pack(file: &Path) -> impl Fn(ReadCause) -> ReadError {
    let path = file.display().to_string();
    move |cause| ReadError { path: path.clone(), cause }
}
