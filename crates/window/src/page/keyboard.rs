//! The keyboard of a phone.

use std::cell::RefCell;

use super::send;
use proscenium_core::platform::Device;

thread_local! {
    static FIELD: RefCell<Field> = const { RefCell::new(Field { drawn: None, shown: None }) };
}

/// Fields, each with the number of characters that it takes, and its text before the caret.
struct Field {
    /// The one that was drawn with the focus since the last frame.
    drawn: Option<String>,
    /// The one of the page, for which a browser shows the keyboard.
    shown: Option<String>,
}

impl Field {
    fn show(&mut self) {
        self.shown.clone_from(&self.drawn);
        send(&format!("type:{}", self.drawn.as_deref().unwrap_or_default()));
    }
}

/// Requests the keyboard for a field, until the next frame. The page's field follows it at once: what was typed
/// before this frame is in it.
pub fn request_keyboard(field: &str) {
    FIELD.with_borrow_mut(|own| {
        own.drawn = Some(field.to_owned());
        if own.shown.is_some() && own.shown != own.drawn {
            own.show();
        }
    });
}

/// Opens and closes the field of the page. It opens for fingers only, and what is typed arrives as keys.
pub(crate) fn update_keyboard(device: Device) {
    FIELD.with_borrow_mut(|own| {
        match (&own.drawn, &own.shown) {
            (Some(_), None) if device == Device::Touch => own.show(),
            (None, Some(_)) => {
                own.shown = None;
                send("typed:");
            }
            _ => {}
        }
        own.drawn = None;
    });
}
