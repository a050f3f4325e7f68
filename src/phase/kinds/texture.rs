//! Images: PNG, JPEG and WebP, recognised by their content, never by their name.

use std::error::Error;
use std::fmt;
use std::io::Cursor;

use image::{ColorType, ImageDecoder as _, ImageFormat, ImageReader, Limits};

use super::png_rows::PngRows;
use crate::phase::asset::Asset;
use crate::phase::context::{DecodeContext, FinishContext};
use crate::platform::{Filter, Pixels, TextureId};

/// The memory of a decoder for tables, rows and a colour profile, in addition to the pixels. A larger
/// profile is skipped.
const EXTRA_ALLOC: u64 = 4 << 20;
/// The maximum memory of a decoder: a square of the longest side, and tables.
const MAX_ALLOC: u64 = 320 << 20;

/// The maximum of bytes that are uploaded in one call: 1024 x 1024 pixels.
const WHOLE_BYTES: u64 = 4 << 20;
/// The bytes of pixels that are decoded in one step.
const STEP_BYTES: u64 = 256 << 10;
/// The bytes of a slice of a larger image.
const SLICE_BYTES: u32 = 1 << 20;

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
    /// The number of rows that are on the GPU, of an image that is uploaded in slices.
    rows: Option<u32>,
    filter: Filter,
}

impl Texture {
    /// A texture that is not on the GPU yet.
    pub(crate) fn of(pixels: Pixels) -> Self {
        let (width, height) = (pixels.width(), pixels.height());
        Self { id: TextureId(0), width, height, pixels: Some(pixels), rows: None, filter: Filter::default() }
    }
}

impl Texture {
    fn decode_whole(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(pixels) = super::raw_pixels::unpack(bytes, cx) {
            return Ok(Self::of(pixels?));
        }
        let format = format_of(bytes).map_err(|what| cx.error(what))?;
        let unreadable =
            |error: &dyn fmt::Display| cx.error(format!("the {} file cannot be read: {error}", name(format)));
        let size = reader(bytes, format, 0).into_dimensions();
        let (width, height) = size.map_err(|error| unreadable(&error))?;
        let max = Pixels::MAX_SIDE;
        if width.max(height) > max {
            let what = format!("the image has {width} x {height} pixels; each side may have {max} at most");
            return Err(cx.error(what).into());
        }
        if format == ImageFormat::Jpeg && !has_end(bytes) {
            return Err(unreadable(&"it ends before its image does").into());
        }
        let pixels = u64::from(width) * u64::from(height);
        let rgba = reader(bytes, format, pixels).decode().map_err(|error| unreadable(&error))?.into_rgba8();
        Ok(Self { filter: cx.filter, ..Self::of(Pixels::new(width, height, rgba.into_raw())?) })
    }
}

impl Asset for Texture {
    const KIND: &'static str = "texture";
    const EXTENSIONS: &'static [&'static str] = &["png", "jpg", "jpeg", "webp"];

    /// Decodes an image of at most 8192 x 8192 pixels. Only the first frame of an animation is
    /// taken, and the rotation in a JPEG's metadata is not applied.
    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        match cx.take_kept::<Option<PngRows>>() {
            Some(Some(mut rows)) => match rows.decode(STEP_BYTES) {
                Some(false) => Err(cx.next_step(Some(rows), STEP_BYTES).into()),
                Some(true) => {
                    let (width, height) = rows.size();
                    Ok(Self { filter: cx.filter, ..Self::of(Pixels::new(width, height, rows.into_rgba())?) })
                }
                // For the error.
                None => Self::decode_whole(bytes, cx),
            },
            Some(None) => Self::decode_whole(bytes, cx),
            None => match &cx.steps {
                Some((_, bytes)) => {
                    let rows = PngRows::new(bytes, max_alloc);
                    let step = if rows.is_some() { STEP_BYTES } else { Self::decoded_size(bytes) };
                    Err(cx.next_step(rows, step).into())
                }
                None => Self::decode_whole(bytes, cx),
            },
        }
    }

    /// The pixels, and before them what the decoder makes of an image without the four bytes a pixel.
    fn decoded_size(bytes: &[u8]) -> u64 {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(size) = super::raw_pixels::unpacked_size(bytes) {
            return size;
        }
        let format = format_of(bytes).ok();
        let Some(decoder) = format.and_then(|format| reader(bytes, format, 0).into_decoder().ok()) else {
            return 0;
        };
        let (width, height) = decoder.dimensions();
        if width.max(height) > Pixels::MAX_SIDE {
            // It will be refused.
            return 0;
        }
        let converted = if decoder.color_type() == ColorType::Rgba8 { 0 } else { decoder.total_bytes() };
        u64::from(width) * u64::from(height) * 4 + converted
    }

    /// A large image is uploaded in several calls.
    fn finish(&mut self, cx: &mut FinishContext<'_>) -> Result<(), Box<dyn Error + Send + Sync>> {
        let Some(pixels) = &self.pixels else { return Ok(()) };
        if pixels.bytes() <= WHOLE_BYTES {
            self.id = cx.upload(pixels)?;
        } else if let Some(rows) = &mut self.rows {
            let slice = (SLICE_BYTES / (self.width * 4)).max(1);
            let end = (*rows + slice).min(self.height);
            cx.gpu().update_rows(self.id, pixels, *rows..end)?;
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
            cx.gpu().set_filter(self.id, self.filter);
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
        self.pixels.as_ref().map(super::raw_pixels::pack)
    }
}

