//! The scripts that machines name in their files.

use std::collections::BTreeMap;
use std::fmt;

use proscenium_ai::{Bindings, Structure};
use proscenium_core::phase::{DecodeError, LoadError};
use proscenium_core::platform::{AssetPath, AssetSource};

/// The script of a machine, in the tools `machine` and `check`: a value of a crate of scripts, which this crate does not know.
/// [`NoScript`] is that of a program without scripts.
pub trait ToolScript: Sized {
    /// The data of a unit.
    type Vars: UnitVars;

    /// Reads the script of a file.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or is no script.
    fn read(source: &dyn AssetSource, file: &AssetPath) -> Result<Self, LoadError>;

    /// Adds the functions of the script to `own`, in place of those of the same name.
    fn bind(&mut self, structure: &Structure, own: Bindings<Self::Vars>) -> Bindings<Self::Vars>;

    /// Returns the number of calls that have failed.
    fn failures(&self) -> u64;
}

/// The data of the unit that the tool `machine` runs: variables by name.
pub trait UnitVars: Clone + Default + 'static {
    /// Sets a variable.
    fn set(&mut self, name: &str, value: Value);

    /// Returns a variable; `None` if there is none of this name.
    fn get(&self, name: &str) -> Option<Value>;

    /// Returns all variables, sorted by name.
    fn all(&self) -> Vec<(String, Value)>;
}

/// The value of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Whole(i64),
    /// Another number.
    Number(f64),
    /// A word; of a script's value that is none of these the text.
    Text(String),
}

impl Value {
    /// Returns the number; `None` if it is none.
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Whole(whole) => Some(*whole as f64),
            Self::Number(number) => Some(*number),
            Self::Bool(_) | Self::Text(_) => None,
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

/// No scripts: a machine whose file names one is an error, which says so.
#[derive(Debug)]
pub enum NoScript {}

impl ToolScript for NoScript {
    type Vars = PlainVars;

    fn read(_: &dyn AssetSource, file: &AssetPath) -> Result<Self, LoadError> {
        let what = "scripts need the feature `scripts` of proscenium".to_owned();
        Err(DecodeError { path: file.clone(), position: None, what }.into())
    }

    fn bind(&mut self, _: &Structure, _: Bindings<PlainVars>) -> Bindings<PlainVars> {
        match *self {}
    }

    fn failures(&self) -> u64 {
        match *self {}
    }
}

/// The variables of a unit without a script.
#[derive(Clone, Debug, Default)]
pub struct PlainVars(BTreeMap<String, Value>);

impl UnitVars for PlainVars {
    fn set(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    fn get(&self, name: &str) -> Option<Value> {
        self.0.get(name).cloned()
    }

    fn all(&self) -> Vec<(String, Value)> {
        self.0.iter().map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}
