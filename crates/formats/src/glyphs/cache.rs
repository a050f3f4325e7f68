//! The glyphs of a phase: a cache resource made from its texts.

use std::collections::{BTreeSet, HashMap};
use std::io;

use super::{LINE_HEIGHT, bitmap_rows, glyph_width, is_invisible};
use crate::strings::Strings;
use proscenium_core::phase::{AnyError, FinishContext};
use proscenium_core::platform::{Pixels, TextureId};

/// The side of a cell: a glyph, and a free pixel so that none takes colour from its neighbour when it is
/// scaled.
const CELL: u32 = LINE_HEIGHT + 1;
/// The cells of a row, of a texture 1024 pixels wide.
const COLUMNS: u32 = 60;
const WIDTH: u32 = 1024;
/// The maximum number of rows of a texture 4096 pixels high, which every current GPU supports.
const MAX_ROWS: u32 = 240;

/// The upper left corners of the glyphs in the texture, in pixels.
type Places = HashMap<char, (u32, u32)>;

/// The glyphs of all characters of some texts in one texture, white on transparent, to be drawn in any colour: the value
/// of a resource of the maker `glyph_cache`.
///
/// ```text
/// strings(id: "en", path: "strings/en.ftl"),
/// cache(id: "glyphs", make: "glyph_cache", from: ["en"]),
/// ```
///
/// ```
/// use proscenium_core::flow::ScreenManager;
/// use proscenium_formats::glyphs::GlyphCache;
///
/// let mut manager = ScreenManager::headless();
/// manager.assets_mut().register_maker("glyph_cache", GlyphCache::make);
/// ```
#[derive(Debug)]
pub struct GlyphCache {
    texture: TextureId,
    places: Places,
}

impl GlyphCache {
    /// Makes the glyphs of the [texts](Strings) that the cache is made from, of printable ASCII and of U+FFFD: as many
    /// as fit into 1024 x 4096 pixels, which are 14,400.
    ///
    /// # Errors
    /// The upload failed.
    pub fn make(cx: &mut FinishContext<'_>) -> Result<Self, AnyError> {
        let texts = cx.resources().of_type::<Strings>();
        let mut characters = BTreeSet::new();
        texts.for_each(|(_, strings)| characters.extend(strings.characters()));
        let (places, pixels) = pack(&characters)?;
        Ok(Self { texture: cx.upload(&pixels)?, places })
    }

    /// Returns the texture.
    pub const fn texture(&self) -> TextureId {
        self.texture
    }

    /// Returns the upper left corner of a character in the texture in pixels, or of U+FFFD if Unifont has no glyph for
    /// it. It is [`advance`](super::advance) wide and [`LINE_HEIGHT`] high. `None` for other characters that no text
    /// has, and for invisible ones.
    pub fn place(&self, character: char) -> Option<(u32, u32)> {
        let has_glyph = glyph_width(character).is_some() || is_invisible(character);
        self.places.get(if has_glyph { &character } else { &char::REPLACEMENT_CHARACTER }).copied()
    }
}

/// Draws printable ASCII, U+FFFD and then `characters`, until 14,400 in all are drawn.
fn pack(characters: &BTreeSet<char>) -> io::Result<(Places, Pixels)> {
    let always: Vec<char> = (' '..='~').chain([char::REPLACEMENT_CHARACTER]).collect();
    let more = characters.iter().copied().filter(|c| !always.contains(c) && !is_invisible(*c));
    let glyphs = always.iter().copied().chain(more).filter(|c| glyph_width(*c).is_some());
    let cells = (0..MAX_ROWS * COLUMNS).map(|cell| (cell % COLUMNS * CELL + 1, cell / COLUMNS * CELL + 1));
    let places: Places = glyphs.zip(cells).collect();
    let height = (places.len() as u32).div_ceil(COLUMNS) * CELL + 1;
    // White everywhere: black would shine through at an edge that is blurred by scaling.
    let mut rgba = [0xff, 0xff, 0xff, 0x00].repeat((WIDTH * height) as usize);
    for (&character, (x, y)) in &places {
        for (row, start, length) in bitmap_rows(character) {
            let first = ((y + row) * WIDTH + x + start) as usize * 4;
            let run = rgba.get_mut(first..first + length as usize * 4).unwrap_or_default();
            run.iter_mut().skip(3).step_by(4).for_each(|alpha| *alpha = 0xff);
        }
    }
    Ok((places, Pixels::new(WIDTH, height, rgba)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_texture_is_bounded_and_always_has_ascii() {
        let (places, pixels) = pack(&('\0'..=char::MAX).collect()).unwrap();
        assert!(pixels.width() == 1024 && pixels.height() <= 4096 && places.len() == 14_400);
        assert!((' '..='~').chain(['\u{fffd}']).all(|character| places.contains_key(&character)));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn glyphs_are_whole_and_apart(characters: BTreeSet<char>) {
            let (places, pixels) = pack(&characters).unwrap();
            let alpha = |x, y| pixels.rgba()[((y * pixels.width() + x) * 4 + 3) as usize];
            let mut opaque = 0;
            for (&character, &(left, top)) in &places {
                for (row, start, length) in bitmap_rows(character) {
                    let run = (start..start + length).map(|x| alpha(left + x, top + row));
                    prop_assert!(run.into_iter().all(|alpha| alpha == 0xff));
                    opaque += length as usize;
                }
                let width = glyph_width(character).unwrap();
                for y in top - 1..=top + LINE_HEIGHT {
                    prop_assert_eq!((alpha(left - 1, y), alpha(left + width, y)), (0, 0));
                }
            }
            prop_assert_eq!(pixels.rgba().chunks(4).filter(|pixel| pixel[3] != 0).count(), opaque);
            let drawn = |c: &char| is_invisible(*c) || glyph_width(*c).is_none() || places.contains_key(c);
            prop_assert!(characters.iter().all(drawn));
        }
    }
}
