//! The entry of a menu that has the focus, for what is not a picture: the clipboard, a phone's keyboard, a screen reader.

use std::cell::RefCell;

#[cfg(target_arch = "wasm32")]
use super::page::tell_focus;

/// The entry of a menu that is drawn with the focus.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", derive(serde::Serialize))]
pub struct FocusedEntry {
    /// Its label.
    pub label: String,
    /// Its value as a text: the percentage of a slider, the text of a field. It is empty for a plain button.
    pub value: String,
    /// Its place among the entries of the menu, from 1.
    pub place: usize,
    /// The number of entries of the menu.
    pub count: usize,
    /// For a field, into which text is typed: its text before the caret.
    pub before_caret: Option<String>,
    /// The number of characters that a field takes before its caret.
    pub room: usize,
}

thread_local! {
    /// What was drawn since the last frame.
    static DRAWN: RefCell<Option<FocusedEntry>> = const { RefCell::new(None) };
}

/// Says which entry of a menu has the focus, until the next frame. Called in each frame that draws the menu; of several
/// menus the last one counts.
///
/// While it is a field, Ctrl+C copies its text and Ctrl+V types what was copied. A page has its phone's keyboard for a field,
/// and a screen reader reads each new entry.
pub fn show_focus(entry: FocusedEntry) {
    #[cfg(target_arch = "wasm32")]
    tell_focus(&entry);
    DRAWN.set(Some(entry));
}

/// Takes the entry that was drawn with the focus since the last frame.
pub(crate) fn take_focus() -> Option<FocusedEntry> {
    DRAWN.take()
}
