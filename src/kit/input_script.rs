//! Input scripts: a game played from a text, one line after the other.
//!
//! ```text
//! # from the logo into the game and out again
//! wait logo
//! tap accept
//! wait main_menu 600     # at most 600 frames
//! tap accept
//! wait in_game
//! hold right 90
//! tap pause
//! expect stack in_game pause
//! shot pause_menu
//! quit
//! ```
//!
//! | line | what it does | frames |
//! |---|---|---|
//! | `wait SCREEN [FRAMES]` | waits until the screen is active and nothing moves or loads; stops the run after FRAMES (3600) | none if it is so already |
//! | `tap ACTION` | presses for one frame, releases in the next | 2 |
//! | `hold ACTION FRAMES` | holds for FRAMES frames, releases in the next | FRAMES + 1 |
//! | `hold ACTION+ACTION FRAMES` | the same with several at once | FRAMES + 1 |
//! | `click X Y` | presses the pointer at virtual pixels, releases in the next frame | 2 |
//! | `click X Y right` | presses the second button there | 2 |
//! | `drag X Y TO_X TO_Y` | presses the pointer, moves it to another place, releases it there | 3 |
//! | `run FRAMES` | does nothing | FRAMES |
//! | `expect stack A B C` | stops the run unless this is the stack, bottom to top | none |
//! | `emit EVENT` | posts an event, which is delivered in the frame that follows | none |
//! | `shot NAME` | saves the picture of the frame | 1 |
//! | `quit` | asks the program to end | none |
//!
//! A `wait` or `expect` right after an `emit` or a `quit` looks at what came of it: the frame
//! that delivers it passes first.

mod parse;
mod player;

pub use player::{ScriptPlayer, ScriptStep, ScriptStopped, StageView};

use super::line_reader::{ScriptLineError, utf8};
use crate::platform::{Action, ActionSet};

/// A script that was read and found good, ready for a [`ScriptPlayer`].
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
    lines: Vec<ScriptLine>,
}

/// One line that does something.
#[derive(Clone, Debug, PartialEq)]
struct ScriptLine {
    /// The line's number in the text, counted from 1.
    number: usize,
    command: ScriptCommand,
}

/// What a line asks for. A tap is a hold of one frame.
#[derive(Clone, Debug, PartialEq)]
enum ScriptCommand {
    Wait { screen: String, frames: u32 },
    Hold { actions: ActionSet, frames: u32 },
    Click { at: (f32, f32), is_secondary: bool },
    Drag { from: (f32, f32), to: (f32, f32) },
    Run { frames: u32 },
    Expect { stack: Vec<String> },
    Emit { event: String },
    Shot { name: String },
    Quit,
}

impl InputScript {
    /// The longest script in bytes: 1 MiB.
    pub const MAX_BYTES: usize = 1 << 20;
    /// The frames of a `wait` that does not say how many.
    pub const DEFAULT_WAIT: u32 = 3600;
    /// The most frames that one line can ask for.
    pub const MAX_FRAMES: u32 = 1_000_000;

    /// Reads a script. `actions` are those that the game knows: the built-in ones and its own.
    /// Empty lines and comments count as lines but do nothing.
    ///
    /// # Errors
    ///
    /// [`ScriptLineError`] for the first line that cannot be read, or for line 1 when the text is
    /// longer than [`MAX_BYTES`](Self::MAX_BYTES).
    pub fn parse(text: &str, actions: &[Action]) -> Result<Self, ScriptLineError> {
        parse::parse(text, actions).map(|lines| Self { lines })
    }

    /// Reads a script from the bytes of a file.
    ///
    /// # Errors
    ///
    /// As [`parse`](Self::parse); also for the first byte that is not UTF-8.
    pub fn from_bytes(bytes: &[u8], actions: &[Action]) -> Result<Self, ScriptLineError> {
        utf8(bytes).and_then(|text| Self::parse(text, actions))
    }

    /// The screens that the script waits for or expects, each with the number of its line, in
    /// the order of the text: a program may check them before it plays the script.
    pub fn screens(&self) -> impl Iterator<Item = (usize, &str)> {
        self.lines.iter().flat_map(|line| {
            let names = match &line.command {
                ScriptCommand::Wait { screen, .. } => std::slice::from_ref(screen),
                ScriptCommand::Expect { stack } => stack,
                _ => &[],
            };
            names.iter().map(|name| (line.number, name.as_str()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_tells_which_screens_it_needs() {
        let script = InputScript::parse("wait a\nrun 2\nexpect stack a b", &[]).unwrap();
        assert_eq!(script.screens().collect::<Vec<_>>(), [(1, "a"), (3, "a"), (3, "b")]);
    }
}
