//! One run of a program.

use std::cell::RefCell;
use std::io::Write;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

use serde::Serialize;

use super::crash;
use super::input_script::InputScript;
use super::mixer::Mixer;
use super::overlay::{Overlaid, Overlay};
use super::play::{Play, Player};
use super::rect::Rect;
use super::session_error::SessionError;
use super::watch::Watch;
use crate::flow::ScreenManager;
use crate::phase::LoadReport;
use crate::platform::{AssetPath, Clock, Input, InputMap, caught};

/// One run of a program, in a window or without one: a [`ScreenManager`] with a script, a mixer, an
/// overlay, a trace file and a report.
///
/// A loop calls [`advance`](Session::advance) and [`draw`](Session::draw) for each frame until
/// [`is_over`](Session::is_over), and then [`finish`](Session::finish).
/// [`run_headless`](Session::run_headless) is such a loop.
///
/// ```
/// use proscenium::flow::ScreenManager;
/// use proscenium::kit::Session;
/// use proscenium::platform::{Clock, Input};
///
/// let mut session = Session::new(ScreenManager::headless(), Clock::manual());
/// session.ask_to_quit();
/// while !session.is_over() {
///     session.advance(Clock::TICK, &Input::default());
/// }
/// let (report, result) = session.finish();
/// assert!(result.is_ok());
/// assert_eq!(report.ticks, 1);
/// ```
#[must_use]
pub struct Session {
    pub(super) manager: ScreenManager,
    clock: Clock,
    pub(super) play: Play,
    pub(super) overlay: Option<Overlaid>,
    watch: Option<Watch>,
    frames: u64,
    stopped: Option<SessionError>,
}

/// The end of a run: the report, and the error that stopped the run, if there was one.
pub(super) type RunOutcome = (Report, Result<(), SessionError>);

/// The report of a run. `--report FILE` writes it as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The number of ticks.
    pub ticks: u64,
    /// The number of frames; 0 without a window.
    pub frames: u64,
    /// Seconds of wall time.
    pub seconds: f64,
    /// Each load, in order.
    pub loads: Vec<LoadReport>,
    /// The maximum of bytes of textures on the GPU.
    pub peak_texture_bytes: u64,
    /// Bytes of textures that are still on the GPU at the end; 0 after an orderly quit.
    pub texture_bytes_at_end: u64,
    /// Textures that are still on the GPU at the end; 0 after an orderly quit.
    pub textures_at_end: usize,
    /// The loads that found textures of phases before them.
    pub leaks: Vec<LoadReport>,
}

impl Session {
    /// The time of a frame from which on the program did not run.
    const LONGEST_FRAME: Duration = Duration::from_millis(500);

    /// Makes a run of `manager`; `clock` measures its wall time for the report.
    pub fn new(manager: ScreenManager, clock: Clock) -> Self {
        Self { manager, clock, play: Play::default(), overlay: None, watch: None, frames: 0, stopped: None }
    }

    /// Takes the input from a script instead of a player. The run ends with the script.
    pub fn with_script(mut self, script: InputScript) -> Self {
        self.play.player = Player::script(script);
        self
    }

    /// Adds a mixer, which is updated after each tick and closed at the end of the run.
    pub fn with_mixer(mut self, mixer: Mixer) -> Self {
        self.play.mixer = Some(mixer);
        self
    }

    /// Binds the keys and buttons of a script as this map does. A [`Game`](super::Game) has its own.
    pub fn with_input_map(mut self, map: &Rc<RefCell<InputMap>>) -> Self {
        self.play.input_map = Rc::clone(map);
        self
    }

    /// Writes the trace of the manager, which must record one, to `trace`: one JSON object a line.
    pub fn with_trace(mut self, trace: impl Write + 'static) -> Self {
        self.play.trace = Some(Box::new(trace));
        self
    }

    /// Puts an overlay over the game.
    pub fn with_overlay(mut self, overlay: impl Overlay + 'static) -> Self {
        self.overlay = Some(Overlaid::new(overlay));
        self
    }

    /// Watches the files of the assets: `saved` returns the files that were saved since it returned
    /// `None`, as `DirSource::watch` (feature `watch`) does. They are read again in the background, and the
    /// screens get a [`Reloaded`](crate::flow::Reloaded) for each resource: see
    /// [`ScreenManager::reload_changed`]. A file that cannot be read leaves its value as it is; it is read
    /// once more when no file was saved for 50 ms, and then makes a [`Notice`](super::Notice), which is shown until the
    /// file is repaired. Files with an error are read again with each other one that is saved.
    pub fn with_watch(mut self, saved: impl Iterator<Item = AssetPath> + 'static) -> Self {
        self.watch = Some(Watch::new(&mut self.manager, Box::new(saved)));
        self
    }

    /// Returns the notices that are shown now, in a run with a [watch](Self::with_watch): the errors of files, and the
    /// last other one below them.
    pub fn notice(&self) -> Option<String> {
        self.watch.as_ref()?.notice()
    }

    /// Returns the manager.
    pub const fn manager(&self) -> &ScreenManager {
        &self.manager
    }

    /// Commands the end of the program, as the window's close button does. A screen may refuse. A replay ends at
    /// once.
    pub fn ask_to_quit(&mut self) {
        if let Some(overlay) = &mut self.overlay {
            // Commands are applied in ticks, and a stopped clock has none.
            overlay.time.reset();
        }
        self.play.is_over |= matches!(self.play.player, Player::Replay(_));
        self.play.asks_to_quit = true;
    }

