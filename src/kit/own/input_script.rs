//! Input scripts: a player written down, for tests, tours and recordings.
//!
//! | line | meaning |
//! |---|---|
//! | `wait SCREEN [FRAMES]` | goes on when that screen is active and no transition runs; stops the run after FRAMES (3600) |
//! | `tap ACTION` | pressed for one frame, then released for one |
//! | `hold ACTION FRAMES` | held for so many frames, then released for one |
//! | `click X Y` | the pointer goes there, is down for one frame, then up for one (virtual pixels) |
//! | `run FRAMES` | nothing is done for so many frames |
//! | `expect stack A B C` | stops the run unless these are the screens, bottom to top |
//! | `emit EVENT` | tells the game that an event of this name happened |
//! | `shot NAME` | asks for a picture of the next frame, in which nothing is done |
//! | `quit` | ends the program, as a screen's own `quit` does |
//!
//! `#` starts a comment. Events, expectations and `quit` take no frame of their own;
//! what they need is done before the next frame.

mod parse;
mod player;

use crate::platform::Action;

pub use parse::ScriptLineError;
pub use player::{ScriptPlayer, ScriptStep, ScriptStopped, StageView};

/// One line of a script.
#[derive(Clone, Debug, PartialEq)]
enum Line {
    Wait { screen: String, frames: u32 },
    Tap(Action),
    Hold(Action, u32),
    Click(f32, f32),
    Run(u32),
    Expect(Vec<String>),
    Emit(String),
    Shot(String),
    Quit,
}

/// A script that was read and can be played.
///
/// ```
/// use proscenium::kit::InputScript;
/// use proscenium::platform::Action;
///
/// let script = InputScript::parse("wait menu\ntap accept  # start\n", &Action::BUILT_IN)?;
/// let error = InputScript::parse("tapp accept", &Action::BUILT_IN).unwrap_err();
/// assert_eq!(error.line, 1);
/// # let _ = script;
/// # Ok::<(), proscenium::kit::ScriptLineError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct InputScript {
    /// The lines, each with its number in the file.
    lines: Vec<(usize, Line)>,
}
