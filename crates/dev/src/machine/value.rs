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
    /// Reads `true`, `false`, a number, or else a word.
    pub(super) fn read(text: &str) -> Self {
        match (text.parse::<bool>(), text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(is_true), ..) => Self::Bool(is_true),
            (_, Ok(whole), _) => Self::Whole(whole),
            (.., Ok(number)) if number.is_finite() => Self::Number(number),
            _ => Self::Text(text.to_owned()),
        }
    }

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
