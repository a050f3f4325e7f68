//! Texts: from the glyphs of the phase (feature `glyphs`), or else in macroquad's own font.

use macroquad::color::Color;

use super::Paint;
use crate::kit::wrap::wrap;

impl Paint<'_> {
    /// Draws a line of text with its top left corner at `x`, `y`, with a shadow.
    pub fn text(&self, text: &str, x: f32, y: f32, ink: Color) {
        self.scaled(text, x, y, 1.0, ink);
    }

    /// Draws a line of text that ends at `right`.
    pub fn text_right(&self, text: &str, right: f32, y: f32, ink: Color) {
        self.text(text, right - self.text_width(text), y, ink);
    }

    /// Draws a line of text with its middle at `x`.
    pub fn text_centered(&self, text: &str, x: f32, y: f32, ink: Color) {
        self.text(text, (x - self.text_width(text) / 2.0).round(), y, ink);
    }

    /// Draws a text in lines of at most `width` virtual pixels.
    pub fn text_wrapped(&self, text: &str, x: f32, y: f32, width: f32, ink: Color) {
        for (number, line) in self.wrap(text, width).iter().enumerate() {
            self.text(line, x, y + number as f32 * (Self::LINE_HEIGHT + 1.0), ink);
        }
    }

    /// Draws a text in large letters.
    pub fn title(&self, text: &str, x: f32, y: f32) {
        self.scaled(text, x, y, 2.0, self.theme.accent);
    }

    /// Draws a text in large letters with its middle at `x`.
    pub fn title_centered(&self, text: &str, x: f32, y: f32) {
        self.title(text, (x - self.text_width(text)).round(), y);
    }

    /// Returns the width of a line of text in virtual pixels.
    pub fn text_width(&self, text: &str) -> f32 {
        font::width(text)
    }

    /// Returns the lines of a text, at most `width` virtual pixels wide.
    pub fn wrap<'t>(&self, text: &'t str, width: f32) -> Vec<&'t str> {
        wrap(text, width as u32, &font::advance)
    }

    fn scaled(&self, text: &str, x: f32, y: f32, scale: f32, ink: Color) {
        for (offset, ink) in [(scale, self.theme.shadow), (0.0, ink)] {
            font::draw(self, text, (x + offset, y + offset), scale, ink);
        }
    }
}

#[cfg(feature = "glyphs")]
mod font {
    use macroquad::color::Color;
    use macroquad::shapes::draw_rectangle;

    use super::Paint;
    use crate::kit::glyph_cache::GlyphCache;
    use crate::kit::glyphs::bitmap_rows;
    use crate::platform::window::texture;

    pub(super) use crate::kit::glyphs::advance;

    pub(super) fn width(text: &str) -> f32 {
        text.chars().map(advance).fold(0, u32::saturating_add) as f32
    }

    pub(super) fn draw(paint: &Paint<'_>, text: &str, (mut pen, y): (f32, f32), scale: f32, ink: Color) {
        let cache = paint.resources.of_type::<GlyphCache>().next().map(|(_, cache)| cache);
        let cache = cache.and_then(|cache| Some((cache, texture(cache.texture)?)));
        for character in text.chars() {
            let (width, height) = (advance(character) as f32, Paint::LINE_HEIGHT);
            if let Some((cache, image)) = &cache
                && let Some((left, top)) = cache.place(character)
            {
                let source = (left as f32, top as f32, width, height);
                Paint::part(image, source, (pen, y, width * scale, height * scale), ink);
            } else {
                // Slower, for phases without a glyph cache and for characters of no text.
                for (row, start, length) in bitmap_rows(character) {
                    let (left, top) = (pen + start as f32 * scale, y + row as f32 * scale);
                    draw_rectangle(left, top, length as f32 * scale, scale, ink);
                }
            }
            pen += width * scale;
        }
    }
}

#[cfg(not(feature = "glyphs"))]
mod font {
    use macroquad::color::Color;
    use macroquad::text::{TextParams, camera_font_scale, draw_text_ex, measure_text};

    use super::Paint;

    /// The distance from the upper edge of a line to its baseline, in virtual pixels.
    const BASELINE: f32 = 12.0;

    pub(super) fn width(text: &str) -> f32 {
        let (size, scale, _) = camera_font_scale(Paint::LINE_HEIGHT);
        measure_text(text, None, size, scale).width
    }

    pub(super) fn advance(character: char) -> u32 {
        width(character.encode_utf8(&mut [0; 4])).ceil() as u32
    }

    pub(super) fn draw(_paint: &Paint<'_>, text: &str, (x, y): (f32, f32), scale: f32, ink: Color) {
        let (font_size, font_scale, font_scale_aspect) = camera_font_scale(Paint::LINE_HEIGHT * scale);
        let params =
            TextParams { font_size, font_scale, font_scale_aspect, color: ink, ..TextParams::default() };
        draw_text_ex(text, x, y + BASELINE * scale, params);
    }
}
