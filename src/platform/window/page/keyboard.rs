//! The keyboard of a phone.

use std::cell::RefCell;

use super::send;
use crate::platform::Device;

thread_local! {
    /// The text of the field that was drawn with the focus since the last frame.
    static FIELD: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Requests the keyboard for a field with this text, until the next frame.
pub fn request_keyboard(text: &str) {
    FIELD.set(Some(text.to_owned()));
}

/// Whether the page shows its field, for which a browser shows the keyboard.
#[derive(Debug, Default)]
pub struct Keyboard {
    is_open: bool,
}

impl Keyboard {
    /// Opens and closes the field. It opens for fingers only, and what is typed arrives as keys.
    pub fn update(&mut self, device: Device) {
        match FIELD.take() {
            Some(text) if !self.is_open && device == Device::Touch => {
                self.is_open = true;
                send(&format!("type:{text}"));
            }
            None if self.is_open => {
                self.is_open = false;
                send("typed:");
            }
            _ => {}
        }
    }
}
