//! What a program in a browser asks of the page around it: files, kept texts, the query string.
//!
//! miniquad's loader knows one question, "load this file". The page's script (`web/page.js`)
//! answers our own questions in its place, so no further function has to be imported. A question
//! is a word, a colon and its text; every answer begins with a byte that says what it is:
//!
//! ```text
//! question                      answer
//! file:TICKET PATH              0, then the bytes; 1 if there is none; 2, then why it was interrupted;
//!                               3, then JSON: how far it has come
//! more:TICKET                   the same, for a file that is on its way
//! drop:TICKET                   0; the file is not needed any more
//! image:TICKET ADDRESS LENGTH MAX
//!                               0, then the width, the height and the first pixels of an image whose file is
//!                               there in memory; 2, then why it cannot be decoded, or has a side of more than MAX
//! pixels:TICKET FROM            0, then the width, the height and the pixels from this byte on, at most 4 MiB
//! forget:TICKET                 0; the image is not needed any more
//! boot:NAME\nTITLE             0, then JSON: the query string, the local time, the largest side of a texture, and the
//!                               texts that are kept for the game of this name; the title is the page's
//! sound:SOUND BYTES             0 when it is decoded; 2, then why it cannot be. Each byte is a character, 0 is 256
//! play:ID SOUND BUS VOLUME PAN PITCH
//!                               0; a decoded sound begins to play; `loop` for one without an end
//! volume:ID VOLUME              0; the volume of a sound that plays
//! pause:ID, resume:ID, stop:ID  0
//! unload:SOUND                  0; the sound stops wherever it plays, and is forgotten
//! bus:BUS VOLUME                0
//! pads:                         0, then 22 bytes for each pad, after a change: its number, 17 buttons, 4 axes
//! focus:JSON                    0; the entry of a menu that has the focus (`FocusedEntry`), or `null`, after a change
//! back:1, back:0                0; whether the browser's Back is Escape, after a change
//! leave:                        0, when the page is left; the frame after it is the last one
//! type:MOST TEXT                0; a field with this text, of at most so many characters, for which a phone shows its
//!                               keyboard; again when the text has changed; `typed` removes it
//! save:KEY\nTEXT                0; 2, then why it could not be kept
//! kept:                         0, then KEY\nTEXT, when another tab has kept this text
//! trace:LINES                   0; where a test can read them
//! record:BYTES                  0; the next bytes of the recording, each a character
//! report:JSON                   0; where a test can read it
//! shot:NAME                     0; a screenshot after this frame, for a test
//! playing:                      0; the first frame is drawn
//! panic:TEXT                    none: the page shows it
//! over:TEXT                     0; the run has ended, the page shows why, or in its own words if the text is empty
//! ```

mod audio;
mod console;
mod focus;
mod image;
mod leave;
mod pads;
mod source;

use std::cell::{Cell, RefCell};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

pub use audio::PageAudio;
pub use console::{Console, show_panics};
pub(crate) use focus::{tell_focus, update_focus};
use image::decode_image;
pub use leave::Leave;
pub(super) use pads::PagePads;
pub use source::PageSource;

use macroquad::miniquad::fs;
use serde::Deserialize;
use std::future::poll_fn;

use proscenium_core::platform::{MemoryStorage, Page, Storage, StorageError};

enum Answer {
    Done(Vec<u8>),
    Partial(Vec<u8>),
    NotFound,
    Broken(String),
}

#[derive(Default)]
struct Slot {
    bytes: Option<Vec<u8>>,
    waiting: Option<Waker>,
}

type AnswerFuture = Pin<Box<dyn Future<Output = Answer> + Send>>;

/// Locks, also after a panic of another holder: the values behind these locks are always valid.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sends a question to the page at once, and returns its answer.
fn ask(question: &str) -> AnswerFuture {
    // A zero would end the program in miniquad, and a text may have come from any file.
    let question = &question.replace('\0', "\u{fffd}");
    let slot = Arc::new(Mutex::new(Slot::default()));
    let shared = Arc::clone(&slot);
    fs::load_file(question, move |response| {
        let waiting = {
            let mut slot = lock(&shared);
            slot.bytes = Some(response.unwrap_or_default());
            slot.waiting.take()
        };
        // Woken without the lock, because the waker may poll at once.
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
            Some(3) => Answer::Partial(bytes),
            Some(_) => Answer::Broken(String::from_utf8_lossy(&bytes).into_owned()),
            None => Answer::Broken("the page gave no answer; does it have its script?".to_owned()),
        }
    })
}

/// Gives the library what only a page can do. The first thing that a program in a page does with this crate does it.
pub(crate) fn install() {
    let page = Page {
        time: || Duration::try_from_secs_f64(macroquad::miniquad::date::now()).unwrap_or_default(),
        decode: |bytes| Box::pin(decode_image(bytes)),
        audio: || Box::new(PageAudio::default()),
    };
    page.install();
}

