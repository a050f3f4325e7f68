//! Reads the files of a level with `tiled`, and finds the place of its errors.

use std::cell::RefCell;
use std::io::{self, Read};
use std::path::{MAIN_SEPARATOR, Path};

use tiled::{DefaultResourceCache, Error, Loader, Map};

use super::edits::Edited;
use super::limits::{Mistake, Totals, checked};
use proscenium_core::phase::{AnyError, DecodeContext, DecodeError, Position, image_size};
use proscenium_core::platform::{AssetPath, ReadError};

/// The piece of a file that `tiled` works on.
struct Place {
    path: AssetPath,
    offset: usize,
    /// What is wrong with it, unless `tiled` finds it.
    problem: Option<String>,
}

/// A file that is read up to the next `>`, so that `tiled` is never more than a tag behind the place.
struct Tags<'a> {
    path: AssetPath,
    file: Edited<'a>,
    /// The next byte, and the end of the piece in which it is.
    next: usize,
    end: usize,
    place: &'a RefCell<Option<Place>>,
}

impl Read for Tags<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.next == self.end {
            let rest = &self.file.bytes[self.next..];
            let length = rest.iter().position(|byte| *byte == b'>').map_or(rest.len(), |at| at + 1);
            let start = self.next + rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.end += length;
            if length > 0 {
                let offset = self.file.original(start);
                self.place.replace(Some(Place { path: self.path.clone(), offset, problem: None }));
            }
        }
        let read = (&self.file.bytes[self.next..self.end]).read(into)?;
        self.next += read;
        Ok(read)
    }
}

/// The map, and what its files have together.
pub(super) fn read(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<(Map, Totals), AnyError> {
    cx.text(bytes)?;
    let bytes_of = |path: &AssetPath| if path == cx.path() { Ok(bytes) } else { cx.file(path).map_err(what) };
    let image_size = |path: &AssetPath| {
        image_size(bytes_of(path)?, &path.extension())
            .map_err(|error| format!("the size of the image `{path}` cannot be read: {error}"))
    };
    let (totals, place) = (RefCell::new(Totals::default()), RefCell::new(None));
    let open = |path: &Path| {
        let path = asset_path(path).map_err(io::Error::other)?;
        let bytes = bytes_of(&path).map_err(io::Error::other)?;
        let file = checked(&path, bytes, &mut totals.borrow_mut(), &image_size);
        let file = file.map_err(|Mistake { offset, what }| {
            place.replace(Some(Place { path: path.clone(), offset, problem: Some(what) }));
            io::Error::other("see the place")
        })?;
        Ok::<_, io::Error>(Tags { path, file, next: 0, end: 0, place: &place })
    };
    let mut loader = Loader::with_cache_and_reader(DefaultResourceCache::new(), open);
    let map = loader.load_tmx_map(cx.path().as_str()).map_err(|error| {
        let Some(Place { path, offset, problem }) = place.take() else { return cx.error(error) };
        let what = problem.unwrap_or_else(|| reason(&error));
        let text = bytes_of(&path).map(String::from_utf8_lossy).unwrap_or_default();
        DecodeError { position: Some(Position::of_byte(&text, offset.min(text.len()))), path, what }
    })?;
    Ok((map, totals.take()))
}

fn reason(error: &Error) -> String {
    let what = match error {
        Error::ResourceLoadingError { err, .. } => return err.to_string(),
        // `tiled` takes a tileset in a map with any wrong attribute for one in a file.
        Error::MalformedAttributes(what) if what.ends_with(": source") => {
            "an attribute is missing here, or has a value that the Tiled format does not allow".to_owned()
        }
        error => format!("the Tiled format does not allow this: {error}"),
    };
    format!("{what}; open the file in Tiled 1.10 or a later version, and save it again")
}

/// An error of the item, without its path.
fn what(error: AnyError) -> String {
    error.downcast().map_or_else(|error| error.to_string(), |error: Box<DecodeError>| error.what)
}

/// The path of an asset that `tiled` joined from the path of a file and a relative path in it.
pub(super) fn asset_path(path: &Path) -> Result<AssetPath, ReadError> {
    AssetPath::resolve(&path.to_string_lossy().replace(MAIN_SEPARATOR, "/"))
}
