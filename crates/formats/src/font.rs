//! Fonts: TrueType and OpenType files.

mod limits;
mod tables;

#[cfg(feature = "window")]
use std::cell::OnceCell;
use std::collections::HashMap;
use std::fmt;

use ttf_parser::{Face, FaceParsingError, RawFace};

use proscenium_core::phase::{AnyError, Asset, DecodeContext};

/// The maximum side of a glyph in units of the size of the font. A broken glyph can be enormous.
const MAX_GLYPH: usize = 32;
const SIZE: usize = 16;

/// A font: the value of a resource of the kind `font`, a TrueType or OpenType file (`.ttf`, `.otf`), or the first font
/// of a collection (`.ttc`, `.otc`).
///
/// It has a character if its tables of Unicode and the rasteriser name the same outline for it, or if the character is one
/// that is not seen, such as a space. Theme and text take the next font for the others. A font without outlines, such as
/// one of coloured emoji, is an error. A font without tables of Unicode, such as one of symbols, has its own codes.
///
/// The file is checked when it is decoded, with the rasteriser of macroquad. Outlines that would take very long are an
/// error, except in a broken `CFF ` table. `Font::loaded` (feature `window`) is macroquad's font of it. A screen takes
/// the font by its handle, and draws in macroquad's own font if it is not there:
///
/// ```no_run
/// # #[cfg(feature = "window")] {
/// use macroquad::text::{TextParams, draw_text_ex};
/// use proscenium_core::flow::DrawContext;
/// use proscenium_formats::Font;
/// use proscenium_core::phase::{AnyError, Handle};
///
/// fn draw(font: Handle<Font>, cx: &DrawContext<'_>) {
///     let font = cx.get(font).and_then(Font::loaded);
///     draw_text_ex("Once upon a time", 20.0, 40.0, TextParams { font, font_size: 24, ..Default::default() });
/// }
/// # }
/// ```
pub struct Font {
    bytes: Vec<u8>,
    /// The width of each character, and the ascent, as parts of the height of a line.
    advances: HashMap<char, f32>,
    ascent: f32,
    /// The size of the font whose lines have a height of 1.
    size: f32,
    #[cfg(feature = "window")]
    loaded: OnceCell<Option<macroquad::text::Font>>,
}

impl Font {
    /// Returns the bytes of the font, with the tables that drawing needs.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the width of a character as a part of the height of a line; `None` if the font does not have
    /// it.
    pub fn advance(&self, character: char) -> Option<f32> {
        self.advances.get(&character).copied()
    }

    /// Returns the distance from the upper edge of a line to its baseline as a part of the height of the line.
    pub const fn ascent(&self) -> f32 {
        self.ascent
    }

    /// Returns the size of the font, macroquad's `font_size`, as a part of the height of a line.
    pub const fn size(&self) -> f32 {
        self.size
    }

    /// Returns macroquad's font for `draw_text_ex` and `measure_text`. It is made in the first call, which
    /// must be in the window's thread while the window is open, so in a `draw`. It is `None`, which draws in
    /// macroquad's own font, if macroquad cannot read it.
    #[cfg(feature = "window")]
    pub fn loaded(&self) -> Option<&macroquad::text::Font> {
        let load = || {
            let font = macroquad::text::load_ttf_font_from_bytes(self.bytes());
            font.inspect_err(|error| log::warn!("a font cannot be drawn with: {error}")).ok()
        };
        self.loaded.get_or_init(load).as_ref()
    }
}

/// Why a file is no font, and what to do.
fn reason(error: FaceParsingError, bytes: &[u8]) -> String {
    match error {
        _ if bytes.starts_with(b"wOF") => "this is a web font; convert it to TTF or OTF".to_owned(),
        FaceParsingError::UnknownMagic => {
            "a font must be TTF or OTF; this file does not start like one".to_owned()
        }
        FaceParsingError::MalformedFont => "the font is cut short".to_owned(),
        error => format!("the font cannot be read: {error}"),
    }
}

