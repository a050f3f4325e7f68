//! The formats of image files: PNG, JPEG, WebP and that of packs, recognised by their content, never by their
//! name.

mod png_rows;
#[cfg(not(target_arch = "wasm32"))]
mod raw_pixels;

use std::fmt;

use self::png_rows::PngRows;
#[cfg(not(target_arch = "wasm32"))]
pub(super) use self::raw_pixels::pack;
use super::ahead::{Job, Place, Step};
use super::error::{AnyError, guarded};
use crate::platform::{Pixels, caught};

/// The word of the kind whose files are decoded in steps.
pub(super) const KIND: &str = "texture";

/// The bytes of pixels that are decoded in one step.
const STEP_BYTES: u64 = 256 << 10;

/// The memory that a decoder may hold for each pixel beside the result, in bytes: the coefficients of a progressive
/// JPEG, the planes of a WebP.
const PIXEL_BYTES: u64 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Png,
    Jpeg,
    WebP,
}

impl Format {
    /// The format of the file, or what the file is instead.
    fn of(bytes: &[u8]) -> Result<Self, &'static str> {
        match bytes {
            [] => Err("the file is empty"),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Ok(Self::Png),
            [0xff, 0xd8, 0xff, ..] => Ok(Self::Jpeg),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Ok(Self::WebP),
            _ => Err("the file does not start like a PNG, JPEG or WebP image"),
        }
    }

    /// An error of the file.
    fn unreadable(self, error: impl fmt::Display) -> String {
        let name = match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::WebP => "WebP",
        };
        format!("the {name} file cannot be read: {error}")
    }
}

/// Width and height of an image file, from its header.
///
/// # Errors
///
/// Why the bytes are no image that can be decoded.
pub fn size(bytes: &[u8]) -> Result<(u32, u32), String> {
    let format = Format::of(bytes)?;
    let size = match format {
        Format::Png => png_rows::size(bytes).ok_or_else(|| "it ends in its header".to_owned()),
        lossy => lossy::size(lossy, bytes),
    };
    check_size(size.map_err(|error| format.unreadable(error))?)
}

/// Refuses an image that is too large.
fn check_size((width, height): (u32, u32)) -> Result<(u32, u32), String> {
    let max = Pixels::MAX_SIDE;
    if width.max(height) > max {
        return Err(format!("the image has {width} x {height} pixels; each side may have {max} at most"));
    }
    Ok((width, height))
}

/// The bytes that decoding the file takes; 0 for a file that will be refused.
pub(super) fn decoded_size(bytes: &[u8]) -> u64 {
    #[cfg(not(target_arch = "wasm32"))]
    if let Some((size, block)) = raw_pixels::parts(bytes) {
        return raw_pixels::unpacked_size(size, block);
    }
    let beside = if Format::of(bytes) == Ok(Format::Png) { 0 } else { PIXEL_BYTES };
    size(bytes).map_or(0, |(width, height)| u64::from(width) * u64::from(height) * (4 + beside))
}

/// Decodes an image file.
///
/// # Errors
///
/// Why the bytes are no image that can be decoded, such as a format that is not supported, or a size beyond the limit.
pub fn decode(bytes: &[u8]) -> Result<Pixels, String> {
    #[cfg(not(target_arch = "wasm32"))]
    if let Some((size, block)) = raw_pixels::parts(bytes) {
        return check_size(size).and_then(|size| raw_pixels::unpack(size, block));
    }
    let (width, height) = size(bytes)?;
    let format = Format::of(bytes)?;
    let rgba = match format {
        Format::Png => PngRows::new(bytes).and_then(PngRows::into_whole),
        lossy => lossy::decode(lossy, bytes),
    };
    let rgba = rgba.map_err(|error| format.unreadable(error))?;
    Pixels::new(width, height, rgba).map_err(|error| format.unreadable(error))
}

/// Decodes a PNG file in steps, after one that begins. `None` for another file, and for one that is
/// broken: these are decoded as a whole, in the step that has begun then.
pub(super) async fn in_steps(bytes: &[u8], place: &Place, first: Step) -> Option<Result<Pixels, AnyError>> {
    let is_png = Format::of(bytes) == Ok(Format::Png) && size(bytes).is_ok();
    let rows = caught(|| is_png.then(|| PngRows::new(bytes).ok()).flatten());
    let Ok(Some(mut rows)) = rows else {
        place.next_step(Step { job: Job::DecodeMore, ..first }).await;
        return None;
    };
    let (width, height) = rows.size();
    loop {
        place.next_step(Step { job: Job::DecodeMore, bytes: STEP_BYTES, ..first }).await;
        let step = || rows.decode(STEP_BYTES).map_err(|error| Format::Png.unreadable(error).into());
        match guarded(step) {
            Ok(true) => break,
            Ok(false) => {}
            Err(error) => return Some(Err(error)),
        }
    }
    Some(Pixels::new(width, height, rows.rgba).map_err(Into::into))
}

