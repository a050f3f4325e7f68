//! Plays a script: one step before each tick.

use super::input_script::{InputScript, ScriptCommand};
use crate::platform::Input;

/// What a script can see of the program.
#[derive(Clone, Copy)]
pub(super) struct Stage<'a> {
    /// The active screen; `None` when there is none.
    pub(super) active: Option<&'a str>,
    /// Whether no transition runs and nothing loads.
    pub(super) is_settled: bool,
    /// Lists the screens, bottom to top. Called for an `expect` only, so that a tick without one
    /// costs no list.
    pub(super) stack: &'a dyn Fn() -> Vec<String>,
}

/// What a script wants of the tick that follows.
#[derive(Debug, PartialEq)]
pub(super) struct ScriptStep<'a> {
    pub(super) input: &'a Input,
    /// The events to post before the tick, in the order of the script.
    pub(super) emits: Vec<&'a str>,
    /// The name of the screenshot to take of the frame that is drawn after the tick.
    pub(super) shot: Option<&'a str>,
    /// Whether to ask the program to end, before the tick.
    pub(super) quit: bool,
    /// Whether the script was over before this tick.
    pub(super) finished: bool,
}

/// A script waited or expected in vain.
#[derive(Debug, PartialEq)]
pub(super) struct ScriptStopped {
    /// The line of the script, counted from 1.
    pub(super) line: usize,
    pub(super) what: String,
}

pub(super) struct ScriptPlayer {
    script: InputScript,
    /// The line that is being played.
    next: usize,
    /// The ticks that this line has already had.
    elapsed: u32,
    input: Input,
}

/// What a line does to the tick.
enum Played {
    /// It takes no tick: on to the next line.
    Passed,
    /// It takes this tick and is not over.
    Going,
    /// It takes this tick as its last.
    Done,
}

impl ScriptPlayer {
    pub(super) fn new(script: InputScript) -> Self {
        Self { script, next: 0, elapsed: 0, input: Input::default() }
    }

