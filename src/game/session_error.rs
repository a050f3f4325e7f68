//! The error that stops a run.

use std::error::Error;

#[cfg(feature = "dev")]
use crate::dev::RunError;

/// The error that stopped a run: of a plugin, or of the game.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// No phase has become ready: the first one cannot be loaded, for this cause, and the player or the script has
    /// ended the run. A script that waits for the failure screen, or expects it, ends without this error.
    #[error("the game cannot start: {0}")]
    NotStarted(String),
    /// A script, a replay or the writer of a trace has stopped the run.
    #[cfg(feature = "dev")]
    #[error("{0}")]
    Tool(#[source] RunError),
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

/// The error of a plugin, as [`ScreenManager::finish`](crate::flow::ScreenManager::finish) returns it.
impl From<Box<dyn Error>> for SessionError {
    fn from(error: Box<dyn Error>) -> Self {
        #[cfg(feature = "dev")]
        let error = match RunError::of(error) {
            Ok(error) => return Self::Tool(error),
            Err(error) => error,
        };
        Self::Plugin(error)
    }
}
