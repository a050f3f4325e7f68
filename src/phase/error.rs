//! The errors of a load, with place and cause. Panics of foreign code are errors too.

use std::error::Error;
use std::fmt;
use std::panic::AssertUnwindSafe;

use futures_lite::FutureExt;

use super::id::{PhaseId, ResourceId};
use crate::platform::{AssetPath, AssetSource, ReadError, caught, panic_message};

/// An error of the code of a kind or of a game.
pub(super) type AnyError = Box<dyn Error + Send + Sync>;

/// A position in a text file, as in an editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// The position of the byte `offset` in `text`, or its end.
    pub fn of_byte(text: &str, offset: usize) -> Self {
        let mut end = offset.min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let before = &text[..end];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1 }
    }
}

/// A file cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}{}: {what}", position.map_or_else(String::new, |at| format!(":{}:{}", at.line, at.column)))]
pub struct DecodeError {
    /// The file.
    pub path: AssetPath,
    /// The position in a text file, when known.
    pub position: Option<Position>,
    /// What is wrong, and what to do.
    pub what: String,
}

/// Why a manifest or a resource cannot be loaded, or a resource not be found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// A file cannot be read, or its path is invalid.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file cannot be decoded, or the GPU refused its image.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// A manifest includes, at this place, one that cannot be read or that has an invalid path.
    #[error("{manifest}:{}:{}: {cause}", position.line, position.column)]
    Included {
        /// The manifest that includes it.
        manifest: AssetPath,
        /// The place of its path there.
        position: Position,
        /// Why it cannot be read.
        cause: Box<LoadError>,
    },
    /// Its code returned an error.
    #[error("{0}")]
    Code(String),
    /// Its code panicked. The panic was caught.
    #[error("it panicked: {0}")]
    Panicked(String),
    /// The resource is optional, could not be loaded for this cause, and has no stand-in.
    #[error("the optional resource `{0}` could not be loaded: {1}")]
    Absent(ResourceId, Box<LoadError>),
    /// No resource of this id is loaded. With the id that is meant, if a similar one is loaded.
    #[error("no resource `{0}` is loaded{hint}", hint = match .1 {
        Some(near) => format!(", did you mean `{near}`?"),
        None => ": is it in the manifest of this phase, and if it is streamed, has it come?".to_owned(),
    })]
    Missing(String, Option<ResourceId>),
    /// A cache looked up a resource that is not among those that it is made from.
    #[error("it reads `{0}`, which its `from` does not list")]
    Undeclared(String),
    /// The resource, with its kind's word, has another type than this one.
    #[error("resource `{0}` is of the kind `{1}`, whose value is not a `{2}`")]
    WrongType(ResourceId, &'static str, &'static str),
    /// It took longer than the [`time_limit`](super::LoadPolicy::time_limit) of its phase, in ticks.
    #[error("it took longer than the limit of {0} ticks (`LoadPolicy::time_limit`)")]
    TimedOut(u32),
    /// With it the phase has more bytes than its [`byte_limit`](super::LoadPolicy::byte_limit).
    #[error("with it the phase has more than its limit of {0} bytes (`LoadPolicy::byte_limit`)")]
    ByteLimit(u64),
}

impl LoadError {
    /// Whether a retry may succeed, because a read was interrupted.
    pub const fn is_transient(&self) -> bool {
        matches!(self, Self::Read(read) if read.is_transient())
    }

    /// An error of a decoder or a maker. One of a foreign type gets the file `path`, if there is one.
    pub(super) fn of(error: AnyError, path: Option<&AssetPath>) -> Self {
        fn take<E: Error + 'static>(error: AnyError) -> Result<E, AnyError> {
            error.downcast().map(|known| *known)
        }
        take(error)
            .or_else(|error| take(error).map(Self::Decode))
            .or_else(|error| take(error).map(Self::Read))
            .unwrap_or_else(|error| match path {
                Some(path) => {
                    Self::Decode(DecodeError { path: path.clone(), position: None, what: error.to_string() })
                }
                None => Self::Code(error.to_string()),
            })
    }
}

/// What the player and the log read of a phase whose manifest fails for this cause.
pub(super) fn manifest_failure(phase: PhaseId, cause: impl fmt::Display) -> String {
    format!("the manifest of phase `{phase}` cannot be used: {cause}")
}

/// Calls code of a kind or of a game and turns its panic into an error.
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T, AnyError>) -> Result<T, AnyError> {
    caught(call).unwrap_or_else(|why| Err(LoadError::Panicked(why).into()))
}

/// Starts to read a file, in this call as [`AssetSource::read`] does. A panic of the source, now or
/// later, is an error.
pub(super) fn start_read(
    source: &dyn AssetSource,
    path: &AssetPath,
) -> impl Future<Output = Result<Vec<u8>, LoadError>> + Send + use<> {
    let started = caught(|| source.read(path));
    let path = path.clone();
    async move {
        let read = match started {
            Ok(read) => AssertUnwindSafe(read).catch_unwind().await.map_err(|panic| panic_message(&*panic)),
            Err(why) => Err(why),
        };
        let named = |why| LoadError::Panicked(format!("{why}, in a read of {path}"));
        read.map_err(named)?.map_err(LoadError::Read)
    }
}
