//! The machine and the program that a game runs in.

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use super::crash::Recorded;
use super::local_time::{UtcOffset, utc};
use crate::flow::{ScreenManager, Surface};
use crate::phase::{Background, Pace};
use crate::platform::{
    AssetSource, Clock, DirStorage, Gpu, HeadlessAudio, HeadlessGpu, InputMap, MemoryStorage, Scaling,
    Storage, Trace,
};
use crate::sound::Mixer;
#[cfg(feature = "window")]
use crate::window::WindowGpu;

/// The machine and the program that a game runs in: an argument of the [setup](super::Game::setup). Only its
/// [storage](Self::storage) and its [date](Self::date) affect the logic of a game; a recording keeps both.
pub struct Host {
    /// Stores settings and saved games: in [the system's folders](DirStorage::for_game), in the browser's local storage, or in
    /// the folder of `RunOptions::storage`; in memory while a script plays and where there is no window. A replay has what the
    /// recorded run read, and keeps what it saves in memory.
    pub storage: Rc<dyn Storage>,
    /// The keys and buttons of each action, which the game may change. A borrow ends before the next tick.
    pub input_map: Rc<RefCell<InputMap>>,
    /// Returns the seconds since 1970 began (UTC), for the date of a saved game; in a replay the recorded ones.
    pub date: Rc<dyn Fn() -> u64>,
    /// Returns the offset of the player's local time from UTC at such a date, in seconds, to show it. On the desktop it
    /// needs the feature `dates`. It is 0 without the feature, without a window, and while a script or a recording
    /// plays.
    pub utc_offset: UtcOffset,
    /// How views are scaled to the window, from the next frame on.
    pub scaling: Rc<Cell<Scaling>>,
    /// Whether an input script or a recording plays.
    pub is_scripted: bool,
    /// Whether the game runs in a page, or a run of a page is replayed. A page is closed with its tab.
    pub is_page: bool,
    /// The game's own options, the page's query, and what the system says. The first of a name counts.
    pub(super) options: Vec<(String, String)>,
    pub(super) source: Arc<dyn AssetSource>,
    /// Why there is no folder of assets.
    pub(super) no_assets: Option<String>,
    pub(super) clock: Clock,
    pub(super) trace: Trace,
    /// What overrides the game's own seed, first phase and pace.
    pub(super) seed: Option<u64>,
    pub(super) phase: Option<String>,
    /// The screen that is shown over the first one of its phase.
    pub(super) screen: Option<String>,
    pub(super) pace: Option<Pace>,
    /// The GPU of a run without a window, if it is not the plain one.
    pub(super) gpu: Option<Box<dyn Gpu>>,
    /// What decodes in a run without a window, if it is not the usual one.
    pub(super) background: Option<Background>,
    /// What is drawn on, if there is a window.
    pub(super) surface: Option<Rc<dyn Surface>>,
    /// The size of the window, if it is not the game's own.
    #[cfg(all(feature = "window", not(target_arch = "wasm32")))]
    pub(super) window: Option<(u32, u32)>,
    /// The folders of screenshots and of images of frames.
    #[cfg(all(feature = "dev", feature = "window"))]
    pub(super) screenshots: Option<PathBuf>,
    #[cfg(all(feature = "dev", feature = "window"))]
    pub(super) frames: Option<PathBuf>,
    /// Where the player's files are, if there are any.
    pub(super) home: Option<Home>,
    /// The recording of the run, which a crash ends.
    pub(super) recorded: Option<(Box<dyn Recorded>, PathBuf)>,
    /// The save of a run that this one goes on with.
    #[cfg(feature = "dev")]
    pub(super) resumed: Option<String>,
    /// Where the overlay stops the time.
    #[cfg(feature = "dev")]
    pub(super) stop_at: Option<crate::dev::StopAt>,
    /// Called in this order when all of the above is known, before the game is built.
    pub(super) attach: Vec<Attach>,
    /// Add the plugins before and after the game's own.
    pub(super) first: Vec<SetUp>,
    pub(super) last: Vec<SetUp>,
}

/// A part of a game that needs the manager.
pub(super) type SetUp = Box<dyn FnOnce(&mut ScreenManager, &Host)>;

/// A tool that is attached to a run.
pub(super) type Attach = Box<dyn FnOnce(&mut Host)>;

/// Where the files of a player are.
#[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a page has no folders"))]
pub(super) struct Home {
    pub(super) storage: DirStorage,
    /// The folder of recordings, logs and reports of crashes.
    pub(super) state: PathBuf,
    /// Whether settings, the log and the last run of this run are kept there.
    pub(super) is_kept: bool,
}

impl Host {
    /// A player's machine without a window.
    pub(super) fn new(source: Arc<dyn AssetSource>) -> Self {
        Self {
            storage: Rc::new(MemoryStorage::default()),
            input_map: Rc::default(),
            date: Rc::new(Clock::unix_time),
            utc_offset: utc(),
            scaling: Rc::default(),
            is_scripted: false,
            is_page: cfg!(target_arch = "wasm32"),
            options: Vec::new(),
            source,
            no_assets: None,
            clock: Clock::system(),
            trace: Trace::recording(),
            seed: None,
            phase: None,
            screen: None,
            pace: None,
            gpu: None,
            background: None,
            surface: None,
            #[cfg(all(feature = "window", not(target_arch = "wasm32")))]
            window: None,
            #[cfg(all(feature = "dev", feature = "window"))]
            screenshots: None,
            #[cfg(all(feature = "dev", feature = "window"))]
            frames: None,
            home: None,
            recorded: None,
            #[cfg(feature = "dev")]
            resumed: None,
            #[cfg(feature = "dev")]
            stop_at: None,
            attach: Vec::new(),
            first: Vec::new(),
            last: Vec::new(),
        }
    }

    /// Returns an [option of the game](super::Game::option) or of the page's query; `locale` has the languages that the
    /// player prefers (`fr,en-US`), `os` the system (`windows`). A script has neither.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Whether there is a window.
    pub const fn has_window(&self) -> bool {
        self.surface.is_some()
    }

    /// The GPU, what decodes, and the mixer.
    pub(super) fn devices(&mut self, pace: Pace) -> (Box<dyn Gpu>, Background, Mixer) {
        #[cfg(feature = "window")]
        if self.has_window() {
            return (Box::new(WindowGpu::default()), crate::window::background(), Mixer::for_window());
        }
        let background = self.background.take().unwrap_or_else(|| match pace {
            // Ticks without a window take no time, so thousands would pass until a thread has had its turn: no
            // tick of a budget waits for long.
            Pace::Budget(_) => Background::single_threaded(),
            Pace::OneItemPerTick => Background::for_this_machine(),
        });
        let gpu = self.gpu.take().unwrap_or_else(|| Box::new(HeadlessGpu::default()));
        (gpu, background, Mixer::new(HeadlessAudio::default()))
    }
}
