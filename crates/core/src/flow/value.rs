//! A value of the game as RON text, for what saves keep of it.

use ron::value::RawValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value as text, or why it cannot be written.
pub(super) type Written = Result<Box<RawValue>, String>;

/// Reads with a limit of levels that no written value reaches: each has at most RON's own limit of 128, but reading may
/// count more levels than writing did. The levels have to fit into a stack of 1 MiB, in a debug build too.
pub(super) fn reader() -> ron::Options {
    ron::Options::default().with_recursion_limit(256)
}

/// Why a value cannot be written or read, and what to do.
fn explained(error: &ron::Error) -> String {
    match error {
        ron::Error::ExceededRecursionLimit => "it has more than 128 levels of values inside each other; \
             save a list of the values with their indices instead of boxes in boxes"
            .to_owned(),
        error => error.to_string(),
    }
}

pub(super) fn to_raw<T: Serialize + ?Sized>(value: &T) -> Written {
    let text = to_ron(value)?;
    RawValue::from_boxed_ron(text.into()).map_err(|error| explained(&error.code))
}

/// The same for a value that can be read as well. It is read again, so that no saved value is lost.
pub(super) fn to_checked<T: Serialize + DeserializeOwned>(value: &T) -> Written {
    let raw = to_raw(value)?;
    match from_raw::<T>(&raw) {
        Ok(_) => Ok(raw),
        Err(cause) => Err(format!("it could not be read again: {cause}")),
    }
}

pub(super) fn to_ron<T: Serialize + ?Sized>(value: &T) -> Result<String, String> {
    ron::to_string(value).map_err(|error| explained(&error))
}

pub(super) fn from_raw<T: DeserializeOwned>(raw: &RawValue) -> Result<T, String> {
    reader().from_str(raw.get_ron()).map_err(|error| error.to_string())
}
