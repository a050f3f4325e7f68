//! The data file of an AI machine: a [`Blueprint`] in RON, with the script that it names.
//!
//! What the file says is checked here as far as it can be without the game's code, so a mistake
//! is one of the load, with the line of the name that it is about, and not one of the first battle.

use ron::extensions::Extensions;

use super::script::Script;
use super::text::{broken, utf8};
use crate::ai::{Blueprint, BuildError};
use crate::phase::error::{DecodeError, LoadCause, Position};
use crate::platform::{AssetPath, AssetSource};

/// The longest machine file in bytes: 1 MiB.
const MAX_TEXT: usize = 1 << 20;

/// How deep the data may be nested. The parser calls itself for each level.
const MAX_DEPTH: usize = 64;

/// A machine as its file describes it.
///
/// [`Blueprint::build`] makes a definition from it, once the game has bound the names of guards
/// and actions to its code, or `kit::MachineScript` to the functions of the script.
#[derive(Clone, Debug)]
pub struct MachineData {
    path: Option<AssetPath>,
    blueprint: Option<Blueprint>,
    script: Option<Script>,
    length: usize,
}

impl MachineData {
    /// The file it comes from; `None` for the stand-in of one that could not be loaded.
    #[must_use]
    pub const fn path(&self) -> Option<&AssetPath> {
        self.path.as_ref()
    }

    /// The machine, checked; `None` for a stand-in.
    #[must_use]
    pub const fn blueprint(&self) -> Option<&Blueprint> {
        self.blueprint.as_ref()
    }

    /// The script that the machine names, compiled.
    #[must_use]
    pub const fn script(&self) -> Option<&Script> {
        self.script.as_ref()
    }

    /// Reads a machine from the text of its file, and checks it. `path` is only for messages;
    /// a script that the machine names is not read.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] with the place: text that is not UTF-8 or not RON, fields that do not
    /// exist, and all that [`Blueprint::check`] finds.
    pub fn parse(path: &AssetPath, bytes: &[u8]) -> Result<Self, DecodeError> {
        let text = utf8(path, bytes, MAX_TEXT)?;
        if text.trim().is_empty() {
            return Err(broken(path, "the file is empty"));
        }
        let options = ron::Options::default()
            .with_recursion_limit(MAX_DEPTH)
            .with_default_extension(Extensions::IMPLICIT_SOME);
        let blueprint: Blueprint = options.from_str(text).map_err(|error| DecodeError {
            path: path.clone(),
            position: Some(Position { line: error.span.start.line, column: error.span.start.col }),
            what: error.code.to_string(),
        })?;
        blueprint.check().map_err(|error| problems(path, text, &error))?;
        Ok(Self { path: Some(path.clone()), blueprint: Some(blueprint), script: None, length: text.len() })
    }

    /// Takes the machine's file, whose `bytes` are here, and reads the script it names.
    pub(super) async fn finish(
        path: &AssetPath,
        bytes: &[u8],
        source: &dyn AssetSource,
    ) -> Result<Self, LoadCause> {
        let mut machine = super::guarded(|| Ok(Self::parse(path, bytes)?))?;
        let script = machine.blueprint.as_ref().and_then(|blueprint| blueprint.script.as_deref());
        if let Some(named) = script {
            let file = path.sibling(named)?;
            let script = match source.read(&file).await {
                Ok(script) => script,
                // It is worth another try, which is decided by the kind of the cause.
                Err(error) if error.may_pass() => return Err(error.into()),
                Err(error) => {
                    let what = format!("it needs the script `{file}`: {}", error.cause);
                    let position = std::str::from_utf8(bytes).ok().and_then(|text| find(text, named));
                    return Err(DecodeError { path: path.clone(), position, what }.into());
                }
            };
            machine.script = Some(super::guarded(|| Ok(Script::compile(&file, &script)?))?);
        }
        Ok(machine)
    }

    /// Reads a machine's file and the script it names now, for tools that have no loader.
    ///
    /// # Errors
    ///
    /// What a load of the resource would fail with.
    pub fn read_now(path: &AssetPath, source: &dyn AssetSource) -> Result<Self, LoadCause> {
        futures_lite::future::block_on(async {
            let bytes = source.read(path).await?;
            Self::finish(path, &bytes, source).await
        })
    }

