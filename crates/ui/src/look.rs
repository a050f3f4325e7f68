//! What a screen is laid out with: the fonts of a theme, the text size and the language of the player, and the view.

use proscenium_core::flow::Shared;
use proscenium_core::phase::Resources;
use proscenium_core::platform::Rect;
#[cfg(feature = "strings")]
use proscenium_formats::FluentValue;
#[cfg(feature = "fonts")]
use proscenium_formats::Font;
#[cfg(feature = "strings")]
use proscenium_formats::Strings;

use super::theme::Theme;
use super::wrap::{cuts, drawn, wrap};

/// What a screen is laid out and drawn with: the theme, the text size and the language of the player, and the
/// size of the view; and what the screens share. [`Look::of`] makes it.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The resources of the phase: the fonts and the textures of the theme.
    pub resources: &'a Resources,
    /// The theme.
    pub theme: &'a Theme,
    /// The size of texts as a factor: 1, 1.5, 2.
    pub text_size: f32,
    /// The width and height of the view, in virtual pixels.
    pub size: (f32, f32),
    /// The language of the texts, a tag such as `zh-CN`.
    pub language: &'a str,
    /// What the screens share, for the texts of a page; `None` without a game.
    pub values: Option<&'a Shared>,
    /// The only texts, for a tool that lays out one file; `None` for the texts of the language.
    #[cfg(feature = "strings")]
    pub strings: Option<&'a Strings>,
}

impl<'a> Look<'a> {
    /// The height of a line of text at size 1, in virtual pixels.
    pub const LINE_HEIGHT: f32 = 16.0;

    /// Makes a look with text of size 1, for a view of 640 by 360 virtual pixels.
    pub const fn new(resources: &'a Resources, theme: &'a Theme) -> Self {
        Self {
            resources,
            theme,
            text_size: 1.0,
            size: (640.0, 360.0),
            language: "",
            values: None,
            #[cfg(feature = "strings")]
            strings: None,
        }
    }

    /// Returns the value of this type that the screens [share](Shared).
    ///
    /// # Panics
    ///
    /// Panics if the game has not given one, and for a look of [`Look::new`].
    pub fn shared<T: 'static>(&self) -> &'a T {
        match self.values {
            Some(values) => values.expect(),
            None => {
                panic!("this look was made without a game: `Look::of` makes one with what the screens share")
            }
        }
    }

    /// Returns the whole view.
    pub const fn area(&self) -> Rect {
        Rect::new(0.0, 0.0, self.size.0, self.size.1)
    }

    /// Returns the text of `key` in the player's language; see [`Strings::text`]. (Feature `strings`.)
    #[cfg(feature = "strings")]
    pub fn text_of(&self, key: &str) -> String {
        self.format(key, &[])
    }

    /// Returns the text of `key` with values for its variables. (Feature `strings`.)
    #[cfg(feature = "strings")]
    pub fn format(&self, key: &str, values: &[(&str, FluentValue<'_>)]) -> String {
        match self.strings {
            Some(strings) => strings.format(key, values).unwrap_or_else(|| key.to_owned()),
            None => Strings::text(self.resources, self.language, key, values),
        }
    }

    /// As [`format`](Self::format); `None` if there is no such text.
    #[cfg(feature = "strings")]
    pub(super) fn find_text(&self, key: &str, values: &[(&str, FluentValue<'_>)]) -> Option<String> {
        match self.strings {
            Some(strings) => strings.format(key, values),
            None => Strings::find(self.resources, self.language, key, values),
        }
    }

    /// Returns the height of a line of text in virtual pixels.
    pub fn line_height(&self) -> f32 {
        (Self::LINE_HEIGHT * self.text_size).round()
    }

    /// Returns the width of a line of text in virtual pixels. A soft hyphen (U+00AD) at its end is drawn as a hyphen;
    /// elsewhere it has no width.
    pub fn text_width(&self, text: &str) -> f32 {
        drawn(text).chars().map(|character| self.advance(character)).sum::<f32>() * self.text_size
    }

    /// Returns the lines of a text, at most `width` virtual pixels wide.
    ///
    /// A line ends where Unicode allows it: at each line break of the text, at a space, after a hyphen, at a soft
    /// hyphen (U+00AD), beside a Chinese, Japanese or Korean character, but not before a closing punctuation or a small kana. A word longer than
    /// a line is cut between two characters as a reader sees them. The words of Thai, which has no spaces between
    /// them, are not known: a part between two spaces counts as a word.
    pub fn wrap<'t>(&self, text: &'t str, width: f32) -> Vec<&'t str> {
        wrap(text, width / self.text_size, &|character| self.advance(character))
    }

    /// Whether lines of at most `width` virtual pixels are too short for a word of the text.
    pub(super) fn cuts(&self, text: &str, width: f32) -> bool {
        cuts(text, width / self.text_size, &|character| self.advance(character))
    }

    /// The first font of the theme that is resident and has a character.
    #[cfg(feature = "fonts")]
    pub(super) fn font_of(&self, character: char) -> Option<&'a Font> {
        let fonts = self.theme.fonts.iter().filter_map(|id| self.resources.find::<Font>(id).ok());
        fonts.into_iter().find(|font| font.advance(character).is_some())
    }

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
    proscenium_formats::glyphs::advance(character) as f32
}

/// The width of a character in macroquad's own font, which has one width for all.
#[cfg(not(feature = "glyphs"))]
const fn pixel_advance(_: char) -> f32 {
    7.0
}
