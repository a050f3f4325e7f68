//! Reads the files of a level for `tiled`, and finds the place of its errors.

use std::io;
use std::path::{MAIN_SEPARATOR, Path};

use tiled::{DefaultResourceCache, Loader, Map};

use super::pieces::{Counts, Pieces, Place};
use proscenium_core::phase::{AnyError, DecodeContext, DecodeError, Position};
use proscenium_core::platform::{AssetPath, ReadError};
use proscenium_core::support::image_size;

/// The map, and what of it was left out.
pub(super) fn read(
    bytes: &[u8],
    cx: &DecodeContext<'_>,
    counts: &Counts,
) -> Result<(Map, Vec<String>), AnyError> {
    cx.text(bytes)?;
    let bytes_of = |path: &AssetPath| if path == cx.path() { Ok(bytes) } else { cx.file(path).map_err(what) };
    let image_size = |file: &AssetPath, source: &str| {
        let path = file.sibling(source).map_err(|error| error.to_string())?;
        let bytes = bytes_of(&path)?;
        image_size(bytes, &path.extension())
            .map_err(|error| format!("the size of the image `{path}` cannot be read: {error}"))
    };
    let open = |path: &Path| {
        let path = asset_path(path).map_err(io::Error::other)?;
        let bytes = bytes_of(&path).map_err(io::Error::other)?;
        Ok::<_, io::Error>(Pieces::new(path, bytes, counts, &image_size))
    };
    let mut loader = Loader::with_cache_and_reader(DefaultResourceCache::new(), open);
    let place = |path: &AssetPath, offset| {
        let text = bytes_of(path).map(String::from_utf8_lossy).unwrap_or_default();
        Position::of_byte(&text, offset)
    };
    let map = loader.load_tmx_map(cx.path().as_str()).map_err(|error| {
        let Some(Place { path, offset, problem }) = counts.last.take() else { return cx.error(error) };
        let what = problem.unwrap_or_else(|| match &error {
            tiled::Error::ResourceLoadingError { err, .. } => err.to_string(),
            // `tiled` takes a tileset in a map with any wrong attribute for one in a file.
            tiled::Error::MalformedAttributes(what) if what.ends_with(": source") => {
                "an attribute is missing here, or has a value that the Tiled format does not allow".to_owned()
            }
            error => format!("the Tiled format does not allow this: {error}"),
        });
        DecodeError { position: Some(place(&path, offset)), path, what }
    })?;
    let warnings = counts.warnings.take().into_iter().map(|(path, offset, what)| {
        let Position { line, column } = place(&path, offset);
        format!("{path}:{line}:{column}: {what}")
    });
    Ok((map, warnings.collect()))
}

/// An error of the item, without its path.
fn what(error: AnyError) -> String {
    error.downcast().map_or_else(|error| error.to_string(), |error: Box<DecodeError>| error.what)
}

/// The path of an asset that `tiled` joined from the path of a file and a relative path in it.
pub(super) fn asset_path(path: &Path) -> Result<AssetPath, ReadError> {
    AssetPath::resolve(&path.to_string_lossy().replace(MAIN_SEPARATOR, "/"))
}
