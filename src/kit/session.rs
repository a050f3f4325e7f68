//! One run of a program: the manager, what plays it, and the trace that it leaves.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use super::input_script::InputScript;
use super::mixer::Mixer;
use super::overlay::{Overlaid, Overlay};
use super::report::Report;
use super::script_run::ScriptRun;
use super::virtual_screen::Viewport;
use crate::flow::{ScreenCommand, ScreenManager};
use crate::platform::{Clock, Input};

/// One run of a program, in a window or without one: a [`ScreenManager`] with the parts that a
/// whole program has and a manager does not need.
///
/// A loop calls [`advance`](Session::advance) and [`draw`](Session::draw) for each frame, as it
/// would call those of the manager, until [`is_over`](Session::is_over), and then
/// [`finish`](Session::finish). [`run_headless`](super::run_headless) is such a loop.
///
/// ```
/// use proscenium::flow::ScreenManager;
/// use proscenium::kit::Session;
/// use proscenium::platform::{Input, ManualClock, STEP};
///
/// let mut session = Session::new(ScreenManager::headless(), Box::new(ManualClock::default()));
/// session.ask_to_quit();
/// while !session.is_over() {
///     session.advance(STEP, &Input::default());
/// }
/// let (report, result) = session.finish();
/// assert!(result.is_ok());
/// assert_eq!(report.ticks, 1);
/// ```
pub struct Session {
    manager: ScreenManager,
    clock: Box<dyn Clock>,
    script: Option<ScriptRun>,
    mixer: Option<Mixer>,
    overlay: Option<Overlaid>,
    trace: Option<Box<dyn Write>>,
    frames: u64,
    stopped: Option<SessionError>,
}

/// A run ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    /// The script waited or expected in vain.
    #[error("line {line}: {what}")]
    Script {
        /// The line of the script, counted from 1.
        line: usize,
        /// What it waited for or expected, and what was there instead.
        what: String,
    },
    /// The script is over, the program was asked to end, and it goes on: a screen refused.
    #[error("the script is over, and the program did not end within {0} ticks")]
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
            clock,
            script: None,
            mixer: None,
            overlay: None,
            trace: None,
            frames: 0,
            stopped: None,
        }
    }

    /// Lets a script play instead of a person. The run ends with the script.
    #[must_use]
    pub fn with_script(mut self, script: InputScript) -> Self {
        self.script = Some(ScriptRun::new(script));
        self
    }

    /// Uses this mixer: it is ticked after each tick, and closed at the end of the run.
    #[must_use]
    pub fn with_mixer(mut self, mixer: Mixer) -> Self {
        self.mixer = Some(mixer);
        self
    }

    /// Writes what happens to `trace`, one JSON object a line. The manager must record a trace.
    #[must_use]
    pub fn with_trace(mut self, trace: impl Write + 'static) -> Self {
        self.trace = Some(Box::new(trace));
        self
    }

    /// Puts an overlay over the game. It sees the input of [`advance`](Session::advance), or that of
    /// the script.
    #[must_use]
    pub fn with_overlay(mut self, overlay: impl Overlay + 'static) -> Self {
        self.overlay = Some(Overlaid::new(overlay));
        self
    }

    /// The manager.
    #[must_use]
    pub const fn manager(&self) -> &ScreenManager {
        &self.manager
    }

    /// Asks for the end of the program, as the window's close button does. A screen may refuse.
    pub fn ask_to_quit(&mut self) {
        if let Some(overlay) = &mut self.overlay {
            // A stopped clock would never get to the command.
            overlay.time.reset();
        }
        self.manager.command(ScreenCommand::Quit);
    }

    /// Whether the run is over: the program has ended, or the script has stopped.
    #[must_use]
    pub const fn is_over(&self) -> bool {
        self.manager.has_ended() || self.stopped.is_some()
    }

    /// The ticks of one frame, as [`ScreenManager::advance`] runs them. `input` is what the player
    /// did since the last frame; a script takes the place of it. A tick in which the script asks for
    /// a screenshot is the last one of its frame.
    pub fn advance(&mut self, elapsed: Duration, input: &Input) {
        if self.is_over() {
            return;
        }
        let mut input = input.clone();
        let mut passing = elapsed;
        if let Some(overlay) = &mut self.overlay {
            if self.script.is_none() {
                passing = overlay.look_at_player(&mut self.manager, elapsed, &mut input);
            }
            overlay.frame_time.since_last = elapsed;
        }
        let began = self.overlay.is_some().then(|| self.clock.now());
        let Self { manager, script, mixer, overlay, trace, stopped, .. } = self;
        manager.advance_with(passing, &input, |manager, input| {
            let result = match script {
                Some(script) => script.tick(manager, overlay.as_mut()),
                None => {
                    manager.step(input);
                    Ok(())
                }
            };
            if let Some(mixer) = mixer {
                mixer.tick(manager.resources(), manager.audio());
            }
            *stopped = result.and_then(|()| write_trace(manager, trace)).err();
            let has_shot = script.as_ref().is_some_and(|script| script.shot.is_some());
            if manager.has_ended() || stopped.is_some() || has_shot {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        if let (Some(overlay), Some(began)) = (&mut self.overlay, began) {
            overlay.frame_time.logic = self.clock.now().saturating_sub(began);
        }
    }

    /// Draws the game, and the overlay on top. `viewport` is where the virtual screen is in the
    /// window.
    pub fn draw(&mut self, viewport: Viewport) {
        let began = self.overlay.is_some().then(|| self.clock.now());
        self.manager.draw();
        self.frames += 1;
        if let (Some(overlay), Some(began)) = (&mut self.overlay, began) {
            overlay.frame_time.draw = self.clock.now().saturating_sub(began);
            overlay.draw(&self.manager, self.script.is_some(), viewport);
        }
    }

    /// The name of the screenshot to take of the frame that is drawn next, once.
    pub fn take_shot(&mut self) -> Option<String> {
        self.script.as_mut()?.shot.take()
    }

    /// Whether the script wants the frame that is drawn next to be recorded.
    #[must_use]
    pub fn is_recording(&self) -> bool {
        self.script.as_ref().is_some_and(|script| script.is_recording)
    }

    /// Ends the run: writes the rest of the trace, and returns the report and what stopped the run, if
    /// something did. The report is complete in both cases.
    pub fn finish(mut self) -> (Report, Result<(), SessionError>) {
        if let Some(mixer) = &self.mixer {
            mixer.close();
        }
        let written = write_trace(&mut self.manager, &mut self.trace);
        let written = written.and_then(|()| match &mut self.trace {
            Some(trace) => trace.flush().map_err(SessionError::Trace),
            None => Ok(()),
        });
        let report = Report::of(&self.manager, self.frames, self.clock.now().as_secs_f64());
        (report, self.stopped.map_or(written, Err))
    }
}

/// Writes what the manager has recorded since the last call.
fn write_trace(manager: &mut ScreenManager, trace: &mut Option<Box<dyn Write>>) -> Result<(), SessionError> {
    let records = manager.take_trace();
    let Some(trace) = trace else { return Ok(()) };
    for record in &records {
        serde_json::to_writer(&mut *trace, record).map_err(|error| SessionError::Trace(error.into()))?;
        trace.write_all(b"\n").map_err(SessionError::Trace)?;
    }
    Ok(())
}