/// Sends a message to the page, without waiting for its answer.
fn send(what: &str) {
    drop(ask(what));
}

/// What the page passes to the program at the start.
#[derive(Debug, Default, Deserialize)]
pub struct Boot {
    /// The query string: names and values, decoded.
    pub query: Vec<(String, String)>,
    /// The languages of the browser, the one that is preferred first, with commas between them: `fr,en-US`.
    pub language: String,
    /// The offsets of the local time from UTC in seconds, in order, each with the time from which on it applies, in seconds
    /// since 1970.
    #[serde(default)]
    pub offsets: Vec<(u64, i32)>,
    /// The largest side of a texture in pixels.
    #[serde(default)]
    largest_texture: Option<f32>,
    /// The texts that are kept from earlier visits.
    pub kept: MemoryStorage,
    /// Why the browser keeps no texts, if it does not.
    pub refused: Option<String>,
}

impl Boot {
    /// Asks the page for the texts of the game of this name, and sets the page's title.
    pub async fn ask(name: &str, title: &str) -> Result<Self, String> {
        match ask(&format!("boot:{name}\n{title}")).await {
            Answer::Done(bytes) => {
                let boot: Self = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
                LARGEST_TEXTURE.set(boot.largest_texture);
                Ok(boot)
            }
            Answer::Broken(why) => Err(why),
            Answer::NotFound | Answer::Partial(_) => Err("no answer".to_owned()),
        }
    }
}

/// Keeps texts in the browser's local storage, behind the same trait as the desktop's files.
///
/// The kept texts are read before the program begins, and then follow what other tabs keep. A text that the browser
/// refuses to keep is there until the page is left, and saving it is an error: private windows refuse each text. A
/// browser answers after the call, so a text that is too large for it is the error of the next save.
#[derive(Debug)]
pub struct PageStorage {
    texts: MemoryStorage,
    /// The last answer of the browser, if it refused, and the key of the text.
    refused: Arc<Mutex<Option<(String, String)>>>,
}

impl PageStorage {
    /// The storage of a page that was booted.
    pub fn new(kept: MemoryStorage, refused: Option<String>) -> Self {
        FOLLOWER.set(Some((kept.clone(), ask("kept:"))));
        let refused = refused.map(|cause| ("all texts".to_owned(), cause));
        Self { texts: kept, refused: Arc::new(Mutex::new(refused)) }
    }
}

thread_local! {
    /// The largest side of a texture in pixels, as the page says it at the start.
    static LARGEST_TEXTURE: Cell<Option<f32>> = const { Cell::new(None) };
    /// The storage, and the request for the next text that another tab keeps.
    static FOLLOWER: RefCell<Option<(MemoryStorage, AnswerFuture)>> = const { RefCell::new(None) };
}

/// The largest side of a texture in pixels, if it is known.
pub(super) fn largest_texture() -> Option<f32> {
    LARGEST_TEXTURE.get()
}

/// Takes over the text that another tab has kept.
pub(super) fn update_storage() {
    FOLLOWER.with_borrow_mut(|follower| {
        let Some((texts, answer)) = follower else { return };
        let Poll::Ready(kept) = answer.as_mut().poll(&mut Context::from_waker(Waker::noop())) else { return };
        if let Answer::Done(kept) = kept
            && let Some((key, text)) = String::from_utf8_lossy(&kept).split_once('\n')
            && let Err(error) = texts.save(key, text)
        {
            log::warn!("{error}");
        }
        *answer = ask("kept:");
    });
}

impl Storage for PageStorage {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.texts.load(key)
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        let error = |key: &str, cause: &str| {
            let place = format!("`{key}` of the browser's storage");
            StorageError { action: "write", place, cause: cause.to_owned() }
        };
        if text.contains('\0') {
            return Err(error(key, "a page keeps no text with a zero in it"));
        }
        self.texts.save(key, text)?;
        let before = lock(&self.refused).clone();
        let (refused, own) = (Arc::clone(&self.refused), key.to_owned());
        fs::load_file(&format!("save:{key}\n{text}"), move |answer| {
            let answer = answer.unwrap_or_default();
            let why = answer.split_first().filter(|(kind, _)| **kind != 0);
            *lock(&refused) = why.map(|(_, why)| (own.clone(), String::from_utf8_lossy(why).into_owned()));
        });
        before.map_or(Ok(()), |(key, cause)| Err(error(&key, &cause)))
    }
}

/// Gives the page a part of what the run has made: its `trace`, `report`, `record` or `shot`. `playing` notifies it
/// that the first frame is drawn, and `over` that the run has ended: it shows the first text of these in place of the
/// game, or its own if that is empty.
pub fn publish(what: &str, text: &str) {
    send(&format!("{what}:{text}"));
}

/// Bytes in a request, which is a text without zeros: each is a character, and zero is the one after all others.
pub fn as_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| if *byte == 0 { '\u{100}' } else { char::from(*byte) }).collect()
}
