//! Reports of crashes: what a program remembers of its run, and where the report is kept.
//!
//! The run of a thread [begins](begin), [remembers](remember) the records of its trace, and [ends](end). Where a panic has
//! stopped it, [`error`] makes the report: the message, the screens, the last records of the trace, the last lines of the
//! [log](super::log_tee), and the backtrace.

mod reports;

use std::backtrace::Backtrace;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::panic::PanicHookInfo;
use std::path::PathBuf;
use std::sync::Once;

use super::log_tee::log_tail;
use super::session_error::SessionError;
use crate::platform::{TraceEvent, TraceRecord};

/// How many records of the trace are kept.
const LAST: usize = 64;

/// What is recorded of a run, which its crash ends.
pub(super) trait Recorded {
    /// Waits until all of it is kept.
    fn flush(&self);

    /// Ends it with the message of the panic.
    fn end_with_panic(&self, message: &str);

    /// Closes its file.
    fn close(&self);
}

/// The run of this thread. A panic hook has nothing else.
#[derive(Default)]
struct BlackBox {
    /// The game, its version, and what it was started with.
    about: String,
    tick: u64,
    stack: String,
    last: VecDeque<TraceRecord>,
    /// The recording, and its file.
    recorded: Option<(Box<dyn Recorded>, PathBuf)>,
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
pub(super) fn begin(about: String, recorded: Option<(Box<dyn Recorded>, PathBuf)>, folder: Option<PathBuf>) {
    with(|kept| {
        *kept = BlackBox { about, recorded, folder, has_begun: true, ..BlackBox::default() };
    });
    static WATCH: Once = Once::new();
    // A page has its own hook, which shows the report.
    if !cfg!(target_arch = "wasm32") {
        WATCH.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                with(|kept| {
                    if kept.has_begun {
                        kept.panic = (place(panic), Backtrace::force_capture().to_string());
                    }
                    // The program may end at once, as in a panic of a destructor.
                    kept.recorded.iter().for_each(|(recorded, _)| recorded.flush());
                });
                before(panic);
            }));
        });
    }
}

/// Remembers the number of a tick and its records; the last 64 are kept.
pub(super) fn remember(tick: u64, records: &[TraceRecord]) {
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
pub(super) fn end() {
    if let Some((recorded, _)) = with(|kept| kept.recorded.take()) {
        recorded.close();
    }
}

/// Returns the error of a panic with this message, with its report, which is kept. The recording ends with it.
pub(super) fn error(message: String) -> SessionError {
    let (place, report, kept) = with(|kept| {
        let (place, backtrace) = std::mem::take(&mut kept.panic);
        let report = kept.report(&message, &place, &backtrace);
        let sentence = if kept.has_begun { kept.keep(&report) } else { String::new() };
        (place, report, sentence)
    });
    SessionError::Crashed { message, place, report, kept }
}

/// Returns the report of a panic that nothing catches, from its hook, as in a page.
#[cfg(all(feature = "window", target_arch = "wasm32"))]
pub(super) fn describe(panic: &PanicHookInfo<'_>) -> String {
    let mut message = proscenium_core::platform::panic_message(panic.payload());
    if let Some(called) = crate::platform::called() {
        message.push_str(&format!(", in {called}"));
    }
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
        let recording = self.recorded.as_ref().map(|(_, path)| path.as_path());
        match reports::keep(folder, report, recording) {
            Ok(path) => format!("The report is in {}", path.display()),
            Err(cause) => format!("The report cannot be written: {cause}"),
        }
    }

    fn report(&self, message: &str, place: &str, backtrace: &str) -> String {
        if let Some((recorded, _)) = &self.recorded {
            recorded.end_with_panic(message);
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
