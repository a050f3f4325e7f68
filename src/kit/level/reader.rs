//! Reads the files of a level for `tiled`, and finds the place of its errors.

use std::cell::{Cell, RefCell};
use std::error::Error;
use std::io::{self, Read};
use std::path::{MAIN_SEPARATOR, Path};
use std::rc::Rc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::bufread::{GzDecoder, ZlibDecoder};
use tiled::{DefaultResourceCache, Loader, Map};

use crate::phase::{DecodeContext, DecodeError, LoadError, Position};
use crate::platform::{AssetPath, BadAssetPath};

/// The maximum of files that are opened for one level. More are a cycle, because `tiled` caches files.
const MAX_OPENED: usize = 33;
/// The maximum depth of elements; `tiled` calls itself for groups and classes.
const MAX_DEPTH: usize = 32;
/// The maximum of tiles of a tileset, for which `tiled` reserves memory before it reads them.
const MAX_TILES: u32 = 1 << 16;
/// The maximum size of the unpacked layers of a file, four bytes a tile: sixteen of the largest layers.
const MAX_UNPACKED: u64 = 64 << 20;

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
            return Err(io::Error::other(format!(
                "too many files (max. {MAX_OPENED}); does `{path}` include itself?"
            )));
        }
        let bytes = bytes_of(&path).map_err(io::Error::other)?;
        Ok(Tags::new(path, bytes, Rc::clone(&last)))
    };
    let mut loader = Loader::with_cache_and_reader(DefaultResourceCache::new(), open);
    loader.load_tmx_map(cx.path().as_str()).map_err(|error| {
        if let Some(bad) = bad_path(&error) {
            return LoadError::Path(bad.clone()).into();
        }
        let Some(Place { path, offset, limit }) = last.take() else { return cx.error(error).into() };
        let what = limit.unwrap_or_else(|| match &error {
            tiled::Error::ResourceLoadingError { err, .. } => err.to_string(),
            error => format!("the Tiled format does not allow this: {error}"),
        });
        let text = bytes_of(&path).map(String::from_utf8_lossy).unwrap_or_default();
        DecodeError { path, position: Some(Position::of_byte(&text, offset)), what }.into()
    })
}

/// The path that [`asset_path`] rejected, if that is the error.
fn bad_path(error: &tiled::Error) -> Option<&BadAssetPath> {
    let tiled::Error::ResourceLoadingError { err, .. } = error else { return None };
    err.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref()
}

/// The path of an asset that `tiled` joined from the path of a file and a relative path in it.
pub(super) fn asset_path(path: &Path) -> Result<AssetPath, BadAssetPath> {
    AssetPath::resolve(&path.to_string_lossy().replace(MAIN_SEPARATOR, "/"))
}

/// The place of a tag.
struct Place {
    path: AssetPath,
    offset: usize,
    /// The limit that the tag breaks.
    limit: Option<String>,
}

/// Reads a file tag by tag, so that the last tag is the one that `tiled` works on.
struct Tags<'a> {
    path: AssetPath,
    bytes: &'a [u8],
    at: usize,
    /// The end of the piece that was checked last.
    checked: usize,
    depth: usize,
    /// Whether texts are compressed layers.
    is_packed: bool,
    unpacked: u64,
    last: Rc<RefCell<Option<Place>>>,
}

impl<'a> Tags<'a> {
    const fn new(path: AssetPath, bytes: &'a [u8], last: Rc<RefCell<Option<Place>>>) -> Self {
        Self { path, bytes, at: 0, checked: 0, depth: 0, is_packed: false, unpacked: 0, last }
    }

    /// The limit that a text or the tag behind it breaks.
    fn broken_limit(&mut self, text: &[u8], tag: &[u8]) -> Option<String> {
        let cdata = tag.strip_prefix(b"<![CDATA[").and_then(|rest| rest.strip_suffix(b"]]>"));
        let data = [text.trim_ascii(), cdata.unwrap_or_default().trim_ascii()];
        if self.is_packed
            && let Some(limit) = data.into_iter().find_map(|data| self.broken_by_data(data))
        {
            return Some(limit);
        }
        if tag.starts_with(b"<data") {
            self.is_packed = String::from_utf8_lossy(tag).contains("compression");
        } else if tag.starts_with(b"</data") {
            self.is_packed = false;
        }
        self.broken_by_tag(tag)
    }

    /// Unpacks a compressed layer without keeping it, because `tiled` unpacks it whatever its size.
    fn broken_by_data(&mut self, data: &[u8]) -> Option<String> {
        let Ok(packed) = STANDARD.decode(data) else {
            return Some("the data of the layer is not base64".to_owned());
        };
        let rest = MAX_UNPACKED - self.unpacked;
        // A broken layer is an error of `tiled`, which stops at the same byte.
        let read = match packed.starts_with(&[0x1f, 0x8b]) {
            true => measured(&mut GzDecoder::new(&packed[..]).take(rest + 1)),
            false => measured(&mut ZlibDecoder::new(&packed[..]).take(rest + 1)),
        };
        self.unpacked += read.min(rest);
        (read > rest).then(|| format!("the layers have more than {MAX_UNPACKED} bytes of tiles"))
    }

    fn broken_by_tag(&mut self, tag: &[u8]) -> Option<String> {
        match tag {
            [b'<', b'!' | b'?', ..] | [b'<', .., b'/', b'>'] => {}
            [b'<', b'/', ..] => self.depth = self.depth.saturating_sub(1),
            _ => self.depth += 1,
        }
        let tag = String::from_utf8_lossy(tag);
        let claimed = tag.split_once("tilecount=\"").and_then(|(_, rest)| rest.split('"').next());
        let claimed = claimed.filter(|count| count.parse().is_ok_and(|count: u32| count > MAX_TILES));
        if self.depth > MAX_DEPTH {
            return Some(format!("the elements are nested too deeply (max. {MAX_DEPTH})"));
        }
        claimed.map(|count| format!("the tileset has {count} tiles (max. {MAX_TILES})"))
    }
}

/// The number of bytes that can be read.
fn measured(from: &mut dyn Read) -> u64 {
    let mut buffer = [0; 4096];
    let mut total = 0;
    while let Ok(length @ 1..) = from.read(&mut buffer) {
        total += length as u64;
    }
    total
}

impl Read for Tags<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let piece = rest.iter().position(|byte| *byte == b'>').map_or(rest, |end| &rest[..=end]);
        // A piece that is longer than the buffer is read in several calls.
        let is_new = self.at >= self.checked;
        if let Some(start) = piece.iter().position(|byte| *byte == b'<').filter(|_| is_new) {
            self.checked = self.at + piece.len();
            let (text, tag) = piece.split_at(start);
            let limit = self.broken_limit(text, tag);
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
