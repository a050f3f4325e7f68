//! Input scripts: a game played from a text, one line after the other.
//!
//! ```text
//! # from the logo into the game and out again
//! wait logo
//! tap accept
//! wait main_menu 600     # at most 600 ticks
//! tap accept
//! wait in_game
//! hold right 90
//! tap pause
//! expect stack in_game pause
//! shot pause_menu
//! quit
//! ```
//!
//! | line | what it does | ticks |
//! |---|---|---|
//! | `wait SCREEN [TICKS]` | waits until the screen is active and nothing moves or loads; stops the run after TICKS (3600) | none if it is so already |
//! | `tap ACTION` | presses for one tick, releases in the next | 2 |
//! | `hold ACTION TICKS` | holds for TICKS ticks, releases in the next | TICKS + 1 |
//! | `hold ACTION+ACTION TICKS` | the same with several at once | TICKS + 1 |
//! | `click X Y` | presses the pointer at virtual pixels, releases in the next tick | 2 |
//! | `click X Y right` | presses the second button there | 2 |
//! | `drag X Y TO_X TO_Y` | presses the pointer, moves it to another place, releases it there | 3 |
//! | `run TICKS` | does nothing | TICKS |
//! | `expect stack A B C` | stops the run unless this is the stack, bottom to top | none |
//! | `emit EVENT` | posts an event, which is delivered in the tick that follows | none |
//! | `shot NAME` | saves a picture of the frame that follows | 1 |
//! | `quit` | asks the program to end | none |
//!
//! A `wait` or `expect` right after an `emit` or a `quit` looks at what came of it: the tick
//! that delivers it passes first.

use super::line_reader::{LineReader, ScriptLineError, read_lines, utf8};
use crate::platform::{Action, ActionSet};

/// The words that a line can begin with.
const COMMANDS: [&str; 10] =
    ["wait", "tap", "hold", "click", "drag", "run", "expect", "emit", "shot", "quit"];
/// The ticks of a `wait` that does not say how many.
const DEFAULT_WAIT: u32 = 3600;
/// The most ticks that one line can ask for.
const MAX_TICKS: u32 = 1_000_000;
/// The largest coordinate of a click. The size of the virtual screen is not known here; this
/// only catches slips.
const MAX_COORDINATE: f32 = 10_000.0;
/// The longest name of a screenshot.
const MAX_SHOT_NAME: usize = 64;

/// A script that was read and found good, for [`Session::with_script`](super::Session::with_script).
///
/// ```
/// use proscenium::kit::InputScript;
/// use proscenium::platform::Action;
///
/// assert!(InputScript::parse("wait logo # the first one", &Action::BUILT_IN).is_ok());
///
/// let error = InputScript::parse("wait logo\n\n    tapp accept", &Action::BUILT_IN).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 3, column 5: `tapp accept`: there is no command `tapp`; did you mean `tap`?",
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InputScript {
    /// The lines that do something, each with its number in the text, counted from 1.
    pub(super) lines: Vec<(usize, ScriptCommand)>,
}

/// What a line asks for. A tap is a hold of one tick.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ScriptCommand {
    Wait { screen: String, ticks: u32 },
    Hold { actions: ActionSet, ticks: u32 },
    Click { at: (f32, f32), is_secondary: bool },
    Drag { from: (f32, f32), to: (f32, f32) },
    Run { ticks: u32 },
    Expect { stack: Vec<String> },
    Emit { event: String },
    Shot { name: String },
    Quit,
}

