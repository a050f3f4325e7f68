//! Fonts: TrueType and OpenType files.

mod tables;

#[cfg(feature = "window")]
use std::cell::OnceCell;
use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use crate::phase::{Asset, DecodeContext};

/// The maximum side of a glyph in units of the size of the font. A broken glyph can be enormous.
const MAX_GLYPH: usize = 32;
const SIZE: usize = 16;

/// A font: the value of a resource of the kind `font`, a TrueType or OpenType file (`.ttf`, `.otf`).
///
/// The file is checked when it is decoded, with the rasteriser of macroquad. Outlines that would take very long are an
/// error, except for those of a broken `CFF ` table. `Font::loaded` (feature
/// `window`) is macroquad's font of it. A screen takes the font by its handle, and draws in macroquad's own
/// font if it is not there:
///
/// ```no_run
/// # #[cfg(feature = "window")] {
/// use macroquad::text::{TextParams, draw_text_ex};
/// use proscenium::flow::DrawContext;
/// use proscenium::kit::Font;
/// use proscenium::phase::Handle;
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
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only a window draws with it"))]
    pub(super) ascent: f32,
    /// The size of the font whose lines have a height of 1.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "only a window draws with it"))]
    pub(super) size: f32,
    #[cfg(feature = "window")]
    pub(super) loaded: OnceCell<Option<crate::platform::window::LoadedFont>>,
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
}

impl fmt::Debug for Font {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Font({} bytes)", self.bytes.len())
    }
}

impl Asset for Font {
    const KIND: &'static str = "font";
    const EXTENSIONS: &'static [&'static str] = &["ttf", "otf"];
    const MAX_BYTES: usize = 32 << 20;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let bytes = tables::needed(bytes).map_err(|what| cx.error(what))?;
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
        let advance = |glyph: u16| font.metrics_indexed(glyph, 1.0).advance_width / height;
        let widths = font.chars().iter().map(|(character, glyph)| (*character, advance(glyph.get())));
        let advances = widths.filter(|(_, width)| (0.0..=MAX_GLYPH as f32).contains(width)).collect();
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
