//! Images: PNG, JPEG and WebP, recognised by their content, never by their name.

use std::error::Error;
use std::io::Cursor;

use image::error::{ImageError, LimitErrorKind};
use image::{ImageFormat, ImageReader, Limits};

use super::is_web_page;
use crate::phase::asset::Asset;
use crate::phase::context::{DecodeContext, FinishContext};
use crate::platform::{Pixels, TextureId};

/// The longest side of an image in pixels: the limit of the GPU.
pub(super) const MAX_SIDE: u32 = 8192;

/// The memory of a decoder: 256 MiB for a square of the longest side, and 64 MiB for tables and rows.
const MAX_ALLOC: u64 = 320 << 20;

/// A page's program reads PNG only, to be small, without the feature.
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

    /// Decodes an image of at most 8192 x 8192 pixels. Only the first frame of an animation is
    /// taken, and the rotation in a JPEG's metadata is not applied.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(pixels) = super::raw_pixels::unpack(bytes, cx) {
            return Ok(Self::of(pixels?));
        }
        let format = format_of(bytes).map_err(|what| cx.error(what))?;
        let mut limits = Limits::default();
        limits.max_image_width = Some(MAX_SIDE);
        limits.max_image_height = Some(MAX_SIDE);
        limits.max_alloc = Some(MAX_ALLOC);
        let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
        reader.limits(limits);
        let rgba = reader.decode().map_err(|error| cx.error(unreadable(bytes, format, &error)))?.into_rgba8();
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

    #[cfg(not(target_arch = "wasm32"))]
    fn pack(&self) -> Option<Vec<u8>> {
        self.pixels.as_ref().map(super::raw_pixels::pack)
    }
}

fn unreadable(bytes: &[u8], format: ImageFormat, error: &ImageError) -> String {
    match error {
        ImageError::Limits(limit) if limit.kind() == LimitErrorKind::DimensionError => {
            let size = ImageReader::with_format(Cursor::new(bytes), format).into_dimensions();
            let (width, height) = size.unwrap_or_default();
            format!("the image has {width} x {height} pixels; each side may have {MAX_SIDE} at most")
        }
        error => format!("the {} file cannot be read: {error}", name(format)),
    }
}

/// The format of the image, or what the file is instead.
fn format_of(bytes: &[u8]) -> Result<ImageFormat, String> {
    if bytes.is_empty() {
        return Err("the file is empty".to_owned());
    }
    if is_web_page(bytes) {
        return Err("the file starts like a web page, not an image: is its address right?".to_owned());
    }
    match image::guess_format(bytes) {
        Ok(format @ (ImageFormat::Jpeg | ImageFormat::WebP)) if READS_PNG_ONLY => Err(format!(
            "this is {}, and the page's program reads PNG only; build it with the feature `page_images`",
            name(format)
        )),
        Ok(format @ (ImageFormat::Png | ImageFormat::Jpeg | ImageFormat::WebP)) => Ok(format),
        Ok(other) => Err(format!("an image must be PNG, JPEG or WebP; this is {}", name(other))),
        Err(_) => Err("the file does not start like a PNG, JPEG or WebP image".to_owned()),
    }
}

/// The usual spelling of the format's name.
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
        let image = image::RgbImage::from_fn(width, height, |x, y| image::Rgb([x as u8, y as u8, 77]));
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, format).unwrap();
        bytes.into_inner()
    }

    fn error(bytes: &[u8]) -> String {
        decode(bytes).unwrap_err()
    }

    #[test]
    fn formats_are_recognised_by_content() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let pixels = decode(&encoded(5, 3, format)).unwrap();
            assert_eq!((pixels.width(), pixels.height()), (5, 3), "{format:?}");
        }
        let pixels = decode(&encoded(2, 2, ImageFormat::Png)).unwrap();
        assert_eq!(pixels.rgba()[4..8], [1, 0, 77, 255]);
    }

    #[test]
    fn an_image_beyond_the_limit_is_refused() {
        for (width, height) in [(8193, 1), (1, 8193)] {
            assert!(error(&encoded(width, height, ImageFormat::Png)).contains("8192"));
        }
    }

    #[test]
    fn an_image_cut_in_half_is_refused() {
        for format in [ImageFormat::Png, ImageFormat::WebP] {
            let bytes = encoded(64, 64, format);
            let error = error(&bytes[..bytes.len() / 2]);
            assert!(error.contains("cannot be read"), "{error}");
        }
    }

    #[test]
    fn a_file_that_is_no_image_is_refused() {
        assert!(error(b"\n <!DOCTYPE html><html>").contains("starts like a web page, not an image"));
        assert!(error(b"").contains("empty"));
        assert!(error(b"GIF89a\0\0\0\0\0\0\0\0").contains("this is GIF"));
        assert!(error(b"just text").contains("does not start like"));
    }
}