#[cfg(any(not(target_arch = "wasm32"), feature = "page_images"))]
mod lossy {
    use std::io::Cursor;

    use image_webp::WebPDecoder;
    use zune_jpeg::JpegDecoder;
    use zune_jpeg::zune_core::bytestream::ZCursor;
    use zune_jpeg::zune_core::colorspace::ColorSpace;
    use zune_jpeg::zune_core::options::DecoderOptions;

    use super::Format;
    use crate::phase::image::png_rows::put;

    /// The memory of a decoder for tables and metadata.
    const EXTRA: usize = 4 << 20;

    /// A decoder that has read the headers.
    fn jpeg_decoder(bytes: &[u8], space: ColorSpace) -> Result<JpegDecoder<ZCursor<&[u8]>>, String> {
        let options = DecoderOptions::default().set_strict_mode(false).jpeg_set_out_colorspace(space);
        let options = options.set_max_width(usize::MAX).set_max_height(usize::MAX);
        let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
        decoder.decode_headers().map_err(|error| error.to_string())?;
        Ok(decoder)
    }

    /// Width and height.
    pub(super) fn size(format: Format, bytes: &[u8]) -> Result<(u32, u32), String> {
        if format == Format::WebP {
            return Ok(webp_decoder(bytes)?.dimensions());
        }
        let (width, height) = jpeg_decoder(bytes, ColorSpace::RGBA)?.dimensions().unwrap_or_default();
        Ok((width as u32, height as u32))
    }

    /// The pixels as RGBA.
    pub(super) fn decode(format: Format, bytes: &[u8]) -> Result<Vec<u8>, String> {
        if format == Format::WebP { webp(bytes) } else { jpeg(bytes) }
    }

    fn jpeg(bytes: &[u8]) -> Result<Vec<u8>, String> {
        check_jpeg(bytes)?;
        let mut decoder = jpeg_decoder(bytes, ColorSpace::RGBA)?;
        // The decoder makes RGBA of these only.
        let is_direct = matches!(decoder.input_colorspace(), Some(ColorSpace::YCbCr | ColorSpace::Luma));
        if !is_direct {
            decoder = jpeg_decoder(bytes, ColorSpace::RGB)?;
        }
        let pixels = decoder.decode().map_err(|error| error.to_string())?;
        Ok(if is_direct { pixels } else { opaque(&pixels) })
    }

    fn opaque(rgb: &[u8]) -> Vec<u8> {
        let mut rgba = Vec::with_capacity(rgb.len() / 3 * 4);
        put(&mut rgba, rgb, |[r, g, b]| [r, g, b, 255]);
        rgba
    }

