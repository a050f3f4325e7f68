//! What texts are measured with: the fonts of a theme, and the text size of the player.

#[cfg(feature = "fonts")]
use super::font::Font;
use super::theme::Theme;
use super::wrap::{is_cut, wrap};
use crate::phase::Resources;

/// The resources, the theme and the text size that a screen is laid out and drawn with.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The resources of the phase: the fonts and the textures of the theme.
    pub resources: &'a Resources,
    /// The theme.
    pub theme: &'a Theme,
    /// The size of texts as a factor: 1, 1.5, 2.
    pub text_size: f32,
}

impl<'a> Look<'a> {
    /// The height of a line of text at size 1, in virtual pixels.
    pub const LINE_HEIGHT: f32 = 16.0;

    /// Makes a look with text of size 1.
    pub const fn new(resources: &'a Resources, theme: &'a Theme) -> Self {
        Self { resources, theme, text_size: 1.0 }
    }

    /// Returns the height of a line of text in virtual pixels.
    pub fn line_height(&self) -> f32 {
        (Self::LINE_HEIGHT * self.text_size).round()
    }

    /// Returns the width of a line of text in virtual pixels.
    pub fn text_width(&self, text: &str) -> f32 {
        text.chars().map(|character| self.advance(character)).sum::<f32>() * self.text_size
    }

    /// Returns the lines of a text, at most `width` virtual pixels wide.
    ///
    /// A line ends at each line break of the text, at a space, or beside a Chinese, Japanese or Korean
    /// character. A word longer than a line is cut.
    pub fn wrap<'t>(&self, text: &'t str, width: f32) -> Vec<&'t str> {
        wrap(text, width / self.text_size, &|character| self.advance(character))
    }

    /// Whether lines of at most `width` virtual pixels are too short for a word of the text.
    pub(super) fn cuts(&self, text: &str, width: f32) -> bool {
        let lines = self.wrap(text, width);
        let is_cut = lines.windows(2).any(|pair| is_cut(pair[0], pair[1]));
        is_cut || lines.iter().any(|line| self.text_width(line) > width)
    }

    /// The first font of the theme that is resident and has a character.
    #[cfg(feature = "fonts")]
    pub(super) fn font_of(&self, character: char) -> Option<&'a Font> {
        let fonts = self.theme.fonts.iter().filter_map(|id| self.resources.find::<Font>(id).ok());
        fonts.into_iter().find(|font| font.advance(character).is_some())
    }

    /// The width of a character at size 1.
    pub(super) fn advance(&self, character: char) -> f32 {
        #[cfg(feature = "fonts")]
        if let Some(advance) = self.font_of(character).and_then(|font| font.advance(character)) {
            return advance * Self::LINE_HEIGHT;
        }
        pixel_advance(character)
    }
}

/// The width of a character in the pixel font.
#[cfg(feature = "glyphs")]
fn pixel_advance(character: char) -> f32 {
    super::glyphs::advance(character) as f32
}

/// The width of a character in macroquad's own font, which has one width for all.
#[cfg(not(feature = "glyphs"))]
fn pixel_advance(character: char) -> f32 {
    if character.is_control() { 0.0 } else { 7.0 }
}
