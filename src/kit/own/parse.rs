//! Reading a script.

use super::{InputScript, Line};
use crate::phase::Position;
use crate::platform::Action;

/// The longest script, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The most frames of one line: about four and a half hours.
const MAX_FRAMES: u32 = 1_000_000;
/// The frames of a `wait` that names none: one minute.
const WAIT_FRAMES: u32 = 3600;

const COMMANDS: [&str; 9] = ["wait", "tap", "hold", "click", "run", "expect", "emit", "shot", "quit"];

/// A line of a script cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {what}")]
pub struct ScriptLineError {
    /// The line, from 1.
    pub line: usize,
    /// The column of the word that is wrong, from 1.
    pub column: usize,
    /// What is wrong and what can be written instead.
    pub what: String,
}

/// A word of a line with its column.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    column: usize,
}

type Parsed<T> = Result<T, (usize, String)>;

impl InputScript {
    /// Reads a script. `actions` are those that it may use.
    ///
    /// # Errors
    ///
    /// [`ScriptLineError`] for the first line that cannot be read.
    pub fn parse(text: &str, actions: &[Action]) -> Result<Self, ScriptLineError> {
        if text.len() > MAX_BYTES {
            let what = format!("a script may have {MAX_BYTES} bytes, this one has {}", text.len());
            return Err(ScriptLineError { line: 1, column: 1, what });
        }
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let words = words(line.split('#').next().unwrap_or_default());
            if let Some((command, arguments)) = words.split_first() {
                let end = line.chars().count() + 1;
                let parsed = parse_line(*command, arguments, end, actions)
                    .map_err(|(column, what)| ScriptLineError { line: number, column, what })?;
                lines.push((number, parsed));
            }
        }
        Ok(Self { lines })
    }

    /// Reads a script from the bytes of a file.
    ///
    /// # Errors
    ///
    /// [`ScriptLineError`] for the first line that cannot be read, or that is not UTF-8.
    pub fn from_bytes(bytes: &[u8], actions: &[Action]) -> Result<Self, ScriptLineError> {
        match std::str::from_utf8(bytes) {
            Ok(text) => Self::parse(text.trim_start_matches('\u{feff}'), actions),
            Err(error) => {
                let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
                let Position { line, column } = Position::of_byte(&valid, valid.len());
                Err(ScriptLineError { line, column, what: "this is not UTF-8 text".to_owned() })
            }
        }
    }
}

fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = line;
    let mut column = 1;
    while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
        column += rest[..start].chars().count();
        rest = &rest[start..];
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        words.push(Word { text: &rest[..end], column });
        column += rest[..end].chars().count();
        rest = &rest[end..];
    }
    words
}

fn parse_line(command: Word<'_>, arguments: &[Word<'_>], end: usize, actions: &[Action]) -> Parsed<Line> {
    let usage = |form: &str| Err((command.column, format!("`{}` is written `{form}`", command.text)));
    match (command.text, arguments) {
        ("wait", [screen]) => Ok(Line::Wait { screen: screen.text.to_owned(), frames: WAIT_FRAMES }),
        ("wait", [screen, count]) => {
            Ok(Line::Wait { screen: screen.text.to_owned(), frames: frames(*count)? })
        }
        ("wait", _) => usage("wait SCREEN [FRAMES]"),
        ("tap", [name]) => Ok(Line::Tap(action(*name, actions)?)),
        ("tap", _) => usage("tap ACTION"),
        ("hold", [name, count]) => Ok(Line::Hold(action(*name, actions)?, frames(*count)?)),
        ("hold", _) => usage("hold ACTION FRAMES"),
        ("click", [x, y]) => Ok(Line::Click(pixel(*x)?, pixel(*y)?)),
        ("click", _) => usage("click X Y"),
        ("run", [count]) => Ok(Line::Run(frames(*count)?)),
        ("run", _) => usage("run FRAMES"),
        ("expect", [Word { text: "stack", .. }, screens @ ..]) => {
            Ok(Line::Expect(screens.iter().map(|screen| screen.text.to_owned()).collect()))
        }
        ("expect", _) => usage("expect stack SCREEN SCREEN ..."),
        ("emit", [event]) => Ok(Line::Emit(event.text.to_owned())),
        ("emit", _) => usage("emit EVENT"),
        ("shot", [name]) => shot(*name),
        ("shot", _) => usage("shot NAME"),
        ("quit", []) => Ok(Line::Quit),
        ("quit", _) => {
            Err((arguments.first().map_or(end, |word| word.column), "`quit` stands alone".to_owned()))
        }
        (unknown, _) => Err((
            command.column,
            format!("there is no command `{}`; there are: {}", printable(unknown), COMMANDS.join(", ")),
        )),
    }
}

