//! A script that plays a run, and what it has asked for.

use super::input_script::InputScript;
use super::overlay::Overlaid;
use super::recording::{RECORD_OFF, RECORD_ON};
use super::script_player::{ScriptPlayer, Stage};
use super::session::SessionError;
use crate::flow::{NamedEvent, ScreenCommand, ScreenId, ScreenManager};

/// How long a program may take to end after its script: ten seconds.
const END_TICKS: u32 = 600;

/// The script of a run.
pub(super) struct ScriptRun {
    player: ScriptPlayer,
    /// The screenshot that the last tick has asked for.
    pub(super) shot: Option<String>,
    pub(super) is_recording: bool,
    has_asked_to_quit: bool,
    ticks_after_end: u32,
}

impl ScriptRun {
    pub(super) fn new(script: InputScript) -> Self {
        Self {
            // A last line `quit` asks itself.
            has_asked_to_quit: script.ends_with_quit(),
            player: ScriptPlayer::new(script),
            shot: None,
            is_recording: false,
            ticks_after_end: 0,
        }
    }

    /// One tick with the script's input. A script that is over asks the program to end.
    pub(super) fn tick(
        &mut self,
        manager: &mut ScreenManager,
        overlay: Option<&mut Overlaid>,
    ) -> Result<(), SessionError> {
        let stage = Stage {
            active: manager.active().map(ScreenId::name),
            is_settled: manager.is_settled(),
            stack: &|| manager.stack().map(|id| id.to_string()).collect(),
        };
        let step = self.player.step(&stage);
        let step = step.map_err(|stopped| SessionError::Script { line: stopped.line, what: stopped.what })?;
        for event in step.emits {
            self.is_recording = match event {
                RECORD_ON => true,
                RECORD_OFF => false,
                _ => self.is_recording,
            };
            manager.post(NamedEvent(event.to_owned()));
        }
        // The last line may have led to the end already, so transitions and loads are waited for.
        let is_time_to_quit = step.finished && !self.has_asked_to_quit && manager.is_settled();
        if step.quit || is_time_to_quit {
            manager.command(ScreenCommand::Quit);
            self.has_asked_to_quit |= is_time_to_quit;
        }
        self.shot = step.shot.map(str::to_owned);
        if let Some(overlay) = overlay {
            overlay.look_at_script(manager, step.input);
        }
        manager.step(step.input);
        self.ticks_after_end += u32::from(step.finished);
        if self.ticks_after_end > END_TICKS { Err(SessionError::NotEnded(END_TICKS)) } else { Ok(()) }
    }
}
