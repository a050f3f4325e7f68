//! What every run needs, however the program was started.

use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use proscenium::flow::{ManagerSettings, ScreenManager};
use proscenium::kit::{InputScript, ScriptPlayer, Session, SettingsFile};
use proscenium::phase::{Background, Pace, PhaseId};
use proscenium::platform::{AssetSource, Clock, MemorySource, MemoryStorage, Trace};

use super::levels::LEVELS;
use super::shared::Shared;
use super::{phases, theme};

/// What is asked of a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// The phase to start with.
    pub phase: PhaseId,
    /// How load queues are worked through.
    pub pace: Pace,
    /// The seed of everything random.
    pub seed: u64,
    /// The level that the game begins with, from 1; those before it count as won.
    pub level: u32,
    /// Whether to record what happens.
    pub trace: bool,
    /// Whether to record the changes of all AI machines too.
    pub trace_machines: bool,
}

impl Default for RunOptions {
    fn default() -> Self {
        Self {
            phase: PhaseId::new("logo"),
            pace: Pace::OneItemPerTick,
            seed: 0,
            level: 1,
            trace: false,
            trace_machines: false,
        }
    }
}

/// Where the program runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    #[cfg(not(target_arch = "wasm32"))]
    Headless,
    #[cfg(feature = "window")]
    Window,
    Tool,
}

/// Why a run cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no phase `{wanted}`; there are: {}", known.join(", "))]
pub struct NoPhase {
    wanted: String,
    known: Vec<&'static str>,
}

/// Reads a pace: `one`, or milliseconds.
pub fn parse_pace(text: &str) -> Result<Pace, String> {
    if text == "one" {
        return Ok(Pace::OneItemPerTick);
    }
    match text.parse::<f64>() {
        Ok(milliseconds) if (0.0..=1000.0).contains(&milliseconds) => {
            Ok(Pace::Budget(Duration::from_secs_f64(milliseconds / 1000.0)))
        }
        _ => Err("write `one`, or milliseconds from 0 to 1000".to_owned()),
    }
}

/// Reads the number of a level.
pub fn parse_level(text: &str) -> Result<u32, String> {
    let last = LEVELS.len() as u32;
    let number = text.parse().ok().filter(|number| (1..=last).contains(number));
    number.ok_or_else(|| format!("write a level from 1 to {last}"))
}

/// Settings that are gone with the program: for scripts and tools.
pub fn memory() -> SettingsFile {
    SettingsFile::new(Box::new(MemoryStorage::default()))
}

/// The game without files to load: for its phases' names and manifests.
pub fn without_files() -> ScreenManager {
    manager(&RunOptions::default(), Arc::new(MemorySource::default()), &Shared::load(memory()), Mode::Tool)
}

/// The phase by that name.
pub fn find_phase(wanted: &str) -> Result<PhaseId, NoPhase> {
    let known: Vec<PhaseId> = without_files().phases().collect();
    known.iter().find(|id| id.name() == wanted).copied().ok_or_else(|| NoPhase {
        wanted: wanted.to_owned(),
        known: known.iter().map(|id| id.name()).collect(),
    })
}

/// What measures loads and the run: the window's clock where there is a window, because that one
/// exists in a browser as well.
pub fn clock(mode: Mode) -> Box<dyn Clock> {
    match mode {
        #[cfg(feature = "window")]
        Mode::Window => Box::new(proscenium::platform::window::WindowClock),
        #[cfg(not(target_arch = "wasm32"))]
        Mode::Headless | Mode::Tool => Box::new(proscenium::platform::SystemClock::start()),
        #[cfg(target_arch = "wasm32")]
        Mode::Tool => Box::new(proscenium::platform::ManualClock::default()),
    }
}

/// What is recorded: nothing, unless somebody wants to read it.
const fn trace(options: &RunOptions) -> Trace {
    match (options.trace, options.trace_machines) {
        (false, _) => Trace::off(),
        (true, false) => Trace::recording(),
        (true, true) => Trace::recording().with_machines(),
    }
}

/// The whole game, not yet started.
pub fn manager(
    options: &RunOptions,
    source: Arc<dyn AssetSource>,
    shared: &Shared,
    mode: Mode,
) -> ScreenManager {
    let settings = ManagerSettings {
        source,
        clock: clock(mode),
        background: if mode == Mode::Tool {
            Background::single_threaded()
        } else {
            Background::for_this_machine()
        },
        pace: options.pace,
        transition: Some(Rc::new(theme::fade())),
        seed: options.seed,
        trace: trace(options),
        ..ManagerSettings::default()
    };
    #[cfg(feature = "window")]
    let settings = if mode == Mode::Window {
        ManagerSettings { gpu: Box::new(proscenium::platform::window::WindowGpu::default()), ..settings }
    } else {
        settings
    };
    phases::manager(settings, shared)
}

/// A run that has begun with its first phase.
pub fn session(
    options: &RunOptions,
    source: Arc<dyn AssetSource>,
    shared: &Shared,
    mode: Mode,
    script: Option<InputScript>,
) -> Session {
    let mut manager = manager(options, source, shared, mode);
    shared.begin_with(options.level);
    manager.start(options.phase);
    manager.make_current();
    let session = Session::new(manager, clock(mode)).with_mixer(shared.mixer().clone());
    #[cfg(all(feature = "window", feature = "inspector"))]
    let session = if mode == Mode::Window {
        session.with_overlay(super::inspector::Inspector::new(shared))
    } else {
        session
    };
    match script {
        Some(script) => {
            shared.set_playing_script();
            session.with_script(ScriptPlayer::new(script))
        }
        None => session,
    }
}
