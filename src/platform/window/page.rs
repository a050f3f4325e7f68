//! What a program in a browser asks of the page around it: files, kept texts, the query string.
//!
//! miniquad's loader knows one question, "load this file". The page's script (`web/page.js`)
//! answers our own questions in its place, so no further function has to be imported. A question
//! is a word, a colon and its text; every answer begins with a byte that says what it is:
//!
//! ```text
//! question                      answer
//! file:levels/outpost.tmx       0, then the bytes; 1 if there is none; 2, then why it broke off;
//!                               3, then JSON: how far it has come, and the ticket to ask on
//! more:TICKET                   the same, for a file that is on its way
//! boot:NAME\nTITLE             0, then JSON: the query string, and the texts that are kept for the
//!                               game of this name; the title is the page's
//! save:KEY\nTEXT                0; 2, then why it could not be kept
//! trace:LINES                   0; where a test can read them
//! report:JSON                   0; where a test can read it
//! shot:NAME                     0; the picture as it is after this frame, for a test
//! playing:                      0; the first picture is drawn in this frame
//! panic:TEXT                    none: the page shows it
//! over:TEXT                     0; the run has ended, the page shows it
//! ```

mod console;
mod source;
mod storage;

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

pub use console::log_to_console;
pub(super) use console::show_panics;
pub use source::PageSource;
pub use storage::PageStorage;

use macroquad::miniquad::fs;
use serde::Deserialize;
use std::collections::HashMap;
use std::future::poll_fn;

use crate::platform::source::ReadCause;

/// What the page answered.
enum Answer {
    Done(Vec<u8>),
    OnItsWay(Vec<u8>),
    NotFound,
    Broken(String),
}

/// An answer that is waited for.
#[derive(Default)]
struct Slot {
    bytes: Option<Vec<u8>>,
    waiting: Option<Waker>,
}

type AnswerFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Asks the page. The question is put at once, whether or not anybody waits for the answer.
fn ask(question: &str) -> AnswerFuture {
    let slot = Arc::new(Mutex::new(Slot::default()));
    let shared = Arc::clone(&slot);
    fs::load_file(question, move |response| {
        let waiting = {
            let mut slot = lock(&shared);
            slot.bytes = Some(response.unwrap_or_default());
            slot.waiting.take()
        };
        // Woken with the lock open: the waker may look into the slot at once.
        if let Some(waker) = waiting {
            waker.wake();
        }
    });
    Box::pin(async move {
        let mut bytes = poll_fn(move |cx| {
            let mut slot = lock(&slot);
            if let Some(bytes) = slot.bytes.take() {
                return Poll::Ready(bytes);
            }
            slot.waiting = Some(cx.waker().clone());
            Poll::Pending
        })
        .await;
        let kind = bytes.first().copied();
        bytes.drain(..bytes.len().min(1));
        match kind {
            Some(0) => Answer::Done(bytes),
            Some(1) => Answer::NotFound,
            Some(3) => Answer::OnItsWay(bytes),
            Some(_) => Answer::Broken(String::from_utf8_lossy(&bytes).into_owned()),
            None => Answer::Broken("the page gave no answer; does it have its script?".to_owned()),
        }
    })
}

/// Tells the page something and waits for nothing.
fn tell(what: &str) {
    drop(ask(what));
}

/// What the program has to know of its page before it begins.
#[derive(Debug, Default, Deserialize)]
pub struct Boot {
    /// The query string: names and values, decoded.
    pub query: Vec<(String, String)>,
    /// The texts that are kept from earlier visits, by key.
    pub kept: HashMap<String, String>,
}

impl Boot {
    /// Asks the page, for the game of this name: its texts are kept apart from those of others.
    /// The title becomes the page's.
    ///
    /// # Errors
    ///
    /// [`ReadCause`] where the page's script is another one.
    pub async fn ask(name: &str, title: &str) -> Result<Self, ReadCause> {
        match ask(&format!("boot:{name}\n{title}")).await {
            Answer::Done(bytes) => {
                serde_json::from_slice(&bytes).map_err(|error| ReadCause::Io(error.to_string()))
            }
            Answer::Broken(why) => Err(ReadCause::Io(why)),
            Answer::NotFound | Answer::OnItsWay(_) => Err(ReadCause::NotFound),
        }
    }
}

/// Adds lines to the trace that a test can read in the page.
pub fn publish_trace(lines: &str) {
    tell(&format!("trace:{lines}"));
}

/// Puts the report of the run where a test can read it.
pub fn publish_report(json: &str) {
    tell(&format!("report:{json}"));
}

/// Has the page keep the picture of this frame, once it is drawn, under `name`.
pub fn publish_screenshot(name: &str) {
    tell(&format!("shot:{name}"));
}

/// Tells the page that the first picture is drawn in this frame.
pub(super) fn begin_page() {
    tell("playing:");
}

/// Tells the page that the run has ended. It says `text` in the place of the game; of several the
/// first one.
pub fn end_page(text: &str) {
    tell(&format!("over:{text}"));
}
