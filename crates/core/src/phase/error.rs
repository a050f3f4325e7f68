//! The errors of a load, with place and cause. Panics of foreign code are errors too.

use std::error::Error;

use super::id::{PhaseId, ResourceId};
use crate::platform::{AssetPath, AssetSource, ReadError, caught, caught_job};

/// Any error with which decoding or making a resource fails. `?` converts every type of error, and a text, into it.
pub type AnyError = Box<dyn Error + Send + Sync>;

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

/// Why a file cannot be decoded.
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

/// Why a manifest or a resource cannot be loaded, or a resource is not found.
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
    /// No resource of this id is loaded; with a similar id that is loaded, if there is one.
    #[error("no resource `{0}` is loaded{hint}", hint = match .1 {
        Some(near) => format!(", did you mean `{near}`?"),
        None => ": is it in the manifest of this phase?".to_owned(),
    })]
    Missing(String, Option<ResourceId>),
    /// A cache looked up a resource that it is not made from.
    #[error("it reads `{0}`, which its `from` does not list")]
    Undeclared(String),
    /// The resource, with its kind's word, has another type than this one.
    #[error("resource `{0}` is of the kind `{1}`, whose value is not a `{2}`")]
    WrongType(ResourceId, &'static str, &'static str),
    /// A required resource cannot be loaded, or a saved one cannot be read again; then the old value stays.
    #[error("{}{cause} ({kind} `{id}`)", before(path.as_ref(), cause))]
    Resource {
        /// The kind's word.
        kind: &'static str,
        /// The resource.
        id: ResourceId,
        /// Its file; `None` when code makes it.
        path: Option<AssetPath>,
        /// Why.
        cause: Box<LoadError>,
    },
    /// It took longer than the [`time_limit`](super::LoadPolicy::time_limit) of its phase, in ticks.
    #[error("it took longer than the limit of {0} ticks (`LoadPolicy::time_limit`)")]
    TimedOut(u32),
    /// With it the phase has more bytes than its [`byte_limit`](super::LoadPolicy::byte_limit), or decoding it would take
    /// far more.
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
            .unwrap_or_else(|error| {
                let what = error.to_string();
                match path {
                    Some(path) => Self::Decode(DecodeError { path: path.clone(), position: None, what }),
                    None => Self::Code(what),
                }
            })
    }
}

/// The file, to stand before the text of an error that does not name it.
pub(super) fn before(path: Option<&AssetPath>, cause: &LoadError) -> String {
    match path {
        Some(path) if !cause.to_string().contains(path.as_str()) => format!("{path}: "),
        _ => String::new(),
    }
}

/// What the player and the log read of a phase whose queue cannot be made for this cause, with its text.
pub(super) fn manifest_failure(phase: PhaseId, cause: &LoadError, text: String) -> String {
    match cause {
        LoadError::Code(_) => format!("phase `{phase}` cannot be loaded: {text}"),
        _ => format!("the manifest of phase `{phase}` cannot be used: {text}"),
    }
}

/// Calls code of a kind or of a maker, and makes its panic an error of the load.
pub(super) fn guarded<T>(call: impl FnOnce() -> Result<T, AnyError>) -> Result<T, AnyError> {
    caught(call).unwrap_or_else(|why| Err(LoadError::Panicked(why).into()))
}

/// The same for the job of a decoder.
pub(super) async fn guarded_job<T>(job: impl Future<Output = Result<T, LoadError>>) -> Result<T, LoadError> {
    caught_job(job).await.unwrap_or_else(|why| Err(LoadError::Panicked(why)))
}

/// Starts to read a file, in this call as [`AssetSource::read`] does.
pub(super) fn start_read(
    source: &dyn AssetSource,
    path: &AssetPath,
) -> impl Future<Output = Result<Vec<u8>, LoadError>> + Send + use<> {
    let read = source.read(path);
    async move { read.await.map_err(LoadError::Read) }
}
