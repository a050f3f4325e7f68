//! From the text of a script to its lines.

use super::super::line_reader::{LineReader, ScriptLineError, Word, add, bounded, shown};
use super::{InputScript, ScriptCommand, ScriptLine};
use crate::platform::nearest;
use crate::platform::{Action, ActionSet};

/// The words that a line can begin with.
const COMMANDS: [&str; 10] =
    ["wait", "tap", "hold", "click", "drag", "run", "expect", "emit", "shot", "quit"];
/// The largest coordinate of a click. The size of the virtual screen is not known here; this
/// only catches slips.
const MAX_COORDINATE: f32 = 10_000.0;
/// The longest name of a screenshot.
const MAX_SHOT_NAME: usize = 64;

pub(super) fn parse(text: &str, actions: &[Action]) -> Result<Vec<ScriptLine>, ScriptLineError> {
    let text = bounded(text, InputScript::MAX_BYTES)?;
    let mut lines = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut reader = LineReader::new(index + 1, line);
        if let Some(command) = reader.input_command(actions)? {
            lines.push(ScriptLine { number: reader.number(), command });
        }
    }
    Ok(lines)
}

impl LineReader<'_> {
    /// The command of the line, `None` if there is nothing on it.
    fn input_command(&mut self, actions: &[Action]) -> Result<Option<ScriptCommand>, ScriptLineError> {
        let Some(word) = self.word() else { return Ok(None) };
        let command = match word.text {
            "wait" => ScriptCommand::Wait {
                screen: self.name("the screen to wait for")?,
                frames: self.optional_frames()?.unwrap_or(InputScript::DEFAULT_WAIT),
            },
            "tap" => ScriptCommand::Hold { actions: self.actions(actions)?, frames: 1 },
            "hold" => ScriptCommand::Hold { actions: self.actions(actions)?, frames: self.frames()? },
            "click" => ScriptCommand::Click { at: self.place()?, is_secondary: self.is_right()? },
            "drag" => ScriptCommand::Drag { from: self.place()?, to: self.place()? },
            "run" => ScriptCommand::Run { frames: self.frames()? },
            "expect" => ScriptCommand::Expect { stack: self.expected_stack()? },
            "emit" => ScriptCommand::Emit { event: self.name("the event to emit")? },
            "shot" => ScriptCommand::Shot { name: self.shot_name()? },
            "quit" => ScriptCommand::Quit,
            _ => return Err(self.unknown_command(word, &COMMANDS)),
        };
        self.end().map(|()| Some(command))
    }

    /// One action, or several with `+` between them.
    fn actions(&mut self, actions: &[Action]) -> Result<ActionSet, ScriptLineError> {
        let word = self.needed("the action")?;
        word.text.split('+').map(|name| self.action(word.at, name, actions)).collect()
    }

    fn action(&self, at: usize, name: &str, actions: &[Action]) -> Result<Action, ScriptLineError> {
        let known = || actions.iter().map(|action| action.name());
        if let Some(action) = actions.iter().find(|action| action.name() == name) {
            return Ok(*action);
        }
        let mut what = format!("there is no action `{}`", shown(name));
        if let Some(meant) = nearest(name, known()) {
            add(&mut what, format_args!("; did you mean `{meant}`?"));
        }
        let names: Vec<_> = known().collect();
        add(&mut what, format_args!(" (the actions are {})", names.join(", ")));
        Err(self.error(at, what))
    }

    fn place(&mut self) -> Result<(f32, f32), ScriptLineError> {
        Ok((self.coordinate("x")?, self.coordinate("y")?))
    }

    /// Whether the button is the second one.
    fn is_right(&mut self) -> Result<bool, ScriptLineError> {
        let Some(word) = self.word() else { return Ok(false) };
        if word.text == "right" {
            return Ok(true);
        }
        Err(self
            .error(word.at, format!("after the place only `right` can follow, not `{}`", shown(word.text))))
    }

    fn frames(&mut self) -> Result<u32, ScriptLineError> {
        let word = self.needed("the number of frames")?;
        self.frames_of(word)
    }

    fn optional_frames(&mut self) -> Result<Option<u32>, ScriptLineError> {
        self.word().map(|word| self.frames_of(word)).transpose()
    }

    fn frames_of(&self, word: Word<'_>) -> Result<u32, ScriptLineError> {
        let most = InputScript::MAX_FRAMES;
        word.text.parse().ok().filter(|frames| (1..=most).contains(frames)).ok_or_else(|| {
            let what = format!("`{}` is not a number of frames from 1 to {most}", shown(word.text));
            self.error(word.at, what)
        })
    }

    fn coordinate(&mut self, axis: &str) -> Result<f32, ScriptLineError> {
        let word = self.needed(axis)?;
        // The range also leaves out what `parse` takes for a number but is none: NaN, infinity.
        word.text.parse().ok().filter(|number| (0.0..=MAX_COORDINATE).contains(number)).ok_or_else(|| {
            let what = format!("`{}` is not a number of pixels from 0 to {MAX_COORDINATE}", shown(word.text));
            self.error(word.at, what)
        })
    }

    fn expected_stack(&mut self) -> Result<Vec<String>, ScriptLineError> {
        let word = self.needed("`stack`")?;
        if word.text != "stack" {
            let what = format!("`stack` can be expected, not `{}`", shown(word.text));
            return Err(self.error(word.at, what));
        }
        let mut stack = vec![self.name("the bottom screen of the stack")?];
        while let Some(word) = self.word() {
            stack.push(word.text.to_owned());
        }
        Ok(stack)
    }

    fn shot_name(&mut self) -> Result<String, ScriptLineError> {
        let word = self.needed("the name of the screenshot")?;
        // It becomes the name of a file, so nothing that could lead out of the folder is let in.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
        if word.text.len() <= MAX_SHOT_NAME && word.text.chars().all(is_plain) {
            return Ok(word.text.to_owned());
        }
        let what = format!(
            "`{}` cannot name a file; letters of English, digits, `_` and `-` can, {MAX_SHOT_NAME} at most",
            shown(word.text),
        );
        Err(self.error(word.at, what))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::line_reader::MAX_SHOWN;
    use super::*;
    use proptest::prelude::*;

    const FIRE: Action = Action::custom(0, "fire");

    fn only(action: Action) -> ActionSet {
        ActionSet::from_iter([action])
    }

    fn error_of(text: &str) -> String {
        parse(text, &[Action::UP, Action::ACCEPT, FIRE]).unwrap_err().to_string()
    }

    #[test]
    fn every_command_is_read() {
        let text = "\u{feff}wait logo 60# comment\r\n\n tap fire \nhold up 3\nclick 12.5 0\nrun 1\n\
                    expect stack a b\nemit e\nshot s_1-A\n#\nquit";
        let lines = parse(text, &[Action::UP, FIRE]).unwrap();
        let numbers: Vec<_> = lines.iter().map(|line| line.number).collect();
        assert_eq!(numbers, [1, 3, 4, 5, 6, 7, 8, 9, 11]);
        let commands: Vec<_> = lines.into_iter().map(|line| line.command).collect();
        assert_eq!(
            commands,
            [
                ScriptCommand::Wait { screen: "logo".to_owned(), frames: 60 },
                ScriptCommand::Hold { actions: only(FIRE), frames: 1 },
                ScriptCommand::Hold { actions: only(Action::UP), frames: 3 },
                ScriptCommand::Click { at: (12.5, 0.0), is_secondary: false },
                ScriptCommand::Run { frames: 1 },
                ScriptCommand::Expect { stack: vec!["a".to_owned(), "b".to_owned()] },
                ScriptCommand::Emit { event: "e".to_owned() },
                ScriptCommand::Shot { name: "s_1-A".to_owned() },
                ScriptCommand::Quit,
            ]
        );
    }

    #[test]
    fn a_mistake_is_shown_with_its_place_and_what_would_be_right() {
        let cases = [
            (
                "fly",
                "line 1, column 1: `fly`: there is no command `fly`; the commands are wait, tap, hold, click, drag, run, expect, emit, shot, quit",
            ),
            (
                "\ntap acept",
                "line 2, column 5: `tap acept`: there is no action `acept`; did you mean `accept`? (the actions are up, accept, fire)",
            ),
            (
                "tap jump",
                "line 1, column 5: `tap jump`: there is no action `jump` (the actions are up, accept, fire)",
            ),
            ("tap  # up", "line 1, column 4: `tap`: the action is missing"),
            ("wait", "line 1, column 5: `wait`: the screen to wait for is missing"),
            (
                "wait 暂停 x",
                "line 1, column 9: `wait 暂停 x`: `x` is not a number of frames from 1 to 1000000",
            ),
            ("hold up 0", "line 1, column 9: `hold up 0`: `0` is not a number of frames from 1 to 1000000"),
            (
                "run 1000001",
                "line 1, column 5: `run 1000001`: `1000001` is not a number of frames from 1 to 1000000",
            ),
            ("run 5 5", "line 1, column 7: `run 5 5`: `5` is one word too many"),
            (
                "click 1 nan",
                "line 1, column 9: `click 1 nan`: `nan` is not a number of pixels from 0 to 10000",
            ),
            ("click -1 1", "line 1, column 7: `click -1 1`: `-1` is not a number of pixels from 0 to 10000"),
            (
                "click 1 1 left",
                "line 1, column 11: `click 1 1 left`: after the place only `right` can follow, not `left`",
            ),
            ("drag 1 1 2", "line 1, column 11: `drag 1 1 2`: y is missing"),
            (
                "hold up+jump 3",
                "line 1, column 6: `hold up+jump 3`: there is no action `jump` (the actions are up, accept, fire)",
            ),
            ("expect screen a", "line 1, column 8: `expect screen a`: `stack` can be expected, not `screen`"),
            ("expect stack", "line 1, column 13: `expect stack`: the bottom screen of the stack is missing"),
            (
                "shot ../a",
                "line 1, column 6: `shot ../a`: `../a` cannot name a file; letters of English, digits, `_` and `-` can, 64 at most",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(error_of(text), expected);
        }
    }

    #[test]
    fn an_error_never_shows_a_whole_long_line_or_a_control_character() {
        let error = parse(&format!("\u{1b}{}", "x".repeat(5000)), &[]).unwrap_err();
        assert_eq!(error.text.chars().count(), MAX_SHOWN + 1);
        assert!(error.to_string().chars().all(|c| !c.is_control()));
    }

    #[test]
    fn a_script_of_more_than_a_mebibyte_is_refused() {
        assert_eq!(parse(&"#".repeat(1 << 20), &[]), Ok(Vec::new()));
        let error = parse(&"#".repeat((1 << 20) + 1), &[]).unwrap_err();
        assert_eq!(error.what, "the script has 1048577 bytes; 1048576 are the most");
    }

    fn line_like() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            prop::sample::select(COMMANDS.to_vec()).prop_map(str::to_owned),
            prop::sample::select(vec!["up", "stack", "1", "1e39", "-0", "#", "\t", "\r"])
                .prop_map(str::to_owned),
            "\\PC{0,6}",
        ];
        prop::collection::vec(word, 0..5).prop_map(|words| words.join(" "))
    }

    proptest! {
        #[test]
        fn whatever_the_text_an_error_points_into_it(
            lines in prop::collection::vec(prop_oneof![line_like(), any::<String>()], 0..8),
        ) {
            let text = lines.join("\n");
            match parse(&text, &Action::BUILT_IN) {
                Ok(read) => prop_assert!(read.iter().all(|line| line.number <= text.lines().count())),
                Err(error) => {
                    let line = text.lines().nth(error.line - 1).unwrap();
                    prop_assert!((1..=line.chars().count() + 1).contains(&error.column));
                }
            }
        }
    }
}
