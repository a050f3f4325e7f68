//! PNG files, row by row, so that a thread that also draws decodes a large image in steps.

use std::io::Cursor;

use png::{ColorType, Decoder, Limits, Reader, Transformations};

/// The memory of a decoder for its tables and rows.
const MAX_ALLOC: usize = 4 << 20;

/// Width and height, which stand at the same place in each file; `None` if it ends before.
pub(super) fn size(bytes: &[u8]) -> Option<(u32, u32)> {
    let side = |at: usize| Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
    Some((side(16)?, side(20)?))
}

/// A decoder and what it has decoded so far.
pub(super) struct PngRows<'a> {
    reader: Reader<Cursor<&'a [u8]>>,
    pub(super) rgba: Vec<u8>,
}

impl<'a> PngRows<'a> {
    /// Reads the header of a file whose [`size`] is allowed.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, String> {
        let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MAX_ALLOC });
        decoder.set_transformations(Transformations::normalize_to_color8());
        decoder.set_ignore_text_chunk(true);
        decoder.set_ignore_iccp_chunk(true);
        let reader = decoder.read_info().map_err(|error| error.to_string())?;
        let (width, height) = reader.info().size();
        Ok(Self { reader, rgba: Vec::with_capacity(width as usize * height as usize * 4) })
    }

    pub(super) fn size(&self) -> (u32, u32) {
        self.reader.info().size()
    }

    /// Decodes rows of so many bytes, at least one, and all rows of an interlaced image. Returns whether all are
    /// decoded.
    pub(super) fn decode(&mut self, bytes: u64) -> Result<bool, String> {
        let end = self.rgba.len() as u64 + bytes;
        let (color, _) = self.reader.output_color_type();
        if self.reader.info().interlaced {
            let mut pixels = vec![0; self.reader.output_buffer_size().unwrap_or_default()];
            self.reader.next_frame(&mut pixels).map_err(|error| error.to_string())?;
            put_rgba(&mut self.rgba, &pixels, color);
            return Ok(true);
        }
        while (self.rgba.len() as u64) < end {
            let Some(row) = self.reader.next_row().map_err(|error| error.to_string())? else {
                return Ok(true);
            };
            put_rgba(&mut self.rgba, row.data(), color);
        }
        Ok(false)
    }

    /// All pixels.
    pub(super) fn into_whole(mut self) -> Result<Vec<u8>, String> {
        self.decode(u64::from(u32::MAX))?;
        Ok(self.rgba)
    }
}

/// Adds pixels of `N` bytes to RGBA.
pub(super) fn put<const N: usize>(rgba: &mut Vec<u8>, pixels: &[u8], rgba_of: fn([u8; N]) -> [u8; 4]) {
    let start = rgba.len();
    let (pixels, _) = pixels.as_chunks::<N>();
    rgba.resize(start + pixels.len() * 4, 0);
    let (out, _) = rgba[start..].as_chunks_mut::<4>();
    out.iter_mut().zip(pixels).for_each(|(out, pixel)| *out = rgba_of(*pixel));
}

fn put_rgba(rgba: &mut Vec<u8>, row: &[u8], color: ColorType) {
    match color {
        ColorType::Rgba => rgba.extend_from_slice(row),
        ColorType::Rgb => put(rgba, row, |[r, g, b]| [r, g, b, 255]),
        ColorType::GrayscaleAlpha => put(rgba, row, |[gray, a]| [gray, gray, gray, a]),
        // A palette is expanded.
        ColorType::Grayscale | ColorType::Indexed => put(rgba, row, |[gray]| [gray, gray, gray, 255]),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use futures_lite::future::block_on;
    use png::BitDepth;
    use proptest::prelude::*;

    use super::*;
    use crate::phase::ahead::{Ahead, Place};
    use crate::phase::asset::{Kind, decode_bytes};
    use crate::phase::{Asset, Texture};
    use crate::platform::{AssetPath, MemorySource};

    fn path() -> AssetPath {
        AssetPath::new("a.png").unwrap()
    }

    fn at_once(bytes: &[u8]) -> Result<Texture, String> {
        Texture::read(&MemorySource::default().with("a.png", bytes), &path())
            .map_err(|error| error.to_string())
    }

    /// The texture, and the number of steps in which it is decoded.
    fn in_steps(bytes: &[u8]) -> (Result<Texture, String>, u64) {
        let place = Place { ahead: Arc::new(Ahead::new(true)), ..Place::default() };
        let (path, source) = (path(), MemorySource::default());
        let ready = block_on(decode_bytes(Kind::of::<Texture>(), &path, bytes, &source, place.clone()));
        let texture = ready.map(|ready| *ready.value.into_inner().into_value().downcast().unwrap());
        (texture.map_err(|error| error.to_string()), place.ahead.step().1)
    }

    fn encoded(width: u32, height: u32, color: ColorType, depth: BitDepth) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, width, height);
        encoder.set_color(color);
        encoder.set_depth(depth);
        encoder.set_palette((0..=255).flat_map(|n| [n, 255 - n, n / 2]).collect::<Vec<u8>>());
        if color == ColorType::Indexed {
            encoder.set_trns((0..=255).rev().collect::<Vec<u8>>());
        }
        let row = (color.samples() * depth as usize * width as usize).div_ceil(8);
        let data: Vec<u8> = (0..row * height as usize).map(|at| (at * 7) as u8).collect();
        encoder.write_header().unwrap().write_image_data(&data).unwrap();
        bytes
    }

    const FORMS: [(ColorType, BitDepth); 10] = [
        (ColorType::Grayscale, BitDepth::One),
        (ColorType::Grayscale, BitDepth::Four),
        (ColorType::Grayscale, BitDepth::Eight),
        (ColorType::GrayscaleAlpha, BitDepth::Eight),
        (ColorType::Rgb, BitDepth::Eight),
        (ColorType::Rgba, BitDepth::Eight),
        (ColorType::Indexed, BitDepth::Two),
        (ColorType::Indexed, BitDepth::Eight),
        (ColorType::Rgb, BitDepth::Sixteen),
        (ColorType::Rgba, BitDepth::Sixteen),
    ];

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn steps_decode_what_one_call_decodes(
            form in 0..FORMS.len(),
            width in 1..90_u32,
            height in 1..90_u32,
            cut in prop::option::of(0..8000_usize),
        ) {
            let (color, depth) = FORMS[form];
            let mut bytes = encoded(width, height, color, depth);
            if let Some(cut) = cut {
                bytes.truncate(cut);
            }
            prop_assert_eq!(in_steps(&bytes).0, at_once(&bytes));
        }
    }

    #[test]
    fn a_large_image_takes_a_step_for_each_quarter_megabyte() {
        let bytes = encoded(1024, 640, ColorType::Rgb, BitDepth::Eight);
        let (texture, steps) = in_steps(&bytes);
        assert_eq!(texture, at_once(&bytes));
        assert!(texture.is_ok());
        // 2.5 MiB in ten steps, one more that starts, and one that finds the end.
        assert_eq!(steps, 12);
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
        let pixels = crate::phase::image::decode(&bytes).unwrap();
        let expected = (0..3_u8).flat_map(|y| (0..5).flat_map(move |x| [40 * x, 90 * y, 77, 255]));
        assert_eq!(pixels.rgba(), expected.collect::<Vec<_>>());
        assert_eq!(in_steps(&bytes).0, at_once(&bytes));
    }
}
