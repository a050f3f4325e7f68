//! Pictures: PNG, JPEG and WebP, recognised by their content, never by their name.

use std::error::Error;
use std::io::Cursor;

use image::error::{ImageError, LimitErrorKind};
use image::{ImageFormat, ImageReader, Limits};

use super::is_web_page;
use crate::phase::asset::Asset;
use crate::phase::context::{DecodeContext, FinishContext};
use crate::platform::{Pixels, TextureId};

/// The longest side of a picture in pixels: the limit of the GPU that a picture must fit.
const MAX_SIDE: u32 = 8192;

/// The most bytes that the pixels may have: 256 MiB, which is a square of the longest side.
const MAX_BYTES: u64 = 256 << 20;

/// What a decoder may need beside the pixels, such as tables and rows: 64 MiB.
const WORKING_MEMORY: u64 = 64 << 20;

/// A page's program is small, unless it is asked to read all formats.
const READS_PNG_ONLY: bool = cfg!(all(target_arch = "wasm32", not(feature = "page_images")));

/// A texture on the GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Texture {
    /// The GPU's name for it.
    pub id: TextureId,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The pixels, until they are on the GPU.
    pixels: Option<Pixels>,
}

impl Texture {
    /// A texture that is not on the GPU yet.
    pub(crate) fn of(pixels: Pixels) -> Self {
        Self { id: TextureId(0), width: pixels.width(), height: pixels.height(), pixels: Some(pixels) }
    }
}

impl Asset for Texture {
    const KIND: &'static str = "texture";
    const EXTENSIONS: &'static [&'static str] = &["png", "jpg", "jpeg", "webp"];

    /// Decodes a picture of at most 8192 x 8192 pixels. Only the first frame of an animation is
    /// taken, and the rotation that a camera noted in a JPEG is not applied.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let format = format_of(bytes).map_err(|what| cx.error(what))?;
        let mut limits = Limits::default();
        limits.max_image_width = Some(MAX_SIDE);
        limits.max_image_height = Some(MAX_SIDE);
        limits.max_alloc = Some(MAX_BYTES + WORKING_MEMORY);
        let decoded = reader(bytes, format, limits).decode();
        let rgba = decoded.map_err(|error| cx.error(unreadable(bytes, format, &error)))?.into_rgba8();
        let (width, height) = rgba.dimensions();
        Ok(Self::of(Pixels::new(width, height, rgba.into_raw())?))
    }

    fn finish(&mut self, cx: &mut FinishContext<'_>) -> Result<(), Box<dyn Error + Send + Sync>> {
        if let Some(pixels) = self.pixels.take() {
            self.id = cx.upload(&pixels)?;
        }
        Ok(())
    }

    fn stand_in() -> Option<Self> {
        Some(Self::of(Pixels::checker()))
    }

    fn memory(&self) -> u64 {
        self.pixels.as_ref().map_or(0, Pixels::bytes)
    }
}

fn reader(bytes: &[u8], format: ImageFormat, limits: Limits) -> ImageReader<Cursor<&[u8]>> {
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    reader
}

/// Says why a picture cannot be decoded. The error of a size that is refused does not say which.
fn unreadable(bytes: &[u8], format: ImageFormat, error: &ImageError) -> String {
    if let ImageError::Limits(limit) = error
        && limit.kind() == LimitErrorKind::DimensionError
    {
        let mut limits = Limits::default();
        limits.max_alloc = Some(WORKING_MEMORY);
        let size = reader(bytes, format, limits).into_dimensions();
        let size =
            size.map_or_else(|_| "too many".to_owned(), |(width, height)| format!("{width} x {height}"));
        return format!("the picture claims {size} pixels; each side may have {MAX_SIDE} at most");
    }
    format!("the {} file cannot be read: {error}", name(format))
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
            "this is {}, and the page's program reads PNG only; build it with the feature `page_images`",
            name(format)
        )),
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) => Ok(format),
        Ok(other) => Err(format!("a picture must be PNG, JPEG or WebP; this is {}", name(other))),
        Err(_) => Err("the file does not start like a PNG, JPEG or WebP picture".to_owned()),
    }
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
    use crate::phase::read_asset;
    use crate::platform::{AssetPath, MemorySource};

    fn decode(bytes: &[u8]) -> Result<Pixels, String> {
        let source = MemorySource::default().with("a.png", bytes);
        let texture: Result<Texture, _> = read_asset(&source, &AssetPath::new("a.png").unwrap());
        texture.map(|texture| texture.pixels.unwrap()).map_err(|error| error.to_string())
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
        decode(bytes).unwrap_err()
    }

    #[test]
    fn the_three_formats_are_told_by_content_and_not_by_name() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let pixels = decode(&encoded(5, 3, format)).unwrap();
            assert_eq!((pixels.width(), pixels.height()), (5, 3), "{format:?}");
        }
        let pixels = decode(&encoded(2, 2, ImageFormat::Png)).unwrap();
        assert_eq!(pixels.rgba()[4..8], [1, 0, 77, 255]);
    }

    #[test]
    fn a_picture_that_claims_too_much_is_refused_with_the_limit() {
        for (width, height) in [(60_000, 60_000), (8193, 1), (1, 8193), (u32::MAX >> 1, u32::MAX >> 1)] {
            let error = error(&claiming(width, height));
            assert!(error.contains("8192"), "{width} x {height}: {error}");
        }
    }

    #[test]
    fn a_picture_without_pixels_is_refused() {
        for (width, height) in [(0, 5), (5, 0)] {
            assert!(error(&claiming(width, height)).contains("cannot be read"));
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
