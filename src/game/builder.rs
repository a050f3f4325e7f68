//! A whole program: what it is called, what it consists of, and how it starts.

use std::path::PathBuf;
use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::host::{Host, SetUp};
use super::log_tee;
use super::profile::{Preferences, Profile};
#[cfg(feature = "strings")]
use super::system_screens::set_system_screens;
use crate::flow::{ManagerSettings, Phase, Plugin, ScreenManager, Transition};
use crate::phase::{Pace, PhaseId};
use crate::platform::{Action, AssetPath, AssetSource, InputMap, Scaling, Storage, View};

/// A game as a program: the phases and the parts that a program needs around them, each with a
/// default.
///
/// [`run`](Game::run) opens a window, or plays in the page that `cargo web` makes, or runs headless
/// where there is no display and the feature `dev` is on. A program with its own loop uses [`Session`](super::Session)
/// or [`ScreenManager`].
///
/// ```no_run
/// use proscenium::flow::{GameScreen, Phase, ScreenContext};
/// use proscenium::game::Game;
///
/// struct Title;
/// impl GameScreen for Title {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) { cx.quit(); }
/// }
///
/// fn main() -> std::process::ExitCode {
///     let game = Phase::new("game").screen("title", |_| Title);
///     Game::new("minimal").title("Minimal").phase(game).run()
/// }
/// ```
#[must_use]
pub struct Game {
    pub(super) name: &'static str,
    pub(super) version: &'static str,
    title: Option<String>,
    pub(super) options: Vec<(String, String)>,
    pub(super) assets: PathBuf,
    pub(super) view: View,
    pub(super) upright_view: Option<View>,
    pub(super) scaling: Scaling,
    pub(super) first_phase: Option<PhaseId>,
    pub(super) language: Option<String>,
    pub(super) seed: Option<u64>,
    pub(super) input_map: InputMap,
    pub(super) opening: Opening,
    pub(super) settings: ManagerSettings,
    pub(super) phases: Vec<Phase>,
    pub(super) shared: Vec<SetUp>,
    pub(super) plugins: Vec<SetUp>,
    pub(super) profile: Option<SetUp>,
    pub(super) setup: Option<SetUp>,
    pub(super) overlay: Option<SetUp>,
    pub(super) tools: Tools,
}

/// What a game wants of its window. A build without the feature `window` ignores it.
#[cfg_attr(not(feature = "window"), allow(dead_code, reason = "there is no window"))]
pub(super) struct Opening {
    pub(super) size: Option<(u32, u32)>,
    pub(super) icon: Option<&'static [u8]>,
    pub(super) vsync: ChooseVsync,
    pub(super) is_resizable: bool,
    pub(super) sample_count: u32,
    pub(super) high_dpi: bool,
}

/// Whether the player's settings want vertical sync.
type ChooseVsync = Box<dyn Fn(&Rc<dyn Storage>) -> bool>;

/// What only a developer's tools need of a game.
#[cfg_attr(not(feature = "dev"), allow(dead_code, reason = "there are no tools"))]
pub(super) struct Tools {
    /// All actions, for input scripts.
    pub(super) actions: Vec<Action>,
    /// The game's own check of each file.
    pub(super) check: Option<CheckFile>,
}

/// A game's own check for each file; its error says what is wrong.
type CheckFile = Box<dyn Fn(&AssetPath, &dyn AssetSource) -> Result<(), String>>;

