//! The places of the problems of a machine in its file.

use std::collections::HashMap;

use super::error::{BuildError, MachineProblem};

impl BuildError {
    /// The line and the column, from 1, of the first problem in the machine's [file](Self::file); `None` if they are not
    /// known. A problem is at the wrong name in the state that it is about. If a state has several problems with the
    /// same name, they have the places of its first, second and further occurrence.
    ///
    /// ```
    /// use proscenium_ai::{Blueprint, State};
    /// use std::sync::Arc;
    ///
    /// let text = r#"Machine(name: "sheep", family: Template, initial: "graze", states: [
    ///     State(name: "graze", on: [On(event: "wolf", then: To("fleee"))]),
    ///     State(name: "flee"),
    /// ])"#;
    /// let mut sheep: Blueprint = ron::from_str(text).expect("the form is right");
    /// sheep.file = Some(Arc::new(("sheep.ron".to_owned(), text.to_owned())));
    /// let error = sheep.check().expect_err("there is no state of this name");
    /// assert_eq!(error.position(), Some((2, 58)));
    /// assert_eq!(error.to_string(), format!("sheep.ron:2:58: {}", error.message()));
    /// ```
    pub fn position(&self) -> Option<(usize, usize)> {
        self.with_places().0
    }

    /// What is wrong: all problems in one line, each after the first with its line and column, if they are known.
    pub fn message(&self) -> String {
        self.with_places().1
    }

    /// The [position](Self::position) and the [message](Self::message).
    pub(crate) fn with_places(&self) -> (Option<(usize, usize)>, String) {
        let text = self.file.as_ref().map_or("", |file| file.1.as_str());
        let strings = strings(text);
        let mut counts: HashMap<(&str, Option<&str>), usize> = HashMap::new();
        let (mut first, mut what) = (None, String::new());
        for (index, problem) in self.problems.iter().enumerate() {
            let count = counts.entry((&problem.state, problem.text.as_deref())).or_default();
            *count += 1;
            let at = place(&strings, problem, *count).map(|offset| line_and_column(&text[..offset]));
            if index == 0 {
                first = at;
            } else {
                let at = at.map(|(line, column)| format!("{line}:{column}: ")).unwrap_or_default();
                what += &format!("; {at}");
            }
            what += &problem.to_string();
        }
        (first, what)
    }
}

/// The line and the column, from 1, of what comes after a text.
fn line_and_column(before: &str) -> (usize, usize) {
    let line = before.rsplit('\n').next().unwrap_or_default();
    (before.matches('\n').count() + 1, line.chars().count() + 1)
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
