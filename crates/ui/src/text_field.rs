//! A text that the player types.

use unicode_segmentation::UnicodeSegmentation;

/// The maximum number of code points for each character, as a mean: an emoji of a family has ten.
const MAX_POINTS: usize = 16;

/// A line of text that the player types, for a [field](super::Page::field) of a page.
///
/// A character is what a reader takes for one (a grapheme): a letter with its accents, an emoji of several code points.
///
/// While a field is drawn with the focus, Ctrl+V (Cmd+V on a Mac) types what was copied, at most 1,000 characters without line
/// breaks, and Ctrl+C copies the whole text. A paste is typed text: it comes in a tick's input, and is in recordings. A session
/// of Wayland alone, without an X server, has no paste. On X11 a dead key types nothing, because miniquad has no input
/// method: an acute and then an `e` are an `e`.
///
/// ```
/// use proscenium_ui::TextField;
///
/// let mut name = TextField::new("Ann", 5);
/// name.type_text("a!!!!"); // at most 5 characters
/// assert_eq!(name.text(), "Anna!");
/// name.move_caret(-1);
/// name.type_text("\u{8}"); // backspace
/// assert_eq!((name.text().as_str(), name.caret()), ("Ann!", 3));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextField {
    text: String,
    /// The byte before which the caret is, between two characters.
    caret: usize,
    most: usize,
}

impl TextField {
    /// Makes a field of at most `most` characters with this text, and the caret at its end.
    pub fn new(text: &str, most: usize) -> Self {
        let mut field = Self { text: String::new(), caret: 0, most };
        text.chars().for_each(|character| field.insert(character));
        field
    }

    /// Returns the text.
    pub fn text(&self) -> String {
        self.text.clone()
    }

    /// Returns the number of characters before the caret.
    pub fn caret(&self) -> usize {
        self.before().graphemes(true).count()
    }

    /// Returns the text as it is drawn while the field has the focus.
    pub(super) fn with_caret(&self) -> String {
        format!("{}|{}", self.before(), self.after())
    }

    /// Inserts the characters that were typed in a tick; U+0008, backspace, removes the one before the
    /// caret, and U+007F, delete, the one after it. Characters beyond the maximum and other control characters are
    /// dropped.
    pub fn type_text(&mut self, typed: &str) {
        for character in typed.chars() {
            match character {
                '\u{8}' => {
                    let end = self.snap();
                    self.move_caret(-1);
                    self.text.replace_range(self.caret..end, "");
                }
                '\u{7f}' => {
                    let start = self.snap();
                    self.move_caret(1);
                    self.text.replace_range(start..self.caret, "");
                    self.caret = start;
                }
                character => self.insert(character),
            }
        }
        self.snap();
    }

    /// Returns the number of characters that the field takes before its caret.
    #[cfg(feature = "window")]
    pub(super) fn room_before_caret(&self) -> usize {
        self.most.saturating_sub(self.after().graphemes(true).count())
    }

    /// Moves the caret by this many characters, at most to an end.
    pub fn move_caret(&mut self, by: i32) {
        let places = self.places();
        let at = places.partition_point(|place| *place < self.caret);
        let at = at.saturating_add_signed(by as isize).min(places.len() - 1);
        self.caret = places[at];
    }

    pub(super) fn before(&self) -> &str {
        &self.text[..self.caret]
    }

    fn after(&self) -> &str {
        &self.text[self.caret..]
    }

    /// The bytes before which the caret may be.
    fn places(&self) -> Vec<usize> {
        self.text.grapheme_indices(true).map(|(at, _)| at).chain([self.text.len()]).collect()
    }

    /// Moves the caret out of a character that an edit has joined. Returns its place.
    fn snap(&mut self) -> usize {
        self.caret = self.places().into_iter().find(|place| *place >= self.caret).unwrap_or_default();
        self.caret
    }

    fn insert(&mut self, character: char) {
        // The last two would begin another line.
        if character.is_control() || matches!(character, '\u{2028}' | '\u{2029}') {
            return;
        }
        self.text.insert(self.caret, character);
        let is_short = self.text.len() <= self.most;
        let fits = || self.text.graphemes(true).count() <= self.most;
        if is_short || (self.text.chars().count() <= self.most.saturating_mul(MAX_POINTS) && fits()) {
            self.caret += character.len_utf8();
        } else {
            self.text.remove(self.caret);
        }
    }
}
