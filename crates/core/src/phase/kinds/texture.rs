//! Images on the GPU.

use std::borrow::Cow;

use crate::phase::asset::Asset;
use crate::phase::context::{DecodeContext, FinishContext};
use crate::phase::error::AnyError;
use crate::phase::image;
use crate::platform::{Filter, Pixels, TextureId};

/// The maximum number of bytes that are uploaded in one call: 1024 x 1024 pixels.
const WHOLE_BYTES: u64 = 4 << 20;
/// The bytes of a slice of a larger image.
const SLICE_BYTES: u32 = 1 << 20;

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
    /// The number of rows that are on the GPU, of an image that is uploaded in slices.
    rows: Option<u32>,
    filter: Filter,
}

impl Texture {
    /// A texture that is not on the GPU yet: [`Asset::finish`] brings it there.
    pub fn of(pixels: Pixels) -> Self {
        let (width, height) = (pixels.width(), pixels.height());
        Self { id: TextureId(0), width, height, pixels: Some(pixels), rows: None, filter: Filter::default() }
    }
}

impl Asset for Texture {
    const KIND: &'static str = "texture";
    const EXTENSIONS: &'static [&'static str] = &["png", "jpg", "jpeg", "webp", "gif", "bmp", "qoi", "tga"];

    /// Decodes an image of at most 8192 x 8192 pixels: PNG, JPEG, WebP, GIF, BMP, QOI, and TGA by its extension. In a
    /// page the browser decodes, which reads other formats instead of QOI and TGA. Only the first frame of an animation
    /// is taken. A JPEG or PNG is turned as its metadata says; a PNG's metadata counts only before its pixels. A JPEG
    /// with one scan for each colour has to be progressive; another one has to be saved again. With `filter: linear`
    /// transparent pixels beside visible ones get their colours, so that no dark edge is seen.
    fn decode(_bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let mut pixels = cx.image()?;
        if cx.filter == Filter::Linear {
            pixels.spread_colors();
        }
        Ok(Self { filter: cx.filter, ..Self::of(pixels) })
    }

    fn image<'a>(bytes: &'a [u8], _cx: &DecodeContext<'_>) -> Result<Option<Cow<'a, [u8]>>, AnyError> {
        Ok(Some(bytes.into()))
    }

    fn decoded_size(bytes: &[u8]) -> u64 {
        image::decoded_size(bytes)
    }

    /// A large image is uploaded in several calls.
    fn finish(&mut self, cx: &mut FinishContext<'_>) -> Result<(), AnyError> {
        let Some(pixels) = &self.pixels else { return Ok(()) };
        if pixels.bytes() <= WHOLE_BYTES {
            self.id = cx.upload(pixels)?;
        } else if let Some(rows) = &mut self.rows {
            let slice = (SLICE_BYTES / (self.width * 4)).max(1);
            let end = (*rows + slice).min(self.height);
            cx.store.gpu.update_rows(self.id, pixels, *rows..end)?;
            *rows = end;
            if end < self.height {
                cx.call_again(f64::from(end) / f64::from(self.height));
                return Ok(());
            }
        } else {
            (self.id, self.rows) = (cx.allocate(pixels)?, Some(0));
            cx.call_again(0.0);
            return Ok(());
        }
        if self.filter != Filter::default() {
            cx.store.gpu.set_filter(self.id, self.filter);
        }
        self.pixels = None;
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
        self.pixels.as_ref().map(image::pack)
    }
}

#[cfg(test)]
mod tests {
    use ::image::codecs::png::PngEncoder;
    use ::image::{ExtendedColorType, ImageEncoder, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};

    use super::*;
    use crate::phase::image::tests::{FORMATS, encoded as encode, extension};
    use crate::phase::kind::Kind;
    use crate::phase::reading::read_kind;
    use crate::platform::{AssetPath, MemorySource};

    fn decode_as(name: &str, bytes: &[u8]) -> Result<Pixels, String> {
        let source = MemorySource::default().with(name, bytes);
        let texture = Texture::read(&source, &AssetPath::new(name).unwrap());
        texture.map(|texture| texture.pixels.unwrap()).map_err(|error| error.to_string())
    }

    fn decode(bytes: &[u8]) -> Result<Pixels, String> {
        decode_as("a.png", bytes)
    }

    fn encoded(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let image = RgbImage::from_fn(width, height, |x, y| Rgb([x as u8, y as u8, 77]));
        encode(&image.into(), format)
    }

