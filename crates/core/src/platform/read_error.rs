//! Why a file could not be read.

use std::io;

/// The maximum size of a file: 256 MiB.
pub const MAX_FILE: u64 = 256 << 20;

/// Why a file could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadCause {
    /// The path breaks this rule of an [`AssetPath`](super::AssetPath).
    #[error("{0}")]
    BadPath(&'static str),
    /// There is no such file.
    #[error("there is no such file")]
    NotFound,
    /// The path names a folder, a pipe, a socket or a device.
    #[error("it is not a file")]
    NotAFile,
    /// The file is too large.
    #[error("it has {0} bytes, more than the {MAX_FILE} that an asset may have")]
    TooLarge(u64),
    /// The file is not the one that was packed: what was found, and what to do.
    #[error("{0}")]
    Damaged(String),
    /// The read was interrupted. A retry may help.
    #[error("{0}")]
    Io(String),
    /// The file cannot be opened: a missing permission, links that lead in a circle, no folder at all. A retry does not
    /// help.
    #[error("{0}")]
    Refused(String),
}

/// The error of a file that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{path}{}: {cause}", .cause.around().0, .cause.around().1)]
pub struct ReadError {
    /// The file as seen from the assets folder, or the system's path of a pack or a folder. An invalid path is cut to
    /// 240 characters, without control characters.
    pub path: String,
    /// Why.
    pub cause: ReadCause,
}

impl ReadCause {
    /// The words around the path in a message.
    const fn around(&self) -> (&'static str, &'static str) {
        match self {
            Self::BadPath(_) => ("`", "` is not the path of an asset"),
            _ => ("cannot read ", ""),
        }
    }
}

impl From<io::Error> for ReadCause {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind as Kind;
        match error.kind() {
            Kind::NotFound | Kind::NotADirectory => Self::NotFound,
            Kind::IsADirectory => Self::NotAFile,
            Kind::PermissionDenied
            | Kind::InvalidInput
            | Kind::InvalidData
            | Kind::InvalidFilename
            | Kind::FileTooLarge
            | Kind::TooManyLinks
            | Kind::NotSeekable
            | Kind::Unsupported => Self::Refused(error.to_string()),
            _ if is_circle(&error) => Self::Refused(error.to_string()),
            _ => Self::Io(error.to_string()),
        }
    }
}

/// Whether links lead to each other in a circle, which has no name in [`io::ErrorKind`].
fn is_circle(error: &io::Error) -> bool {
    #[cfg(unix)]
    let circle = libc::ELOOP;
    #[cfg(not(unix))]
    // Of Windows: `ERROR_CANT_RESOLVE_FILENAME`.
    let circle = 1921;
    error.raw_os_error() == Some(circle)
}

impl ReadError {
    pub(crate) fn cannot_wait(path: &str) -> Self {
        let cause = ReadCause::Refused("this source cannot be waited for".to_owned());
        Self { path: path.to_owned(), cause }
    }

    /// Whether a retry may succeed.
    pub const fn is_transient(&self) -> bool {
        matches!(self.cause, ReadCause::Io(_))
    }
}
