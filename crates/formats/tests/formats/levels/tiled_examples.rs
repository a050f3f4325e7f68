//! The example maps of Tiled, as Debian's package `tiled` installs them.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use proscenium_core::phase::Asset;
use proscenium_core::platform::MemorySource;
use proscenium_formats::Level;

use crate::path;

/// The files of a folder and of the folders in it; Debian packs the long ones.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut open, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(file) = open.pop() {
        if file.is_dir() {
            open.extend(fs::read_dir(&file).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let name = file.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
        let bytes = fs::read(&file).unwrap();
        let unpacked = name.strip_suffix(".gz").map(|name| {
            let mut unpacked = Vec::new();
            GzDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked).unwrap();
            (name.to_owned(), unpacked)
        });
        files.push(unpacked.unwrap_or((name, bytes)));
    }
    files
}

#[test]
fn the_example_maps_of_tiled_are_read() {
    let installed = PathBuf::from("/usr/share/doc/tiled/examples");
    let folder = std::env::var_os("TILED_EXAMPLES").map(PathBuf::from);
    let Some(folder) = folder.or_else(|| installed.exists().then_some(installed)) else {
        return eprintln!("the package `tiled` is not installed");
    };
    let files = files(&folder);
    let maps = files.iter().map(|(name, _)| name.clone()).filter(|name| name.ends_with(".tmx"));
    let maps: Vec<_> = maps.collect();
    assert!(maps.len() > 10, "{maps:?}");
    let source =
        files.into_iter().fold(MemorySource::default(), |source, (name, bytes)| source.with(&name, bytes));
    let read = maps.iter().filter_map(|map| Level::read(&source, &path(map)).err());
    let errors: Vec<_> = read.map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{} of {}: {errors:#?}", errors.len(), maps.len());
}