impl InputScript {
    /// Reads a script of at most 1 MiB. `actions` are those that the game knows: the built-in ones
    /// and its own. Empty lines and comments count as lines but do nothing.
    ///
    /// # Errors
    ///
    /// [`ScriptLineError`] for the first line that cannot be read.
    pub fn parse(text: &str, actions: &[Action]) -> Result<Self, ScriptLineError> {
        let lines = read_lines(text, |word, line| {
            Ok(match word {
                "wait" => ScriptCommand::Wait {
                    screen: line.needed("the screen to wait for")?.to_owned(),
                    ticks: line.word().map_or(Ok(DEFAULT_WAIT), |word| ticks_of(line, word))?,
                },
                "tap" => ScriptCommand::Hold { actions: held(line, actions)?, ticks: 1 },
                "hold" => ScriptCommand::Hold { actions: held(line, actions)?, ticks: ticks(line)? },
                "click" => ScriptCommand::Click { at: place(line)?, is_secondary: is_right(line)? },
                "drag" => ScriptCommand::Drag { from: place(line)?, to: place(line)? },
                "run" => ScriptCommand::Run { ticks: ticks(line)? },
                "expect" => ScriptCommand::Expect { stack: expected_stack(line)? },
                "emit" => ScriptCommand::Emit { event: line.needed("the event to emit")?.to_owned() },
                "shot" => ScriptCommand::Shot { name: shot_name(line)? },
                "quit" => ScriptCommand::Quit,
                _ => return Err(line.unknown("there is no command", word, COMMANDS.into_iter())),
            })
        })?;
        Ok(Self { lines })
    }

    /// Reads a script from the bytes of a file.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse); also for the first byte that is not UTF-8.
    pub fn from_bytes(bytes: &[u8], actions: &[Action]) -> Result<Self, ScriptLineError> {
        utf8(bytes).and_then(|text| Self::parse(text, actions))
    }

    /// Whether the last line asks the program to end.
    pub(super) fn ends_with_quit(&self) -> bool {
        matches!(self.lines.last(), Some((_, ScriptCommand::Quit)))
    }
}

/// One action, or several with `+` between them.
fn held(line: &mut LineReader<'_>, actions: &[Action]) -> Result<ActionSet, ScriptLineError> {
    let known = || actions.iter().map(|action| action.name());
    let names = line.needed("the action")?.split('+');
    let find = |name| {
        let found = actions.iter().find(|action| action.name() == name).copied();
        found.ok_or_else(|| line.unknown("there is no action", name, known()))
    };
    names.map(find).collect()
}

fn ticks(line: &mut LineReader<'_>) -> Result<u32, ScriptLineError> {
    let word = line.needed("the number of ticks")?;
    ticks_of(line, word)
}

fn ticks_of(line: &LineReader<'_>, word: &str) -> Result<u32, ScriptLineError> {
    line.number(word, "ticks", 1..=MAX_TICKS)
}

fn place(line: &mut LineReader<'_>) -> Result<(f32, f32), ScriptLineError> {
    let mut coordinate = |axis| {
        let word = line.needed(axis)?;
        // The range also leaves out what `parse` takes for a number but is none: NaN, infinity.
        line.number(word, "pixels", 0.0..=MAX_COORDINATE)
    };
    Ok((coordinate("x")?, coordinate("y")?))
}

/// Whether the button is the second one.
fn is_right(line: &mut LineReader<'_>) -> Result<bool, ScriptLineError> {
    match line.word() {
        None => Ok(false),
        Some("right") => Ok(true),
        Some(other) => Err(line.error(format!("after the place only `right` can follow, not `{other}`"))),
    }
}

fn expected_stack(line: &mut LineReader<'_>) -> Result<Vec<String>, ScriptLineError> {
    let word = line.needed("`stack`")?;
    if word != "stack" {
        return Err(line.error(format!("`stack` can be expected, not `{word}`")));
    }
    let mut stack = vec![line.needed("the bottom screen of the stack")?.to_owned()];
    while let Some(word) = line.word() {
        stack.push(word.to_owned());
    }
    Ok(stack)
}

/// It becomes the name of a file, so nothing that could lead out of the folder is let in.
fn shot_name(line: &mut LineReader<'_>) -> Result<String, ScriptLineError> {
    let name = line.needed("the name of the screenshot")?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if name.len() <= MAX_SHOT_NAME && name.chars().all(is_plain) {
        return Ok(name.to_owned());
    }
    Err(line.error(format!(
        "`{name}` cannot name a file; letters of English, digits, `_` and `-` can, {MAX_SHOT_NAME} at most"
    )))
}

#[cfg(test)]
mod tests {
    use super::super::line_reader::MAX_BYTES;
    use super::*;
    use proptest::prelude::*;

    const FIRE: Action = Action::custom(0, "fire");

    fn parse(text: &str) -> Result<InputScript, ScriptLineError> {
        InputScript::parse(text, &[Action::UP, Action::ACCEPT, FIRE])
    }

