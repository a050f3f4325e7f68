//! Images decoded by the crate `image`, within its limits. The format is recognised by the content, and TGA, whose
//! content says nothing, by the extension.

use std::fmt::Display;
use std::future::ready;
use std::io::Cursor;

use image::metadata::Orientation;
use image::{ColorType, DynamicImage, ImageDecoder, ImageFormat, ImageReader, ImageResult, Limits};

use super::{Decoding, check_size, jpeg, raw_pixels};
use crate::platform::Pixels;

/// The memory that a decoder may hold for each pixel beside its result, in bytes: the coefficients of a progressive
/// JPEG, the planes of a WebP, a frame of a GIF.
const PIXEL_BYTES: u64 = 6;

/// The memory of a decoder for tables and metadata.
const EXTRA: u64 = 4 << 20;

/// The format of a file, or what the file is instead.
fn format_of(bytes: &[u8], extension: &str) -> Result<ImageFormat, &'static str> {
    if bytes.is_empty() {
        return Err("the file is empty");
    }
    let by_name = (extension == "tga").then_some(ImageFormat::Tga);
    let found = image::guess_format(bytes).ok().filter(ImageFormat::reading_enabled);
    found.or(by_name).ok_or("the file does not start like a PNG, JPEG, WebP, GIF, BMP or QOI image")
}

/// An error of a file.
fn unreadable(format: ImageFormat, error: impl Display) -> String {
    let name = format.extensions_str().first().map(|extension| extension.to_uppercase());
    format!("the {} file cannot be read: {error}", name.unwrap_or_default())
}

fn reader(bytes: &[u8], format: ImageFormat, memory: u64) -> ImageReader<Cursor<&[u8]>> {
    let mut limits = Limits::default();
    limits.max_alloc = Some(memory);
    let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
    reader.limits(limits);
    reader
}

/// Width and height, and the memory that decoding takes, from the header of the file.
fn header(bytes: &[u8], format: ImageFormat) -> Result<((u32, u32), u64), String> {
    let decoder = reader(bytes, format, EXTRA + bytes.len() as u64).into_decoder();
    let decoder = decoder.map_err(|error| unreadable(format, error))?;
    let (width, height) = check_size(decoder.dimensions())?;
    let pixels = u64::from(width) * u64::from(height);
    let other_colors = if decoder.color_type() == ColorType::Rgba8 { 0 } else { decoder.total_bytes() };
    let beside = match format {
        ImageFormat::Jpeg | ImageFormat::WebP | ImageFormat::Gif => PIXEL_BYTES,
        _ => 0,
    };
    Ok(((width, height), pixels * (4 + beside) + other_colors))
}

/// Width and height of an image in pixels, from the header of a file with this extension.
///
/// # Errors
///
/// Why the bytes are no image that can be decoded.
pub fn image_size(bytes: &[u8], extension: &str) -> Result<(u32, u32), String> {
    Ok(header(bytes, format_of(bytes, extension)?)?.0)
}

/// The bytes that decoding a file takes; 0 for a file that will be refused, and for TGA.
pub(in crate::phase) fn decoded_size(bytes: &[u8]) -> u64 {
    if let Some((size, block)) = raw_pixels::parts(bytes) {
        return raw_pixels::unpacked_size(size, block);
    }
    let format = format_of(bytes, "");
    format.ok().and_then(|format| header(bytes, format).ok()).map_or(0, |(_, memory)| memory)
}

/// Decodes an image of a file with this extension, in this call. It takes at most `limit` bytes of memory.
///
/// # Errors
///
/// The bytes are no image that can be decoded, or decoding would take more than the limit.
pub fn decode_now(bytes: &[u8], extension: &str, limit: u64) -> Result<Pixels, String> {
    if let Some((size, block)) = raw_pixels::parts(bytes) {
        return check_size(size).and_then(|size| raw_pixels::unpack(size, block));
    }
    let format = format_of(bytes, extension)?;
    let (_, memory) = header(bytes, format)?;
    if memory > limit {
        return Err(format!("the image takes {memory} bytes while it is decoded, and may take {limit}"));
    }
    if format == ImageFormat::Jpeg {
        jpeg::check(bytes).map_err(|why| unreadable(format, why))?;
    }
    let image = upright(bytes, format, memory + EXTRA).map_err(|error| unreadable(format, error))?;
    let (width, height) = (image.width(), image.height());
    Pixels::new(width, height, image.into_rgba8().into_raw()).map_err(|error| error.to_string())
}

/// The image, turned as its metadata says where browsers do so.
fn upright(bytes: &[u8], format: ImageFormat, memory: u64) -> ImageResult<DynamicImage> {
    let mut decoder = reader(bytes, format, memory).into_decoder()?;
    let is_turned = matches!(format, ImageFormat::Jpeg | ImageFormat::Png);
    let orientation = if is_turned { decoder.orientation()? } else { Orientation::NoTransforms };
    let mut image = DynamicImage::from_decoder(decoder)?;
    image.apply_orientation(orientation);
    Ok(image)
}

/// Decodes an image of a file with this extension: on the desktop in this call, in a page beside the program, in the
/// browser. It takes at most `limit` bytes of memory.
pub fn decode_image(bytes: &[u8], extension: &str, limit: u64) -> Decoding {
    Box::pin(ready(decode_now(bytes, extension, limit)))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use image::{DynamicImage, ImageFormat};

    use super::*;

    fn png(image: &DynamicImage) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        image.write_to(&mut bytes, ImageFormat::Png).unwrap();
        bytes.into_inner()
    }

    #[test]
    fn an_image_is_decoded_within_the_memory_that_its_colours_take_and_not_within_a_byte_less() {
        // The pixels, and the file's pixels where they have another form.
        for (image, bytes_of_a_pixel) in [
            (DynamicImage::new_rgba8(5, 3), 4),
            (DynamicImage::new_rgb8(5, 3), 4 + 3),
            (DynamicImage::new_luma8(5, 3), 4 + 1),
            (DynamicImage::new_luma_a8(5, 3), 4 + 2),
            (DynamicImage::new_rgba16(5, 3), 4 + 8),
        ] {
            let (file, memory) = (png(&image), 15 * bytes_of_a_pixel);
            assert_eq!(decoded_size(&file), memory, "{:?}", image.color());
            assert!(decode_now(&file, "png", memory).is_ok());
            let error = decode_now(&file, "png", memory - 1).unwrap_err();
            assert!(error.contains(&format!("takes {memory} bytes")), "{error}");
        }
    }
}