impl Game {
    /// Makes a game without any phase. `name` consists of small letters, digits and `-`. It names the folders of settings,
    /// saved games and recordings, starts each error message, and is the title of the window if none is set.
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            version: "",
            title: None,
            options: Vec::new(),
            assets: PathBuf::from("assets"),
            // A third of Full HD and a sixth of 4K, so both show it without a border.
            view: View::fit(640, 360),
            upright_view: None,
            scaling: Scaling::default(),
            first_phase: None,
            language: None,
            seed: None,
            input_map: InputMap::default(),
            opening: Opening {
                size: None,
                icon: None,
                vsync: Box::new(|_| true),
                is_resizable: true,
                sample_count: 1,
                high_dpi: true,
            },
            settings: ManagerSettings::with_fade(),
            phases: Vec::new(),
            shared: Vec::new(),
            plugins: Vec::new(),
            profile: None,
            setup: None,
            overlay: None,
            tools: Tools { actions: Action::BUILT_IN.to_vec(), check: None },
        }
    }

    /// Sets the title of the window.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the version of the game, for recordings, crash reports and the option `--version`:
    /// `env!("CARGO_PKG_VERSION")`.
    pub fn version(mut self, version: &'static str) -> Self {
        self.version = version;
        self
    }

    /// Sets one of the game's own options, for [`Host::option`]. A recording keeps it.
    pub fn option(mut self, name: &str, value: impl Into<String>) -> Self {
        self.options.push((name.to_owned(), value.into()));
        self
    }

    /// Sets the logger of the program, at once, if there is none. It shows what its own filter of this level lets
    /// through. The lines from [`Info`](log::Level::Info) up are kept for crash reports, and in the files `log.txt` and
    /// `log.old.txt`, of at most 1 MiB each, in the system's state folder (`~/.local/state/NAME` on Linux).
    pub fn logger(self, shown: impl log::Log + 'static, level: log::LevelFilter) -> Self {
        log_tee::begin(Box::new(shown), level);
        self
    }

    /// Sets the folder of the assets, `assets` by default. A relative path is searched for beside the program and in the
    /// folders above it, then in the current folder and in the folders above it; under `cargo run` in the current
    /// folder first. The folder may have packs. A page has its own folder. A game whose first phase needs no file
    /// starts without it.
    pub fn assets(mut self, folder: impl Into<PathBuf>) -> Self {
        self.assets = folder.into();
        self
    }

    /// Sets how virtual pixels lie in the window; by default they [fit](View::fit) 640 by 360 into it. A screen may have
    /// [another view](crate::flow::GameScreen::view).
    pub fn view(mut self, view: View) -> Self {
        self.view = view;
        self
    }

    /// Sets the view of a window that is higher than wide, for the screens
    /// [that have a layout for it](crate::flow::GameScreen::view).
    pub fn upright_view(mut self, view: View) -> Self {
        self.upright_view = Some(view);
        self
    }

    /// Sets the size of the window when it opens, in physical pixels, twice the view by default. The player
    /// can change it.
    ///
    /// The window is never larger than the display. If twice the view does not fit, it has the size of the view; if
    /// that or the set size does not fit, it is as large as the display allows, in the same shape. In X11 the display
    /// is the main monitor without the desktop's bars; Windows and macOS limit windows themselves. The option
    /// `--window` and `RunOptions::window` set a size without a limit. A page sets its own size.
    pub fn window_size(mut self, width: u32, height: u32) -> Self {
        self.opening.size = Some((width.clamp(1, View::MAX_SIDE), height.clamp(1, View::MAX_SIDE)));
        self
    }

    /// Sets the icon of the window on Windows and macOS: a PNG file of 64 × 64 pixels. A desktop of Linux shows
    /// the icon of the `.desktop` file with the game's name.
    pub const fn icon(mut self, png: &'static [u8]) -> Self {
        self.opening.icon = Some(png);
        self
    }

    /// Sets a function that returns whether frames wait for the display (vertical sync), which they do by default.
    /// It is called before the window opens, so a change in the settings of the storage takes effect at the next start.
    /// In a page and on macOS frames always wait. A window has at most 250 frames a second.
    pub fn vsync(mut self, choose: impl Fn(&Rc<dyn Storage>) -> bool + 'static) -> Self {
        self.opening.vsync = Box::new(choose);
        self
    }

    /// Sets whether the player can change the size of the window; by default they can.
    pub const fn resizable(mut self, is_resizable: bool) -> Self {
        self.opening.is_resizable = is_resizable;
        self
    }

    /// Sets the samples for each pixel, 1 by default. 4 smooth the edges of shapes that a screen draws straight to the
    /// window, as in [`View::Window`]; a scaled view has smooth edges already.
    pub const fn sample_count(mut self, count: u32) -> Self {
        self.opening.sample_count = count;
        self
    }

    /// Sets whether the window has all pixels of a dense display; by default it has. Otherwise each of its pixels is a
    /// block of the display's.
    pub const fn high_dpi(mut self, has_all_pixels: bool) -> Self {
        self.opening.high_dpi = has_all_pixels;
        self
    }

    /// Sets the phase that the game starts with, instead of the one that is added first. `--phase` overrides it.
    pub fn first_phase(mut self, phase: impl Into<PhaseId>) -> Self {
        self.first_phase = Some(phase.into());
        self
    }

    /// Sets the language of a new player, a tag such as `de`, instead of the system's language. The settings override
    /// it.
    pub fn language(mut self, tag: impl Into<String>) -> Self {
        self.language = Some(tag.into());
        self
    }

    /// Sets how load queues are worked through, one item a tick by default. `--pace` overrides it.
    pub fn pace(mut self, pace: Pace) -> Self {
        self.settings.pace = pace;
        self
    }

    /// Sets the seed of everything random, for a game that is the same each time. Without it each run of a player has
    /// another seed, and a script has the seed 0. `--seed` overrides it.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets how views are scaled to the window; settings change [`Host::scaling`].
    pub fn scaling(mut self, scaling: Scaling) -> Self {
        self.scaling = scaling;
        self
    }

    /// Sets the keys and buttons of each action.
    pub fn input_map(mut self, map: InputMap) -> Self {
        self.input_map = map;
        self
    }

    /// Adds the game's own actions, so that input scripts can name them.
    pub fn actions(mut self, actions: &[Action]) -> Self {
        self.tools.actions.extend(actions);
        self
    }

    /// Sets the transition of commands that name none, a [`Fade`](crate::flow::Fade) by default.
    pub fn transition(mut self, transition: impl Transition + 'static) -> Self {
        self.settings.transition = Some(Rc::new(transition));
        self
    }

    /// Sets the bytes that a preload may hold: [`ManagerSettings::preload_limit`].
    pub fn preload_limit(mut self, bytes: u64) -> Self {
        self.settings.preload_limit = bytes;
        self
    }

    /// Adds a phase. The game starts with the first one.
    pub fn phase(mut self, phase: Phase) -> Self {
        self.phases.push(phase);
        self
    }

    /// Sets the type of the player's settings. They are loaded and applied before the [setup](Self::setup), and the
    /// screens have them in the [`Profile`]: `cx.shared::<Profile<S>>()`.
    pub fn settings<S: Preferences>(mut self) -> Self {
        self.profile = Some(Box::new(|manager, host| Profile::<S>::new(manager, host).share(manager)));
        self
    }

    /// Sets a Loading screen and a failure screen in the look and the language of the player (feature `strings`).
    /// The first is a bar with the percentage, which stays full for a third of a second. When nothing arrives any more, it
    /// shows the text `loading-stalled`, and *accept* or a click tries again. The second is a menu with the title
    /// `failure-title`, the cause, and the entries `failure-retry`, `failure-menu`, which loads the phase `menu`, and
    /// `failure-quit`.
    #[cfg(feature = "strings")]
    pub fn system_screens(mut self, menu: impl Into<PhaseId>) -> Self {
        let menu = menu.into();
        self.shared.push(Box::new(move |manager, _| set_system_screens(manager, menu)));
        self
    }

    /// Gives a value that all screens [share](crate::flow::Shared), one of each type: `cx.shared::<T>()`.
    pub fn share<T: 'static>(mut self, value: T) -> Self {
        self.shared.push(Box::new(move |manager, _| manager.share(value)));
        self
    }

    /// As [`share`](Self::share), for a value that is part of each save: [`ScreenManager::share_saved`].
    pub fn share_saved<T: Serialize + DeserializeOwned + 'static>(mut self, value: T) -> Self {
        self.shared.push(Box::new(move |manager, _| manager.share_saved(value)));
        self
    }

    /// Adds a [plugin](Plugin): a part of the game that is called before and after each tick and draws over the game.
    /// It sees the input of a player or of a script, and a recording keeps the input as the plugin leaves it. It is
    /// called after the script and before the overlay, the recorder, the mixer and the trace.
    pub fn plugin(mut self, plugin: impl Plugin) -> Self {
        self.plugins.push(Box::new(move |manager, _| manager.add_plugin(plugin)));
        self
    }

    /// Sets a function that is called once before the game starts, with its manager, for what needs one: rules, kinds of
    /// resources, the game's own Loading and failure screens, and phases that need the [`Host`] or what is
    /// [shared](ScreenManager::shared), such as the [`Mixer`](crate::sound::Mixer) and the [`Profile`].
    pub fn setup(mut self, setup: impl FnOnce(&mut ScreenManager, &Host) + 'static) -> Self {
        self.setup = Some(Box::new(setup));
        self
    }

    /// Puts an overlay, such as the [`Inspector`](crate::dev::Inspector), over the game (feature `dev`). A run without a
    /// window has none.
    #[cfg(feature = "dev")]
    pub fn overlay(mut self, overlay: impl crate::dev::Overlay + 'static) -> Self {
        self.overlay = Some(Box::new(|manager, host| {
            if host.has_window() {
                let overlaid = crate::dev::Overlaid::new(overlay, host.clock.clone());
                manager.add_plugin(overlaid.stopping_at(host.stop_at.clone()));
            }
        }));
        self
    }

    /// Sets a function with which the tool `check` checks each file, after the library's own checks: for
    /// example whether each name of a machine is bound, by the game's code or by the machine's script.
    /// Its error says what is wrong with the file.
    pub fn check(
        mut self,
        check: impl Fn(&AssetPath, &dyn AssetSource) -> Result<(), String> + 'static,
    ) -> Self {
        self.tools.check = Some(Box::new(check));
        self
    }

    #[cfg(any(feature = "window", feature = "dev"))]
    pub(super) fn shown_title(&self) -> String {
        self.title.clone().unwrap_or_else(|| self.name.to_owned())
    }
}
