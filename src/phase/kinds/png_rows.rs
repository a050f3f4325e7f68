//! PNG files row by row, so that a thread that also draws decodes a large image in steps.

use std::io::Cursor;
use std::sync::Arc;

use png::{BitDepth, ColorType, Decoder, Limits, Reader, Transformations};

use crate::platform::Pixels;

/// A file that the decoder keeps from step to step.
struct File(Arc<Vec<u8>>);

impl AsRef<[u8]> for File {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A decoder and what it has decoded so far.
pub(super) struct PngRows {
    reader: Reader<Cursor<File>>,
    rgba: Vec<u8>,
}

impl PngRows {
    /// `None` for other files and for PNG files that are not decoded in rows here: those that are
    /// interlaced, animated, broken, too large, or have sixteen bits a channel. `max_alloc` is the memory for
    /// a number of pixels.
    pub(super) fn new(bytes: &Arc<Vec<u8>>, max_alloc: fn(u64) -> u64) -> Option<Self> {
        if !bytes.starts_with(b"\x89PNG") {
            return None;
        }
        // The size stands at the same place in each file.
        let side = |at: usize| Some(u32::from_be_bytes(*bytes.get(at..)?.first_chunk()?));
        let (width, height) = (side(16)?, side(20)?);
        if width.max(height) > Pixels::MAX_SIDE {
            return None;
        }
        let pixels = u64::from(width) * u64::from(height);
        let limits = Limits { bytes: usize::try_from(max_alloc(pixels)).ok()? };
        let mut decoder = Decoder::new_with_limits(Cursor::new(File(Arc::clone(bytes))), limits);
        decoder.set_transformations(Transformations::EXPAND);
        let reader = decoder.read_info().ok()?;
        let is_plain = !reader.info().interlaced && reader.info().animation_control.is_none();
        let rgba = Vec::with_capacity(usize::try_from(pixels * 4).ok()?);
        (is_plain && reader.output_color_type().1 == BitDepth::Eight).then_some(Self { reader, rgba })
    }

    pub(super) fn size(&self) -> (u32, u32) {
        self.reader.info().size()
    }

    /// Decodes rows of so many bytes, at least one. Returns whether all are decoded; `None` if the file is
    /// broken.
    pub(super) fn decode(&mut self, bytes: u64) -> Option<bool> {
        let end = self.rgba.len() as u64 + bytes;
        let (color, _) = self.reader.output_color_type();
        while (self.rgba.len() as u64) < end {
            let Some(row) = self.reader.next_row().ok()? else { return Some(true) };
            let row = row.data();
            match color {
                ColorType::Rgba => self.rgba.extend_from_slice(row),
                ColorType::Rgb => put(&mut self.rgba, row, |[r, g, b]| [r, g, b, 255]),
                ColorType::GrayscaleAlpha => put(&mut self.rgba, row, |[gray, a]| [gray, gray, gray, a]),
                ColorType::Grayscale => put(&mut self.rgba, row, |[gray]| [gray, gray, gray, 255]),
                // `EXPAND` makes it one of the others.
                ColorType::Indexed => return None,
            }
        }
        Some(false)
    }

    pub(super) fn into_rgba(self) -> Vec<u8> {
        self.rgba
    }
}

/// Adds a row to the pixels.
fn put<const N: usize>(rgba: &mut Vec<u8>, row: &[u8], pixel: fn([u8; N]) -> [u8; 4]) {
    let start = rgba.len();
    let (row, _) = row.as_chunks::<N>();
    rgba.resize(start + row.len() * 4, 0);
    let (out, _) = rgba[start..].as_chunks_mut::<4>();
    out.iter_mut().zip(row).for_each(|(out, bytes)| *out = pixel(*bytes));
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::phase::{Asset as _, DecodeContext, Texture, read_asset};
    use crate::platform::{AssetPath, Filter, MemorySource};

    fn path() -> AssetPath {
        AssetPath::new("a.png").unwrap()
    }

    fn at_once(bytes: &[u8]) -> Result<Texture, String> {
        read_asset(&MemorySource::default().with("a.png", bytes), &path()).map_err(|error| error.to_string())
    }

    /// The texture, and the number of calls of the decoder.
    fn in_steps(bytes: &[u8]) -> (Result<Texture, String>, u32) {
        let (path, files, shared) = (path(), BTreeMap::new(), Arc::new(bytes.to_vec()));
        let mut kept = None;
        for calls in 1.. {
            let mut cx = DecodeContext::new(&path, &files, Filter::default());
            cx.steps = Some((Cell::new(kept.take()), Arc::clone(&shared)));
            let result = Texture::decode(bytes, &cx).map_err(|error| error.to_string());
            match cx.next.take() {
                Some((next, _)) => kept = Some(next),
                None => return (result, calls),
            }
        }
        unreachable!("a decoder without an end");
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
        let (texture, calls) = in_steps(&bytes);
        assert_eq!(texture, at_once(&bytes));
        assert!(texture.is_ok());
        // 2.5 MiB in ten steps, one more that starts, and one that finds the end.
        assert_eq!(calls, 12);
    }
}
