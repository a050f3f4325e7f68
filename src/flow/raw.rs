//! Values of any serde type in a save: a text inside of a text.

use ron::value::RawValue;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value as text, or why it cannot be written.
pub(super) type Written = Result<Box<RawValue>, String>;

pub(super) fn to_raw<T: Serialize + ?Sized>(value: &T) -> Written {
    // Without the type, RON's code is compiled once and not for each field of each type.
    write(&value)
}

fn write(value: &dyn erased_serde::Serialize) -> Written {
    let text = ron::to_string(value).map_err(|error| error.to_string())?;
    RawValue::from_boxed_ron(text.into()).map_err(|error| error.to_string())
}

pub(super) fn from_raw<T: DeserializeOwned>(raw: &RawValue) -> Result<T, String> {
    ron::from_str(raw.get_ron()).map_err(|error| error.to_string())
}
