//! Who of the game is called, for the message of a panic, and the one place where panics are caught.

use std::any::Any;
use std::cell::Cell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::thread::panicking;

thread_local! {
    static CALLED: Cell<Option<Called>> = const { Cell::new(None) };
}

/// Code of the game that is called: `update` of screen `menu`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Called {
    what: &'static str,
    kind: &'static str,
    name: &'static str,
}

impl fmt::Display for Called {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, kind, name } = self;
        write!(f, "`{what}` of {kind} `{name}`")
    }
}

/// The code of the game that is called on this thread, innermost first; `None` outside of it. A panic hook reads it. After a
/// panic it is the code that has panicked, until [`caught`] has returned its message.
pub fn called() -> Option<Called> {
    CALLED.get()
}

/// Keeps who is called, until it is dropped. A panic leaves it set.
#[must_use]
pub(crate) struct Calling(Option<Called>);

/// Says who is called from now on.
pub(crate) fn calling(what: &'static str, kind: &'static str, name: &'static str) -> Calling {
    // What a panic drops has not panicked itself.
    match panicking() {
        true => Calling(CALLED.get()),
        false => Calling(CALLED.replace(Some(Called { what, kind, name }))),
    }
}

impl Drop for Calling {
    fn drop(&mut self) {
        if !panicking() {
            CALLED.set(self.0);
        }
    }
}

/// Calls code, and catches its panic. A program with its own loop reports a crash with it.
///
/// ```
/// use proscenium_core::flow::ScreenManager;
/// use proscenium_core::platform::{Input, caught};
///
/// let mut manager = ScreenManager::headless();
/// manager.add_rule(|event: &String, _| panic!("no `{event}`"));
/// manager.flow().post("supper".to_owned());
/// let message = caught(|| manager.step(&Input::default())).unwrap_err();
/// assert_eq!(message, "no `supper`, in `call` of flow rule `alloc::string::String`");
/// ```
///
/// # Errors
///
/// The message of the panic, and who of the game was called.
pub fn caught<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    let before = CALLED.get();
    // What the call makes is dropped with its panic, so nothing half-changed is seen afterwards.
    let result = catch_unwind(AssertUnwindSafe(call));
    let called = CALLED.replace(before);
    result.map_err(|panic| {
        let message = panic_message(panic.as_ref());
        // A value that panics again when it is dropped is forgotten.
        if let Err(second) = catch_unwind(AssertUnwindSafe(|| drop(panic))) {
            std::mem::forget(second);
        }
        match called.filter(|_| called != before) {
            Some(called) => format!("{message}, in {called}"),
            None => message,
        }
    })
}

/// As [`caught`], for a job that may panic in each of its polls.
pub(crate) async fn caught_job<T>(job: impl Future<Output = T>) -> Result<T, String> {
    let mut job = pin!(job);
    std::future::poll_fn(move |cx| match caught(|| job.as_mut().poll(cx)) {
        Ok(poll) => poll.map(Ok),
        Err(message) => Poll::Ready(Err(message)),
    })
    .await
}

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
            "macroquad was called on another thread than its window's".to_owned()
        }
        _ => message.to_owned(),
    }
}

/// The message of a panic in a call of macroquad where it has no window.
const NO_WINDOW: &str = "macroquad was called where there is no window, as in a headless run; outside of `draw` \
    use the screen's context instead: `cx.view_size()` for `screen_width()`, `cx.input()` for keys and the pointer, \
    `cx.delta()` for `get_frame_time()`, `cx.random()` for random numbers, and resources of the phase for textures";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_names_the_innermost_code_that_was_called() {
        let call = || {
            let _outer = calling("update", "screen", "menu");
            {
                let _done = calling("draw", "transition", "fade");
            }
            panic!("no page")
        };
        assert_eq!(caught(call), Err::<(), _>("no page, in `update` of screen `menu`".to_owned()));
        assert_eq!(called(), None, "and it is over");
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

    #[test]
    fn a_job_that_panics_in_a_later_poll_ends_with_the_message() {
        let job = async {
            futures_lite::future::yield_now().await;
            panic!("no page")
        };
        let end = futures_lite::future::block_on(caught_job(job));
        assert_eq!(end, Err::<(), _>("no page".to_owned()));
    }
}
