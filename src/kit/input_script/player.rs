//! Plays a script: one step before each logic frame.

use super::{InputScript, ScriptCommand, ScriptLine};
use crate::platform::Input;

/// What a script can see of the program.
#[derive(Clone, Copy)]
pub struct StageView<'a> {
    /// The active screen; `None` when there is none.
    pub active: Option<&'a str>,
    /// Whether no transition runs and nothing loads.
    pub is_settled: bool,
    /// Lists the screens, bottom to top. Called for an `expect` only, so that a frame without
    /// one costs no list.
    pub stack: &'a dyn Fn() -> Vec<String>,
}

/// What a script wants of the frame that follows.
#[derive(Clone, Copy, Debug)]
pub struct ScriptStep<'a> {
    /// The input of the frame.
    pub input: &'a Input,
    /// The name of the screenshot to take of the picture drawn after the frame.
    pub shot: Option<&'a str>,
    /// Whether to ask the program to end, before the frame.
    pub quit: bool,
    /// Whether the script is over. Then there is no frame to run for it.
    pub finished: bool,
    /// The lines that were passed in this step.
    passed: &'a [ScriptLine],
}

/// A script waited or expected in vain. The exit code of a program for it is
/// [`EXIT_CODE`](Self::EXIT_CODE).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptStopped {
    /// A `wait` took too long.
    #[error("line {line}: waited {frames} frames for the screen `{screen}`, but {}", instead(screen, active.as_deref()))]
    WaitedInVain {
        /// The line of the script, counted from 1.
        line: usize,
        /// The screen that did not become active, or that something was still moving over.
        screen: String,
        /// The screen that is active instead.
        active: Option<String>,
        /// How long the script waited.
        frames: u32,
    },
    /// An `expect` found another stack.
    #[error("line {line}: expected the stack `{}`, found `{}`", expected.join(" "), found.join(" "))]
    Expected {
        /// The line of the script, counted from 1.
        line: usize,
        /// The stack of the script, bottom to top.
        expected: Vec<String>,
        /// The stack of the program, bottom to top.
        found: Vec<String>,
    },
    /// The script's last line is a `quit`, and the program did not end.
    #[error("line {line}: the program did not end within {frames} frames of `quit`")]
    NotEnded {
        /// The line of the script, counted from 1.
        line: usize,
        /// How long the script waited.
        frames: u32,
    },
}

/// Plays an [`InputScript`].
///
/// ```
/// use proscenium::kit::{InputScript, ScriptPlayer, StageView};
/// use proscenium::platform::Action;
///
/// let script = InputScript::parse("wait menu\nemit hello\ntap accept", &Action::BUILT_IN)?;
/// let mut player = ScriptPlayer::new(script);
/// let stack = || vec!["menu".to_owned()];
/// let view = StageView { active: Some("menu"), is_settled: true, stack: &stack };
///
/// let step = player.step(&view)?; // the menu is there already, so this is the tap's first frame
/// assert!(step.input.is_pressed(Action::ACCEPT));
/// assert_eq!(step.emits().collect::<Vec<_>>(), ["hello"]);
/// assert!(player.step(&view)?.input.released.contains(Action::ACCEPT));
/// assert!(player.step(&view)?.finished);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ScriptPlayer {
    script: InputScript,
    /// The line that is being played.
    next: usize,
    /// The frames that this line has already had.
    elapsed: u32,
    input: Input,
}

/// What a line does to the frame.
enum Played {
    /// It takes no frame: on to the next line.
    Passed,
    /// It takes this frame and is not over.
    Going,
    /// It takes this frame as its last.
    Done,
}

impl ScriptStep<'_> {
    /// The events to post before the frame, in the order of the script.
    pub fn emits(&self) -> impl Iterator<Item = &str> {
        self.passed.iter().filter_map(|line| match &line.command {
            ScriptCommand::Emit { event } => Some(event.as_str()),
            _ => None,
        })
    }
}

impl ScriptStopped {
    /// The exit code of a program whose script was stopped.
    pub const EXIT_CODE: u8 = 3;
}

impl ScriptPlayer {
    /// Plays `script` from its first line.
    #[must_use]
    pub fn new(script: InputScript) -> Self {
        Self { script, next: 0, elapsed: 0, input: Input::default() }
    }