    #[test]
    fn every_command_is_read() {
        let text = "\u{feff}wait logo 60# comment\r\n\nwait logo\n tap fire \nhold up+fire 3\n\
                    click 12.5 0\nclick 1 2 right\ndrag 1 2 3 4\nrun 1\nexpect stack a b\nemit e\n\
                    shot s_1-A\n#\nquit";
        let name = str::to_owned;
        let only = |actions: &[Action]| actions.iter().copied().collect();
        assert_eq!(
            parse(text).unwrap().lines,
            [
                (1, ScriptCommand::Wait { screen: name("logo"), ticks: 60 }),
                (3, ScriptCommand::Wait { screen: name("logo"), ticks: 3600 }),
                (4, ScriptCommand::Hold { actions: only(&[FIRE]), ticks: 1 }),
                (5, ScriptCommand::Hold { actions: only(&[FIRE, Action::UP]), ticks: 3 }),
                (6, ScriptCommand::Click { at: (12.5, 0.0), is_secondary: false }),
                (7, ScriptCommand::Click { at: (1.0, 2.0), is_secondary: true }),
                (8, ScriptCommand::Drag { from: (1.0, 2.0), to: (3.0, 4.0) }),
                (9, ScriptCommand::Run { ticks: 1 }),
                (10, ScriptCommand::Expect { stack: vec![name("a"), name("b")] }),
                (11, ScriptCommand::Emit { event: name("e") }),
                (12, ScriptCommand::Shot { name: name("s_1-A") }),
                (14, ScriptCommand::Quit),
            ]
        );
    }

    #[test]
    fn a_mistake_has_its_place_and_what_would_be_right() {
        let long = "#".repeat(MAX_BYTES + 1);
        for (text, place, what) in [
            ("fly", (1, 1), "there is no command `fly`; there are wait, tap, hold"),
            ("\ntap acept", (2, 5), "there is no action `acept`; did you mean `accept`?"),
            ("hold up+jump 3", (1, 6), "there is no action `jump`; there are up, accept, fire"),
            ("tap  # up", (1, 4), "the action is missing"),
            ("wait 暂停 x", (1, 9), "`x` is not a number of ticks from 1 to 1000000"),
            ("hold up 0", (1, 9), "`0` is not a number of ticks"),
            ("run 1000001", (1, 5), "`1000001` is not a number of ticks"),
            ("run 5 5", (1, 7), "`5` is one word too many"),
            ("click 1 nan", (1, 9), "`nan` is not a number of pixels from 0 to 10000"),
            ("click 1 1 left", (1, 11), "after the place only `right` can follow"),
            ("drag 1 1 2", (1, 11), "y is missing"),
            ("expect screen a", (1, 8), "`stack` can be expected"),
            ("expect stack", (1, 13), "the bottom screen of the stack is missing"),
            ("shot ../a", (1, 6), "`../a` cannot name a file"),
            (&long, (1, 1), "the text has 1048577 bytes; 1048576 is the limit"),
        ] {
            let error = parse(text).unwrap_err();
            assert_eq!((error.line, error.column), place, "{error}");
            assert!(error.what.starts_with(what), "{error}");
        }
    }

    #[test]
    fn an_error_shows_no_whole_long_line_and_no_control_character() {
        let error = parse(&format!("\u{1b}{}", "x".repeat(5000))).unwrap_err().to_string();
        assert!(error.chars().count() < 600 && error.chars().all(|c| !c.is_control()), "{error}");
    }

    proptest! {
        #[test]
        fn whatever_the_text_an_error_points_into_it(
            words in prop::collection::vec(
                prop_oneof![
                    prop::sample::select(COMMANDS.to_vec()).prop_map(str::to_owned),
                    prop::sample::select(vec!["up", "stack", "1", "1e39", "-0", "#", "\t", "\r", "\n"])
                        .prop_map(str::to_owned),
                    any::<String>(),
                ],
                0..30,
            ),
        ) {
            let text = words.join(" ");
            match parse(&text) {
                Ok(script) => prop_assert!(script.lines.iter().all(|line| line.0 <= text.lines().count())),
                Err(error) => {
                    let line = text.lines().nth(error.line - 1).unwrap();
                    prop_assert!((1..=line.chars().count() + 1).contains(&error.column));
                }
            }
        }
    }
}
