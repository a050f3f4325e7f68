//! Texts with one command a line: input scripts and event lists.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use proscenium_core::phase::Position;
use proscenium_core::platform::{listed, nearest};

/// The maximum number of bytes of a text: 1 MiB.
const MAX_BYTES: usize = 1 << 20;

/// The maximum number of characters of a line, and of its explanation, in an error.
const MAX_SHOWN: usize = 80;
const MAX_WHAT: usize = 400;

fn utf8(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let Position { line, column } = Position::of_byte(&valid, valid.len());
        let text = valid.lines().nth(line - 1).unwrap_or_default();
        error_at(line, column, text, "this is not UTF-8 text")
    })
}

/// Reads the commands of a text, each with the number of its line. `read` takes the first word of
/// each line that has one, and reads the rest. A byte order mark is skipped.
pub(crate) fn read_lines<'a, T>(
    bytes: &'a [u8],
    mut read: impl FnMut(&'a str, &mut LineReader<'a>) -> Result<T, String>,
) -> Result<Vec<(usize, T)>, String> {
    let text = utf8(bytes)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut commands = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.split_once('#').map_or(line, |(before, _)| before);
        let mut reader = LineReader { number: index + 1, line, at: 0, rest: line };
        if text.len() > MAX_BYTES {
            return Err(reader.error(format!("the text has {} bytes (max. {MAX_BYTES})", text.len())));
        }
        let Some(word) = reader.word() else { continue };
        let command = read(word, &mut reader)?;
        if let Some(extra) = reader.word() {
            return Err(reader.error(format!("expected the end of the line, found `{extra}`")));
        }
        commands.push((reader.number, command));
    }
    Ok(commands)
}

pub(crate) struct LineReader<'a> {
    number: usize,
    line: &'a str,
    /// The byte at which the last word begins.
    at: usize,
    rest: &'a str,
}

impl<'a> LineReader<'a> {
    pub(crate) fn word(&mut self) -> Option<&'a str> {
        let word = self.rest.split_whitespace().next();
        let begin = self.rest.trim_start();
        self.at = word.map_or(self.line.trim_end().len(), |_| self.line.len() - begin.len());
        self.rest = &begin[word.map_or(0, str::len)..];
        word
    }

    pub(crate) fn needed(&mut self, what: &str) -> Result<&'a str, String> {
        self.word().ok_or_else(|| self.error(format!("{what} is missing")))
    }

    /// Reads a number of `unit`, or takes the `default` at the end of the line.
    pub(crate) fn number<T: FromStr + PartialOrd + Display>(
        &mut self,
        unit: &str,
        range: RangeInclusive<T>,
        default: Option<T>,
    ) -> Result<T, String> {
        let Some(word) = self.word() else {
            return default.ok_or_else(|| self.error(format!("the number of {unit} is missing")));
        };
        word.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let (min, max) = (range.start(), range.end());
            self.error(format!("`{word}` is not a number of {unit} from {min} to {max}"))
        })
    }

    /// The error for a name that is not among the `known` ones; `what` says what is missing.
    pub(crate) fn unknown<'n>(
        &self,
        what: &str,
        name: &str,
        known: impl Iterator<Item = &'n str> + Clone,
    ) -> String {
        self.error(unknown(what, name, known))
    }

    /// The error at the last word, or at the end of the line if there was none.
    pub(crate) fn error(&self, what: String) -> String {
        error_at(self.number, self.line[..self.at].chars().count() + 1, self.line, &what)
    }
}

/// What is wrong with a name that is not among the `known` ones; `what` says what is missing.
pub(crate) fn unknown<'n>(what: &str, name: &str, known: impl Iterator<Item = &'n str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(meant) => format!("{what} `{name}`; did you mean `{meant}`?"),
        None => format!("{what} `{name}`; there are {}", listed(known)),
    }
}

/// The error at a character of a line, both counted from 1.
fn error_at(line: usize, column: usize, text: &str, what: &str) -> String {
    let (text, what) = (shown(text.trim(), MAX_SHOWN), shown(what, MAX_WHAT));
    format!("line {line}, column {column}: `{text}`: {what}")
}

/// A text for an error: not too long, and without control characters, which could move the cursor of
/// a terminal.
fn shown(text: &str, max: usize) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut shown: String = text.chars().take(max).map(printable).collect();
    if text.chars().nth(max).is_some() {
        shown.push('…');
    }
    shown
}
