//! The glyphs of GNU Unifont (feature `glyphs`): bitmaps of 8 by 16 pixels for Latin, 16 by 16 for Chinese. At
//! whole-number scales each pixel is sharp, and no font file is shipped.
//!
//! One character is one glyph: combining marks, joined letters and right-to-left text are not shaped.
//!
//! `Paint` of `proscenium` draws texts with it. A game's own drawing takes the glyphs from a [`GlyphCache`], or
//! draws their pixels:
//!
//! ```
//! use proscenium_formats::glyphs::{advance, bitmap_rows};
//!
//! let mut image = [[' '; 16]; 8];
//! let mut pen = 0;
//! for character in "Hi".chars() {
//!     for (row, start, length) in bitmap_rows(character).filter(|(row, ..)| (4..12).contains(row)) {
//!         (start..start + length).for_each(|x| image[row as usize - 4][(pen + x) as usize] = '#');
//!     }
//!     pen += advance(character);
//! }
//! assert_eq!(image[3].iter().collect::<String>().trim_end(), " #    #     #");
//! ```

mod cache;
#[cfg(any(test, target_arch = "wasm32"))]
mod file;

#[cfg(target_arch = "wasm32")]
use std::{collections::HashMap, sync::OnceLock};

pub use cache::GlyphCache;

/// The height of a line, and of every glyph, in pixels at scale 1.
pub const LINE_HEIGHT: u32 = 16;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Glyph {
    /// 8 or 16 pixels.
    width: u32,
    /// The rows from the top; the highest bit is the leftmost pixel.
    rows: [u16; 16],
}

/// The glyphs of a page.
#[cfg(target_arch = "wasm32")]
static INSTALLED: OnceLock<HashMap<char, Glyph>> = OnceLock::new();

/// Sets the glyphs of a page, once, before its first text: a file in the `.hex` format of GNU Unifont. The table of all
/// glyphs would be half of the page's download, so `cargo web` makes a file from the characters of the texts.
///
/// # Errors
///
/// A message with the line that is no glyph, or that there are glyphs already.
#[cfg(target_arch = "wasm32")]
pub fn install(hex: &[u8]) -> Result<(), String> {
    INSTALLED.set(file::parse(hex)?).map_err(|_| "the glyphs are installed already".to_owned())
}

/// The width of a character's own glyph. Without a copy of its rows, because menus ask for it in each tick.
fn glyph_width(character: char) -> Option<u32> {
    #[cfg(target_arch = "wasm32")]
    return INSTALLED.get().and_then(|glyphs| glyphs.get(&character)).map(|glyph| glyph.width);
    #[cfg(not(target_arch = "wasm32"))]
    unifont::get_glyph(character).map(|glyph| glyph.get_width() as u32)
}

fn get_glyph(character: char) -> Option<Glyph> {
    #[cfg(target_arch = "wasm32")]
    return INSTALLED.get().and_then(|glyphs| glyphs.get(&character)).copied();
    #[cfg(not(target_arch = "wasm32"))]
    unifont::get_glyph(character).map(|glyph| match glyph {
        unifont::Glyph::Halfwidth(rows) => Glyph { width: 8, rows: rows.map(|bits| u16::from(bits) << 8) },
        unifont::Glyph::Fullwidth(rows) => Glyph { width: 16, rows: *rows },
    })
}

/// Returns the width of a character in pixels at scale 1: 8 or 16; 0 for control characters and invisible marks.
pub fn advance(character: char) -> u32 {
    shown(character, glyph_width).unwrap_or(0)
}

/// Returns the pixels of a character as horizontal runs: the row (0 to 15, from the top), the first pixel from the left,
/// and the number of pixels. A character without a glyph has the pixels of U+FFFD.
pub fn bitmap_rows(character: char) -> impl Iterator<Item = (u32, u32, u32)> {
    let rows = shown(character, get_glyph).map_or([0; 16], |glyph| glyph.rows);
    (0..).zip(rows).flat_map(|(row, mut bits)| {
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

/// What `get` returns for the glyph that shows a character; `None` for an invisible one.
fn shown<T>(character: char, get: fn(char) -> Option<T>) -> Option<T> {
    let glyph = || get(character).or_else(|| get(char::REPLACEMENT_CHARACTER));
    if is_invisible(character) { None } else { glyph() }
}

/// Whether a character only affects the layout. Unifont has visible glyphs for such characters.
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
