//! Images in packs: raw pixels, compressed with LZ4.
//!
//! ```text
//! 8 bytes   "pixels 1"
//! 4, 4      width and height, little-endian
//! the rest  the pixels of `Pixels::rgba` as one LZ4 block
//! ```
//!
//! Of the forms that were measured this one loads fastest. One run, release, median of nine rounds, the
//! time of a thread for one image; first the images of 1024 x 1024 of the benchmark `loading`, then the
//! textures of the demo:
//!
//! | form | KiB | ms | KiB | ms |
//! |---|---|---|---|---|
//! | PNG, with the `image` of macroquad | 2321 | 33.4 | 49 | 0.94 |
//! | PNG, with `image` 0.25 | 2321 | 21.5 | 49 | 0.91 |
//! | QOI | 1534 | 19.3 | 21 | 0.08 |
//! | raw pixels, Zstandard level 3 (in C) | 1440 | 19.8 | 9 | 0.16 |
//! | raw pixels, LZ4 | 2728 | 4.5 | 18 | 0.09 |
//!
//! miniquad has no textures in the compressed formats of GPUs.

use crate::platform::Pixels;

const MAGIC: &[u8; 8] = b"pixels 1";
/// One byte of a block stands for at most so many bytes.
const MAX_RATIO: u64 = 255;

pub(in crate::phase) fn pack(pixels: &Pixels) -> Vec<u8> {
    let (width, height) = (pixels.width().to_le_bytes(), pixels.height().to_le_bytes());
    [MAGIC, &width[..], &height, &lz4_flex::block::compress(pixels.rgba())].concat()
}

/// The size and the block of what [`pack`] makes; `None` for other bytes.
pub(super) fn parts(bytes: &[u8]) -> Option<((u32, u32), &[u8])> {
    let (width, rest) = bytes.strip_prefix(MAGIC)?.split_first_chunk()?;
    let (height, block) = rest.split_first_chunk()?;
    Some(((u32::from_le_bytes(*width), u32::from_le_bytes(*height)), block))
}

/// The memory that [`unpack`] needs; 0 for more than the block can have.
pub(super) fn unpacked_size((width, height): (u32, u32), block: &[u8]) -> u64 {
    let length = u64::from(width).saturating_mul(u64::from(height)).saturating_mul(4);
    if length <= (block.len() as u64).saturating_mul(MAX_RATIO) { length } else { 0 }
}

pub(super) fn unpack(size: (u32, u32), block: &[u8]) -> Result<Pixels, String> {
    let rgba = usize::try_from(unpacked_size(size, block))
        .ok()
        .and_then(|length| lz4_flex::block::decompress(block, length).ok());
    let pixels = rgba.and_then(|rgba| Pixels::new(size.0, size.1, rgba).ok());
    pixels.ok_or_else(|| "the packed pixels are damaged; make the packs again".to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::phase::{Asset, Texture};
    use crate::platform::{AssetPath, MemorySource};

    fn decode(bytes: &[u8]) -> Result<Texture, String> {
        let source = MemorySource::default().with("a.png", bytes);
        Texture::read(&source, &AssetPath::new("a.png").unwrap()).map_err(|error| error.to_string())
    }

    proptest! {
        #[test]
        fn an_image_comes_out_as_it_was_packed(width in 1..40_u32, height in 1..40_u32, seed: u8) {
            let length = (width * height * 4) as usize;
            let rgba = (0..length).map(|at| (at as u8).wrapping_mul(seed)).collect();
            let pixels = Pixels::new(width, height, rgba).unwrap();
            prop_assert_eq!(decode(&pack(&pixels)), Ok(Texture::of(pixels)));
        }

        #[test]
        fn damaged_pixels_are_an_error(at in 16..80_usize, cut in 0..80_usize) {
            let pixels = Pixels::checker();
            let mut bytes = pack(&pixels);
            prop_assert!(decode(&bytes[..bytes.len().min(cut)]).is_err());
            let at = at.min(bytes.len() - 1);
            bytes[at] ^= 0x55;
            // A checksum is the pack's matter. What matters here is that no damage is worse than an error.
            if let Ok(texture) = decode(&bytes) {
                prop_assert_eq!((texture.width, texture.height), (16, 16));
            }
        }
    }

    #[test]
    fn a_size_that_the_bytes_cannot_have_is_refused() {
        let sized = |width: u32, height: u32| {
            [MAGIC, &width.to_le_bytes()[..], &height.to_le_bytes(), &[0; 100]].concat()
        };
        assert!(decode(&sized(8192, 8192)).unwrap_err().contains("damaged"));
        assert!(decode(&sized(8193, 1)).unwrap_err().contains("8192"));
        assert!(decode(&sized(u32::MAX, u32::MAX)).unwrap_err().contains("8192"));
    }
}
