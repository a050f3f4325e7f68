//! Pictures: PNG, JPEG and WebP, told by their content, never by their name.

use std::io::Cursor;

use image::{ImageDecoder, ImageFormat, ImageReader, Limits};

use super::text::{broken, is_web_page};
use crate::phase::error::DecodeError;
use crate::platform::{AssetPath, Pixels};

/// The longest side of a picture in pixels: the limit of the GPU that a picture must fit.
const MAX_SIDE: u32 = 8192;

/// The most bytes that the pixels may have: 256 MiB, which is a square of the longest side.
const MAX_BYTES: u64 = 256 << 20;

/// What a decoder may need beside the pixels, such as tables and rows: 64 MiB.
const WORKING_MEMORY: u64 = 64 << 20;

/// A page's program is small, unless it is asked to read all formats.
const READS_PNG_ONLY: bool = cfg!(all(target_arch = "wasm32", not(feature = "page_pictures")));

/// Decodes a picture to four bytes a pixel. Only the first frame of an animation is taken, and
/// the turn that a camera noted in a JPEG is not applied.
///
/// The size that the header claims is checked before memory for a single pixel is reserved, so a
/// small file that claims to be a huge picture costs nothing.
///
/// # Errors
///
/// [`DecodeError`] when the file is not a PNG, JPEG or WebP (in a page's program without the feature
/// `page_pictures`: not a PNG), is broken or cut short, has no pixels, or a side of more than 8192
/// pixels.
pub fn decode_texture(path: &AssetPath, bytes: &[u8]) -> Result<Pixels, DecodeError> {
    let format = format_of(bytes).map_err(|what| broken(path, what))?;
    let unreadable = |error| broken(path, format!("the {} file cannot be read: {error}", name(format)));

    // A decoder that refuses a size does not say which. So the size is looked at before: in a PNG
    // by hand, for its decoder reserves memory by it at once; in the others (whose sides are at
    // most 65535) through a decoder without limits for the sides.
    let mut limits = Limits::default();
    limits.max_alloc = Some(MAX_BYTES + WORKING_MEMORY);
    let size = match png_size(bytes) {
        Some(size) => size,
        None => reader(bytes, format, limits.clone()).into_decoder().map_err(unreadable)?.dimensions(),
    };
    check_size(size).map_err(|what| broken(path, what))?;

    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    let rgba = reader(bytes, format, limits).decode().map_err(unreadable)?.into_rgba8();
    let (width, height) = rgba.dimensions();
    Pixels::new(width, height, rgba.into_raw()).map_err(|error| broken(path, error.to_string()))
}

/// Width and height of a PNG as its header claims them.
fn png_size(bytes: &[u8]) -> Option<(u32, u32)> {
    let side = |at: usize| Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
    let is_header = bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.get(12..16) == Some(b"IHDR");
    if is_header { Some((side(16)?, side(20)?)) } else { None }
}

/// Says what is wrong with a size.
fn check_size((width, height): (u32, u32)) -> Result<(), String> {
    let needed = u64::from(width).checked_mul(u64::from(height)).and_then(|pixels| pixels.checked_mul(4));
    if width == 0 || height == 0 {
        Err(format!("the picture is {width} x {height} pixels: it is empty"))
    } else if width > MAX_SIDE || height > MAX_SIDE || needed.is_none_or(|needed| needed > MAX_BYTES) {
        Err(format!("the picture claims {width} x {height} pixels; each side may have {MAX_SIDE} at most"))
    } else {
        Ok(())
    }
}

/// The format of the picture, or what the file is instead.
fn format_of(bytes: &[u8]) -> Result<ImageFormat, String> {
    if bytes.is_empty() {
        return Err("the file is empty".to_owned());
    }
    if is_web_page(bytes) {
        return Err("the file starts like a web page, not a picture: is its address right?".to_owned());
    }
    match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::WebP)) if READS_PNG_ONLY => Err(format!(
            "this is {}, and the page's program reads PNG only; build it with the feature `page_pictures`",
            name(format)
        )),
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) => Ok(format),
        Ok(other) => Err(format!("a picture must be PNG, JPEG or WebP; this is {}", name(other))),
        Err(_) => Err("the file does not start like a PNG, JPEG or WebP picture".to_owned()),
    }
}

fn reader(bytes: &[u8], format: ImageFormat, limits: Limits) -> ImageReader<Cursor<&[u8]>> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    reader
}

/// The format's name as people write it.
fn name(format: ImageFormat) -> String {
    match format {
        ImageFormat::WebP => "WebP".to_owned(),
        other => format!("{other:?}").to_uppercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path() -> AssetPath {
        AssetPath::new("textures/a.png").unwrap()
    }

    fn encoded(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let picture = image::RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 77]));
        let mut bytes = Cursor::new(Vec::new());
        picture.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    /// A PNG whose header, with a right checksum, claims another size.
    fn claiming(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = encoded(4, 4, ImageFormat::Png);
        bytes[16..20].copy_from_slice(&width.to_be_bytes());
        bytes[20..24].copy_from_slice(&height.to_be_bytes());
        let mut crc = u32::MAX;
        for byte in &bytes[12..29] {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
            }
        }
        bytes[29..33].copy_from_slice(&(!crc).to_be_bytes());
        bytes
    }

    fn error(bytes: &[u8]) -> String {
        decode_texture(&path(), bytes).unwrap_err().to_string()
    }

    #[test]
    fn the_three_formats_are_told_by_content_and_not_by_name() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let pixels = decode_texture(&path(), &encoded(5, 3, format)).unwrap();
            assert_eq!((pixels.width(), pixels.height()), (5, 3), "{format:?}");
        }
        let pixels = decode_texture(&path(), &encoded(2, 2, ImageFormat::Png)).unwrap();
        assert_eq!(pixels.rgba()[4..8], [1, 0, 77, 255]);
    }

    #[test]
    fn a_picture_that_claims_too_much_is_refused_with_its_size_and_the_limit() {
        for (width, height) in [(60_000, 60_000), (8193, 1), (1, 8193), (u32::MAX >> 1, u32::MAX >> 1)] {
            let error = error(&claiming(width, height));
            assert!(error.contains(&format!("{width} x {height}")) && error.contains("8192"), "{error}");
        }
    }

    #[test]
    fn a_picture_without_pixels_is_refused() {
        for (width, height) in [(0, 5), (5, 0)] {
            assert!(error(&claiming(width, height)).contains("it is empty"));
        }
    }

    #[test]
    fn a_picture_that_is_cut_in_half_is_refused() {
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            let bytes = encoded(64, 64, format);
            let error = error(&bytes[..bytes.len() / 2]);
            assert!(error.contains("cannot be read"), "{error}");
        }
    }

    #[test]
    fn what_is_not_a_picture_is_named() {
        assert!(error(b"\n <!DOCTYPE html><html>").contains("starts like a web page, not a picture"));
        assert!(error(b"").contains("empty"));
        assert!(error(b"GIF89a\0\0\0\0\0\0\0\0").contains("this is GIF"));
        assert!(error(b"just text").contains("does not start like"));
    }
}
