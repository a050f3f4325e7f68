//! Images: the crate `image` decodes them, and in a page the browser.

#[cfg(not(target_arch = "wasm32"))]
mod decoder;
#[cfg(not(target_arch = "wasm32"))]
mod jpeg;
#[cfg(target_arch = "wasm32")]
mod page;
#[cfg(not(target_arch = "wasm32"))]
mod raw_pixels;

#[cfg(target_arch = "wasm32")]
use page as decoder;

pub(super) use decoder::decoded_size;
pub use decoder::{decode_image, image_size};
#[cfg(not(target_arch = "wasm32"))]
pub(super) use raw_pixels::pack;

use crate::platform::Decoding;
use crate::platform::Pixels;

/// Refuses an image that is too large.
fn check_size((width, height): (u32, u32)) -> Result<(u32, u32), String> {
    let max = Pixels::MAX_SIDE;
    if width.max(height) > max {
        return Err(format!("the image has {width} x {height} pixels; each side may have {max} at most"));
    }
    Ok((width, height))
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Cursor;

    use image::codecs::jpeg::JpegEncoder;
    use image::codecs::png::PngEncoder;
    use image::{
        DynamicImage, GrayImage, ImageBuffer, ImageEncoder, ImageFormat, Luma, Rgb, RgbImage, Rgba, RgbaImage,
    };

    use super::decoder::{decode_now, image_size};

    pub const FORMATS: [ImageFormat; 7] = [
        ImageFormat::Png,
        ImageFormat::Jpeg,
        ImageFormat::WebP,
        ImageFormat::Gif,
        ImageFormat::Bmp,
        ImageFormat::Qoi,
        ImageFormat::Tga,
    ];

    /// The file of an image. The colours of a JPEG are rounded, and its alpha is left out.
    pub fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        match format {
            ImageFormat::Jpeg => {
                JpegEncoder::new_with_quality(&mut file, 100).encode_image(&image.to_rgb8()).unwrap();
            }
            ImageFormat::Gif | ImageFormat::Qoi => image.to_rgba8().write_to(&mut file, format).unwrap(),
            _ => image.write_to(&mut file, format).unwrap(),
        }
        file.into_inner()
    }

    pub fn extension(format: ImageFormat) -> &'static str {
        format.extensions_str()[0]
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
            // A GIF has 256 colours.
            for image in images().into_iter().take(if format == ImageFormat::Gif { 1 } else { 3 }) {
                let bytes = encoded(&image, format);
                let (expected, tolerance) = match format {
                    ImageFormat::Jpeg => (DynamicImage::from(image.to_rgb8()).into_rgba8(), 4),
                    _ => (image.to_rgba8(), 0),
                };
                let pixels = decode_now(&bytes, extension(format), u64::MAX).unwrap();
                assert_eq!(image_size(&bytes, extension(format)), Ok((33, 20)), "{format:?}");
                let pairs = pixels.rgba().iter().zip(expected.as_raw());
                let off = pairs.map(|(decoded, expected)| decoded.abs_diff(*expected)).max();
                assert!(off <= Some(tolerance), "{format:?} {:?}: {off:?}", image.color());
            }
        }
    }

    #[test]
    fn only_tga_is_recognised_by_the_end_of_the_name() {
        let [gray, ..] = images();
        for format in FORMATS {
            let bytes = encoded(&gray, format);
            assert!(decode_now(&bytes, "tga", u64::MAX).is_ok(), "{format:?}");
            let other = decode_now(&bytes, "png", u64::MAX);
            assert_eq!(other.is_ok(), format != ImageFormat::Tga, "{format:?}: {other:?}");
        }
    }

    #[test]
    fn an_image_that_takes_more_than_the_limit_is_refused() {
        let [_, rgb, rgba] = images();
        for (image, format) in FORMATS.into_iter().flat_map(|format| [(&rgb, format), (&rgba, format)]) {
            let error = decode_now(&encoded(image, format), extension(format), 1000).unwrap_err();
            assert!(error.ends_with("bytes while it is decoded, and may take 1000"), "{format:?}: {error}");
        }
    }

    #[test]
    fn a_jpeg_or_png_is_turned_as_its_metadata_says() {
        // One entry: the orientation is 6, a quarter turn to the right.
        let turned = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
        let image = RgbImage::from_fn(16, 8, |x, _| Rgb(if x < 8 { [255; 3] } else { [0; 3] }));
        let (mut png, mut jpeg) = (Vec::new(), Vec::new());
        let mut encoder = PngEncoder::new(&mut png);
        encoder.set_exif_metadata(turned.clone()).unwrap();
        image.write_with_encoder(encoder).unwrap();
        let mut encoder = JpegEncoder::new_with_quality(&mut jpeg, 100);
        encoder.set_exif_metadata(turned).unwrap();
        image.write_with_encoder(encoder).unwrap();
        for (file, extension) in [(png, "png"), (jpeg, "jpg")] {
            let pixels = decode_now(&file, extension, u64::MAX).unwrap();
            assert_eq!((pixels.width(), pixels.height()), (8, 16), "{extension}");
            assert_eq!(pixels.rgba()[..8 * 8 * 4], [255; 8 * 8 * 4], "{extension}");
            assert_eq!(pixels.rgba()[8 * 8 * 4..][..4], [0, 0, 0, 255], "{extension}");
        }
    }

    #[test]
    fn colours_of_16_bits_are_rounded_to_8() {
        let deep = ImageBuffer::<Rgba<u16>, _>::from_raw(1, 1, vec![0, 192, 0x80ff, 0xffff]).unwrap();
        let bytes = encoded(&deep.into(), ImageFormat::Png);
        assert_eq!(decode_now(&bytes, "png", u64::MAX).unwrap().rgba(), [0, 1, 128, 255]);
    }

    /// 5 x 3 pixels with 40 x, 90 y and 77, in seven passes.
    const INTERLACED: &str = "\
        89504e470d0a1a0a0000000d4948445200000005000000030802000001a3536239000000314944415478da0dc8311100\
        0008c3c0cac14cee98ab043988a840187e4824a17dfd143a6c5089f95161be64cab419b3e60050fb0e7a0a94f47b0000\
        000049454e44ae426082";

    #[test]
    fn an_interlaced_image_is_decoded() {
        let byte = |at| u8::from_str_radix(&INTERLACED[at..at + 2], 16).unwrap();
        let bytes: Vec<u8> = (0..INTERLACED.len()).step_by(2).map(byte).collect();
        let expected = (0..3_u8).flat_map(|y| (0..5).flat_map(move |x| [40 * x, 90 * y, 77, 255]));
        assert_eq!(decode_now(&bytes, "png", u64::MAX).unwrap().rgba(), expected.collect::<Vec<_>>());
    }
}
