//! The kinds that every program has.

mod bytes;
#[cfg(not(target_arch = "wasm32"))]
mod raw_pixels;
mod sound;
mod texture;

pub use bytes::Bytes;
pub use sound::{Sound, SoundFormat};
pub use texture::Texture;

/// Whether the file starts like a web page. Servers answer a wrong address with a page of text
/// and a status of success, and a decoder's own error would not say that.
fn is_web_page(bytes: &[u8]) -> bool {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = start[..start.len().min(16)].to_ascii_lowercase();
    [b"<!doctype html".as_slice(), b"<html", b"<head", b"<body"].iter().any(|page| start.starts_with(page))
}
