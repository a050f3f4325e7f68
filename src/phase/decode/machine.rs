//! The data file of an AI machine. Here it is only data, checked for its syntax; what its names
//! mean is checked by whoever builds a definition from it.

use ron::Value;

use super::text::{broken, utf8};
use crate::phase::error::{DecodeError, Position};
use crate::platform::AssetPath;

/// The longest machine file in bytes: 1 MiB.
const MAX_TEXT: usize = 1 << 20;

/// How deep the data may be nested. The parser calls itself for each level.
const MAX_DEPTH: usize = 64;

/// The text of a machine's RON file, which is known to be well-formed.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineData {
    path: Option<AssetPath>,
    text: String,
    value: Value,
}

impl MachineData {
    /// The file it comes from; `None` for the stand-in of one that could not be loaded.
    #[must_use]
    pub const fn path(&self) -> Option<&AssetPath> {
        self.path.as_ref()
    }

    /// The text of the file, to be read into a type. Places in it are places in the file.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The data without a type. RON's untyped form forgets the names of structs.
    #[must_use]
    pub const fn value(&self) -> &Value {
        &self.value
    }

    /// Reads a machine's file.
    pub(super) fn decode(path: &AssetPath, bytes: &[u8]) -> Result<Self, DecodeError> {
        let text = utf8(path, bytes, MAX_TEXT)?;
        if text.trim().is_empty() {
            return Err(broken(path, "the file is empty"));
        }
        let options = ron::Options::default().with_recursion_limit(MAX_DEPTH);
        let value = options.from_str(text).map_err(|error| DecodeError {
            path: path.clone(),
            position: Some(Position { line: error.span.start.line, column: error.span.start.col }),
            what: error.code.to_string(),
        })?;
        Ok(Self { path: Some(path.clone()), text: text.to_owned(), value })
    }

    /// No data at all: the stand-in.
    pub(super) fn empty() -> Self {
        Self { path: None, text: "()".to_owned(), value: Value::Unit }
    }

    /// The memory it holds in bytes, roughly: parsed values are larger than their text.
    pub(super) fn memory(&self) -> u64 {
        self.text.len() as u64 * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(text: impl AsRef<[u8]>) -> Result<MachineData, DecodeError> {
        MachineData::decode(&AssetPath::new("machines/marine.ron").unwrap(), text.as_ref())
    }

    #[test]
    fn a_machine_file_keeps_its_text_and_its_value() {
        let text =
            "// a marine\nMachine(family: Table, initial: \"idle\", rows: [(1, Some(2)), Row(x: 1.5)])";
        let machine = decode(text).unwrap();
        assert_eq!(machine.text(), text);
        assert_eq!(machine.path().unwrap().as_str(), "machines/marine.ron");
        let Value::Map(map) = machine.value() else { panic!("{:?}", machine.value()) };
        assert_eq!(map.len(), 3);
    }

    #[test]
    fn a_mistake_is_shown_with_its_line_and_column() {
        let error = decode("(\n  rows: [1, 2\n").unwrap_err();
        assert_eq!(error.position.unwrap().line, 2, "{error}");
        let error = decode("(a: 1,\n b: ?)").unwrap_err();
        assert_eq!(error.position, Some(Position { line: 2, column: 4 }), "{error}");
        assert_eq!(decode(b"(a:\n\xff)").unwrap_err().position, Some(Position { line: 2, column: 1 }));
        assert!(decode(" \n").is_err());
    }

    #[test]
    fn data_that_is_nested_without_end_is_refused_and_does_not_overflow_the_stack() {
        for open in ["[", "(", "{", "Some("] {
            assert!(decode(open.repeat(100_000)).is_err());
        }
        assert!(decode(vec![b' '; MAX_TEXT + 1]).unwrap_err().what.contains("at most"));
    }

    #[test]
    fn the_stand_in_has_no_data() {
        assert_eq!(MachineData::empty().value(), &Value::Unit);
    }
}
