//! One run of a program.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::time::Duration;

use proscenium_dev::{
    InputScript, Overlaid, Overlay, Replayer, ScriptPlayer, SessionError, TraceWriter, Watch, crash,
};
use serde::Serialize;

use super::Mixer;
use crate::flow::{Plugin, ScreenManager};
use crate::phase::LoadReport;
use crate::platform::{AssetPath, Clock, Input, InputMap, Rect};
use proscenium_core::support::caught;

/// One run of a program, in a window or without one: a [`ScreenManager`], its [plugins](Plugin) such as a script, a
/// mixer, an overlay and a trace file, and a report.
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
    /// For the keys and buttons of a script.
    input_map: Rc<RefCell<InputMap>>,
    first_phase: FirstPhase,
    frames: u64,
    crashed: Option<SessionError>,
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

/// How far the first phase has come.
#[derive(Default)]
enum FirstPhase {
    #[default]
    Loading,
    /// For this cause; it may be tried again.
    Failed(String),
    Done,
}

impl Session {
    /// The time of a frame from which on the program did not run.
    const LONGEST_FRAME: Duration = Duration::from_millis(500);

    /// Makes a run of `manager`; `clock` measures its wall time for the report.
    pub fn new(manager: ScreenManager, clock: Clock) -> Self {
        let (input_map, first_phase) = (Rc::default(), FirstPhase::default());
        Self { manager, clock, input_map, first_phase, frames: 0, crashed: None }
    }

    /// Adds a [plugin](Plugin) to the manager of the run.
    pub fn with_plugin(mut self, plugin: impl Plugin) -> Self {
        self.manager.add_plugin(plugin);
        self
    }

    /// Takes the input from a script instead of a player. The run ends with the script. It is the first plugin, which the
    /// others follow.
    pub fn with_script(mut self, script: InputScript) -> Self {
        self.manager.add_first_plugin(ScriptPlayer::new(script, Rc::clone(&self.input_map)));
        self
    }

    /// Adds a mixer as a plugin, which is updated after each tick and closed at the end of the run.
    pub fn with_mixer(self, mixer: Mixer) -> Self {
        self.with_plugin(mixer)
    }

    /// Binds the keys and buttons of a script as this map does. A [`Game`](super::Game) has its own.
    pub fn with_input_map(mut self, map: &Rc<RefCell<InputMap>>) -> Self {
        self.input_map = Rc::clone(map);
        if let Some(script) = self.manager.plugin_mut::<ScriptPlayer>() {
            script.set_input_map(Rc::clone(map));
        }
        self
    }

    /// Writes the trace of the manager, which must record one, to `trace`, with a plugin: one JSON object a line.
    pub fn with_trace(self, trace: impl Write + 'static) -> Self {
        self.with_plugin(TraceWriter::new(Box::new(trace), false))
    }

    /// Puts an overlay over the game, as a plugin.
    pub fn with_overlay(self, overlay: impl Overlay + 'static) -> Self {
        let overlaid = Overlaid::new(overlay, self.clock.clone());
        self.with_plugin(overlaid)
    }

    /// Watches the files of the assets, with a plugin: `saved` returns the files that were saved since it returned
    /// `None`, as `DirSource::watch` (feature `watch`) does. They are read again in the background, and the
    /// screens get a [`Reloaded`](crate::flow::Reloaded) for each resource: see
    /// [`ScreenManager::reload_changed`]. A file that cannot be read leaves its value as it is; it is read
    /// once more when no file was saved for 50 ms, and then makes a [`Notice`](crate::flow::Notice), which is shown until the
    /// file is repaired. Files with an error are read again with each other one that is saved.
    pub fn with_watch(mut self, saved: impl Iterator<Item = AssetPath> + 'static) -> Self {
        let watch = Watch::new(&mut self.manager, saved);
        self.with_plugin(watch)
    }

    /// Returns the notices that are shown now: in a run with a [watch](Self::with_watch) the errors of files, and the
    /// last other one below them; in a debug build also the [mistake](ScreenManager::mistake) of the game's code.
    pub fn notice(&self) -> Option<String> {
        let watched = self.manager.plugin::<Watch>().and_then(Watch::notice);
        let mistake = self.manager.mistake().filter(|_| cfg!(debug_assertions)).map(str::to_owned);
        let lines: Vec<_> = watched.into_iter().chain(mistake).collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }

    /// Returns the manager.
    pub const fn manager(&self) -> &ScreenManager {
        &self.manager
    }

    /// Commands the end of the program, as the window's close button does. A screen may refuse. A replay ends at
    /// once.
    pub fn ask_to_quit(&mut self) {
        if self.manager.plugin::<Replayer>().is_some() {
            self.manager.stop();
        }
        self.manager.ask_to_quit();
    }

    /// Whether the program has ended or an error has stopped the run.
    pub const fn is_over(&self) -> bool {
        self.manager.has_ended() || self.crashed.is_some()
    }

    /// Runs the ticks of one frame, as [`ScreenManager::advance`] does. `input` is the player's input
    /// since the last frame; that of a script replaces it. A tick with a screenshot is the last one
    /// of its frame. A time of more than half a second, as after a page was hidden or the machine asleep,
    /// counts as one tick.
    /// A panic ends the run with [`SessionError::Crashed`].
    pub fn advance(&mut self, elapsed: Duration, input: &Input) {
        if self.is_over() {
            return;
        }
        let elapsed = if elapsed > Self::LONGEST_FRAME { Clock::TICK } else { elapsed };
        if let Err(message) = caught(|| self.manager.advance(elapsed, input)) {
            return self.crash_with(message);
        }
        let records = self.manager.take_trace();
        crash::remember(self.manager.tick(), &records);
        match (&self.first_phase, self.manager.failure()) {
            (FirstPhase::Done, _) => {}
            (_, Some(cause)) => self.first_phase = FirstPhase::Failed(cause.to_owned()),
            (_, None) if self.manager.phase().is_some() => self.first_phase = FirstPhase::Done,
            (_, None) => {}
        }
    }

