//! The index of all packs of a folder.

use std::collections::HashMap;

use super::SHARED;
use crate::platform::path::AssetPath;
use crate::platform::read_error::MAX_FILE;

pub(super) const VERSION: &str = "proscenium packs 1 ";
/// The bytes of the first line.
pub(super) const HEADER: usize = VERSION.len() + 10 + 1 + 8 + 1;
/// The maximum number of bytes of the index, which is text for some 200,000 files.
const MAX_INDEX: usize = 16 << 20;

const NOT_AN_INDEX: &str = "it does not start like the packs of this version; make the packs again";
const CHANGED: &str = "its list of files was changed; copy or make the packs again";

/// The bytes of a file in a pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Item {
    /// The number of its pack.
    pub pack: usize,
    pub offset: u64,
    pub length: u64,
    pub crc: u32,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Index {
    /// The file names of the packs, and their items in order.
    pub packs: Vec<(AssetPath, Vec<AssetPath>)>,
    items: HashMap<AssetPath, Item>,
}

impl Index {
    /// The length of the index, from the first bytes of its file.
    pub fn length(header: &[u8]) -> Result<usize, &'static str> {
        let (length, _) = numbers(header).ok_or(NOT_AN_INDEX)?;
        if length > MAX_INDEX { Err(NOT_AN_INDEX) } else { Ok(length) }
    }

    /// Reads an index from the bytes of its file. Further bytes are ignored.
    pub fn parse(bytes: &[u8]) -> Result<Self, &'static str> {
        let end = HEADER + Self::length(bytes)?;
        let text = bytes.get(HEADER..end).ok_or("it is cut in its list of files; copy it again")?;
        if numbers(bytes).is_none_or(|(_, crc)| crc != crc32fast::hash(text)) {
            return Err(CHANGED);
        }
        let text = str::from_utf8(text).map_err(|_| CHANGED)?;
        let mut index = Self::default();
        let mut offset = end as u64;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("pack ") {
                offset = if index.packs.is_empty() { offset } else { 0 };
                index.packs.push((AssetPath::new(name).map_err(|_| CHANGED)?, Vec::new()));
            } else {
                offset = index.add(line, offset).ok_or(CHANGED)?;
            }
        }
        let first = index.packs.first();
        if first.is_some_and(|(name, _)| name.as_str() == SHARED) { Ok(index) } else { Err(CHANGED) }
    }

    /// Adds the item of a line and returns the offset of the next one.
    fn add(&mut self, line: &str, offset: u64) -> Option<u64> {
        let (crc, rest) = line.split_once(' ')?;
        let (length, path) = rest.split_once(' ')?;
        let length = length.parse().ok().filter(|length| *length <= MAX_FILE)?;
        let item = Item {
            pack: self.packs.len().checked_sub(1)?,
            offset,
            length,
            crc: u32::from_str_radix(crc, 16).ok()?,
        };
        let path = AssetPath::new(path).ok()?;
        self.packs.last_mut()?.1.push(path.clone());
        if self.items.insert(path, item).is_some() { None } else { offset.checked_add(length) }
    }

    pub fn find(&self, path: &AssetPath) -> Option<Item> {
        self.items.get(path).copied()
    }

    pub fn paths(&self) -> impl Iterator<Item = &AssetPath> {
        self.items.keys()
    }

    /// Checks the length of the pack of a number. The error names the item in which it is cut, or the last
    /// one if it goes on.
    pub fn check_length(&self, pack: usize, length: u64) -> Result<(), String> {
        let end = |path: &AssetPath| self.items.get(path).map_or(0, |item| item.offset + item.length);
        let items = &self.packs[pack].1;
        if let Some(path) = items.iter().find(|path| end(path) > length) {
            return Err(format!("it is cut in `{path}`; copy or make the packs again"));
        }
        match items.last() {
            Some(path) if end(path) < length => Err(format!(
                "it goes on after its last item `{path}`, as a pack of another version does; \
                 copy or make the packs again"
            )),
            _ => Ok(()),
        }
    }
}

/// The length and the checksum in the first line.
fn numbers(header: &[u8]) -> Option<(usize, u32)> {
    let line = str::from_utf8(header.get(..HEADER)?).ok()?.strip_prefix(VERSION)?;
    let (length, crc) = line.strip_suffix('\n')?.split_once(' ')?;
    Some((length.parse().ok()?, u32::from_str_radix(crc, 16).ok()?))
}