    fn error(bytes: &[u8]) -> String {
        decode(bytes).unwrap_err()
    }

    #[test]
    fn formats_are_recognised_by_content() {
        for format in FORMATS.into_iter().filter(|format| *format != ImageFormat::Tga) {
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
    fn an_image_without_all_of_its_pixels_is_refused() {
        for format in FORMATS {
            let bytes = encoded(24, 20, format);
            let name = format!("a.{}", extension(format));
            let whole = decode_as(&name, &bytes);
            for length in 0..bytes.len() {
                let cut = decode_as(&name, &bytes[..length]);
                // Without the last chunk of a PNG file, or the end of a GIF, all pixels are there.
                assert!(cut.is_err() || cut == whole, "{format:?} of {length} bytes");
            }
            let half = decode_as(&name, &bytes[..bytes.len() / 2]).unwrap_err();
            assert!(half.contains("cannot be read"), "{format:?}: {half}");
        }
    }

    #[test]
    fn a_jpeg_may_hold_a_thumbnail_and_bytes_behind_its_end() {
        let bytes = encoded(8, 8, ImageFormat::Jpeg);
        let thumbnail = [b"\xff\xe1".as_slice(), &(bytes.len() as u16 + 2).to_be_bytes(), &bytes].concat();
        let whole = [&bytes[..2], &thumbnail, &bytes[2..], b"more"].concat();
        assert_eq!(decode(&whole).unwrap(), decode(&bytes).unwrap());
        let cut = whole.len() - 10;
        assert_eq!(error(&whole[..cut]), "a.png: the JPG file cannot be read: it ends before its image does");
    }

    #[test]
    fn the_colours_of_a_smooth_image_go_on_in_transparent_pixels() {
        // White on transparent black.
        let image = RgbaImage::from_fn(7, 5, |x, y| Rgba(if (x, y) == (3, 2) { [255; 4] } else { [0; 4] }));
        let bytes = encode(&image.into(), ImageFormat::Png);
        let source = MemorySource::default().with("a.png", bytes);
        let decoded = |filter| {
            let mut kind = Kind::of::<Texture>();
            kind.filter = filter;
            let value = read_kind(kind, &source, &AssetPath::new("a.png").unwrap(), None).ok().unwrap();
            let texture: Box<Texture> = value.value.into_value().downcast().unwrap();
            texture.pixels.unwrap()
        };
        let (sharp, smooth) = (decoded(Filter::Nearest), decoded(Filter::Linear));
        for (at, pixel) in smooth.rgba().chunks(4).enumerate() {
            let (x, y) = (at % 7, at / 7);
            let colour = if (2..5).contains(&x) && (1..4).contains(&y) { 255 } else { 0 };
            assert_eq!(pixel[..3], [colour; 3], "{x} {y}");
            assert_eq!(pixel[3], sharp.rgba()[at * 4 + 3], "{x} {y}");
            assert_eq!(sharp.rgba()[at * 4], sharp.rgba()[at * 4 + 3], "{x} {y}");
        }
    }

    /// A PNG file with a colour profile of `size` zero bytes, compressed.
    fn with_profile(size: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = PngEncoder::new(&mut bytes);
        encoder.set_icc_profile(vec![0; size]).unwrap();
        encoder.write_image(&[9; 4 * 4 * 3], 4, 4, ExtendedColorType::Rgb8).unwrap();
        bytes
    }

    #[test]
    fn a_large_profile_of_a_small_image_takes_little_memory() {
        for size in [500, 64 << 20] {
            let bytes = with_profile(size);
            let mut pixels = None;
            let taken = allocation_counter::measure(|| pixels = Some(decode(&bytes)));
            assert_eq!(pixels.unwrap().map(|pixels| pixels.width()), Ok(4));
            assert!(taken.bytes_max < 24 << 20, "{size}: {} bytes", taken.bytes_max);
        }
    }

    #[test]
    fn a_file_that_is_no_image_is_refused() {
        assert!(error(b"\n <!DOCTYPE html><html>").contains("starts like a web page, not like a texture"));
        assert!(error(b"").contains("empty"));
        assert!(error(b"GIF89a\0\0\0\0\0\0\0\0").contains("the GIF file cannot be read: "));
        assert!(error(b"II*\0\0\0\0\0\0\0\0\0").contains("does not start like a PNG"));
        assert!(error(b"just text").contains("does not start like"));
    }
}