    /// Whether the program has ended or an error has stopped the run.
    pub const fn is_over(&self) -> bool {
        self.play.is_over || self.manager.has_ended() || self.stopped.is_some()
    }

    /// Runs the ticks of one frame, as [`ScreenManager::advance`] does. `input` is the player's input
    /// since the last frame; that of a script replaces it. A tick with a screenshot is the last one
    /// of its frame. A time of more than half a second, as after a page was hidden or the machine asleep,
    /// counts as one tick.
    /// A panic ends the run with [`SessionError::Crashed`].
    pub fn advance(&mut self, elapsed: Duration, input: &Input) {
        if !self.is_over() {
            self.guarded(|session| session.advance_unguarded(elapsed, input));
        }
    }

    fn advance_unguarded(&mut self, elapsed: Duration, input: &Input) {
        let elapsed = if elapsed > Self::LONGEST_FRAME { Clock::TICK } else { elapsed };
        let mut input = input.clone();
        let mut passing = elapsed;
        if let Some(overlay) = &mut self.overlay {
            if !self.play.is_scripted() {
                passing = overlay.show_player(&mut self.manager, elapsed, &mut input);
            }
            overlay.since_last = elapsed;
        }
        if let Some(watch) = &mut self.watch {
            watch.advance(&mut self.manager, elapsed);
        }
        let began = self.clock.now();
        let Self { manager, play, overlay, stopped, .. } = self;
        manager.advance_with(passing, &input, |manager, input| {
            *stopped = play.tick(manager, overlay.as_mut(), input).err();
            let has_shot = play.script().is_some_and(|script| script.shot.is_some());
            let is_last = manager.has_ended() || stopped.is_some() || play.is_over || has_shot;
            if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(overlay) = &mut self.overlay {
            overlay.logic = self.clock.now().saturating_sub(began);
        }
    }

    /// Calls `call`. A panic in it stops the run.
    fn guarded(&mut self, call: impl FnOnce(&mut Self)) {
        if let Err(message) = caught(|| call(self)) {
            let records = self.manager.take_trace();
            crash::remember(self.manager.tick(), &records);
            // The report has them too.
            let _ = self.play.write(&records);
            self.stopped = Some(crash::error(message));
        }
    }

    /// Draws the game, and the overlay on top. `viewport` is the place of the virtual screen in the
    /// window. A panic ends the run with [`SessionError::Crashed`]; then nothing is drawn.
    pub fn draw(&mut self, viewport: Rect) {
        self.draw_with(viewport, ScreenManager::draw);
    }

    /// The same, where `draw` draws the game.
    pub(super) fn draw_with(&mut self, viewport: Rect, draw: impl FnOnce(&ScreenManager)) {
        if self.crash().is_some() {
            return;
        }
        self.guarded(|session| {
            let began = session.clock.now();
            draw(&session.manager);
            session.frames += 1;
            if let Some(overlay) = &mut session.overlay {
                let draw = session.clock.now().saturating_sub(began);
                overlay.show(&session.manager, session.play.is_scripted(), draw, viewport);
            }
        });
    }

    /// The error of a panic, which may have left a game that cannot be drawn.
    pub(super) const fn crash(&self) -> Option<&SessionError> {
        match &self.stopped {
            Some(error @ SessionError::Crashed { .. }) => Some(error),
            _ => None,
        }
    }

    #[cfg(feature = "window")]
    pub(super) fn set_hidden(&self, is_hidden: bool) {
        let now = if is_hidden { "hidden" } else { "seen again" };
        log::debug!("the window is {now} after {} frames", self.frames);
        if let Some(mixer) = &self.play.mixer {
            mixer.set_hidden(is_hidden);
        }
    }

    /// Takes the name of the screenshot of the current frame, if the script has one for it.
    pub fn take_shot(&mut self) -> Option<String> {
        self.play.script_mut()?.shot.take()
    }

    /// Whether the current frame is between `emit record_on` and `emit record_off` of the script.
    pub fn is_recording(&self) -> bool {
        self.play.script().is_some_and(|script| script.is_recording)
    }

    /// Ends the run: writes the rest of the trace, and returns the report and the error that stopped
    /// the run, if there was one. The report is complete in both cases.
    pub fn finish(mut self) -> (Report, Result<(), SessionError>) {
        let records = self.manager.take_trace();
        let (written, started) = (self.play.end(&records), self.play.start_error());
        let (manager, memory) = (&self.manager, self.manager.memory());
        let report = Report {
            ticks: manager.tick(),
            frames: self.frames,
            seconds: self.clock.now().as_secs_f64(),
            loads: manager.load_reports().to_vec(),
            peak_texture_bytes: memory.peak_texture_bytes,
            texture_bytes_at_end: memory.texture_bytes,
            textures_at_end: manager.texture_count(),
            leaks: manager.leaks().into_iter().cloned().collect(),
        };
        // Screens may have code of their own at their end.
        let Self { manager, mut stopped, .. } = self;
        if let Err(message) = caught(move || drop(manager)) {
            stopped.get_or_insert_with(|| crash::error(message));
        }
        crash::end();
        (report, stopped.map_or(written, Err).and(started))
    }

    /// Runs to the end as fast as the machine can, tick after tick, without drawing. There must be a
    /// script, or screens that end by themselves.
    pub fn run_headless(mut self) -> (Report, Result<(), SessionError>) {
        while !self.is_over() {
            self.advance(Clock::TICK, &Input::default());
            // Without a window there is no frame to take a screenshot of.
            self.take_shot();
        }
        self.finish()
    }
}
