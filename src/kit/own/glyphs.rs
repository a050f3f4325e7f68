//! Crisp texts: the bitmap letters of GNU Unifont, 16 pixels high, for every language.

use std::collections::{BTreeSet, HashMap};

use unifont::Glyph;

use crate::platform::Pixels;

/// Height of a line in pixels.
pub const LINE_HEIGHT: u32 = 16;

/// The side of the glyphs' cells in an atlas: a pixel between two keeps neighbours from bleeding
/// into one another when a picture is scaled.
const CELL: u32 = LINE_HEIGHT + 1;
/// Cells in one row of an atlas.
const COLUMNS: u32 = 30;

/// Shown for a character that the font does not have.
const REPLACEMENT: char = '\u{fffd}';

fn glyph(character: char) -> Option<&'static Glyph> {
    if character.is_control() {
        return None;
    }
    unifont::get_glyph(character).or_else(|| unifont::get_glyph(REPLACEMENT))
}

/// How far the pen moves for a character: 8 or 16 pixels, 0 for a control character.
#[must_use]
pub fn advance(character: char) -> u32 {
    glyph(character).map_or(0, |glyph| glyph.get_width() as u32)
}

/// The width of a line of text in pixels.
#[must_use]
pub fn text_width(text: &str) -> u32 {
    text.chars().map(advance).sum()
}

/// The set pixels of a character as horizontal runs: row, first column, length. For drawing a
/// character that no atlas has.
pub fn bitmap_rows(character: char) -> impl Iterator<Item = (u32, u32, u32)> {
    let glyph = glyph(character);
    let is_set = move |x: u32, y: u32| glyph.is_some_and(|glyph| glyph.get_pixel(x as usize, y as usize));
    (0..LINE_HEIGHT).flat_map(move |y| {
        (0..LINE_HEIGHT).filter(move |&x| is_set(x, y) && (x == 0 || !is_set(x - 1, y))).map(move |x| {
            let end = (x..LINE_HEIGHT).find(|&end| !is_set(end, y)).unwrap_or(LINE_HEIGHT);
            (y, x, end - x)
        })
    })
}

/// Where a character is in an atlas, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlyphRegion {
    /// The left edge.
    pub x: u32,
    /// The upper edge.
    pub y: u32,
    /// The width, 8 or 16.
    pub w: u32,
    /// The height, 16.
    pub h: u32,
}

/// The glyphs of the characters that are used, in one picture: white on nothing, to be drawn in
/// any colour.
///
/// ```
/// use proscenium::kit::GlyphAtlas;
///
/// let atlas = GlyphAtlas::build("你好".chars());
/// assert_eq!(atlas.region('你').map(|region| region.w), Some(16));
/// assert_eq!(atlas.region('A').map(|region| region.w), Some(8)); // ASCII is always there
/// ```
#[derive(Clone, Debug)]
pub struct GlyphAtlas {
    pixels: Pixels,
    regions: HashMap<char, GlyphRegion>,
}

impl GlyphAtlas {
    /// An atlas of these characters and of printable ASCII. At most 8000 characters are taken,
    /// in the order of their code points, which keeps the picture below any limit.
    #[must_use]
    pub fn build(characters: impl IntoIterator<Item = char>) -> Self {
        let mut wanted: BTreeSet<char> = (' '..='~').chain([REPLACEMENT]).collect();
        wanted.extend(characters);
        let glyphs: Vec<_> =
            wanted.into_iter().filter_map(|c| glyph(c).map(|glyph| (c, glyph))).take(8000).collect();
        let rows = (glyphs.len() as u32).div_ceil(COLUMNS).max(1);
        let (width, height) = (COLUMNS * CELL, rows * CELL);
        let mut rgba = vec![0; (width * height * 4) as usize];
        let mut regions = HashMap::new();
        for (number, (character, glyph)) in (0u32..).zip(glyphs) {
            let (left, top) = (number % COLUMNS * CELL, number / COLUMNS * CELL);
            for (y, x, length) in bitmap_rows(character) {
                let start = (((top + y) * width + left + x) * 4) as usize;
                rgba[start..start + (length * 4) as usize].fill(0xff);
            }
            let region = GlyphRegion { x: left, y: top, w: glyph.get_width() as u32, h: LINE_HEIGHT };
            regions.insert(character, region);
        }
        // The number of bytes belongs to the size by construction; an empty picture is the
        // honest answer if that ever stops to be so.
        let pixels = Pixels::new(width, height, rgba).unwrap_or_else(|_| Pixels::checker());
        Self { pixels, regions }
    }

