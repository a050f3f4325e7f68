//! Reports of crashes: what a program remembers of its run, and where the report is kept.
//!
//! The run of a thread [begins](begin), [remembers](remember) the records of its trace, and [ends](end). Where a panic has
//! stopped it, [`error`] makes the report: the message, the screens, the last records of the trace, the last lines of the
//! [log](crate::log_tee), and the backtrace.
//!
//! ```
//! use proscenium_core::support::caught;
//! use proscenium_dev::{SessionError, crash};
//!
//! crash::begin("dice 1.2".to_owned(), None, None);
//! let message = caught(|| panic!("no dice")).unwrap_err();
//! let SessionError::Crashed { report, place, .. } = crash::error(message) else { unreachable!() };
//! assert!(report.contains("no dice") && report.contains("dice 1.2"), "{report}");
//! assert!(place.contains(".rs:"), "{place}");
//! crash::end();
//! ```

mod reports;

use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::sync::Once;

use proscenium_core::platform::{TraceEvent, TraceRecord};
use proscenium_core::support::panic_message;

use crate::log_tee::log_tail;
use crate::recorder::Recorder;
use crate::recording::Entry;
use crate::session_error::SessionError;

/// How many records of the trace are kept.
const LAST: usize = 64;

/// The run of this thread. A panic hook has nothing else.
#[derive(Default)]
struct BlackBox {
    /// The game, its version, and what it was started with.
    about: String,
    tick: u64,
    stack: String,
    last: VecDeque<TraceRecord>,
    recorder: Option<Recorder>,
    /// The file of the recorder.
    recording: Option<PathBuf>,
    /// Where reports are kept.
    folder: Option<PathBuf>,
    has_begun: bool,
    /// The place and the backtrace of the last panic.
    panic: (String, String),
}

thread_local! {
    static BLACK_BOX: RefCell<BlackBox> = RefCell::default();
}

/// Calls `call` with the black box, which is not there at the end of a thread.
fn with<T: Default>(call: impl FnOnce(&mut BlackBox) -> T) -> T {
    let call = |kept: &RefCell<BlackBox>| kept.try_borrow_mut().ok().map(|mut kept| call(&mut kept));
    BLACK_BOX.try_with(call).ok().flatten().unwrap_or_default()
}

/// Begins to remember a run, and where the panics of this thread come from. `about` is the game, its version, and what it was
/// started with. `recorded` is its recording, with the path. A crash is kept in the folder `crashes` of `folder`, with a copy of
/// the recording.
pub fn begin(about: String, recorded: Option<(Recorder, PathBuf)>, folder: Option<PathBuf>) {
    let (recorder, recording) = recorded.unzip();
    with(|kept| {
        *kept = BlackBox { about, recorder, recording, folder, has_begun: true, ..BlackBox::default() };
    });
    static WATCH: Once = Once::new();
    // A page has a hook of its own, which shows the report.
    if !cfg!(target_arch = "wasm32") {
        WATCH.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                with(|kept| {
                    if kept.has_begun {
                        kept.panic = (place(panic), Backtrace::force_capture().to_string());
                    }
                    // The program may end at once, as in a panic of a destructor.
                    kept.recorder.iter().for_each(Recorder::flush);
                });
                before(panic);
            }));
        });
    }
}

/// Remembers the number of a tick and its records, of which the last 64 are kept.
pub fn remember(tick: u64, records: &[TraceRecord]) {
    with(|kept| {
        kept.tick = tick;
        for record in records.iter().filter(|record| !matches!(record.event, TraceEvent::Machine { .. })) {
            if let TraceEvent::Stack { stack } = &record.event {
                kept.stack = stack.join(", ");
            }
            if kept.last.len() == LAST {
                kept.last.pop_front();
            }
            kept.last.push_back(record.clone());
        }
    });
}

/// Closes the recording of the run.
pub fn end() {
    let recorder = with(|kept| kept.recorder.take());
    recorder.iter().for_each(Recorder::close);
}

/// Returns the error of a panic with this message, with its report, which is kept. The recording ends with it.
pub fn error(message: String) -> SessionError {
    let (place, report, kept) = with(|kept| {
        let (place, backtrace) = std::mem::take(&mut kept.panic);
        let report = kept.report(&message, &place, &backtrace);
        let sentence = if kept.has_begun { kept.keep(&report) } else { String::new() };
        (place, report, sentence)
    });
    SessionError::Crashed { message, place, report, kept }
}

/// Returns the report of a panic that nothing catches, from its hook, as in a page.
pub fn describe(panic: &PanicHookInfo<'_>) -> String {
    let message = panic_message(panic.payload());
    with(|kept| kept.report(&message, &place(panic), ""))
}

fn place(panic: &PanicHookInfo<'_>) -> String {
    panic.location().map(ToString::to_string).unwrap_or_default()
}

impl BlackBox {
    /// Keeps the report of a crash. Returns where it is, as a sentence.
    fn keep(&self, report: &str) -> String {
        // A page catches no panic and has no files.
        if cfg!(target_arch = "wasm32") {
            return String::new();
        }
        let Some(folder) = &self.folder else { return "There is no folder for the report.".to_owned() };
        match reports::keep(folder, report, self.recording.as_deref()) {
            Ok(path) => format!("The report is in {}", path.display()),
            Err(cause) => format!("The report cannot be written: {cause}"),
        }
    }

    fn report(&self, message: &str, place: &str, backtrace: &str) -> String {
        if let Some(recorder) = &self.recorder {
            recorder.end_with(&Entry::Crash(message.to_owned()));
        }
        let Self { about, tick, stack, .. } = self;
        let mut text = format!("{message}\n({place})\n\n{about}\ntick: {tick}\nscreens: {stack}\n");
        let last = self.last.iter().filter_map(|record| serde_json::to_string(record).ok()).collect();
        let backtrace = backtrace.lines().map(str::to_owned).collect();
        for (title, lines) in [("changes", last), ("log", log_tail()), ("backtrace", backtrace)] {
            let lines: Vec<String> = lines;
            if !lines.is_empty() {
                text.push_str(&format!("\n{title}:\n{}\n", lines.join("\n")));
            }
        }
        text
    }
}
