//! The error that stops a run.

use std::error::Error;
use std::io;

/// The error that stopped a run: of a plugin of this crate, of another one, or of the game.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// A `wait` or an `expect` of the script failed.
    #[error("line {line}: {what}")]
    Script {
        /// The line of the script, counted from 1.
        line: usize,
        /// The wanted screen or stack, and the one that was there.
        what: String,
    },
    /// The program goes on after the end of the script, because a screen refuses to leave.
    #[error("the program did not end within {0} ticks after the script")]
    NotEnded(u32),
    /// No phase has become ready: the first one cannot be loaded, for this cause, and the player or the script has left it
    /// at that. A script that waits for the failure screen, or expects it, ends without this error.
    #[error("the game cannot start: {0}")]
    NotStarted(String),
    /// The trace cannot be written.
    #[error("cannot write the trace: {0}")]
    Trace(#[source] io::Error),
    /// A replay does something else than the recorded run.
    #[error("the replay departs from the recording at tick {tick}: {what}")]
    Departed {
        /// The tick of the recording.
        tick: u64,
        /// What differs: kinds of the trace, or the random numbers.
        what: String,
    },
    /// Another plugin, such as one of the game's own, has stopped the run, with this error.
    #[error("{0}")]
    Plugin(#[source] Box<dyn Error>),
    /// A screen, or another part of the game, has panicked.
    #[error("the game has crashed: {message} ({place})")]
    Crashed {
        /// The message of the panic.
        message: String,
        /// The file and the line; empty where they are not known.
        place: String,
        /// The report: the screens, the last records of the trace, the log, the system, and the backtrace.
        report: String,
        /// Where the report is kept, or why it is not, as a sentence.
        kept: String,
    },
}

/// The error of a plugin, as [`ScreenManager::finish`](proscenium_core::flow::ScreenManager::finish) returns it: a
/// `SessionError` is the error itself.
impl From<Box<dyn Error>> for SessionError {
    fn from(error: Box<dyn Error>) -> Self {
        error.downcast::<Self>().map_or_else(Self::Plugin, |own| *own)
    }
}
