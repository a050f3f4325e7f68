//! The kinds that every program has.

mod bytes;
mod image;
mod ogg;
mod png_rows;
#[cfg(not(target_arch = "wasm32"))]
mod raw_pixels;
mod sound;
mod texture;

#[cfg(feature = "window")]
pub(crate) use image::decode as decode_image;
#[cfg(feature = "levels")]
pub(crate) use image::size as image_size;
pub use sound::Sound;
pub use texture::Texture;

/// What is wrong with a file that should be a `kind` and starts like a web page. Servers answer a wrong
/// address with such a page and a status of success, and a decoder's own error would not say that.
pub(super) fn web_page(bytes: &[u8], kind: &str) -> Option<String> {
    let start = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let start = start[..start.len().min(16)].to_ascii_lowercase();
    let pages = [b"<!doctype html".as_slice(), b"<html", b"<head", b"<body"];
    pages.iter().any(|page| start.starts_with(page)).then(|| {
        format!("the file starts like a web page, not like a {kind}: is the address of the assets right?")
    })
}
