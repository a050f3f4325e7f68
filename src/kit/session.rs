//! One run of a program: the manager, the script that plays it, and the trace that it leaves.

use std::io::{self, Write};
use std::time::Duration;

use super::input_script::{ScriptPlayer, ScriptStopped, StageView};
use super::mixer::Mixer;
use super::overlay::{Overlay, OverlayInput, OverlayView, PictureTime};
use super::recording::{RECORD_OFF, RECORD_ON};
use super::report::Report;
use super::time_control::{Passing, TimeControl};
use super::virtual_screen::Viewport;
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
    mixer: Option<Mixer>,
    trace: Option<Box<dyn Write>>,
    clock: Box<dyn Clock>,
    shot: Option<String>,
    is_recording: bool,
    collected: Input,
    stopped: Option<SessionError>,
    after: AfterScript,
    overlay: Option<Box<dyn Overlay>>,
    time: TimeControl,
    picture: PictureTime,
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
            mixer: None,
            trace: None,
            clock,
            shot: None,
            is_recording: false,
            collected: Input::default(),
            stopped: None,
            after: AfterScript::default(),
            overlay: None,
            time: TimeControl::default(),
            picture: PictureTime::default(),
        }
    }

    /// Lets a script play instead of a person. The run ends with the script.
    #[must_use]
    pub fn with_script(mut self, player: ScriptPlayer) -> Self {
        self.player = Some(player);
        self
    }

    /// Lets this mixer sound: it is ticked after each frame, and closed at the end of the run.
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

    /// Puts an overlay over the game. It sees what the loop hands to [`picture`](Session::picture),
    /// or what the script does.
    #[must_use]
    pub fn with_overlay(mut self, overlay: impl Overlay + 'static) -> Self {
        self.overlay = Some(Box::new(overlay));
        self
    }

    /// The manager.
    #[must_use]
    pub const fn manager(&self) -> &ScreenManager {
        &self.manager
    }

    /// Asks for the end of the program, as the window's close button does. A screen may refuse.
    pub fn ask_to_quit(&mut self) {
        // While time stands still nothing would come of it.
        self.time.reset();
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
        let began = self.begin_picture(elapsed, input);
        let due = match self.time.pass(elapsed) {
            Passing::Time(elapsed) => self.manager.due_frames(elapsed),
            Passing::Frames(frames) => frames,
        };
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
        if self.time.is_stopped() {
            // What is let go before the next frame is nothing that was done in it.
            self.collected.forget_what_is_over();
        }
        self.picture.logic = self.since(began);
    }

    /// Shows the overlay what the player did, and keeps the rest for the next frame. Answers when
    /// that was, on the clock of the world, if anybody wants to know.
    fn begin_picture(&mut self, elapsed: Duration, input: &Input) -> Option<Duration> {
        let Some(overlay) = self.overlay.as_mut().filter(|_| self.player.is_none()) else {
            self.collected.merge(input);
            self.picture.since_last = elapsed;
            return self.overlay.is_some().then(|| self.clock.now());
        };
        let mut input = input.clone();
        let time = Some(&mut self.time);
        overlay.input(&mut OverlayInput { input: &mut input, manager: &mut self.manager, time });
        self.collected.merge(&input);
        self.picture.since_last = elapsed;
        Some(self.clock.now())
    }

    fn since(&self, began: Option<Duration>) -> Duration {
        began.map_or(Duration::ZERO, |began| self.clock.now().saturating_sub(began))
    }

    /// Draws the game, and the overlay on top. `viewport` is where the virtual screen is in the
    /// window.
    pub fn draw(&mut self, viewport: Viewport) {
        let began = self.overlay.is_some().then(|| self.clock.now());
        self.manager.draw();
        self.picture.draw = self.since(began);
        if let Some(overlay) = &mut self.overlay {
            let time = self.player.is_none().then_some(&self.time);
            overlay.draw(&OverlayView { manager: &self.manager, time, picture: self.picture, viewport });
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
                let overlay = self.overlay.as_deref_mut();
                play(player, &mut self.manager, overlay, asked, is_recording, &mut self.after)
            }
        };
        if let Some(mixer) = &self.mixer {
            mixer.tick(self.manager.resources(), self.manager.audio());
        }
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
        if let Some(mixer) = &self.mixer {
            mixer.close();
        }
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
    overlay: Option<&mut (dyn Overlay + 'static)>,
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
    if let Some(overlay) = overlay {
        let mut input = step.input.clone();
        overlay.input(&mut OverlayInput { input: &mut input, manager, time: None });
    }
    manager.step(step.input);
    if after.frames > END_FRAMES { Err(SessionError::NotEnded(END_FRAMES)) } else { Ok(()) }
}