fn action(word: Word<'_>, actions: &[Action]) -> Parsed<Action> {
    actions.iter().copied().find(|action| action.name() == word.text).ok_or_else(|| {
        let known: Vec<_> = actions.iter().map(|action| action.name()).collect();
        let what = format!("there is no action `{}`; there are: {}", printable(word.text), known.join(", "));
        (word.column, what)
    })
}

fn frames(word: Word<'_>) -> Parsed<u32> {
    let number = word.text.parse().ok().filter(|frames| (1..=MAX_FRAMES).contains(frames));
    number.ok_or_else(|| {
        let what = format!("`{}` is not a number of frames: 1 to {MAX_FRAMES}", printable(word.text));
        (word.column, what)
    })
}

fn pixel(word: Word<'_>) -> Parsed<f32> {
    let number = word.text.parse().ok().filter(|pixel| (0.0..=10_000.0).contains(pixel));
    number.ok_or_else(|| {
        let what = format!("`{}` is not a place in virtual pixels: 0 to 10000", printable(word.text));
        (word.column, what)
    })
}

/// The name of a picture becomes that of a file, so it may have no character that leads elsewhere.
fn shot(word: Word<'_>) -> Parsed<Line> {
    let is_good = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if word.text.len() <= 64 && word.text.chars().all(is_good) {
        return Ok(Line::Shot(word.text.to_owned()));
    }
    let what =
        format!("`{}` is not the name of a picture: 1 to 64 of A-Z, a-z, 0-9, _ and -", printable(word.text));
    Err((word.column, what))
}

/// A word as it may stand in a message: short, and without characters that a terminal obeys.
fn printable(word: &str) -> String {
    word.chars().take(60).flat_map(char::escape_debug).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn error(script: &str) -> (usize, usize, String) {
        let ScriptLineError { line, column, what } =
            InputScript::parse(script, &Action::BUILT_IN).unwrap_err();
        (line, column, what)
    }

    #[test]
    fn comments_and_empty_lines_are_passed_over_and_numbers_kept() {
        let script =
            InputScript::parse("# tour\n\n  wait menu 10 # soon\ntap accept\n", &Action::BUILT_IN).unwrap();
        let wait = Line::Wait { screen: "menu".to_owned(), frames: 10 };
        assert_eq!(script.lines, [(3, wait), (4, Line::Tap(Action::ACCEPT))]);
    }

    #[test]
    fn an_error_names_line_column_and_what_can_be_written() {
        let (line, column, what) = error("run 1\n  tapp accept");
        assert_eq!((line, column), (2, 3));
        assert!(what.contains("`tapp`") && what.contains("tap, hold"), "{what}");
        assert_eq!(error("tap fly").1, 5);
        assert_eq!(error("hold left 0").1, 11);
        assert_eq!(error("run 99999999999").1, 5);
        assert_eq!(error("click nan 3").1, 7);
        assert_eq!(error("shot ../../x").1, 6);
        assert_eq!(error("quit now").1, 6);
        assert_eq!(error("expect menu").0, 1);
    }

    #[test]
    fn bytes_that_are_not_text_are_named_by_their_place() {
        let error = InputScript::from_bytes(b"run 1\nrun \xff", &Action::BUILT_IN).unwrap_err();
        assert_eq!((error.line, error.column), (2, 5));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_with_a_line_of_its_own(text in "[a-z #0-9\n.\u{fffd}\t-]{0,200}") {
            if let Err(error) = InputScript::parse(&text, &Action::BUILT_IN) {
                prop_assert!(error.line >= 1 && error.line <= text.lines().count());
                prop_assert!(error.column >= 1);
            }
        }
    }
}
