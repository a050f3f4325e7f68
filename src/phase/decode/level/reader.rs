//! Lets `tiled` read the files of a level from memory, and knows where it was when it failed.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::io::{self, Read};
use std::path::{Component, Path};
use std::rc::Rc;
use std::sync::Arc;

use tiled::{Loader, Map, ResourceCache, ResourceReader, Template, Tileset};

use super::files::LevelFiles;
use crate::phase::decode::text::{broken, broken_at};
use crate::phase::error::{DecodeError, LoadCause};
use crate::platform::{AssetPath, BadAssetPath};

/// How many files may be open at once, each named by the one before it. A map with a template
/// with a tileset has three; more are possible, but `tiled` calls itself for each.
const MAX_OPEN: usize = 8;

/// Reads the map at `path`.
pub(super) fn map_of(path: &AssetPath, files: &LevelFiles) -> Result<Map, LoadCause> {
    let place = Rc::new(RefCell::new(None));
    let cache = FileCache::default();
    let (opened, finished) = (BTreeSet::new(), Rc::clone(&cache.finished));
    let reader = FileReader { files, opened, finished, place: Rc::clone(&place) };
    let map = Loader::with_cache_and_reader(cache, reader).load_tmx_map(path.as_str());
    map.map_err(|error| {
        let what = match &error {
            tiled::Error::ResourceLoadingError { err, .. } => err.to_string(),
            error => format!("Tiled's format does not allow this: {error}"),
        };
        located(path, files, place.take(), &what).into()
    })
}

/// The error at the tag that was read last, or without a place when nothing was read.
fn located(path: &AssetPath, files: &LevelFiles, place: Option<Place>, what: &str) -> DecodeError {
    match place.and_then(|place| files.get(&place.path).map(|text| (place, text))) {
        Some((place, text)) => broken_at(&place.path, text, place.offset, what),
        None => broken(path, what),
    }
}

/// The path of an asset that `tiled` put together from the path of a file and what it names.
pub(super) fn asset_path(path: &Path) -> Result<AssetPath, BadAssetPath> {
    let bad = |why| BadAssetPath { path: path.display().to_string().escape_debug().to_string(), why };
    let mut parts: Vec<&str> = Vec::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir if parts.pop().is_some() => {}
            Component::ParentDir => return Err(bad("it leads out of the assets folder")),
            Component::Normal(part) => parts.push(part.to_str().ok_or_else(|| bad("it is not UTF-8"))?),
            Component::RootDir | Component::Prefix(_) => {
                return Err(bad("it is absolute; write it as seen from the file that names it"));
            }
        }
    }
    AssetPath::new(&parts.join("/"))
}

/// A tag of a file.
struct Place {
    path: AssetPath,
    offset: usize,
}

/// Opens the files of a level.
struct FileReader<'a> {
    files: &'a LevelFiles,
    opened: BTreeSet<AssetPath>,
    finished: Rc<Cell<usize>>,
    place: Rc<RefCell<Option<Place>>>,
}

impl<'a> ResourceReader for FileReader<'a> {
    type Resource = Tags<'a>;
    type Error = io::Error;

    fn read_from(&mut self, path: &Path) -> io::Result<Tags<'a>> {
        let path = asset_path(path).map_err(io::Error::other)?;
        let text = self.files.get(&path).ok_or_else(|| io::Error::other(format!("`{path}` was not read")))?;
        // What was read whole is kept by the cache, so a file that is opened again is one that
        // is still being read: it would be opened for ever.
        if !self.opened.insert(path.clone()) {
            return Err(io::Error::other(format!("`{path}` needs itself, or is needed in a circle")));
        }
        if self.opened.len().saturating_sub(self.finished.get()) > MAX_OPEN {
            let what = format!("more than {MAX_OPEN} files name each other in a chain, up to `{path}`");
            return Err(io::Error::other(what));
        }
        Ok(Tags { path, text, at: 0, place: Rc::clone(&self.place) })
    }
}

/// Hands a file out tag by tag, so that the tag handed out last is the one being worked on.
struct Tags<'a> {
    path: AssetPath,
    text: &'a str,
    at: usize,
    place: Rc<RefCell<Option<Place>>>,
}

impl Read for Tags<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let piece = rest.iter().position(|byte| *byte == b'>').map_or(rest, |end| &rest[..=end]);
        if let Some(start) = piece.iter().position(|byte| *byte == b'<') {
            *self.place.borrow_mut() = Some(Place { path: self.path.clone(), offset: self.at + start });
        }
        let length = piece.len().min(into.len());
        into[..length].copy_from_slice(&piece[..length]);
        self.at += length;
        Ok(length)
    }
}

/// Keeps what was read by the path of the asset. The cache of `tiled` would take `a.tsx` and
/// `../levels/a.tsx` for two files.
#[derive(Default)]
struct FileCache {
    tilesets: HashMap<AssetPath, Arc<Tileset>>,
    templates: HashMap<AssetPath, Arc<Template>>,
    /// How many files were read whole. It never passes the number of files that were opened,
    /// because each is put in once, after it was opened.
    finished: Rc<Cell<usize>>,
}

impl ResourceCache for FileCache {
    fn get_tileset(&self, path: impl AsRef<Path>) -> Option<Arc<Tileset>> {
        self.tilesets.get(&asset_path(path.as_ref()).ok()?).cloned()
    }

    fn insert_tileset(&mut self, path: impl AsRef<Path>, tileset: Arc<Tileset>) {
        if let Ok(path) = asset_path(path.as_ref()) {
            self.tilesets.insert(path, tileset);
            self.finished.update(|finished| finished + 1);
        }
    }

    fn get_template(&self, path: impl AsRef<Path>) -> Option<Arc<Template>> {
        self.templates.get(&asset_path(path.as_ref()).ok()?).cloned()
    }

    fn insert_template(&mut self, path: impl AsRef<Path>, template: Arc<Template>) {
        if let Ok(path) = asset_path(path.as_ref()) {
            self.templates.insert(path, template);
            self.finished.update(|finished| finished + 1);
        }
    }
}
