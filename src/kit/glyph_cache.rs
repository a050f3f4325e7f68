//! The glyphs of a phase: a cache resource made from its texts.

use std::collections::{BTreeSet, HashMap};
use std::error::Error;

use super::glyphs::{LINE_HEIGHT, bitmap_rows, get_glyph, is_invisible};
use super::strings::Strings;
use crate::phase::FinishContext;
use crate::platform::{GpuError, Pixels, TextureId};

/// The side of a cell: a glyph, and a free pixel so that none takes colour from its neighbour when it is
/// scaled.
const CELL: u32 = LINE_HEIGHT + 1;
/// The cells of a row, of a texture 1024 pixels wide.
const COLUMNS: u32 = 60;
const WIDTH: u32 = 1024;
/// The maximum of rows of a texture 4096 pixels high, which every current GPU supports.
const MAX_ROWS: u32 = 240;

/// The place of a glyph in the texture, in pixels from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GlyphRegion {
    pub(super) x: u32,
    pub(super) y: u32,
    pub(super) width: u32,
}

type Regions = HashMap<char, GlyphRegion>;

/// The glyphs of all characters of the resident texts in one texture, white on transparent, to be drawn
/// in any colour.
#[derive(Debug)]
#[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only a window draws with it"))]
pub(super) struct GlyphCache {
    pub(super) texture: TextureId,
    regions: Regions,
}

/// Makes the glyphs of all texts that are resident.
pub(super) fn glyph_cache(cx: &mut FinishContext<'_>) -> Result<GlyphCache, Box<dyn Error + Send + Sync>> {
    let texts = cx.resources().of_type::<Strings>();
    let characters: BTreeSet<char> =
        texts.flat_map(|(_, strings)| strings.characters().iter().copied()).collect();
    let (regions, pixels) = pack(&characters)?;
    Ok(GlyphCache { texture: cx.upload(&pixels)?, regions })
}

#[cfg(feature = "window")]
impl GlyphCache {
    /// The region of a character, or that of U+FFFD if Unifont has no glyph for it. `None` for other
    /// characters that no text has, and for invisible ones.
    pub(super) fn region(&self, character: char) -> Option<GlyphRegion> {
        let has_glyph = get_glyph(character).is_some() || is_invisible(character);
        self.regions.get(if has_glyph { &character } else { &char::REPLACEMENT_CHARACTER }).copied()
    }
}

/// Draws printable ASCII, U+FFFD and then `characters`, as far as they fit: 14,400 of all.
fn pack(characters: &BTreeSet<char>) -> Result<(Regions, Pixels), GpuError> {
    let always: Vec<char> = (' '..='~').chain([char::REPLACEMENT_CHARACTER]).collect();
    let more = characters.iter().copied().filter(|c| !always.contains(c) && !is_invisible(*c));
    let glyphs = always.iter().copied().chain(more).filter_map(|c| Some((c, get_glyph(c)?.width)));
    let regions: Regions = (0..MAX_ROWS * COLUMNS)
        .zip(glyphs)
        .map(|(cell, (character, width))| {
            let (x, y) = (cell % COLUMNS * CELL + 1, cell / COLUMNS * CELL + 1);
            (character, GlyphRegion { x, y, width })
        })
        .collect();
    let height = (regions.len() as u32).div_ceil(COLUMNS) * CELL + 1;
    // White everywhere: black would shine through at an edge that is blurred by scaling.
    let mut rgba = [0xff, 0xff, 0xff, 0x00].repeat((WIDTH * height) as usize);
    for (&character, region) in &regions {
        for (row, start, length) in bitmap_rows(character) {
            let first = ((region.y + row) * WIDTH + region.x + start) as usize * 4;
            let run = rgba.get_mut(first..first + length as usize * 4).unwrap_or_default();
            run.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 0xff);
        }
    }
    Ok((regions, Pixels::new(WIDTH, height, rgba)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_texture_is_bounded_and_always_has_ascii() {
        let (regions, pixels) = pack(&('\0'..=char::MAX).collect()).unwrap();
        assert!(pixels.width() == 1024 && pixels.height() <= 4096 && regions.len() == 14_400);
        assert!((' '..='~').chain(['\u{fffd}']).all(|character| regions.contains_key(&character)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn glyphs_are_whole_and_apart(characters: BTreeSet<char>) {
            let (regions, pixels) = pack(&characters).unwrap();
            let alpha = |x, y| pixels.rgba()[((y * pixels.width() + x) * 4 + 3) as usize];
            let mut opaque = 0;
            for (&character, region) in &regions {
                for (row, start, length) in bitmap_rows(character) {
                    let run = (start..start + length).map(|x| alpha(region.x + x, region.y + row));
                    prop_assert!(run.into_iter().all(|alpha| alpha == 0xff));
                    opaque += length as usize;
                }
                for y in region.y - 1..=region.y + LINE_HEIGHT {
                    prop_assert_eq!(alpha(region.x - 1, y), 0);
                    prop_assert_eq!(alpha(region.x + region.width, y), 0);
                }
            }
            prop_assert_eq!(pixels.rgba().chunks(4).filter(|pixel| pixel[3] != 0).count(), opaque);
            let drawn = |c: &char| is_invisible(*c) || get_glyph(*c).is_none() || regions.contains_key(c);
            prop_assert!(characters.iter().all(drawn));
        }
    }
}
