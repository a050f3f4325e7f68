//! Lets `tiled` read the files of a level, and knows where it was when it failed.

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::io::{self, Read};
use std::path::{Component, Path};
use std::rc::Rc;

use tiled::{DefaultResourceCache, Loader, Map};

use crate::phase::{DecodeContext, DecodeError, LoadError, Position};
use crate::platform::{AssetPath, BadAssetPath};

/// How often a file may be opened for one level. `tiled` keeps what it has read whole, so more
/// are files that need each other in a circle.
const MAX_OPENED: usize = 33;
/// How deep elements may be nested; `tiled` calls itself for groups and classes.
const MAX_DEPTH: usize = 32;
/// The most tiles of a tileset; `tiled` reserves memory for as many as it claims.
const MAX_TILES: u32 = 1 << 16;

/// Reads the map of `cx` from its bytes.
pub(super) fn read(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Map, Box<dyn Error + Send + Sync>> {
    cx.text(bytes)?;
    let last: Rc<RefCell<Option<Place>>> = Rc::default();
    let opened = Cell::new(0);
    let bytes_of = |path: &AssetPath| if path == cx.path() { Ok(bytes) } else { cx.file(path) };
    let open = |path: &Path| {
        let path = asset_path(path).map_err(io::Error::other)?;
        opened.set(opened.get() + 1);
        if opened.get() > MAX_OPENED {
            return Err(io::Error::other(format!("`{path}` needs itself, or too many files are needed")));
        }
        let bytes = bytes_of(&path).map_err(io::Error::other)?;
        Ok(Tags { path, bytes, at: 0, depth: 0, last: Rc::clone(&last) })
    };
    let mut loader = Loader::with_cache_and_reader(DefaultResourceCache::new(), open);
    loader.load_tmx_map(cx.path().as_str()).map_err(|error| {
        if let Some(bad) = bad_path(&error) {
            return LoadError::Path(bad.clone()).into();
        }
        let Some(Place { path, offset, limit }) = last.take() else { return cx.error(error).into() };
        let what = limit.unwrap_or_else(|| match &error {
            tiled::Error::ResourceLoadingError { err, .. } => err.to_string(),
            error => format!("Tiled's format does not allow this: {error}"),
        });
        let text = bytes_of(&path).map(String::from_utf8_lossy).unwrap_or_default();
        DecodeError { path, position: Some(Position::of_byte(&text, offset)), what }.into()
    })
}

/// The path that the file reader refused, if that is what went wrong.
fn bad_path(error: &tiled::Error) -> Option<&BadAssetPath> {
    let tiled::Error::ResourceLoadingError { err, .. } = error else { return None };
    err.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref()
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
    /// The limit that it breaks.
    limit: Option<String>,
}

/// Hands a file out tag by tag, so that the tag handed out last is the one being worked on.
struct Tags<'a> {
    path: AssetPath,
    bytes: &'a [u8],
    at: usize,
    depth: usize,
    last: Rc<RefCell<Option<Place>>>,
}

impl Tags<'_> {
    fn broken_limit(&mut self, tag: &[u8]) -> Option<String> {
        match tag {
            [b'<', b'!' | b'?', ..] | [b'<', .., b'/', b'>'] => {}
            [b'<', b'/', ..] => self.depth = self.depth.saturating_sub(1),
            _ => self.depth += 1,
        }
        let tag = String::from_utf8_lossy(tag);
        let claimed = tag.split_once("tilecount=\"").and_then(|(_, rest)| rest.split('"').next());
        let claimed = claimed.filter(|count| count.parse().is_ok_and(|count: u32| count > MAX_TILES));
        if self.depth > MAX_DEPTH {
            return Some(format!("elements are nested more than {MAX_DEPTH} deep"));
        }
        claimed.map(|count| format!("the tileset has {count} tiles; it may have {MAX_TILES}"))
    }
}

impl Read for Tags<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let piece = rest.iter().position(|byte| *byte == b'>').map_or(rest, |end| &rest[..=end]);
        if let Some(start) = piece.iter().position(|byte| *byte == b'<') {
            let limit = self.broken_limit(&piece[start..]);
            let is_broken = limit.is_some();
            *self.last.borrow_mut() = Some(Place { path: self.path.clone(), offset: self.at + start, limit });
            if is_broken {
                return Err(io::Error::other("a limit of levels"));
            }
        }
        let length = piece.len().min(into.len());
        into[..length].copy_from_slice(&piece[..length]);
        self.at += length;
        Ok(length)
    }
}
