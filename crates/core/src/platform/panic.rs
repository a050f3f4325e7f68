//! The one way to call code of others: a panic in it is caught, and is a text that names its owner.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

/// The message of a panic with this payload, or what it means where it is an assertion of macroquad.
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    explained(text.unwrap_or("without a message"))
}

/// A message, or what it means where it is an assertion of macroquad or of what it draws with.
fn explained(message: &str) -> String {
    let is_without_window =
        message.contains("THREAD_ID.is_some()") || message.contains("not initialized NATIVE_DISPLAY");
    match message {
        _ if is_without_window => NO_WINDOW.to_owned(),
        _ if message.contains("CURRENT_THREAD_ID") => {
            "macroquad was called on another thread than that of its window".to_owned()
        }
        _ => message.to_owned(),
    }
}

/// The message of a panic in a call of macroquad where it has no window.
const NO_WINDOW: &str = "macroquad was called where there is no window, as in a headless run; outside of `draw` \
    use the screen's context instead: `cx.view_size()` for `screen_width()`, `cx.input()` for keys and the pointer, \
    `cx.delta()` for `get_frame_time()`, `cx.random()` for random numbers, and resources of the phase for textures";

/// Calls code of others.
///
/// # Errors
///
/// The message of its panic.
pub fn caught<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    // What the call makes is dropped with its panic, so nothing half-changed is seen afterwards.
    catch_unwind(AssertUnwindSafe(call)).map_err(into_message)
}

/// The message of a caught panic, which is dropped. One that panics again when it is dropped is forgotten.
pub fn into_message(payload: Box<dyn Any + Send>) -> String {
    let message = panic_message(payload.as_ref());
    if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(second);
    }
    message
}

/// Calls code of `owner`. A panic goes on with its owner in the message: "no page, in `update` of screen `menu`".
/// What the caller has taken out of its place it puts back with [`caught`] before.
///
/// # Panics
///
/// Panics when `call` panics.
pub fn named<T>(owner: impl FnOnce() -> String, call: impl FnOnce() -> T) -> T {
    caught(call).unwrap_or_else(|message| panic_on(format!("{message}, in {}", owner())))
}

/// Lets a panic go on that was caught. The panic hook does not see it a second time.
pub fn panic_on(message: String) -> ! {
    resume_unwind(Box::new(message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_that_goes_on_names_its_owner() {
        let owner = || "`update` of screen `menu`".to_owned();
        let call = || named(owner, || panic!("no page"));
        assert_eq!(caught(call), Err::<(), _>("no page, in `update` of screen `menu`".to_owned()));
        assert_eq!(named(owner, || 1), 1);
    }

    #[test]
    fn a_message_that_panics_when_it_is_dropped_does_no_harm() {
        struct Brittle;
        impl Drop for Brittle {
            fn drop(&mut self) {
                std::panic::panic_any(Self)
            }
        }
        assert_eq!(caught(|| std::panic::panic_any(Brittle)), Err::<(), _>("without a message".to_owned()));
    }

    #[test]
    fn a_panic_is_its_message() {
        assert_eq!(caught(|| 1), Ok(1));
        assert_eq!(caught(|| panic!("no page")), Err::<(), _>("no page".to_owned()));
        assert_eq!(caught(|| panic!("page {}", 2)), Err::<(), _>("page 2".to_owned()));
    }
}
