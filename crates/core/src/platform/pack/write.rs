//! Writing packs.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use super::index::VERSION;
use crate::platform::path::AssetPath;

/// A pack to write: its file name and the files in it.
pub(crate) type PackFiles = (AssetPath, Vec<AssetPath>);

/// Writes packs to a folder, the first of which is the shared one. `bytes_of` returns the bytes of an item.
/// Older packs of the same names are replaced at the end, so that items may come from them. Returns the
/// length of each pack.
pub(crate) fn write_packs(
    folder: &Path,
    packs: &[PackFiles],
    mut bytes_of: impl FnMut(&AssetPath) -> Result<Vec<u8>, String>,
) -> Result<Vec<u64>, String> {
    let new = |name: &AssetPath| folder.join(format!("{name}.new"));
    let error = |cause: io::Error| format!("cannot write packs to {}: {cause}", folder.display());
    fs::create_dir_all(folder).map_err(error)?;
    let (mut listed, mut shared) = (Vec::new(), Vec::new());
    for (number, (name, paths)) in packs.iter().enumerate() {
        // The shared items are written after the index of all.
        let mut file = match number {
            0 => None,
            _ => Some(BufWriter::new(create(&new(name)).map_err(error)?)),
        };
        let mut items = Vec::with_capacity(paths.len());
        for path in paths {
            let bytes = bytes_of(path)?;
            items.push((crc32fast::hash(&bytes), bytes.len() as u64, path.clone()));
            match &mut file {
                Some(file) => file.write_all(&bytes).map_err(error)?,
                None => shared.extend(bytes),
            }
        }
        if let Some(mut file) = file {
            file.flush().map_err(error)?;
        }
        listed.push((name.clone(), items));
    }
    let index = write_index(&listed);
    if let Some((name, _)) = packs.first() {
        let mut file = create(&new(name)).map_err(error)?;
        file.write_all(index.as_bytes()).and_then(|()| file.write_all(&shared)).map_err(error)?;
    }
    // The index comes last: until then the old packs are refused and not mixed with the new ones.
    for (name, _) in packs.iter().rev() {
        fs::rename(new(name), folder.join(name.as_str())).map_err(error)?;
    }
    let lengths = listed.iter().map(|(_, items)| items.iter().map(|(_, length, _)| length).sum());
    let mut lengths: Vec<u64> = lengths.collect();
    if let Some(first) = lengths.first_mut() {
        *first += index.len() as u64;
    }
    Ok(lengths)
}

/// Makes a file that was not there before: a pipe of its name would be waited for, and a link followed.
fn create(path: &Path) -> io::Result<File> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => File::create_new(path),
    }
}

/// The name of a pack, and the checksums, lengths and paths of its items.
type Listed = (AssetPath, Vec<(u32, u64, AssetPath)>);

fn write_index(packs: &[Listed]) -> String {
    let mut text = String::new();
    for (name, items) in packs {
        // Writing to a string does not fail.
        let _ = writeln!(text, "pack {name}");
        for (crc, length, path) in items {
            let _ = writeln!(text, "{crc:08x} {length} {path}");
        }
    }
    format!("{VERSION}{:010} {:08x}\n{text}", text.len(), crc32fast::hash(text.as_bytes()))
}
