//! What all decoders share: the making of errors, and the reading of text.

use crate::phase::error::{DecodeError, Position};
use crate::platform::AssetPath;

/// An error at a place that is not known, or in a file that is not text.
pub(super) fn broken(path: &AssetPath, what: impl Into<String>) -> DecodeError {
    DecodeError { path: path.clone(), position: None, what: what.into() }
}

/// An error at the byte `offset` of `text`.
pub(super) fn broken_at(path: &AssetPath, text: &str, offset: usize, what: impl Into<String>) -> DecodeError {
    DecodeError { path: path.clone(), position: Some(Position::of_byte(text, offset)), what: what.into() }
}

/// The text of a file of at most `most` bytes, without the byte order mark some editors write.
///
/// # Errors
///
/// [`DecodeError`] when the file is longer, or with the place of the first byte that is not UTF-8.
pub(super) fn utf8<'a>(path: &AssetPath, bytes: &'a [u8], most: usize) -> Result<&'a str, DecodeError> {
    if bytes.len() > most {
        return Err(broken(
            path,
            format!("it has {} bytes; a file of this kind may have {most} at most", bytes.len()),
        ));
    }
    let text = str::from_utf8(bytes).map_err(|error| {
        let (good, bad) = bytes.split_at(error.valid_up_to());
        // The part before the first bad byte is UTF-8, so nothing is replaced here.
        let good = String::from_utf8_lossy(good);
        let bad = bad.first().copied().unwrap_or_default();
        let what = format!("the byte 0x{bad:02x} is not UTF-8; save the file as UTF-8");
        broken_at(path, &good, good.len(), what)
    })?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}

/// Whether the file starts like a web page. Servers answer a wrong address with a page of text
/// and a status of success, and no decoder's own error would tell that.
pub(super) fn is_web_page(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = start[..start.len().min(16)].to_ascii_lowercase();
    [b"<!doctype html".as_slice(), b"<html", b"<head", b"<body"].iter().any(|page| start.starts_with(page))
}