    /// Refuses what the decoder would get wrong without an error: an image that is cut, whose missing part it makes
    /// up, and some ways to store the parts of the colours. The test that compares with libjpeg has found them.
    fn check_jpeg(bytes: &[u8]) -> Result<(), &'static str> {
        let mut rest = bytes.get(2..).unwrap_or_default();
        let (mut is_progressive, mut factors, mut in_first_scan) = (false, Vec::new(), 0);
        // The segments before the pixels are read one by one, because a thumbnail in them has its own end.
        while let [0xff, marker, high, low, ..] = *rest {
            // A marker may have filling bytes before it.
            let length = if marker == 0xff { 1 } else { 2 + usize::from(u16::from_be_bytes([high, low])) };
            let content = rest.get(4..length).unwrap_or_default();
            rest = rest.get(length..).unwrap_or_default();
            match (marker, content) {
                (0xc0..=0xc2, [_, _, _, _, _, _, parts @ ..]) => {
                    is_progressive = marker == 0xc2;
                    factors = parts.as_chunks().0.iter().map(|[_, both, _]| (both >> 4, both & 15)).collect();
                }
                (0xda, _) => {
                    in_first_scan = content.first().map_or(0, |count| usize::from(*count));
                    break;
                }
                _ => {}
            }
        }
        if !rest.windows(2).any(|pair| pair == [0xff, 0xd9]) {
            return Err("it ends before its image does");
        }
        let [luma, others @ ..] = factors.as_slice() else { return Ok(()) };
        if others.iter().any(|(h, v)| *h > luma.0 || *v > luma.1) {
            return Err(
                "its colours have more samples than its brightness; save it with 4:4:4 or 4:2:0 sampling",
            );
        }
        let are_alike = others.windows(2).all(|pair| pair[0] == pair[1]);
        if in_first_scan < factors.len() && !(is_progressive && are_alike) {
            return Err(
                "its colours are in scans of their own, which are not read; save it again with another program",
            );
        }
        Ok(())
    }

    fn webp_decoder(bytes: &[u8]) -> Result<WebPDecoder<Cursor<&[u8]>>, String> {
        WebPDecoder::new(Cursor::new(bytes)).map_err(|error| error.to_string())
    }

    /// The image, or the first frame of an animation.
    fn webp(bytes: &[u8]) -> Result<Vec<u8>, String> {
        let mut decoder = webp_decoder(bytes)?;
        let mut pixels = vec![0; decoder.output_buffer_size().unwrap_or_default()];
        decoder.set_memory_limit(pixels.len() * 2 + EXTRA);
        decoder.read_image(&mut pixels).map_err(|error| error.to_string())?;
        Ok(if decoder.has_alpha() { pixels } else { opaque(&pixels) })
    }
}

/// A page's program without the feature reads PNG only, to be small.
#[cfg(not(any(not(target_arch = "wasm32"), feature = "page_images")))]
mod lossy {
    use super::Format;

    pub(super) fn size(_: Format, _: &[u8]) -> Result<(u32, u32), String> {
        Err("the page's program reads PNG only; build it with the feature `page_images`".to_owned())
    }

    pub(super) fn decode(format: Format, bytes: &[u8]) -> Result<Vec<u8>, String> {
        size(format, bytes).map(|_| Vec::new())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Cursor;

    use image::{DynamicImage, GrayImage, ImageFormat, Luma, Rgb, RgbImage, Rgba, RgbaImage};
    use image_webp::{ColorType, WebPEncoder};
    use jpeg_encoder::Encoder;

    use super::{Format, decode, size};

    pub const FORMATS: [Format; 3] = [Format::Png, Format::Jpeg, Format::WebP];

    /// The file of an image. The colours of a JPEG are rounded, and its alpha is left out.
    pub fn encoded(image: &DynamicImage, format: Format) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        let (width, height) = (image.width(), image.height());
        match format {
            Format::Png => image.write_to(&mut file, ImageFormat::Png).unwrap(),
            Format::Jpeg => {
                let rgb = image.to_rgb8();
                Encoder::new(&mut file, 100)
                    .encode(&rgb, width as u16, height as u16, jpeg_encoder::ColorType::Rgb)
                    .unwrap();
            }
            Format::WebP => WebPEncoder::new(&mut file)
                .encode(&image.to_rgba8(), width, height, ColorType::Rgba8)
                .unwrap(),
        }
        file.into_inner()
    }

    fn images() -> [DynamicImage; 3] {
        let gray = GrayImage::from_fn(33, 20, |x, y| Luma([(3 * x + 5 * y) as u8]));
        let rgb = RgbImage::from_fn(33, 20, |x, y| Rgb([7 * x as u8, 9 * y as u8, (x + y) as u8]));
        let rgba = RgbaImage::from_fn(33, 20, |x, y| Rgba([7 * x as u8, 9 * y as u8, 0, 12 * y as u8]));
        [gray.into(), rgb.into(), rgba.into()]
    }

    #[test]
    fn a_decoded_file_has_the_pixels_that_were_encoded() {
        for format in FORMATS {
            for image in images() {
                let bytes = encoded(&image, format);
                let (expected, tolerance) = match format {
                    Format::Jpeg => (DynamicImage::from(image.to_rgb8()).into_rgba8(), 4),
                    Format::Png | Format::WebP => (image.to_rgba8(), 0),
                };
                let pixels = decode(&bytes).unwrap();
                assert_eq!(size(&bytes), Ok((33, 20)), "{format:?}");
                let pairs = pixels.rgba().iter().zip(expected.as_raw());
                let off = pairs.map(|(decoded, expected)| decoded.abs_diff(*expected)).max();
                assert!(off <= Some(tolerance), "{format:?} {:?}: {off:?}", image.color());
            }
        }
    }
}
