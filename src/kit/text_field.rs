//! A text that the player types.

/// A line of text that the player types, for a [field](super::Page::field) of a page.
///
/// ```
/// use proscenium::kit::TextField;
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
    text: Vec<char>,
    caret: usize,
    most: usize,
}

impl TextField {
    /// Makes a field of at most `most` characters with this text, and the caret at its end.
    pub fn new(text: &str, most: usize) -> Self {
        let text: Vec<char> = text.chars().filter(|c| !c.is_control()).take(most).collect();
        Self { caret: text.len(), text, most }
    }

    /// Returns the text.
    pub fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Returns the number of characters before the caret.
    pub const fn caret(&self) -> usize {
        self.caret
    }

    /// Returns the text as it is drawn while the field has the focus.
    pub(super) fn with_caret(&self) -> String {
        let mut text = self.text.clone();
        text.insert(self.caret, '|');
        text.into_iter().collect()
    }

    /// Inserts the characters that were typed in a tick; U+0008, backspace, removes the one before the
    /// caret. Characters beyond the maximum and other control characters are dropped.
    pub fn type_text(&mut self, typed: &str) {
        for character in typed.chars() {
            if character == '\u{8}' {
                if self.caret > 0 {
                    self.caret -= 1;
                    self.text.remove(self.caret);
                }
            } else if !character.is_control() && self.text.len() < self.most {
                self.text.insert(self.caret, character);
                self.caret += 1;
            }
        }
    }

    /// Returns how many characters the field takes before its caret, and those that are there: `5 Ann`. A page's field
    /// for a phone's keyboard has these, because what is typed goes to the caret.
    #[cfg(all(feature = "window", target_arch = "wasm32"))]
    pub(super) fn before_caret(&self) -> String {
        let (before, after) = self.text.split_at(self.caret);
        format!("{} {}", self.most - after.len(), before.iter().collect::<String>())
    }

    /// Moves the caret by this many characters, at most to an end.
    pub fn move_caret(&mut self, by: i32) {
        self.caret = self.caret.saturating_add_signed(by as isize).min(self.text.len());
    }
}
