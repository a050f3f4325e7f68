//! Texts: in the fonts of the theme (feature `fonts`), from the glyphs of the phase (feature `glyphs`), or
//! else in macroquad's own font.

use macroquad::color::Color;

use super::Paint;
#[cfg(feature = "fonts")]
use crate::look::Look;
use crate::wrap::drawn;

impl Paint<'_> {
    /// Draws a line of text with its top left corner at `x`, `y`, with a shadow.
    pub fn text(&self, text: &str, x: f32, y: f32, ink: impl Into<Color>) {
        self.sized(text, x, y, self.text_size, ink.into());
    }

    /// Draws a line of text with its middle at `x`.
    pub fn text_centered(&self, text: &str, x: f32, y: f32, ink: impl Into<Color>) {
        self.text(text, (x - self.text_width(text) / 2.0).round(), y, ink);
    }

    pub(super) fn sized(&self, text: &str, x: f32, y: f32, size: f32, ink: Color) {
        let text = drawn(text);
        for (offset, ink) in [(size.round(), self.theme.shadow.into()), (0.0, ink)] {
            self.runs(&text, (x + offset, y + offset), size, ink);
        }
    }

    #[cfg(feature = "fonts")]
    fn runs(&self, text: &str, (mut pen, y): (f32, f32), size: f32, ink: Color) {
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let font = self.font_of(first);
            let is_other = |character: char| {
                let other = self.font_of(character);
                font.map(std::ptr::from_ref) != other.map(std::ptr::from_ref)
            };
            let (run, after) = rest.split_at(rest.find(is_other).unwrap_or(rest.len()));
            // A line in such a font is drawn whole, or not at all.
            let draws = |font| {
                let height = Look::LINE_HEIGHT * size;
                !self.shows_all(y, height) || super::font::draw(font, run, (pen, y), height, ink)
            };
            if !font.is_some_and(draws) {
                font::draw(self, run, (pen, y), size, ink);
            }
            pen += run.chars().map(|character| self.advance(character)).sum::<f32>() * size;
            rest = after;
        }
    }

    #[cfg(not(feature = "fonts"))]
    fn runs(&self, text: &str, at: (f32, f32), size: f32, ink: Color) {
        font::draw(self, text, at, size, ink);
    }
}

#[cfg(feature = "glyphs")]
mod font {
    use macroquad::color::Color;
    use macroquad::shapes::draw_rectangle;
    use proscenium_formats::glyphs::{GlyphCache, advance, bitmap_rows};
    use proscenium_window::ToTexture;

    use super::Paint;
    use crate::look::Look;

    pub(super) fn draw(paint: &Paint<'_>, text: &str, (mut pen, y): (f32, f32), scale: f32, ink: Color) {
        let cache = paint.resources.of_type::<GlyphCache>().next().map(|(_, cache)| cache);
        let cache = cache.and_then(|cache| Some((cache, cache.texture().texture()?)));
        for character in text.chars() {
            let (width, height) = (advance(character) as f32, Look::LINE_HEIGHT);
            if let Some((cache, image)) = &cache
                && let Some((left, top)) = cache.place(character)
            {
                let source = (left as f32, top as f32, width, height);
                paint.shown_part(image, source, (pen, y, width * scale, height * scale), ink);
            } else {
                // Slower, for phases without a glyph cache and for characters of no text.
                for (row, start, length) in bitmap_rows(character) {
                    let (left, top) = (pen + start as f32 * scale, y + row as f32 * scale);
                    if paint.shows_all(top, scale) {
                        draw_rectangle(left, top, length as f32 * scale, scale, ink);
                    }
                }
            }
            pen += width * scale;
        }
    }
}

#[cfg(not(feature = "glyphs"))]
mod font {
    use macroquad::color::Color;
    use proscenium_window::draw_text_line;

    use super::Paint;
    use crate::look::Look;

    /// The distance from the upper edge of a line to its baseline, in virtual pixels.
    const BASELINE: f32 = 12.0;

    pub(super) fn draw(paint: &Paint<'_>, text: &str, (x, y): (f32, f32), scale: f32, ink: Color) {
        let height = Look::LINE_HEIGHT * scale;
        if paint.shows_all(y, height) {
            draw_text_line(None, text, (x, y + BASELINE * scale), height, ink);
        }
    }
}
