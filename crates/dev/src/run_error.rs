//! What a tool stops a run for.

use std::error::Error;
use std::io;

/// Why a script, a replay or the writer of a trace has stopped a run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
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
}

impl RunError {
    /// Takes the error of a tool out of the error of a plugin, as
    /// [`ScreenManager::finish`](proscenium_core::flow::ScreenManager::finish) returns it.
    ///
    /// # Errors
    ///
    /// It is another error, and is returned.
    pub fn of(error: Box<dyn Error>) -> Result<Self, Box<dyn Error>> {
        error.downcast::<Self>().map(|own| *own)
    }
}
