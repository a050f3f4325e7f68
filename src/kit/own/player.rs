//! Playing a script.

use super::{InputScript, Line};
use crate::platform::{Action, ActionSet, Input};

/// How long a program that was asked to end may take: ten seconds.
const END_FRAMES: u32 = 600;

/// What a script can see of the game before each frame.
pub struct StageView<'a> {
    /// The active screen.
    pub active: Option<&'a str>,
    /// Whether no transition runs and no phase is being loaded.
    pub is_settled: bool,
    /// The screens on the stack, bottom to top.
    pub stack: &'a dyn Fn() -> Vec<String>,
}

/// What a script does in one frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScriptStep {
    /// Events to post before the frame.
    pub emit: Vec<String>,
    /// The picture to take of the frame.
    pub shot: Option<String>,
    /// Whether the program is asked to end.
    pub quit: bool,
}

/// A script waited or expected in vain.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptStopped {
    /// A screen did not become active in time.
    #[error(
        "script line {line}: `{screen}` did not become active within {frames} frames; active is {active}"
    )]
    WaitedInVain {
        /// The line, from 1.
        line: usize,
        /// The screen that was waited for.
        screen: String,
        /// For how many frames.
        frames: u32,
        /// What is active instead, as words.
        active: String,
    },
    /// The script is over, the program was asked to end, and a screen refused.
    #[error("the script is over and the program did not end within {frames} frames; active is {active}")]
    DidNotEnd {
        /// For how many frames the player waited.
        frames: u32,
        /// What is active, as words.
        active: String,
    },
    /// The stack is not what was expected.
    #[error("script line {line}: expected the stack `{expected}`, found `{found}`")]
    UnexpectedStack {
        /// The line, from 1.
        line: usize,
        /// The screens that were expected, bottom to top.
        expected: String,
        /// The screens that are there.
        found: String,
    },
}

/// Plays a script: before each logic frame it says what the input is.
#[derive(Debug)]
pub struct ScriptPlayer {
    script: InputScript,
    next: usize,
    /// Frames that the current line has taken already; after the last line, those since the end.
    frames: u32,
    has_quit: bool,
    input: Input,
}

impl ScriptPlayer {
    /// A player before the first line.
    #[must_use]
    pub fn new(script: InputScript) -> Self {
        Self { script, next: 0, frames: 0, has_quit: false, input: Input::default() }
    }

    /// Whether all lines were played.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.next >= self.script.lines.len()
    }

    /// The input of the frame that [`ScriptPlayer::step`] was called for.
    #[must_use]
    pub const fn input(&self) -> &Input {
        &self.input
    }

    /// Plays the script up to the next frame; [`ScriptPlayer::input`] is that frame's input
    /// afterwards. A script that is finished asks for the end of the program.
    ///
    /// # Errors
    ///
    /// [`ScriptStopped`] when a line waited or expected in vain.
    pub fn step(&mut self, view: &StageView<'_>) -> Result<ScriptStep, ScriptStopped> {
        let held_before = self.input.held;
        let pointer_before = self.input.pointer;
        self.input.end_step();
        self.input.held = ActionSet::EMPTY;
        self.input.pointer.held = false;
        let mut step = ScriptStep::default();
        // A line that ends without taking a frame leads to the next one.
        while let Some((number, line)) = self.script.lines.get(self.next) {
            self.frames += 1;
            let took_frame = match line {
                Line::Wait { screen, frames } => {
                    let is_there = view.is_settled && view.active == Some(screen.as_str());
                    if !is_there && self.frames > *frames {
                        return Err(waited_in_vain(*number, screen, *frames, view));
                    }
                    !is_there
                }
                Line::Tap(action) => {
                    press(&mut self.input, *action, self.frames == 1, self.frames == 1);
                    self.frames <= 2
                }
                Line::Hold(action, frames) => {
                    press(&mut self.input, *action, self.frames == 1, self.frames <= *frames);
                    self.frames <= frames.saturating_add(1)
                }
                Line::Click(x, y) => {
                    point(&mut self.input, (*x, *y), self.frames);
                    self.frames <= 2
                }
                Line::Run(frames) => self.frames <= *frames,
                Line::Expect(screens) => {
                    let found = (view.stack)();
                    if found != *screens {
                        return Err(ScriptStopped::UnexpectedStack {
                            line: *number,
                            expected: screens.join(" "),
                            found: found.join(" "),
                        });
                    }
                    false
                }
                Line::Emit(event) => {
                    step.emit.push(event.clone());
                    false
                }
                Line::Shot(name) => {
                    if self.frames == 1 {
                        step.shot = Some(name.clone());
                    }
                    self.frames == 1
                }
                Line::Quit => {
                    step.quit = true;
                    false
                }
            };
            if took_frame {
                break;
            }
            self.frames = 0;
            // Whatever stands behind `quit` is not played any more.
            self.next = if step.quit { self.script.lines.len() } else { self.next + 1 };
        }
        self.input.released = held_before.difference(self.input.held);
        self.input.pointer.released |= pointer_before.held && !self.input.pointer.held;
        if self.is_finished() {
            self.frames += 1;
            if self.frames > END_FRAMES {
                return Err(ScriptStopped::DidNotEnd { frames: END_FRAMES, active: active(view) });
            }
            step.quit = !self.has_quit;
        }
        self.has_quit |= step.quit;
        Ok(step)
    }
}