    /// The number of the line that is being played; `None` after the last one.
    #[must_use]
    pub fn line(&self) -> Option<usize> {
        self.script.lines.get(self.next).map(|line| line.number)
    }

    /// What the script wants of the frame that follows. Called once before each logic frame.
    ///
    /// A script that is over goes on answering that it is. After a last line `quit` it is not
    /// over, because the program may fade out first: the script is idle until nobody asks any
    /// more.
    ///
    /// # Errors
    ///
    /// [`ScriptStopped`] when the script waited or expected in vain. It stays at that line.
    pub fn step(&mut self, view: &StageView<'_>) -> Result<ScriptStep<'_>, ScriptStopped> {
        let Self { script, next, elapsed, input } = self;
        input.end_step();
        let first = *next;
        // What was emitted is not delivered before a frame has passed, so a line that looks at
        // the program has to wait for that frame.
        let mut must_deliver = false;
        let mut quit = false;
        let mut shot = None;
        let mut finished = false;
        while let Some(line) = script.lines.get(*next) {
            let played = match &line.command {
                ScriptCommand::Wait { .. } | ScriptCommand::Expect { .. } if must_deliver => break,
                ScriptCommand::Emit { .. } => {
                    must_deliver = true;
                    Played::Passed
                }
                ScriptCommand::Quit => {
                    must_deliver = true;
                    quit = true;
                    Played::Passed
                }
                ScriptCommand::Shot { name } => {
                    shot = Some(name.as_str());
                    Played::Done
                }
                _ => play(line, *elapsed, view, input)?,
            };
            if matches!(played, Played::Going) {
                *elapsed += 1;
                break;
            }
            *elapsed = 0;
            *next += 1;
            if matches!(played, Played::Done) {
                break;
            }
        }
        if first == script.lines.len() {
            finished = rest(script, elapsed)?;
        }
        let passed = script.lines.get(first..*next).unwrap_or_default();
        Ok(ScriptStep { input, shot, quit, finished, passed })
    }
}

/// A frame after the last line, of which there were `elapsed`: whether the script is over.
fn rest(script: &InputScript, elapsed: &mut u32) -> Result<bool, ScriptStopped> {
    let Some(ScriptLine { number, command: ScriptCommand::Quit }) = script.lines.last() else {
        return Ok(true);
    };
    let frames = InputScript::DEFAULT_WAIT;
    if *elapsed == frames {
        return Err(ScriptStopped::NotEnded { line: *number, frames });
    }
    *elapsed += 1;
    Ok(false)
}

/// Plays one frame of a line that has had `elapsed` frames.
fn play(
    line: &ScriptLine,
    elapsed: u32,
    view: &StageView<'_>,
    input: &mut Input,
) -> Result<Played, ScriptStopped> {
    let until = |last: u32| if elapsed >= last { Played::Done } else { Played::Going };
    match &line.command {
        ScriptCommand::Wait { screen, frames } => {
            if view.is_settled && view.active == Some(screen) {
                Ok(Played::Passed)
            } else if elapsed < *frames {
                Ok(Played::Going)
            } else {
                Err(ScriptStopped::WaitedInVain {
                    line: line.number,
                    screen: screen.clone(),
                    active: view.active.map(str::to_owned),
                    frames: *frames,
                })
            }
        }
        ScriptCommand::Hold { actions, frames } => {
            if elapsed == 0 {
                input.held = input.held.union(*actions);
                input.pressed = input.pressed.union(*actions);
            } else if elapsed == *frames {
                input.held = input.held.difference(*actions);
                input.released = input.released.union(*actions);
            }
            Ok(until(*frames))
        }
        ScriptCommand::Click { at, is_secondary } => {
            point(input, *at);
            input.pointer.secondary_pressed = *is_secondary && elapsed == 0;
            if !is_secondary {
                press(input, elapsed == 0, elapsed == 1);
            }
            Ok(until(1))
        }
        ScriptCommand::Drag { from, to } => {
            point(input, if elapsed == 0 { *from } else { *to });
            press(input, elapsed == 0, elapsed == 2);
            Ok(until(2))
        }
        ScriptCommand::Run { frames } => Ok(until(frames.saturating_sub(1))),
        ScriptCommand::Expect { stack } => {
            let found = (view.stack)();
            if found == *stack {
                Ok(Played::Passed)
            } else {
                Err(ScriptStopped::Expected { line: line.number, expected: stack.clone(), found })
            }
        }
        // These are no matter of the program's state; the player knows them itself.
        ScriptCommand::Emit { .. } | ScriptCommand::Shot { .. } | ScriptCommand::Quit => Ok(Played::Passed),
    }
}

/// Moves the pointer.
fn point(input: &mut Input, at: (f32, f32)) {
    input.pointer.moved = input.pointer.position != Some(at);
    input.pointer.position = Some(at);
}

/// The pointer's button in one frame of a line.
const fn press(input: &mut Input, is_first: bool, is_last: bool) {
    input.pointer.pressed = is_first;
    input.pointer.held = !is_last;
    input.pointer.released = is_last;
}

fn instead(screen: &str, active: Option<&str>) -> String {
    match active {
        Some(active) if active == screen => "a transition or a load is still running over it".to_owned(),
        Some(active) => format!("`{active}` is active"),
        None => "no screen is active".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Action;

    fn player(text: &str) -> ScriptPlayer {
        ScriptPlayer::new(InputScript::parse(text, &Action::BUILT_IN).unwrap())
    }

    fn stack_of(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn menu() -> StageView<'static> {
        StageView { active: Some("menu"), is_settled: true, stack: &|| stack_of(&["menu"]) }
    }

    #[test]
    fn a_tap_is_pressed_for_one_frame_and_released_for_one() {
        let mut player = player("tap jump\ntap jump");
        for _ in 0..2 {
            assert_eq!(player.step(&menu()).unwrap().input, &Input::pressing([Action::JUMP]));
            assert_eq!(player.step(&menu()).unwrap().input, &Input::releasing([Action::JUMP]));
        }
        for _ in 0..3 {
            let step = player.step(&menu()).unwrap();
            assert!(step.finished);
            assert_eq!(step.input, &Input::default());
        }
    }

    #[test]
    fn a_hold_is_pressed_once_and_released_after_its_frames() {
        let mut player = player("hold up 3");
        assert_eq!(player.step(&menu()).unwrap().input, &Input::pressing([Action::UP]));
        assert_eq!(player.step(&menu()).unwrap().input, &Input::holding([Action::UP]));
        assert_eq!(player.step(&menu()).unwrap().input, &Input::holding([Action::UP]));
        assert_eq!(player.step(&menu()).unwrap().input, &Input::releasing([Action::UP]));
        assert!(player.step(&menu()).unwrap().finished);
    }

    #[test]
    fn several_actions_are_held_and_released_together() {
        let mut player = player("hold up+jump 1");
        let both = [Action::UP, Action::JUMP];
        assert_eq!(player.step(&menu()).unwrap().input, &Input::pressing(both));
        assert_eq!(player.step(&menu()).unwrap().input, &Input::releasing(both));
    }

    #[test]
    fn a_drag_goes_from_place_to_place_with_the_button_down_and_a_right_click_is_the_second_buttons() {
        let mut player = player("drag 1 2 30 40\nclick 5 6 right");
        let mut frames = Vec::new();
        for _ in 0..5 {
            let pointer = player.step(&menu()).unwrap().input.pointer;
            let at = pointer.position.unwrap();
            frames.push((at, pointer.pressed, pointer.held, pointer.released, pointer.secondary_pressed));
        }
        assert_eq!(
            frames,
            [
                ((1.0, 2.0), true, true, false, false),
                ((30.0, 40.0), false, true, false, false),
                ((30.0, 40.0), false, false, true, false),
                ((5.0, 6.0), false, false, false, true),
                ((5.0, 6.0), false, false, false, false),
            ]
        );
    }

    #[test]
    fn a_click_moves_presses_and_releases_and_the_pointer_stays() {
        let mut player = player("click 5 6\nrun 1\nclick 5 6");
        let mut frames = Vec::new();
        for _ in 0..5 {
            let pointer = player.step(&menu()).unwrap().input.pointer;
            assert_eq!(pointer.position, Some((5.0, 6.0)));
            frames.push((pointer.moved, pointer.pressed, pointer.held, pointer.released));
        }
        assert_eq!(
            frames,
            [
                (true, true, true, false),
                (false, false, false, true),
                (false, false, false, false),
                (false, true, true, false),
                (false, false, false, true),
            ]
        );
    }

    #[test]
    fn a_wait_that_is_fulfilled_takes_no_frame() {
        let mut player = player("wait menu\nexpect stack menu\nwait menu\nrun 2\nwait menu");
        assert!(!player.step(&menu()).unwrap().finished);
        assert_eq!(player.line(), Some(4));
        assert!(!player.step(&menu()).unwrap().finished);
        assert!(player.step(&menu()).is_ok());
        assert!(player.step(&menu()).unwrap().finished);
        assert_eq!(player.line(), None);
    }

    #[test]
    fn a_wait_stops_the_run_after_its_frames_and_says_what_is_there_instead() {
        let mut player = player("\nwait in_game 3");
        for _ in 0..3 {
            assert!(player.step(&menu()).is_ok());
        }
        let stopped = player.step(&menu()).unwrap_err();
        assert_eq!(
            stopped.to_string(),
            "line 2: waited 3 frames for the screen `in_game`, but `menu` is active"
        );
        assert_eq!(player.step(&menu()).unwrap_err(), stopped);
    }

    #[test]
    fn a_screen_under_a_transition_is_not_there_yet() {
        let moving = StageView { is_settled: false, ..menu() };
        let mut player = player("wait menu 1");
        assert!(player.step(&moving).is_ok());
        assert_eq!(
            player.step(&moving).unwrap_err().to_string(),
            "line 1: waited 1 frames for the screen `menu`, but a transition or a load is still running over it"
        );
    }

    #[test]
    fn an_expectation_that_fails_shows_both_stacks() {
        let stopped = player("expect stack game pause").step(&menu()).unwrap_err();
        assert_eq!(stopped.to_string(), "line 1: expected the stack `game pause`, found `menu`");
    }

    #[test]
    fn events_come_with_the_next_frame_and_looking_waits_for_it() {
        let mut player = player("emit a\nemit b\nexpect stack after\nemit c\ntap up");
        let step = player.step(&menu()).unwrap();
        assert_eq!(step.emits().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(step.input, &Input::default());
        let after = StageView { stack: &|| stack_of(&["after"]), ..menu() };
        let step = player.step(&after).unwrap();
        assert_eq!(step.emits().collect::<Vec<_>>(), ["c"]);
        assert!(step.input.is_pressed(Action::UP));
        assert_eq!(player.step(&after).unwrap().emits().count(), 0);
    }

    #[test]
    fn an_event_of_the_last_line_still_gets_its_frame() {
        let mut player = player("emit a");
        let step = player.step(&menu()).unwrap();
        assert!(!step.finished);
        assert_eq!(step.emits().count(), 1);
        assert!(player.step(&menu()).unwrap().finished);
    }

    #[test]
    fn a_shot_takes_one_idle_frame() {
        let mut player = player("shot one\nshot two\ntap up");
        assert_eq!(player.step(&menu()).unwrap().shot, Some("one"));
        let step = player.step(&menu()).unwrap();
        assert_eq!((step.shot, step.input), (Some("two"), &Input::default()));
        assert_eq!(player.step(&menu()).unwrap().shot, None);
    }

    #[test]
    fn a_quit_asks_once_and_waits_for_the_end() {
        let mut player = player("run 1\nquit");
        assert!(!player.step(&menu()).unwrap().quit);
        assert!(player.step(&menu()).unwrap().quit);
        for _ in 0..InputScript::DEFAULT_WAIT {
            let step = player.step(&menu()).unwrap();
            assert!(!step.quit && !step.finished);
        }
        assert_eq!(
            player.step(&menu()).unwrap_err().to_string(),
            "line 2: the program did not end within 3600 frames of `quit`"
        );
    }

    #[test]
    fn a_quit_that_a_screen_refuses_can_be_scripted() {
        let mut player = player("quit\nexpect stack menu");
        assert!(player.step(&menu()).unwrap().quit);
        assert!(player.step(&menu()).is_ok());
        assert!(player.step(&menu()).unwrap().finished);
    }
}
