//! What can go wrong while a phase loads: always with the place and the cause, never a panic.

use std::error::Error;
use std::fmt;

use super::AnyError;
use super::contents::PhaseId;
use super::resource::ResourceId;
use crate::platform::{AssetPath, BadAssetPath, GpuError, ReadError};

/// A place in a text file, counted from 1 the way editors do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Position {
    /// The place of the byte `offset` in `text`. An offset past the end is the end.
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

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// A file was read, but what it says cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The file.
    pub path: AssetPath,
    /// Where in the file, when it is text and the place is known.
    pub position: Option<Position>,
    /// What is wrong and, where that helps, what to do.
    pub what: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(Position { line, column }) => write!(f, "{}:{line}:{column}: {}", self.path, self.what),
            None => write!(f, "{}: {}", self.path, self.what),
        }
    }
}

impl Error for DecodeError {}

/// Why a manifest or a resource could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// A file could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A file has a path that an asset may not have.
    #[error(transparent)]
    Path(#[from] BadAssetPath),
    /// A file was read and cannot be used.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The GPU refused it.
    #[error(transparent)]
    Upload(#[from] GpuError),
    /// The code that makes it said so.
    #[error("{0}")]
    Code(String),
    /// The code that decodes or makes it panicked. The panic was caught; the program goes on.
    #[error("it panicked: {0}")]
    Panicked(String),
}

impl LoadError {
    /// An error of a decoder or a maker. One of another type is about the file `path`, if there is one.
    pub(super) fn of(error: AnyError, path: Option<&AssetPath>) -> Self {
        fn take<E: Error + 'static>(error: AnyError) -> Result<E, AnyError> {
            error.downcast().map(|known| *known)
        }
        take(error)
            .or_else(|error| take(error).map(Self::Decode))
            .or_else(|error| take(error).map(Self::Path))
            .or_else(|error| take(error).map(Self::Upload))
            .unwrap_or_else(|error| match path {
                Some(path) => {
                    Self::Decode(DecodeError { path: path.clone(), position: None, what: error.to_string() })
                }
                None => Self::Code(error.to_string()),
            })
    }
}

/// No handle can be given out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LookupError {
    /// No such resource is loaded.
    #[error("no resource `{0}` is loaded: is it in the manifest of this phase?")]
    Missing(String),
    /// There is one, of another type.
    #[error("resource `{id}` is not a `{wanted}`")]
    WrongType {
        /// The resource.
        id: ResourceId,
        /// The type that was asked for.
        wanted: &'static str,
    },
}

/// A phase could not be made ready.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhaseError {
    /// Its manifest cannot be used.
    #[error("the manifest of phase `{phase}` cannot be used: {cause}")]
    Manifest {
        /// The phase.
        phase: PhaseId,
        /// Why.
        cause: LoadError,
    },
    /// A required resource could not be loaded.
    #[error("phase `{phase}` cannot be loaded: {kind} `{id}`: {cause}")]
    Resource {
        /// The phase.
        phase: PhaseId,
        /// The resource.
        id: ResourceId,
        /// Its kind's word.
        kind: &'static str,
        /// Why.
        cause: LoadError,
    },
    /// One of its screens could not be built.
    #[error("screen `{screen}` of phase `{phase}` cannot be built: {cause}")]
    Screen {
        /// The phase.
        phase: PhaseId,
        /// The screen.
        screen: &'static str,
        /// Why.
        cause: String,
    },
}
