//! One run of a program: the manager, the script that plays it, and the trace that it leaves.

use std::io::{self, Write};
use std::time::Duration;

use super::input_script::{ScriptPlayer, ScriptStopped, StageView};
use super::recording::{RECORD_OFF, RECORD_ON};
use super::report::Report;
use crate::flow::{NamedEvent, ScreenCommand, ScreenId, ScreenManager};
use crate::platform::{Clock, Input};

/// One run of a program, in a window or without one.
///
/// It steps the manager, by a player's input or by a script's, and writes the trace as JSON
/// Lines. A loop calls [`picture`](Session::picture) for each presented picture, or
/// [`frame`](Session::frame) for each logic frame where there is no display.
pub struct Session {
    manager: ScreenManager,
    player: Option<ScriptPlayer>,
    trace: Option<Box<dyn Write>>,
    clock: Box<dyn Clock>,
    shot: Option<String>,
    is_recording: bool,
    collected: Input,
    stopped: Option<SessionError>,
    after: AfterScript,
}

/// What happens when a script is over.
#[derive(Default)]
struct AfterScript {
    frames: u32,
    has_asked_to_quit: bool,
}

/// How long a program may take to end after its script: ten seconds.
const END_FRAMES: u32 = 600;

/// A run ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The script waited or expected in vain.
    #[error(transparent)]
    Script(#[from] ScriptStopped),
    /// The script is over, the program was asked to end, and it goes on: a screen refused.
    #[error("the script is over, and the program did not end within {0} frames")]
    NotEnded(u32),
    /// The trace cannot be written.
    #[error("cannot write the trace: {0}")]
    Trace(#[source] io::Error),
}

impl Session {
    /// A run of `manager`; `clock` measures its wall time for the report.
    #[must_use]
    pub fn new(manager: ScreenManager, clock: Box<dyn Clock>) -> Self {
        Self {
            manager,
            player: None,
            trace: None,
            clock,
            shot: None,
            is_recording: false,
            collected: Input::default(),
            stopped: None,
            after: AfterScript::default(),
        }
    }

    /// Lets a script play instead of a person. The run ends with the script.
    #[must_use]
    pub fn with_script(mut self, player: ScriptPlayer) -> Self {
        self.player = Some(player);
        self
    }

    /// Writes what happens to `trace`, one JSON object a line. The manager must record a trace.
    #[must_use]
    pub fn with_trace(mut self, trace: impl Write + 'static) -> Self {
        self.trace = Some(Box::new(trace));
        self
    }

    /// The manager.
    #[must_use]
    pub const fn manager(&self) -> &ScreenManager {
        &self.manager
    }

    /// Asks for the end of the program, as the window's close button does. A screen may refuse.
    pub fn ask_to_quit(&mut self) {
        self.manager.command(ScreenCommand::Quit);
    }

    /// Whether the run is over: the program has ended, or the script has stopped.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.manager.has_ended() || self.stopped.is_some()
    }

    /// The frames of one presented picture. `input` is what the player did since the last one;
    /// a script takes no notice of it.
    pub fn picture(&mut self, elapsed: Duration, input: &Input) {
        self.collected.merge(input);
        let due = self.manager.due_frames(elapsed);
        for done in 0..due {
            // While the picture changes, one frame is one picture; and a screenshot is of the
            // frame that asked for it, not of a later one.
            if self.is_over() || self.shot.is_some() || (done > 0 && !self.manager.is_settled()) {
                break;
            }
            let mut input = std::mem::take(&mut self.collected);
            self.frame(&input);
            input.end_step();
            self.collected = input;
        }
    }

    /// One logic frame, with the script's input or, without a script, with `input`.
    pub fn frame(&mut self, input: &Input) {
        let result = match &mut self.player {
            None => {
                self.manager.step(input);
                Ok(())
            }
            Some(player) => {
                let (asked, is_recording) = (&mut self.shot, &mut self.is_recording);
                play(player, &mut self.manager, asked, is_recording, &mut self.after)
            }
        };
        let result = result.and_then(|()| self.write_trace());
        if let Err(error) = result {
            self.stopped = Some(error);
        }
    }

    /// The name of the screenshot to take of the picture that is drawn next, once.
    pub const fn take_shot(&mut self) -> Option<String> {
        self.shot.take()
    }

    /// Whether the script wants the picture that is drawn next to be recorded.
    #[must_use]
    pub const fn is_recording(&self) -> bool {
        self.is_recording
    }

    /// Ends the run: writes what is left of the trace and answers with the report, or with what
    /// stopped the run. The report is good in both cases.
    pub fn finish(mut self) -> (Report, Result<(), SessionError>) {
        let written = self.write_trace().and_then(|()| match &mut self.trace {
            Some(trace) => trace.flush().map_err(SessionError::Trace),
            None => Ok(()),
        });
        let report = Report::of(&self.manager, self.clock.now().as_secs_f64());
        (report, self.stopped.map_or(written, Err))
    }

    fn write_trace(&mut self) -> Result<(), SessionError> {
        let records = self.manager.take_trace();
        if let Some(trace) = &mut self.trace {
            for record in &records {
                serde_json::to_writer(&mut *trace, record)
                    .map_err(|error| SessionError::Trace(error.into()))?;
                trace.write_all(b"\n").map_err(SessionError::Trace)?;
            }
        }
        Ok(())
    }
}

/// One frame as the script has it. A script that is over asks the program to end.
fn play(
    player: &mut ScriptPlayer,
    manager: &mut ScreenManager,
    shot: &mut Option<String>,
    is_recording: &mut bool,
    after: &mut AfterScript,
) -> Result<(), SessionError> {
    let step = player.step(&StageView {
        active: manager.active().map(ScreenId::name),
        is_settled: manager.is_settled(),
        stack: &|| manager.stack().map(|id| id.to_string()).collect(),
    })?;
    for event in step.emits() {
        *is_recording = match event {
            RECORD_ON => true,
            RECORD_OFF => false,
            _ => *is_recording,
        };
        manager.post(NamedEvent(event.to_owned()));
    }
    // What the last line began may be the end already, so it is waited for.
    let is_time_to_quit = step.finished && !after.has_asked_to_quit && manager.is_settled();
    if step.quit || is_time_to_quit {
        manager.command(ScreenCommand::Quit);
        after.has_asked_to_quit |= is_time_to_quit;
    }
    after.frames += u32::from(step.finished);
    *shot = step.shot.map(str::to_owned);
    manager.step(step.input);
    if after.frames > END_FRAMES { Err(SessionError::NotEnded(END_FRAMES)) } else { Ok(()) }
}
