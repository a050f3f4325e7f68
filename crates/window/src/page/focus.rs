//! The entry of a menu that has the focus, as the page has it: for a screen reader, a paste, and the keyboard of a phone.

use std::cell::RefCell;

use super::send;
use crate::entry::FocusedEntry;
use proscenium_core::platform::Device;

thread_local! {
    static PAGE: RefCell<Shown> = const { RefCell::new(Shown { entry: None, has_keyboard: false }) };
}

/// What the page has.
struct Shown {
    entry: Option<FocusedEntry>,
    /// Whether it shows a field, for which a browser shows the keyboard.
    has_keyboard: bool,
}

/// Tells the page an entry, if it is another one. The field of a phone's keyboard follows it at once: what was typed before
/// this frame is in it.
pub(crate) fn tell_focus(entry: &FocusedEntry) {
    PAGE.with_borrow_mut(|page| {
        if page.entry.as_ref() == Some(entry) {
            return;
        }
        send(&format!("focus:{}", serde_json::to_string(entry).unwrap_or_default()));
        page.entry = Some(entry.clone());
        if page.has_keyboard && entry.before_caret.is_some() {
            send_field(entry);
        }
    });
}

/// Opens and closes the keyboard of a phone for the entry that was drawn since the last frame, and tells the page if there
/// was none. The keyboard opens for fingers only, and what is typed arrives as keys.
pub(crate) fn update_focus(drawn: Option<&FocusedEntry>, device: Device) {
    PAGE.with_borrow_mut(|page| {
        if drawn.is_none() && page.entry.take().is_some() {
            send("focus:null");
        }
        match drawn.filter(|entry| entry.before_caret.is_some()) {
            Some(field) if !page.has_keyboard && device == Device::Touch => {
                page.has_keyboard = true;
                send_field(field);
            }
            None if page.has_keyboard => {
                page.has_keyboard = false;
                send("typed:");
            }
            _ => {}
        }
    });
}

fn send_field(FocusedEntry { before_caret, room, .. }: &FocusedEntry) {
    send(&format!("type:{room} {}", before_caret.as_deref().unwrap_or_default()));
}
