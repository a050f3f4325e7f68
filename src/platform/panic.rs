//! Panics as texts.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The message of a panic with this payload.
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
pub const NO_WINDOW: &str = "macroquad was called where there is no window, as in a headless run; outside of `draw` \
    use the screen's context instead: `cx.view_size()` for `screen_width()`, `cx.input()` for keys and the pointer, \
    `cx.delta()` for `get_frame_time()`, `cx.random()` for random numbers, and resources of the phase for textures";

/// Calls code of others. Its panic is an error: the message.
pub fn caught<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    // What the call makes is dropped with its panic, so nothing half-changed is seen afterwards.
    catch_unwind(AssertUnwindSafe(call)).map_err(|panic| panic_message(panic.as_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_its_message() {
        assert_eq!(caught(|| 1), Ok(1));
        assert_eq!(caught(|| panic!("no page")), Err::<(), _>("no page".to_owned()));
        assert_eq!(caught(|| panic!("page {}", 2)), Err::<(), _>("page 2".to_owned()));
    }
}
