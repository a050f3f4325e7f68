//! Machines as resources, and the places of their problems in their files.

use std::collections::HashMap;
use std::error::Error;

use crate::ai::{Blueprint, BuildError, MachineProblem};
use crate::phase::{Asset, DecodeContext, DecodeError, Position};
use crate::platform::{AssetPath, AssetSource};

impl Asset for Blueprint {
    const KIND: &'static str = "machine";
    const MAX_BYTES: usize = 1 << 20;

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let text = cx.text(bytes).unwrap_or_default();
        let blueprint: Self = cx.ron(bytes).map_err(|error| with_target(text, error))?;
        blueprint.check().map_err(|error| error.in_file(cx.path(), text))?;
        Ok(blueprint)
    }

    /// An estimate: states and rows are larger than their text.
    fn memory(&self) -> u64 {
        self.states.len() as u64 * 1024
    }
}

/// Adds what to write to the error of a target that is a text only.
fn with_target(text: &str, mut error: DecodeError) -> DecodeError {
    let Some(Position { line, column }) = error.position else { return error };
    let line = text.lines().nth(line - 1).unwrap_or_default();
    let at = line.char_indices().nth(column - 1).map_or(line.len(), |(at, _)| at);
    let (before, wrong) = line.split_at(at);
    let is_target =
        before.trim_end().strip_suffix(':').is_some_and(|before| before.trim_end().ends_with("then"));
    if let Some(state) = wrong.strip_prefix('"').and_then(|rest| rest.split('"').next()).filter(|_| is_target)
    {
        error.what = format!("`then` is a target, not a text; write `then: To(\"{state}\")`");
    }
    error
}

impl BuildError {
    /// All problems of a machine in one error, each with its place in the text of the machine's file: the
    /// wrong name in the state that the problem is about. If a state has several problems with the same
    /// name, they have the places of its first, second and further occurrence.
    pub fn in_file(&self, path: &AssetPath, text: &str) -> DecodeError {
        let strings = strings(text);
        let mut counts: HashMap<(&str, Option<&str>), usize> = HashMap::new();
        let (mut position, mut what) = (None, String::new());
        for (index, problem) in self.problems.iter().enumerate() {
            let count = counts.entry((&problem.state, problem.text.as_deref())).or_default();
            *count += 1;
            let at = place(&strings, problem, *count).map(|at| Position::of_byte(text, at));
            if index == 0 {
                position = at;
            } else {
                let at = at.map(|at| format!("{}:{}: ", at.line, at.column)).unwrap_or_default();
                what += &format!("; {at}");
            }
            what += &problem.to_string();
        }
        DecodeError { path: path.clone(), position, what }
    }
}

impl Blueprint {
    /// Checks with `build` that the names in the machine file `path` are bound, for
    /// [`Game::check`](super::Game::check). A file that cannot be read is not checked: the tool `check` reports it.
    ///
    /// # Errors
    ///
    /// The problems, as [`BuildError::in_file`] lists them.
    pub fn check_file(
        path: &AssetPath,
        source: &dyn AssetSource,
        build: impl FnOnce(&Self) -> Result<(), BuildError>,
    ) -> Result<(), String> {
        let Ok(blueprint) = Self::read(source, path) else { return Ok(()) };
        let text = || Vec::<u8>::read(source, path).unwrap_or_default();
        build(&blueprint).map_err(|error| error.in_file(path, &String::from_utf8_lossy(&text())).to_string())
    }
}

/// A string of a machine's file.
struct Quoted<'a> {
    offset: usize,
    text: &'a str,
    /// Whether it is the name of a state.
    is_name: bool,
    /// The name of the state around it; empty outside of states.
    state: &'a str,
}

/// The byte of a problem in the file; `count` is 1 for the first one of this state and text.
fn place(strings: &[Quoted<'_>], problem: &MachineProblem, count: usize) -> Option<usize> {
    let wanted = problem.text.as_deref()?;
    let state = problem.state.rsplit('/').next().unwrap_or_default();
    let is_it = |string: &&Quoted<'_>| {
        // The parts of a guard: `!in:STATE`.
        let plain = string.text.strip_prefix('!').unwrap_or(string.text);
        string.text == wanted || plain == wanted || plain.strip_prefix("in:") == Some(wanted)
    };
    let inside: Vec<_> = strings.iter().filter(|string| string.state == state).filter(is_it).collect();
    let names: Vec<_> = strings.iter().filter(|string| string.is_name && string.text == state).collect();
    let found = if wanted == state || inside.is_empty() {
        // A name that is taken twice is wrong at its second place.
        names.get(count).or(names.last())
    } else {
        inside.get(count - 1).or(inside.last())
    };
    found.map(|string| string.offset)
}

/// The strings of a machine's file, in order, without those in comments.
fn strings(text: &str) -> Vec<Quoted<'_>> {
    let mut strings: Vec<Quoted<'_>> = Vec::new();
    // For each open parenthesis how many strings come before it, and the name in it.
    let mut open: Vec<(usize, &str)> = vec![(0, "")];
    let mut at = 0;
    while let Some(found) = text[at..].find(['"', '(', ')', '/']) {
        let (offset, rest) = (at + found, &text[at + found..]);
        let length = match rest.as_bytes() {
            [b'"', ..] => string_length(rest),
            [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            _ => 1,
        };
        at = offset + length;
        // The outermost parenthesis is the machine's.
        let is_inside = open.len() > 2;
        match (&rest[..1], open.last_mut()) {
            ("(", _) => open.push((strings.len(), "")),
            ("\"", Some((_, name))) => {
                let before = text[..offset].trim_end().strip_suffix(':').map(str::trim_end);
                let is_name = is_inside && before.is_some_and(|before| before.ends_with("name"));
                let text = text[offset..at].trim_matches('"');
                *name = if is_name { text } else { *name };
                strings.push(Quoted { offset, text, is_name, state: "" });
            }
            (")", _) => {
                let (first, name) = open.pop().unwrap_or_default();
                // Those of a state inside have its name already.
                let own = strings[first..].iter_mut().filter(|string| string.state.is_empty());
                own.for_each(|string| string.state = name);
            }
            _ => {}
        }
    }
    strings
}

/// The length of the string that a text begins with, with its quotes.
fn string_length(text: &str) -> usize {
    let mut is_escaped = true;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    });
    end.map_or(text.len(), |end| end + 1)
}
