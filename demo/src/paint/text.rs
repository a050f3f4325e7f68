//! Texts: pixel for pixel from the glyphs of the phase, or from the font itself where the phase
//! has none yet.

use macroquad::color::Color;
use macroquad::shapes::draw_rectangle;
use macroquad::texture::Texture2D;
use proscenium::kit::{GlyphCache, LINE_HEIGHT, advance, bitmap_rows, text_width, wrap};
use proscenium::platform::window::texture;

use super::picture::tinted;
use super::{Paint, color};

impl Paint<'_> {
    /// A line of text with its top left corner here, with a shadow that keeps it readable on any
    /// ground.
    pub fn text(&self, text: &str, x: f32, y: f32, ink: Color) {
        self.scaled(text, x, y, 1.0, ink);
    }

    /// A line of text that ends here.
    pub fn text_right(&self, text: &str, right: f32, y: f32, ink: Color) {
        self.text(text, right - text_width(text) as f32, y, ink);
    }

    /// A line of text with its middle here.
    pub fn text_centered(&self, text: &str, x: f32, y: f32, ink: Color) {
        self.text(text, (x - text_width(text) as f32 / 2.0).round(), y, ink);
    }

    /// The text of `key` with its top left corner here.
    pub fn text_key(&self, key: &str, x: f32, y: f32, ink: Color) {
        self.text(&self.shared.text(self.resources, key), x, y, ink);
    }

    /// The text of `key` with its middle here.
    pub fn text_key_centered(&self, key: &str, x: f32, y: f32, ink: Color) {
        self.text_centered(&self.shared.text(self.resources, key), x, y, ink);
    }

    /// A text that is broken into lines of at most `width` pixels.
    pub fn text_wrapped(&self, text: &str, x: f32, y: f32, width: f32, ink: Color) {
        for (number, line) in wrap(text, width as u32).iter().enumerate() {
            self.text(line.as_ref(), x, y + number as f32 * (LINE_HEIGHT as f32 + 1.0), ink);
        }
    }

    /// The text of `key` in large letters.
    pub fn title_key(&self, key: &str, x: f32, y: f32) {
        self.scaled(&self.shared.text(self.resources, key), x, y, 2.0, color::FOOTLIGHT);
    }

    /// The text of `key` in large letters with its middle here.
    pub fn title_key_centered(&self, key: &str, x: f32, y: f32) {
        let text = self.shared.text(self.resources, key);
        self.scaled(&text, (x - text_width(&text) as f32).round(), y, 2.0, color::FOOTLIGHT);
    }

    /// The text of `key` on a dark strip at the lower edge.
    pub fn hint_key(&self, key: &str, y: f32) {
        let text = self.shared.text(self.resources, key);
        let width = text_width(&text) as f32;
        self.rect(320.0 - width / 2.0 - 8.0, y - 3.0, width + 16.0, 22.0, color::INK, 0.7);
        self.text_centered(&text, 320.0, y, color::CREAM);
    }

    fn scaled(&self, text: &str, x: f32, y: f32, scale: f32, ink: Color) {
        let cache = self.resources.find::<GlyphCache>("glyphs").ok();
        let cache = cache.and_then(|cache| Some((cache, texture(cache.texture)?)));
        for (offset, ink) in [(scale, color::INK), (0.0, ink)] {
            let mut pen = x + offset;
            for character in text.chars() {
                draw_character(cache.as_ref(), character, (pen, y + offset), scale, ink);
                pen += advance(character) as f32 * scale;
            }
        }
    }
}

fn draw_character(
    cache: Option<&(&GlyphCache, Texture2D)>,
    character: char,
    at: (f32, f32),
    scale: f32,
    ink: Color,
) {
    if let Some((cache, picture)) = cache
        && let Some(region) = cache.atlas.region(character)
    {
        let (width, height) = (region.w as f32, region.h as f32);
        let source = (region.x as f32, region.y as f32, width, height);
        tinted(picture, source, (at.0, at.1, width * scale, height * scale), ink);
        return;
    }
    // Without an atlas, or for a character that no text of the phase has (the path of a missing
    // file may have any): slower, and always there.
    for (y, start, length) in bitmap_rows(character) {
        let (left, top) = (at.0 + start as f32 * scale, at.1 + y as f32 * scale);
        draw_rectangle(left, top, length as f32 * scale, scale, ink);
    }
}