fn press(input: &mut Input, action: Action, is_pressed: bool, is_held: bool) {
    if is_pressed {
        input.pressed.insert(action);
    }
    if is_held {
        input.held.insert(action);
    }
}

fn point(input: &mut Input, position: (f32, f32), frame: u32) {
    if frame <= 2 {
        let pointer = &mut input.pointer;
        pointer.moved = pointer.position != Some(position);
        pointer.position = Some(position);
        pointer.held = frame == 1;
        pointer.pressed = frame == 1;
    }
}

fn waited_in_vain(line: usize, screen: &str, frames: u32, view: &StageView<'_>) -> ScriptStopped {
    ScriptStopped::WaitedInVain { line, screen: screen.to_owned(), frames, active: active(view) }
}

/// What is active, as words.
fn active(view: &StageView<'_>) -> String {
    match view.active {
        Some(active) if view.is_settled => format!("`{active}`"),
        Some(active) => format!("`{active}`, in the middle of a change"),
        None => "nothing".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(script: &str) -> ScriptPlayer {
        ScriptPlayer::new(InputScript::parse(script, &Action::BUILT_IN).unwrap())
    }

    fn view<'a>(active: &'a str, stack: &'a dyn Fn() -> Vec<String>) -> StageView<'a> {
        StageView { active: Some(active), is_settled: true, stack }
    }

    /// Plays until the end and writes each frame down in a few letters.
    fn play(script: &str) -> Vec<String> {
        let stack = || vec!["menu".to_owned()];
        let mut player = player(script);
        let mut frames = Vec::new();
        loop {
            let step = player.step(&view("menu", &stack)).unwrap();
            let input = player.input();
            let mut frame = String::new();
            for (mark, is_on) in [
                ("p", input.is_pressed(Action::ACCEPT)),
                ("h", input.is_held(Action::ACCEPT)),
                ("r", input.released.contains(Action::ACCEPT)),
                ("P", input.pointer.pressed),
                ("H", input.pointer.held),
                ("R", input.pointer.released),
            ] {
                frame.push_str(if is_on { mark } else { "" });
            }
            frame.extend(step.emit.iter().map(String::as_str));
            frame.extend(step.shot.iter().map(String::as_str));
            if step.quit {
                frames.push(frame + "quit");
                return frames;
            }
            frames.push(frame);
        }
    }

    #[test]
    fn a_tap_is_pressed_for_one_frame_and_released_for_one() {
        assert_eq!(play("tap accept\ntap accept"), ["ph", "r", "ph", "r", "quit"]);
    }

    #[test]
    fn a_hold_is_held_for_its_frames_and_released_for_one() {
        assert_eq!(play("hold accept 3"), ["ph", "h", "h", "r", "quit"]);
    }

    #[test]
    fn a_click_goes_down_and_up() {
        assert_eq!(play("click 10 20\nrun 1"), ["PH", "R", "", "quit"]);
    }

    #[test]
    fn what_takes_no_frame_is_done_before_the_next() {
        assert_eq!(play("wait menu\nexpect stack menu\nemit a\nrun 2"), ["a", "", "quit"]);
        assert_eq!(play("run 1\nquit\ntap accept"), ["", "quit"]);
    }

    #[test]
    fn a_picture_is_of_a_frame_in_which_nothing_is_done() {
        assert_eq!(play("shot a\ntap accept\nshot b"), ["a", "ph", "r", "b", "quit"]);
    }

    #[test]
    fn a_wait_stops_the_run_after_its_frames_and_says_what_is_there_instead() {
        let stack = Vec::new;
        let mut player = player("run 1\nwait game 3");
        for _ in 0..4 {
            player.step(&view("menu", &stack)).unwrap();
        }
        let stopped = player.step(&view("menu", &stack)).unwrap_err();
        let expected = "script line 2: `game` did not become active within 3 frames; active is `menu`";
        assert_eq!(stopped.to_string(), expected);
    }

    #[test]
    fn an_expectation_that_does_not_hold_says_what_was_found() {
        let stack = || vec!["a".to_owned(), "b".to_owned()];
        let stopped = player("expect stack a").step(&view("b", &stack)).unwrap_err();
        assert_eq!(stopped.to_string(), "script line 1: expected the stack `a`, found `a b`");
    }
}
