//! Reading texts that are lists of commands, one a line: input scripts and lists of events.

use std::fmt::Write as _;

use crate::phase::Position;
use crate::platform::nearest;

/// How much of a line or a word an error shows, in characters.
pub(super) const MAX_SHOWN: usize = 80;

/// A line of a script cannot be read. The exit code of a program for it is
/// [`EXIT_CODE`](Self::EXIT_CODE).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: `{text}`: {what}")]
pub struct ScriptLineError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line where the mistake is, counted from 1.
    pub column: usize,
    /// The line without its comment and without space around it; a long one is cut short.
    pub text: String,
    /// What is wrong, and what would be right.
    pub what: String,
}

impl ScriptLineError {
    /// The exit code of a program that was given such a script.
    pub const EXIT_CODE: u8 = 2;
}

/// A text without a byte order mark, which some editors write, or the error that it is longer
/// than `most` bytes.
pub(super) fn bounded(text: &str, most: usize) -> Result<&str, ScriptLineError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() <= most {
        return Ok(text);
    }
    let first = LineReader::new(1, text.lines().next().unwrap_or_default());
    Err(first.error(0, format!("the script has {} bytes; {most} are the most", text.len())))
}

/// A text from the bytes of a file.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, ScriptLineError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        let Position { line, column } = Position::of_byte(&valid, valid.len());
        let text = shown(valid.lines().nth(line - 1).unwrap_or_default().trim());
        ScriptLineError { line, column, text, what: "this is not UTF-8 text".to_owned() }
    })
}

/// A word and the byte of the line at which it begins.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) at: usize,
    pub(super) text: &'a str,
}

/// Reads one line word by word.
pub(super) struct LineReader<'a> {
    number: usize,
    line: &'a str,
    /// The byte up to which the line was read.
    read: usize,
}

impl<'a> LineReader<'a> {
    pub(super) fn new(number: usize, line: &'a str) -> Self {
        let line = line.split_once('#').map_or(line, |(before, _)| before);
        Self { number, line, read: 0 }
    }

    /// The line's number, counted from 1.
    pub(super) const fn number(&self) -> usize {
        self.number
    }

    pub(super) fn word(&mut self) -> Option<Word<'a>> {
        let rest = self.line.get(self.read..)?;
        let text = rest.split_whitespace().next()?;
        let at = self.read + (rest.len() - rest.trim_start().len());
        self.read = at + text.len();
        Some(Word { at, text })
    }

    pub(super) fn needed(&mut self, what: &str) -> Result<Word<'a>, ScriptLineError> {
        let end = self.line.trim_end().len();
        self.word().ok_or_else(|| self.error(end, format!("{what} is missing")))
    }

    pub(super) fn name(&mut self, what: &str) -> Result<String, ScriptLineError> {
        self.needed(what).map(|word| word.text.to_owned())
    }

    /// The end of the line.
    pub(super) fn end(&mut self) -> Result<(), ScriptLineError> {
        match self.word() {
            None => Ok(()),
            Some(extra) => Err(self.error(extra.at, format!("`{}` is one word too many", shown(extra.text)))),
        }
    }

    /// The error for a line that begins with none of `commands`.
    pub(super) fn unknown_command(&self, word: Word<'_>, commands: &[&str]) -> ScriptLineError {
        let mut what = format!("there is no command `{}`", shown(word.text));
        match nearest(word.text, commands.iter().copied()) {
            Some(meant) => add(&mut what, format_args!("; did you mean `{meant}`?")),
            None => add(&mut what, format_args!("; the commands are {}", commands.join(", "))),
        }
        self.error(word.at, what)
    }

    /// The error at the byte `at` of the line.
    pub(super) fn error(&self, at: usize, what: String) -> ScriptLineError {
        let before = self.line.get(..at).unwrap_or(self.line);
        ScriptLineError {
            line: self.number,
            column: before.chars().count() + 1,
            text: shown(self.line.trim()),
            what,
        }
    }
}

/// A text as an error shows it: not too long, and without what would move a terminal's cursor.
pub(super) fn shown(text: &str) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut shown: String = text.chars().take(MAX_SHOWN).map(printable).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

pub(super) fn add(what: &mut String, more: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = what.write_fmt(more);
}