    /// What the script wants of the tick that follows. Called once before each tick.
    pub(super) fn step(&mut self, stage: &Stage<'_>) -> Result<ScriptStep<'_>, ScriptStopped> {
        let Self { script, next, elapsed, input } = self;
        input.end_step();
        let finished = *next == script.lines.len();
        let (mut emits, mut shot, mut quit) = (Vec::new(), None, false);
        while let Some((line, command)) = script.lines.get(*next) {
            let played = match command {
                // What was asked for comes with the tick, so a line that looks at it waits for that.
                ScriptCommand::Wait { .. } | ScriptCommand::Expect { .. } if quit || !emits.is_empty() => {
                    break;
                }
                ScriptCommand::Emit { event } => {
                    emits.push(event.as_str());
                    Played::Passed
                }
                ScriptCommand::Quit => {
                    quit = true;
                    Played::Passed
                }
                ScriptCommand::Shot { name } => {
                    shot = Some(name.as_str());
                    Played::Done
                }
                _ => play(command, *elapsed, stage, input)
                    .map_err(|what| ScriptStopped { line: *line, what })?,
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
        Ok(ScriptStep { input, emits, shot, quit, finished })
    }
}

/// Plays one tick of a line that has had `elapsed` ticks.
fn play(
    command: &ScriptCommand,
    elapsed: u32,
    stage: &Stage<'_>,
    input: &mut Input,
) -> Result<Played, String> {
    let until = |last: u32| if elapsed >= last { Played::Done } else { Played::Going };
    Ok(match command {
        ScriptCommand::Wait { screen, ticks } => {
            if stage.is_settled && stage.active == Some(screen) {
                Played::Passed
            } else if elapsed < *ticks {
                Played::Going
            } else {
                let instead = match stage.active {
                    Some(active) if active == screen => "a transition or a load is still running over it",
                    Some(active) => &format!("`{active}` is active"),
                    None => "no screen is active",
                };
                return Err(format!("waited {ticks} ticks for the screen `{screen}`, but {instead}"));
            }
        }
        ScriptCommand::Hold { actions, ticks } => {
            if elapsed == 0 {
                input.held = input.held.union(*actions);
                input.pressed = input.pressed.union(*actions);
            } else if elapsed == *ticks {
                input.held = input.held.difference(*actions);
                input.released = input.released.union(*actions);
            }
            until(*ticks)
        }
        ScriptCommand::Click { at, is_secondary } => {
            point(input, *at);
            input.pointer.secondary_pressed = *is_secondary && elapsed == 0;
            if !is_secondary {
                press(input, elapsed == 0, elapsed == 1);
            }
            until(1)
        }
        ScriptCommand::Drag { from, to } => {
            point(input, if elapsed == 0 { *from } else { *to });
            press(input, elapsed == 0, elapsed == 2);
            until(2)
        }
        ScriptCommand::Run { ticks } => until(ticks - 1),
        ScriptCommand::Expect { stack } => {
            let found = (stage.stack)();
            if found != *stack {
                let (expected, found) = (stack.join(" "), found.join(" "));
                return Err(format!("expected the stack `{expected}`, found `{found}`"));
            }
            Played::Passed
        }
        ScriptCommand::Emit { .. } | ScriptCommand::Shot { .. } | ScriptCommand::Quit => Played::Passed,
    })
}

/// Moves the pointer.
fn point(input: &mut Input, at: (f32, f32)) {
    input.pointer.moved = input.pointer.position != Some(at);
    input.pointer.position = Some(at);
}

/// The pointer's button in one tick of a line.
const fn press(input: &mut Input, is_first: bool, is_last: bool) {
    input.pointer.pressed = is_first;
    input.pointer.held = !is_last;
    input.pointer.released = is_last;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::Action;

    fn player(text: &str) -> ScriptPlayer {
        ScriptPlayer::new(InputScript::parse(text, &Action::BUILT_IN).unwrap())
    }

    fn menu() -> Stage<'static> {
        Stage { active: Some("menu"), is_settled: true, stack: &|| vec!["menu".to_owned()] }
    }

    /// The input of each tick until the script is over.
    fn inputs(text: &str) -> Vec<Input> {
        let mut player = player(text);
        let mut inputs = Vec::new();
        loop {
            let step = player.step(&menu()).unwrap();
            if step.finished {
                assert_eq!(step.input.held, Input::default().held);
                return inputs;
            }
            inputs.push(step.input.clone());
        }
    }

    #[test]
    fn a_tap_takes_two_ticks_and_a_hold_one_more_than_its_own() {
        let (up, both) = ([Action::UP], [Action::UP, Action::JUMP]);
        assert_eq!(
            inputs("tap up\nrun 2\nhold up 3\nhold up+jump 1"),
            [
                Input::pressing(up),
                Input::releasing(up),
                Input::default(),
                Input::default(),
                Input::pressing(up),
                Input::holding(up),
                Input::holding(up),
                Input::releasing(up),
                Input::pressing(both),
                Input::releasing(both),
            ]
        );
    }

    #[test]
    fn clicks_and_drags_move_press_and_release_the_pointer() {
        let pointers = inputs("click 5 6\nrun 1\nclick 5 6 right\ndrag 1 2 30 40").into_iter();
        let ticks = pointers.map(|Input { pointer, .. }| {
            let buttons = [
                (pointer.moved, "moved"),
                (pointer.pressed, "pressed"),
                (pointer.held, "held"),
                (pointer.released, "released"),
                (pointer.secondary_pressed, "second"),
            ];
            let buttons = buttons.into_iter().filter(|(is_so, _)| *is_so).map(|(_, name)| name);
            (pointer.position.unwrap(), buttons.collect::<Vec<_>>().join(" "))
        });
        let expected = [
            ((5.0, 6.0), "moved pressed held"),
            ((5.0, 6.0), "released"),
            ((5.0, 6.0), ""),
            ((5.0, 6.0), "second"),
            ((5.0, 6.0), ""),
            ((1.0, 2.0), "moved pressed held"),
            ((30.0, 40.0), "moved held"),
            ((30.0, 40.0), "released"),
        ];
        assert_eq!(ticks.collect::<Vec<_>>(), expected.map(|(at, what)| (at, what.to_owned())));
    }

    #[test]
    fn a_wait_that_is_fulfilled_takes_no_tick() {
        assert_eq!(inputs("wait menu\nexpect stack menu\nwait menu\nrun 2").len(), 2);
    }

    #[test]
    fn a_wait_stops_the_run_after_its_ticks_and_says_what_is_there() {
        let moving = Stage { is_settled: false, ..menu() };
        for (text, stage, what) in [
            ("\nwait game 3", menu(), "waited 3 ticks for the screen `game`, but `menu` is active"),
            (
                "\nwait menu 3",
                moving,
                "waited 3 ticks for the screen `menu`, but a transition or a load is still running over it",
            ),
        ] {
            let mut player = player(text);
            (0..3).for_each(|_| assert!(player.step(&stage).is_ok()));
            for _ in 0..2 {
                let stopped = ScriptStopped { line: 2, what: what.to_owned() };
                assert_eq!(player.step(&stage).unwrap_err(), stopped);
            }
        }
    }

    #[test]
    fn an_expectation_that_fails_shows_both_stacks() {
        let stopped = player("expect stack game pause").step(&menu()).unwrap_err();
        let what = "expected the stack `game pause`, found `menu`".to_owned();
        assert_eq!(stopped, ScriptStopped { line: 1, what });
    }

    #[test]
    fn events_and_quits_come_with_a_tick_and_looking_waits_for_it() {
        let mut player = player("emit a\nemit b\nexpect stack after\nquit\nexpect stack after\nemit c");
        let step = player.step(&menu()).unwrap();
        assert_eq!((&step.emits[..], step.quit), (&["a", "b"][..], false));
        let after = Stage { stack: &|| vec!["after".to_owned()], ..menu() };
        assert!(player.step(&after).unwrap().quit);
        let step = player.step(&after).unwrap();
        assert_eq!((&step.emits[..], step.quit, step.finished), (&["c"][..], false, false));
        assert!(player.step(&after).unwrap().finished);
    }

    #[test]
    fn a_shot_takes_one_idle_tick() {
        let mut player = player("shot one\nshot two\ntap up");
        for shot in [Some("one"), Some("two"), None] {
            let step = player.step(&menu()).unwrap();
            assert_eq!((step.shot, step.input == &Input::default()), (shot, shot.is_some()));
        }
    }
}
