//! Crisp text in two sizes of letter: 8 by 16 pixels for Latin, 16 by 16 for Chinese.
//!
//! The glyphs are those of GNU Unifont, which are bitmaps: at whole-number scales every pixel is
//! sharp, no font file is shipped, and every character of the Basic Multilingual Plane has one.
//! A game packs the characters of its texts into a [`GlyphAtlas`], which becomes one texture; a
//! character that is not in it can still be drawn from [`bitmap_rows`].
//!
//! One character is one glyph: marks that combine with the letter before them and scripts whose
//! letters join are not shaped, and nothing runs from right to left.

mod atlas;
mod table;

pub(super) use atlas::GlyphAtlas;
#[cfg(target_arch = "wasm32")]
pub(super) use table::install_glyphs;

use table::{Glyph, get_glyph};

/// The height of a line, and of every glyph, in pixels at scale 1.
pub(super) const LINE_HEIGHT: u32 = 16;

/// The width of a character in pixels at scale 1: 8 or 16. Control characters and marks that
/// only steer the layout have none: 0.
#[cfg(any(test, feature = "window"))]
pub(super) fn advance(character: char) -> u32 {
    glyph_of(character).map_or(0, |glyph| glyph.width)
}

/// The pixels of a character as horizontal runs: the row (0 to 15, from the top), the first pixel
/// and the number of pixels. Draws a character that no atlas holds, one thin rectangle a run.
///
/// A character without a glyph gives those of U+FFFD, one without a width gives nothing.
pub(super) fn bitmap_rows(character: char) -> impl Iterator<Item = (u32, u32, u32)> {
    let glyph = glyph_of(character);
    (0..LINE_HEIGHT).flat_map(move |row| {
        let mut bits = glyph.and_then(|glyph| glyph.rows.get(row as usize).copied()).unwrap_or(0);
        std::iter::from_fn(move || {
            if bits == 0 {
                return None;
            }
            let start = bits.leading_zeros();
            let length = (bits << start).leading_ones();
            bits &= u16::MAX.checked_shr(start + length).unwrap_or(0);
            Some((row, start, length))
        })
    })
}

/// The glyph that shows a character; `None` for one that shows nothing.
fn glyph_of(character: char) -> Option<Glyph> {
    if is_invisible(character) {
        return None;
    }
    get_glyph(character).or_else(|| get_glyph(char::REPLACEMENT_CHARACTER))
}

/// Whether a character is there for the layout only. Unifont has pictures of them, for people who
/// look for mistakes in a text; a player should not see them.
fn is_invisible(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}'
                | '\u{200b}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{fe00}'..='\u{fe0f}'
                | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_has_no_glyph_shows_the_replacement_character() {
        let replacement: Vec<_> = bitmap_rows('\u{fffd}').collect();
        assert!(!replacement.is_empty());
        assert_eq!(bitmap_rows('\u{1f3ad}').collect::<Vec<_>>(), replacement);
        assert_eq!(advance('\u{1f3ad}'), advance('\u{fffd}'));
    }

    #[test]
    fn what_only_steers_the_layout_has_neither_width_nor_pixels() {
        for character in ['\0', '\t', '\r', '\u{7f}', '\u{85}', '\u{200d}', '\u{fe0f}', '\u{feff}'] {
            assert_eq!((advance(character), bitmap_rows(character).count()), (0, 0));
        }
    }

    proptest! {
        #[test]
        fn the_runs_of_a_character_are_exactly_its_pixels(character: char) {
            let mut from_runs = vec![];
            for (y, start, length) in bitmap_rows(character) {
                from_runs.extend((start..start + length).map(|x| (x, y)));
            }
            let glyph = glyph_of(character);
            let is_set = |x, y| glyph.is_some_and(|glyph| glyph.rows[y as usize] & (0x8000_u16 >> x) != 0);
            let pixels: Vec<_> =
                (0..16).flat_map(|y| (0..16).map(move |x| (x, y))).filter(|&(x, y)| is_set(x, y)).collect();
            prop_assert_eq!(from_runs, pixels);
        }
    }
}
