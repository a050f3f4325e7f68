//! The kinds that every program has.

mod image;
mod ogg;
mod png_rows;
#[cfg(not(target_arch = "wasm32"))]
mod raw_pixels;
mod sound;
mod texture;

use std::error::Error;

#[cfg(feature = "window")]
pub(crate) use image::decode as decode_image;
#[cfg(feature = "levels")]
pub(crate) use image::size as image_size;
pub use sound::Sound;
pub use texture::Texture;

use super::asset::Asset;
use super::context::DecodeContext;

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

/// A file as it is: for formats that a game reads itself.
impl Asset for Vec<u8> {
    const KIND: &'static str = "bytes";

    /// Refuses a web page, unless the file is called `.html` or `.htm`.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        if !["html", "htm"].contains(&cx.path().extension().as_str()) {
            web_page(bytes, "file of bytes").map_or(Ok(()), |what| Err(cx.error(what)))?;
        }
        Ok(bytes.to_vec())
    }

    fn memory(&self) -> u64 {
        self.len() as u64
    }
}
