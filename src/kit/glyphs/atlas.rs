//! Glyphs packed into one picture.

use std::collections::{BTreeSet, HashMap};

use super::table::{Glyph, get_glyph};
use super::{LINE_HEIGHT, bitmap_rows, is_invisible};
use crate::platform::Pixels;

/// A free pixel between the glyphs and around them, so that none takes colour from its neighbour
/// when it is scaled.
const GAP: u32 = 1;
/// The smallest and the largest width of an atlas.
const WIDTHS: std::ops::RangeInclusive<u32> = 128..=1024;
/// The largest height. Every GPU that is still in use can do as much.
const MAX_HEIGHT: u32 = 4096;

/// Where a glyph is in the picture of its atlas, in pixels from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::kit) struct GlyphRegion {
    /// The left edge.
    pub(in crate::kit) x: u32,
    /// The upper edge.
    pub(in crate::kit) y: u32,
    /// The width: 8 or 16.
    pub(in crate::kit) w: u32,
    /// The height: 16.
    pub(in crate::kit) h: u32,
}

/// The glyphs of a game's characters in one picture, white on transparent, so that one texture
/// draws all text and a colour can be multiplied in.
///
/// Printable ASCII and U+FFFD are always there.
#[derive(Debug)]
pub(in crate::kit) struct GlyphAtlas {
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only drawing looks a character up"))]
    regions: HashMap<char, GlyphRegion>,
    pixels: Option<Pixels>,
}

impl GlyphAtlas {
    /// Packs the glyphs of `characters`. How often one comes and in which order makes no
    /// difference. What shows nothing and what has no glyph takes no room; what does not fit into
    /// 1024 by 4096 pixels (more than 14 000 Chinese characters) is left out.
    pub(in crate::kit) fn build(characters: impl IntoIterator<Item = char>) -> Self {
        let always = (' '..='~').chain([char::REPLACEMENT_CHARACTER]);
        // Sorted, so that the same texts always give the same picture; what is always there goes
        // first, so that it is not what is left out.
        let more: BTreeSet<char> =
            characters.into_iter().filter(|c| !always.clone().any(|a| a == *c)).collect();
        let glyphs: Vec<(char, Glyph)> = always
            .chain(more)
            .filter(|&c| !is_invisible(c))
            .filter_map(|c| get_glyph(c).map(|glyph| (c, glyph)))
            .collect();
        let width = width_for(&glyphs);
        let (regions, height) = place(&glyphs, width);
        // White everywhere, also where nothing can be seen: where an edge is blurred by scaling,
        // black would shine through.
        let mut rgba = [0xff, 0xff, 0xff, 0x00].repeat((width * height) as usize);
        for (&character, region) in &regions {
            for (row, start, length) in bitmap_rows(character) {
                let first = ((region.y + row) * width + region.x + start) as usize * 4;
                let run = rgba.get_mut(first..first + length as usize * 4).unwrap_or_default();
                run.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 0xff);
            }
        }
        Self { regions, pixels: Pixels::new(width, height, rgba).ok() }
    }

    /// Where the glyph of a character is. A character that Unifont has no glyph for has that of
    /// U+FFFD. `None` for one that is not in the atlas and for one that shows nothing.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only drawing looks a character up"))]
    pub(in crate::kit) fn region(&self, character: char) -> Option<GlyphRegion> {
        let has_glyph = get_glyph(character).is_some() || is_invisible(character);
        let shown = if has_glyph { character } else { char::REPLACEMENT_CHARACTER };
        self.regions.get(&shown).copied()
    }

    /// Takes the picture out, to give it to the GPU: the regions are all that is needed after.
    pub(in crate::kit) const fn take_pixels(&mut self) -> Option<Pixels> {
        self.pixels.take()
    }
}

/// The smallest power of two that makes the picture no higher than wide, if there is one.
fn width_for(glyphs: &[(char, Glyph)]) -> u32 {
    let mut width = *WIDTHS.start();
    while width < *WIDTHS.end() && place(glyphs, width).1 > width {
        width *= 2;
    }
    width
}

/// Puts glyph after glyph into rows; answers with the places and with the height of it all.
fn place(glyphs: &[(char, Glyph)], width: u32) -> (HashMap<char, GlyphRegion>, u32) {
    let mut regions = HashMap::with_capacity(glyphs.len());
    let (mut x, mut y) = (GAP, GAP);
    for &(character, glyph) in glyphs {
        let w = glyph.width;
        if x + w + GAP > width {
            let next = y + LINE_HEIGHT + GAP;
            if next + LINE_HEIGHT + GAP > MAX_HEIGHT {
                break;
            }
            (x, y) = (GAP, next);
        }
        regions.insert(character, GlyphRegion { x, y, w, h: LINE_HEIGHT });
        x += w + GAP;
    }
    (regions, y + LINE_HEIGHT + GAP)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn alpha(pixels: &Pixels, x: u32, y: u32) -> u8 {
        pixels.rgba()[((y * pixels.width() + x) * 4 + 3) as usize]
    }

    #[test]
    fn ascii_and_the_replacement_character_are_always_there() {
        let atlas = GlyphAtlas::build([]);
        assert!((' '..='~').all(|c| atlas.region(c).is_some_and(|region| region.w == 8)));
        assert_eq!(atlas.region('\u{1f3ad}'), atlas.region('\u{fffd}'));
        assert!(atlas.region('\u{fffd}').is_some());
        assert_eq!((atlas.region('\n'), atlas.region('幕')), (None, None));
        assert_eq!(atlas.pixels.unwrap().width(), 128);
    }

    #[test]
    fn everything_at_once_fits_as_far_as_it_fits() {
        let atlas = GlyphAtlas::build('\0'..=char::MAX);
        assert!(atlas.region('A').is_some());
        let pixels = atlas.pixels.unwrap();
        assert!(pixels.width() <= 1024 && pixels.height() <= MAX_HEIGHT);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn every_glyph_is_whole_and_touches_no_other(characters: Vec<char>) {
            let atlas = GlyphAtlas::build(characters.iter().copied());
            let pixels = atlas.pixels.as_ref().unwrap();
            let mut set = 0;
            for (&character, region) in &atlas.regions {
                for (row, start, length) in bitmap_rows(character) {
                    for x in start..start + length {
                        prop_assert_eq!(alpha(pixels, region.x + x, region.y + row), 0xff);
                        set += 1;
                    }
                }
                for y in region.y - 1..=region.y + region.h {
                    prop_assert_eq!(alpha(pixels, region.x - 1, y), 0);
                    prop_assert_eq!(alpha(pixels, region.x + region.w, y), 0);
                }
            }
            // No pixel is set that belongs to no glyph, and none belongs to two.
            let all = pixels.rgba().iter().skip(3).step_by(4).filter(|&&alpha| alpha != 0).count();
            prop_assert_eq!(all, set);
            prop_assert!(characters.iter().all(|&c| is_invisible(c) || atlas.region(c).is_some()));
        }
    }
}
