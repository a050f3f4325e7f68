//! One run of a program.

use std::time::Duration;

use serde::Serialize;

use super::crash;
use super::session_error::SessionError;
#[cfg(feature = "dev")]
use crate::dev::{ScriptPlayer, Watch};
use crate::flow::{Plugin, ScreenManager};
use crate::phase::LoadReport;
use crate::platform::{Clock, Input, WindowSize, caught};

/// One run of a program, in a window or without one: a [`ScreenManager`], its [plugins](Plugin) such as a script, a
/// mixer, an overlay and a trace file, and a report.
///
/// A loop calls [`advance`](Session::advance) and [`draw`](Session::draw) for each frame until
/// [`is_over`](Session::is_over), and then [`finish`](Session::finish).
/// [`run_headless`](Session::run_headless) is such a loop.
///
/// ```
/// use proscenium::flow::ScreenManager;
/// use proscenium::game::Session;
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
    first_phase: FirstPhase,
    pub(super) frames: u64,
    crashed: Option<SessionError>,
}

/// The end of a run: the report, and the error that stopped the run, if there was one.
pub type RunOutcome = (Report, Result<(), SessionError>);

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
    /// The maximum number of bytes of textures on the GPU.
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
        Self { manager, clock, first_phase: FirstPhase::default(), frames: 0, crashed: None }
    }

    /// Adds a [plugin](Plugin) to the manager of the run.
    pub fn with_plugin(mut self, plugin: impl Plugin) -> Self {
        self.manager.add_plugin(plugin);
        self
    }

    /// Returns the notices that are shown now: in a debug build the [mistake](ScreenManager::mistake) of the game's code, and
    /// in a run whose files are [watched](crate::dev::Watch) (feature `dev`) their errors and the last other notice.
    pub fn notice(&self) -> Option<String> {
        #[cfg(feature = "dev")]
        let watched = self.manager.plugins().get::<Watch>().and_then(Watch::notice);
        #[cfg(not(feature = "dev"))]
        let watched = None;
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
        self.manager.ask_to_quit();
    }

    /// Commands the end of the program and runs its ticks without drawing, for a page that is left. A screen may refuse.
    #[cfg(any(test, all(feature = "window", target_arch = "wasm32")))]
    pub(super) fn quit_at_once(&mut self) {
        /// More than a quit takes with its transition.
        const MOST_TICKS: u32 = 120;
        let input = Input { window: self.manager.window(), ..Input::default() };
        self.ask_to_quit();
        for _ in 0..MOST_TICKS {
            if self.is_over() {
                return;
            }
            self.advance(Clock::TICK, &input);
        }
    }

    /// Whether the program has ended or an error has stopped the run.
    pub fn is_over(&self) -> bool {
        self.manager.has_ended() || self.crashed.is_some()
    }

    /// Runs the ticks of one frame, as [`ScreenManager::advance`] does. `input` is the player's input
    /// since the last frame. A time of more than half a second, as after a page was hidden or the machine asleep,
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
        let records = self.manager.trace().take();
        crash::remember(self.manager.tick(), &records);
        match (&self.first_phase, self.manager.failure()) {
            (FirstPhase::Done, _) => {}
            (_, Some(cause)) => self.first_phase = FirstPhase::Failed(cause.to_owned()),
            (_, None) if self.manager.flow().phase().is_some() => self.first_phase = FirstPhase::Done,
            (_, None) => {}
        }
    }

    /// Stops the run with the message of a panic.
    fn crash_with(&mut self, message: String) {
        let tick = self.manager.tick();
        self.manager.trace().read(|records| crash::remember(tick, records));
        self.crashed.get_or_insert_with(|| crash::error(message));
    }

    /// Draws the game, and the plugins on top. A panic ends the run with [`SessionError::Crashed`]; then nothing is drawn.
    pub fn draw(&mut self) {
        if self.crashed.is_some() {
            return;
        }
        self.frames += 1;
        if let Err(message) = caught(|| self.manager.draw()) {
            self.crash_with(message);
        }
    }

    /// The error of a panic, which may have left a game that cannot be drawn.
    #[cfg(feature = "window")]
    pub(super) const fn crash(&self) -> Option<&SessionError> {
        self.crashed.as_ref()
    }

    /// Takes the error of a panic. The next use of the game is another one.
    #[cfg(all(feature = "dev", not(target_arch = "wasm32")))]
    pub(super) fn take_crash(&mut self) -> Option<SessionError> {
        self.crashed.take()
    }

    /// The error of a run in which no phase has become ready, unless its script is about that.
    fn start_error(&self) -> Result<(), SessionError> {
        #[cfg(feature = "dev")]
        if self.manager.plugins().get::<ScriptPlayer>().is_some_and(ScriptPlayer::expects_failure) {
            return Ok(());
        }
        match &self.first_phase {
            FirstPhase::Failed(cause) => Err(SessionError::NotStarted(cause.clone())),
            FirstPhase::Loading | FirstPhase::Done => Ok(()),
        }
    }

    /// Ends the run and its plugins: writes the rest of the trace, and returns the report and the error that stopped
    /// the run, if there was one. The report is complete in both cases.
    pub fn finish(mut self) -> RunOutcome {
        let started = self.start_error();
        let finished = caught(|| self.manager.finish()).unwrap_or_else(|message| {
            self.crash_with(message);
            Ok(())
        });
        let (manager, memory) = (&self.manager, self.manager.assets().memory());
        let report = Report {
            ticks: manager.tick(),
            frames: self.frames,
            seconds: self.clock.now().as_secs_f64(),
            loads: manager.assets().reports().to_vec(),
            peak_texture_bytes: memory.peak_texture_bytes,
            texture_bytes_at_end: memory.texture_bytes,
            textures_at_end: manager.assets().texture_count(),
            leaks: manager.assets().leaks().into_iter().cloned().collect(),
        };
        // Screens may run code when they are dropped.
        let Self { manager, mut crashed, .. } = self;
        if let Err(message) = caught(move || drop(manager)) {
            crashed.get_or_insert_with(|| crash::error(message));
        }
        crash::end();
        (report, crashed.map_or(finished.map_err(SessionError::from), Err).and(started))
    }

    /// Runs to the end as fast as the machine can, tick after tick, without drawing. There must be a
    /// script, or screens that end by themselves.
    pub fn run_headless(self) -> RunOutcome {
        self.run_headless_as_in(WindowSize::NONE)
    }

    /// As [`run_headless`](Self::run_headless), with the views of a window of this size.
    pub fn run_headless_as_in(mut self, window: WindowSize) -> RunOutcome {
        let input = Input { window, ..Input::default() };
        while !self.is_over() {
            self.advance(Clock::TICK, &input);
        }
        self.finish()
    }
}