/// Whether a character has no outline in a complete font.
fn is_blank(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(
            character,
            '\u{ad}' // soft hyphen
                | '\u{34f}' // joiner of marks
                | '\u{61c}' // Arabic mark of direction
                | '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}' // fillers of Hangul
                | '\u{17b4}' | '\u{17b5}' // vowels of Khmer that are not written
                | '\u{180b}'..='\u{180f}' // variants of Mongolian
                | '\u{200b}'..='\u{200f}' // joiners, marks of direction
                | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{2800}' // the empty pattern of Braille
                | '\u{fe00}'..='\u{fe0f}' // variants
                | '\u{feff}'
                | '\u{fff0}'..='\u{fffb}'
                | '\u{1bca0}'..='\u{1bca3}' // of shorthand
                | '\u{1d159}' | '\u{1d173}'..='\u{1d17a}' // of music
                | '\u{e0000}'..='\u{e0fff}' // tags and variants
        )
}

impl fmt::Debug for Font {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Font({} bytes)", self.bytes.len())
    }
}

impl Asset for Font {
    const KIND: &'static str = "font";
    const EXTENSIONS: &'static [&'static str] = &["ttf", "otf", "ttc", "otc"];
    const MAX_BYTES: usize = 32 << 20;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        if limits::is_cut_short(bytes) {
            return Err(cx.error("the font is cut short").into());
        }
        let whole = RawFace::parse(bytes, 0).map_err(|error| cx.error(reason(error, bytes)))?;
        let bytes = tables::needed(&whole);
        let face = Face::parse(&bytes, 0).map_err(|error| cx.error(reason(error, &bytes)))?;
        limits::check(&face).map_err(|what| cx.error(what))?;
        let font = fontdue::Font::from_bytes(bytes.as_slice(), fontdue::FontSettings::default())
            .map_err(|what| cx.error(format!("the font cannot be read: {what}")))?;
        for glyph in 0..font.glyph_count() {
            let metrics = font.metrics_indexed(glyph, SIZE as f32);
            if metrics.width.max(metrics.height) > SIZE * MAX_GLYPH {
                let what = format!("the glyph {glyph} of the font is more than {MAX_GLYPH} times its size");
                return Err(cx.error(what).into());
            }
        }
        let lines = font.horizontal_line_metrics(1.0);
        let (ascent, height) = lines.map_or((0.8, 1.0), |line| (line.ascent, line.ascent - line.descent));
        if !(0.1..=10.0).contains(&height) || !(0.0..=height).contains(&ascent) {
            return Err(cx.error("the lines of the font have no possible height").into());
        }
        let subtables = || face.tables().cmap.into_iter().flat_map(|cmap| cmap.subtables);
        let has_unicode = subtables().any(|subtable| subtable.is_unicode());
        let mut is_empty = true;
        let mut advances = HashMap::new();
        for (character, glyph) in font.chars() {
            // The rasteriser reads tables of other codes than Unicode's as well.
            if has_unicode && face.glyph_index(*character).map(|glyph| glyph.0) != Some(glyph.get()) {
                continue;
            }
            let metrics = font.metrics_indexed(glyph.get(), 1.0);
            let is_drawn = metrics.bounds.width > 0.0 || metrics.bounds.height > 0.0;
            let width = metrics.advance_width / height;
            // A glyph without an outline, such as a coloured one, is drawn by the next font.
            if (is_drawn || is_blank(*character)) && (0.0..=MAX_GLYPH as f32).contains(&width) {
                is_empty &= !is_drawn;
                advances.insert(*character, width);
            }
        }
        if is_empty {
            return Err(cx.error(tables::why_empty(&whole)).into());
        }
        Ok(Self {
            advances,
            ascent: ascent / height,
            size: 1.0 / height,
            bytes,
            #[cfg(feature = "window")]
            loaded: OnceCell::new(),
        })
    }

    fn memory(&self) -> u64 {
        (self.bytes.len() + self.advances.len() * size_of::<(char, f32)>()) as u64
    }
}
