//! What can go wrong while a phase loads: always with the place and the cause, never a panic.

use std::fmt;

use super::resource::ResourceKind;
use crate::platform::{AssetPath, BadAssetPath, ReadError, UploadError};

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
    #[must_use]
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

impl std::error::Error for DecodeError {}

/// Why one resource could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadCause {
    /// Its file could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Its file, or one that it names, has a path that an asset may not have.
    #[error(transparent)]
    Path(#[from] BadAssetPath),
    /// Its file was read and cannot be used.
    #[error(transparent)]
    Decode(#[from] DecodeError),
    /// The GPU refused it.
    #[error(transparent)]
    Upload(#[from] UploadError),
    /// The code that makes it said so.
    #[error("{0}")]
    Code(String),
    /// The code that decodes or makes it panicked. The panic was caught; the program goes on.
    #[error("it panicked: {0}")]
    Panicked(String),
}

/// One resource of a phase could not be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{kind} `{id}`: {cause}")]
pub struct LoadError {
    /// The resource's id.
    pub id: String,
    /// What it is.
    pub kind: ResourceKind,
    /// Why.
    pub cause: LoadCause,
}

/// A manifest cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ManifestError {
    /// It could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Its path, or that of a manifest it includes, is none that an asset may have.
    #[error(transparent)]
    Path(#[from] BadAssetPath),
    /// It was read, but does not say what a manifest says.
    #[error(transparent)]
    Decode(#[from] DecodeError),
}

/// A phase could not be made ready.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhaseError {
    /// Its manifest cannot be used.
    #[error("the manifest of phase `{phase}` cannot be used: {cause}")]
    Manifest {
        /// The phase.
        phase: &'static str,
        /// Why.
        cause: ManifestError,
    },
    /// A required resource could not be loaded.
    #[error("phase `{phase}` cannot be loaded: {cause}")]
    Resource {
        /// The phase.
        phase: &'static str,
        /// Which resource, and why.
        cause: LoadError,
    },
    /// One of its screens could not be built.
    #[error("screen `{screen}` of phase `{phase}` cannot be built: {cause}")]
    Screen {
        /// The phase.
        phase: &'static str,
        /// The screen.
        screen: &'static str,
        /// Why.
        cause: String,
    },
}

impl PhaseError {
    /// The phase.
    #[must_use]
    pub const fn phase(&self) -> &'static str {
        match self {
            Self::Manifest { phase, .. } | Self::Resource { phase, .. } | Self::Screen { phase, .. } => phase,
        }
    }
}