/// The maximum memory of the decoder of an image.
fn max_alloc(pixels: u64) -> u64 {
    (pixels * 8 + EXTRA_ALLOC).min(MAX_ALLOC)
}

/// A reader whose memory is limited by the number of pixels.
fn reader(bytes: &[u8], format: ImageFormat, pixels: u64) -> ImageReader<Cursor<&[u8]>> {
    let mut limits = Limits::no_limits();
    // Four channels of sixteen bits.
    limits.max_alloc = Some(max_alloc(pixels));
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    reader
}

/// Whether the image of a JPEG file has its end marker, without which the decoder makes up what is
/// missing. The segments before the pixels are skipped, because a thumbnail in them has its own end.
fn has_end(bytes: &[u8]) -> bool {
    let mut rest = bytes.get(2..).unwrap_or_default();
    while let [0xff, marker, high, low, ..] = *rest {
        // A marker may have filling bytes before it.
        let length = if marker == 0xff { 1 } else { 2 + usize::from(u16::from_be_bytes([high, low])) };
        rest = rest.get(length..).unwrap_or_default();
        if marker == 0xda {
            break;
        }
    }
    rest.windows(2).any(|pair| pair == [0xff, 0xd9])
}

/// The format of the image, or what the file is instead.
fn format_of(bytes: &[u8]) -> Result<ImageFormat, String> {
    if bytes.is_empty() {
        return Err("the file is empty".to_owned());
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
    fn an_image_that_is_cut_anywhere_is_refused() {
        for format in [ImageFormat::Png, ImageFormat::Jpeg, ImageFormat::WebP] {
            let bytes = encoded(64, 64, format);
            // Without the last chunk of a PNG file or the padding of a WebP file all pixels are there.
            let spare = [(ImageFormat::Png, 12), (ImageFormat::WebP, 1)];
            let spare = spare.into_iter().find(|(of, _)| *of == format).map_or(0, |(_, bytes)| bytes);
            for length in 0..bytes.len() - spare {
                assert!(decode(&bytes[..length]).is_err(), "{format:?} of {length} bytes");
            }
            assert!(error(&bytes[..bytes.len() / 2]).contains("cannot be read"), "{format:?}");
        }
    }

    #[test]
    fn a_jpeg_may_hold_a_thumbnail_and_bytes_behind_its_end() {
        let bytes = encoded(8, 8, ImageFormat::Jpeg);
        let thumbnail = [b"\xff\xe1".as_slice(), &(bytes.len() as u16 + 2).to_be_bytes(), &bytes].concat();
        let whole = [&bytes[..2], &thumbnail, &bytes[2..], b"more"].concat();
        assert_eq!(decode(&whole).unwrap(), decode(&bytes).unwrap());
        let cut = whole.len() - 10;
        assert_eq!(
            error(&whole[..cut]),
            "a.png: the JPEG file cannot be read: it ends before its image does"
        );
    }

    /// A PNG file with a colour profile of `size` zero bytes, compressed.
    fn with_profile(size: usize) -> Vec<u8> {
        // `image` writes the profile.
        let mut bytes = Vec::new();
        let mut encoder = image::codecs::png::PngEncoder::new(&mut bytes);
        image::ImageEncoder::set_icc_profile(&mut encoder, vec![0; size]).unwrap();
        image::ImageEncoder::write_image(encoder, &[9; 4 * 4 * 3], 4, 4, image::ExtendedColorType::Rgb8)
            .unwrap();
        bytes
    }

    #[test]
    fn a_large_profile_of_a_small_image_takes_little_memory() {
        for size in [500, 200 << 20] {
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
        assert!(error(b"GIF89a\0\0\0\0\0\0\0\0").contains("this is GIF"));
        assert!(error(b"just text").contains("does not start like"));
    }
}
