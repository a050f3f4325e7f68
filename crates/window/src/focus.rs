//! The entry of a menu that has the focus, for what is not a picture: the clipboard, a phone's keyboard, a screen reader.

use std::cell::RefCell;

use super::entry::FocusedEntry;
#[cfg(target_arch = "wasm32")]
use super::page::tell_focus;

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