    /// Runs on, as fast as the machine can, to the tick with the next screenshot; to the frame that has to be presented by
    /// itself, in a transition or a load; or for two seconds of the game.
    #[cfg(feature = "window")]
    pub(super) fn advance_to_shot(&mut self, input: &Input) {
        // As many as one call catches up with: fewer are a frame that has to be presented.
        const TICKS: u32 = 5;
        for _ in 0..24 {
            let before = self.manager.tick();
            if self.has_shot() || self.is_over() {
                return;
            }
            self.advance(Clock::TICK * TICKS, input);
            if self.manager.tick() < before + u64::from(TICKS) {
                return;
            }
        }
    }

    /// Stops the run with the message of a panic.
    fn crash_with(&mut self, message: String) {
        let tick = self.manager.tick();
        self.manager.trace().read(|records| crash::remember(tick, records));
        self.crashed.get_or_insert_with(|| crash::error(message));
    }

    /// Draws the game, and the plugins on top. `viewport` is the place of the virtual screen in the
    /// window. A panic ends the run with [`SessionError::Crashed`]; then nothing is drawn.
    pub fn draw(&mut self, viewport: Rect) {
        self.draw_with(viewport, ScreenManager::draw);
    }

    /// The same, where `draw` draws the game and the plugins.
    pub(super) fn draw_with(&mut self, viewport: Rect, draw: impl FnOnce(&ScreenManager)) {
        if self.crashed.is_some() {
            return;
        }
        self.frames += 1;
        if let Some(overlaid) = self.manager.plugin_mut::<Overlaid>() {
            overlaid.begin_drawing(viewport);
        }
        if let Err(message) = caught(|| draw(&self.manager)) {
            self.crash_with(message);
        }
    }

    /// The error of a panic, which may have left a game that cannot be drawn.
    #[cfg(feature = "window")]
    pub(super) const fn crash(&self) -> Option<&SessionError> {
        self.crashed.as_ref()
    }

    /// Ends the run of a game that has crashed, and takes the error.
    #[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
    pub(super) fn take_crash(&mut self) -> Option<SessionError> {
        self.crashed.take().inspect(|_| self.manager.stop())
    }

    /// The keys and buttons of each action.
    #[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
    pub(super) fn input_map(&self) -> Rc<RefCell<InputMap>> {
        Rc::clone(&self.input_map)
    }

    #[cfg(feature = "window")]
    pub(super) fn is_scripted(&self) -> bool {
        self.manager.plugin::<ScriptPlayer>().is_some()
    }

    #[cfg(feature = "window")]
    pub(super) fn set_hidden(&self, is_hidden: bool) {
        let now = if is_hidden { "hidden" } else { "seen again" };
        log::debug!("the window is {now} after {} frames", self.frames);
        if let Some(mixer) = self.manager.plugin::<Mixer>() {
            mixer.set_hidden(is_hidden);
        }
    }

    /// Whether this frame has a screenshot or a part of a transition, which may draw later frames from it.
    #[cfg(feature = "window")]
    pub(super) fn has_to_be_drawn(&self) -> bool {
        self.has_shot() || !self.manager.is_idle() && self.manager.load_status().is_none()
    }

    #[cfg(feature = "window")]
    fn has_shot(&self) -> bool {
        self.manager.plugin::<ScriptPlayer>().is_some_and(ScriptPlayer::has_shot)
    }

    /// Takes the name of the screenshot of the current frame, if the script has one for it.
    pub fn take_shot(&mut self) -> Option<String> {
        self.manager.plugin_mut::<ScriptPlayer>()?.take_shot()
    }

    /// Whether the current frame is between `emit record_on` and `emit record_off` of the script.
    pub fn is_recording(&self) -> bool {
        self.manager.plugin::<ScriptPlayer>().is_some_and(ScriptPlayer::is_recording)
    }

    /// The error of a run in which no phase has become ready, unless its script is about that.
    fn start_error(&self) -> Result<(), SessionError> {
        let script = self.manager.plugin::<ScriptPlayer>();
        match &self.first_phase {
            FirstPhase::Failed(cause) if !script.is_some_and(ScriptPlayer::expects_failure) => {
                Err(SessionError::NotStarted(cause.clone()))
            }
            _ => Ok(()),
        }
    }

    /// Ends the run and its plugins: writes the rest of the trace, and returns the report and the error that stopped
    /// the run, if there was one. The report is complete in both cases.
    pub fn finish(mut self) -> (Report, Result<(), SessionError>) {
        let started = self.start_error();
        let finished = caught(|| self.manager.finish()).unwrap_or_else(|message| {
            self.crash_with(message);
            Ok(())
        });
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
        let Self { manager, mut crashed, .. } = self;
        if let Err(message) = caught(move || drop(manager)) {
            crashed.get_or_insert_with(|| crash::error(message));
        }
        crash::end();
        (report, crashed.map_or(finished.map_err(SessionError::from), Err).and(started))
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
