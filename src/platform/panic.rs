//! Panics as texts.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The message of a panic with this payload.
pub fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("without a message").to_owned()
}

/// Calls code of others. Its panic is an error: the message.
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

#[cfg(test)]
mod tests {
    use super::*;

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
