//! What any bytes do as packs: for the tests and the fuzz targets (`tools/fuzz`).

#![allow(dead_code, reason = "a fuzz target uses a part of it")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

use futures_lite::future::block_on;
use proscenium_core::phase::{Asset, Texture};
use proscenium_core::platform::{AssetPath, AssetSource, DirSource, ReadError, TestSource};

use crate::nearly::{self, Choices};

/// A folder that is removed with the value.
pub struct Folder(pub PathBuf);

impl Folder {
    /// An empty one.
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("proscenium-packs-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Writes a file, and the folders that it is in.
    pub fn write(&self, file: &str, bytes: &[u8]) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The files of the packs of a folder, with their bytes or why these are refused.
pub fn read_all(source: &DirSource) -> Vec<(String, Result<Vec<u8>, ReadError>)> {
    let paths = source.list().unwrap().into_iter();
    paths.map(|path| (path.clone(), block_on(source.read(&AssetPath::new(&path).unwrap())))).collect()
}

/// The first line of packs whose index is `index`.
pub fn with_header(index: &[u8]) -> Vec<u8> {
    let line = format!("proscenium packs 1 {:010} {:08x}\n", index.len(), crc32fast::hash(index));
    [line.as_bytes(), index].concat()
}

/// Packs with right checksums of the index and nearly right lines in it.
pub fn nearly_right(choices: &mut Choices<'_>) -> Vec<u8> {
    let line = |bytes: &[u8], path: &str| format!("{:08x} {} {path}", crc32fast::hash(bytes), bytes.len());
    let mut lines = vec!["pack shared.pack".to_owned(), line(b"one", "menu.ron"), line(b"", "b/empty.txt")];
    lines.extend(["pack a.pack".to_owned(), line(b"onetwo", "hero.png"), line(b"three", "voice.ogg")]);
    let others = lines.clone();
    let hard = [
        "",
        "-1",
        "4294967296",
        "18446744073709551615",
        "pack",
        "a.pack",
        "../a",
        "A.PACK",
        "\u{e9}",
        "ffffffff",
    ];
    for _ in choices.changes() {
        nearly::change(&mut lines, &others, choices, |line, choices| {
            let mut words: Vec<_> = line.split(' ').collect();
            let other: Vec<_> = others[choices.below(others.len())].split(' ').collect();
            let word = hard.get(choices.below(20)).unwrap_or(&other[choices.below(other.len())]);
            let at = choices.below(words.len());
            words[at] = word;
            *line = words.join(" ");
        });
    }
    [format!("{}\n", lines.join("\n")).as_bytes(), b"\0onetwothree"].concat()
}

/// Opens packs with any bytes: as they are, as an index, and as pixels.
pub fn feed_packs(bytes: &[u8], folder: &Folder) {
    let middle = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let (index, items) = bytes.split_at(middle);
    for shared in [bytes.to_vec(), [&with_header(index), items].concat()] {
        folder.write("shared.pack", &shared);
        folder.write("a.pack", items);
        let place = folder.0.display().to_string();
        match DirSource::open(&folder.0) {
            Ok(source) => {
                for (path, read) in read_all(&source) {
                    match read {
                        Ok(_) => assert!(path.len() <= 240, "{path}"),
                        Err(error) => assert!(error.to_string().contains(&place), "{path}: {error}"),
                    }
                }
            }
            Err(error) => assert!(error.to_string().contains(&place), "{error}"),
        }
    }
    let image = TestSource::default().with("a", [b"pixels 1", bytes].concat());
    let texture = Texture::read(&image, &AssetPath::new("a").unwrap());
    if let Ok(texture) = texture {
        assert!(texture.width <= 8192 && texture.height <= 8192);
    }
}