    /// The picture.
    #[must_use]
    pub const fn pixels(&self) -> &Pixels {
        &self.pixels
    }

    /// Where a character is; `None` if it is not in the atlas.
    #[must_use]
    pub fn region(&self, character: char) -> Option<GlyphRegion> {
        self.regions.get(&character).copied()
    }
}

/// Breaks a text into lines of at most `width` pixels: between words, and between any two wide
/// characters (Chinese has no spaces) unless the second is a closing mark. A word that is longer
/// than a line is broken where the line ends. Line ends of the text are kept.
#[must_use]
pub fn wrap(text: &str, width: u32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.lines() {
        let mut line = String::new();
        for piece in pieces(paragraph) {
            if !line.is_empty() && text_width(&line) + text_width(piece.trim_end()) > width {
                lines.push(std::mem::take(&mut line).trim_end().to_owned());
            }
            for character in piece.chars() {
                let is_wide = text_width(&line) + advance(character) > width;
                if is_wide && !line.is_empty() && character != ' ' {
                    lines.push(std::mem::take(&mut line).trim_end().to_owned());
                }
                line.push(character);
            }
        }
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// The parts of a text between which a line may end.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut before: Option<char> = None;
    for (index, character) in text.char_indices() {
        let is_closing = "，。、；：！？）》」』”’,.;:!?)".contains(character);
        let may_break = match before {
            Some(' ') => character != ' ',
            Some(before) => {
                (advance(before) == 16 || advance(character) == 16) && !is_closing && character != ' '
            }
            None => false,
        };
        if may_break {
            pieces.push(&text[start..index]);
            start = index;
        }
        before = Some(character);
    }
    pieces.push(&text[start..]);
    pieces
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn runs_and_regions_are_those_of_the_font() {
        let pixels: u32 = bitmap_rows('画').map(|(.., length)| length).sum();
        let font = unifont::get_glyph('画').unwrap();
        let expected = (0..256).filter(|at| font.get_pixel(at % 16, at / 16)).count();
        assert_eq!(pixels as usize, expected);
        let atlas = GlyphAtlas::build(['画']);
        let region = atlas.region('画').unwrap();
        let lit = (0..256u32).filter(|at| {
            let (x, y) = (region.x + at % 16, region.y + at / 16);
            atlas.pixels().rgba()[((y * atlas.pixels().width() + x) * 4 + 3) as usize] == 0xff
        });
        assert_eq!(lit.count(), expected);
    }

    #[test]
    fn chinese_breaks_between_characters_and_not_before_a_full_stop() {
        assert_eq!(wrap("天黑之前四处看看。", 64), ["天黑之前", "四处看", "看。"]);
        assert_eq!(wrap("one two three", 64), ["one two", "three"]);
        assert_eq!(wrap("a\n\nb", 64), ["a", "", "b"]);
    }

    proptest! {
        #[test]
        fn wrapping_loses_nothing_and_keeps_to_the_width(text in "[ a-z天地玄黄。，]{0,80}", width in 16u32..200) {
            let lines = wrap(&text, width);
            let kept: String = lines.concat().chars().filter(|c| *c != ' ').collect();
            let wanted: String = text.chars().filter(|c| *c != ' ').collect();
            prop_assert_eq!(kept, wanted);
            prop_assert!(lines.iter().all(|line| text_width(line) <= width));
        }
    }
}