    /// No machine at all: the stand-in.
    pub(super) const fn empty() -> Self {
        Self { path: None, blueprint: None, script: None, length: 0 }
    }

    /// The memory it holds in bytes, roughly: parsed values are larger than their text.
    pub(super) fn memory(&self) -> u64 {
        let script = self.script.as_ref().map_or(0, Script::memory);
        self.length as u64 * 8 + script
    }
}

/// Where a name stands first.
fn find(text: &str, name: &str) -> Option<Position> {
    text.find(&format!("\"{name}\"")).map(|offset| Position::of_byte(text, offset))
}

/// All problems in one error: each with the line in which the name stands that it is about.
fn problems(path: &AssetPath, text: &str, error: &BuildError) -> DecodeError {
    let place = |problem: &crate::ai::MachineProblem| find(text, problem.text.as_ref()?);
    let mut what = String::new();
    let mut first = None;
    for (index, problem) in error.problems.iter().enumerate() {
        let position = place(problem);
        if index == 0 {
            first = position;
        } else {
            what.push_str("; ");
            if let Some(Position { line, column }) = position {
                what.push_str(&format!("{line}:{column}: "));
            }
        }
        what.push_str(&problem.to_string());
    }
    DecodeError { path: path.clone(), position: first, what }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: impl AsRef<[u8]>) -> Result<MachineData, DecodeError> {
        MachineData::parse(&AssetPath::new("machines/marine.ron").unwrap(), text.as_ref())
    }

    const DOOR: &str = r#"// a door
Machine(
    name: "door",
    family: Table,
    initial: "closed",
    states: [
        State(name: "closed", enter: "slam", on: [On(event: "push", then: To("open"))]),
        State(name: "open", after: [After(ms: 3000, then: To("closed"))]),
    ],
)"#;

    #[test]
    fn a_machine_file_becomes_a_blueprint() {
        let machine = parse(DOOR).unwrap();
        let blueprint = machine.blueprint().unwrap();
        assert_eq!((blueprint.name.as_str(), blueprint.states.len()), ("door", 2));
        assert_eq!(blueprint.states[0].enter.as_deref(), Some("slam"));
        assert_eq!(blueprint.max_depth, 8);
    }

    #[test]
    fn what_a_builder_writes_can_be_read_again() {
        let blueprint = parse(DOOR).unwrap().blueprint().unwrap().clone();
        let text = ron::ser::to_string(&blueprint).unwrap();
        assert_eq!(parse(text).unwrap().blueprint(), Some(&blueprint));
    }

    #[test]
    fn a_mistake_is_shown_with_its_line_and_column() {
        let error = parse("Machine(\n  name: \"a\",\n  famly: Table,\n").unwrap_err();
        assert_eq!(error.position.unwrap().line, 3, "{error}");
        let error = parse(DOOR.replace("To(\"open\")", "To(\"opn\")")).unwrap_err();
        assert_eq!(error.position, Some(Position { line: 7, column: 78 }), "{error}");
        assert!(error.what.contains("the target `opn` does not exist"), "{error}");
        assert_eq!(parse(b"Machine(\n\xff)").unwrap_err().position, Some(Position { line: 2, column: 1 }));
        assert!(parse(" \n").is_err());
    }

    #[test]
    fn all_problems_are_told_at_once() {
        let text =
            DOOR.replace("\"closed\",\n    states", "\"shut\",\n    states").replace("3000", "4294967295");
        let error = parse(text).unwrap_err();
        assert!(error.what.contains("`shut`") && error.what.contains("ms"), "{error}");
    }

    #[test]
    fn data_that_is_nested_without_end_is_refused_and_does_not_overflow_the_stack() {
        for open in ["[", "(", "{", "Some(", "Machine(states:[State(", "Machine(states:[State(states:[State("]
        {
            assert!(parse(open.repeat(100_000)).is_err());
        }
        let mut deep = "Machine(name: \"deep\", family: Template, initial: \"a\", states: [".to_owned();
        deep.push_str(&"State(name: \"a\", states: [".repeat(10_000));
        assert!(parse(deep).is_err());
        assert!(parse(vec![b' '; MAX_TEXT + 1]).unwrap_err().what.contains("at most"));
    }

    #[test]
    fn the_stand_in_has_no_machine() {
        assert!(MachineData::empty().blueprint().is_none());
    }
}
