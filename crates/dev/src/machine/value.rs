//! The values of a unit's variables, as a list of events sets them and the summary shows them.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Bool(bool),
    Whole(i64),
    Number(f64),
    /// A word; for a script's value of another type its text.
    Text(String),
}

impl Value {
    /// Whether a guard of this name holds.
    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Bool(is_true) => *is_true,
            Self::Whole(whole) => *whole != 0,
            Self::Number(number) => *number != 0.0,
            Self::Text(_) => false,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool(is_true) => write!(f, "{is_true}"),
            Self::Whole(whole) => write!(f, "{whole}"),
            Self::Number(number) => write!(f, "{number:?}"),
            Self::Text(text) => f.write_str(text),
        }
    }
}
