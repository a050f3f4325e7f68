//! A whole program: what it is called, what it consists of, and how it starts.

#[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
mod cli;
#[cfg(not(target_arch = "wasm32"))]
mod desktop;
mod host;
mod local_time;
mod options;
#[cfg(all(feature = "window", target_arch = "wasm32"))]
mod page;
mod setup;
mod start;
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
mod test_run;
#[cfg(all(feature = "tools", not(target_arch = "wasm32")))]
mod tools;

pub use options::RunOptions;
pub use setup::SetupContext;
#[cfg(all(feature = "testing", not(target_arch = "wasm32")))]
pub use test_run::TestRun;
#[cfg(all(feature = "tools", not(target_arch = "wasm32")))]
pub use tools::Tool;

use std::cell::{Cell, RefCell};
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use proscenium_dev::check::CheckFile;
use proscenium_dev::log_tee;

use self::host::Host;
use super::player::{Player, Preferences};
use super::scaling::Scaling;
#[cfg(feature = "strings")]
use super::system_screens::set_system_screens;
use crate::flow::{ManagerSettings, Phase, Plugin, ScreenManager, Transition};
use crate::phase::{Pace, PhaseId};
#[cfg(feature = "window")]
use crate::platform::Storage;
use crate::platform::{Action, AssetPath, AssetSource, InputMap};

/// A game as a program: the phases and the parts that a program needs around them, each with a
/// default.
///
/// [`run`](Game::run) opens a window, or plays in the page that `cargo web` makes, or runs headless
/// where there is no display. A program with a loop of its own uses [`Session`](super::Session) or
/// [`ScreenManager`].
///
/// ```no_run
/// use proscenium::flow::{GameScreen, Phase, ScreenContext};
/// use proscenium::kit::Game;
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
    name: &'static str,
    version: &'static str,
    title: Option<String>,
    options: Vec<(String, String)>,
    assets: PathBuf,
    size: (u32, u32),
    upright_size: Option<(u32, u32)>,
    #[cfg(feature = "window")]
    window_size: Option<(u32, u32)>,
    scaling: Rc<Cell<Scaling>>,
    first_phase: Option<PhaseId>,
    language: Option<String>,
    seed: Option<u64>,
    actions: Vec<Action>,
    input_map: Rc<RefCell<InputMap>>,
    #[cfg(feature = "window")]
    icon: Option<&'static [u8]>,
    #[cfg(feature = "window")]
    vsync: ChooseVsync,
    settings: ManagerSettings,
    phases: Vec<Phase>,
    plugins: Vec<AddPlugin>,
    shared: Vec<AddPlugin>,
    player: Option<SetUp>,
    setup: Option<SetUp>,
    check: Option<CheckFile>,
}

/// Whether the player's settings want vertical sync.
#[cfg(feature = "window")]
type ChooseVsync = Box<dyn Fn(&Rc<dyn Storage>) -> bool>;

type AddPlugin = Box<dyn FnOnce(&mut ScreenManager)>;

type SetUp = Box<dyn FnOnce(&mut SetupContext<'_>)>;

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
            size: (640, 360),
            upright_size: None,
            #[cfg(feature = "window")]
            window_size: None,
            scaling: Rc::default(),
            first_phase: None,
            language: None,
            seed: None,
            actions: Action::BUILT_IN.to_vec(),
            input_map: Rc::default(),
            #[cfg(feature = "window")]
            icon: None,
            #[cfg(feature = "window")]
            vsync: Box::new(|_| true),
            settings: ManagerSettings::with_fade(),
            phases: Vec::new(),
            plugins: Vec::new(),
            shared: Vec::new(),
            player: None,
            setup: None,
            check: None,
        }
    }

    /// Sets the title of the window.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the version of the game, which recordings, reports of crashes and the option `--version` have:
    /// `env!("CARGO_PKG_VERSION")`.
    pub fn version(mut self, version: &'static str) -> Self {
        self.version = version;
        self
    }

    /// Sets an option of the game's own for [`SetupContext::option`]. A recording has it too.
    pub fn option(mut self, name: &str, value: impl Into<String>) -> Self {
        self.options.push((name.to_owned(), value.into()));
        self
    }

    /// Sets the logger of the program, at once, if there is none. It shows what its own filter of this level lets
    /// through. The lines from [`Info`](log::Level::Info) up are kept for the report of a crash, and in the files
    /// `log.txt` and `log.old.txt` of at most 1 MiB each in the folder of the [recordings](RunOptions::record).
    pub fn logger(self, shown: impl log::Log + 'static, level: log::LevelFilter) -> Self {
        log_tee::begin(Box::new(shown), level);
        self
    }

    /// Sets the folder of the assets, `assets` by default. A relative path is searched for beside the program and in the
    /// folders above it, then in the current folder and in those above it; under `cargo run` in the current folder first.
    /// A page has its own folder. It may have packs. A game whose first phase needs no
    /// file starts without it.
    pub fn assets(mut self, folder: impl Into<PathBuf>) -> Self {
        self.assets = folder.into();
        self
    }

    /// Sets the size of the virtual screen in virtual pixels, 640 by 360 by default.
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.size = sides(width, height);
        self
    }

    /// Sets the size of the virtual screen in a window that is higher than wide, for the screens
    /// [that have a layout for it](crate::flow::GameScreen::has_upright_view).
    pub fn upright_size(mut self, width: u32, height: u32) -> Self {
        self.upright_size = Some(sides(width, height));
        self
    }

    /// Sets the size of the window when it opens, in physical pixels, twice the virtual screen by default. The player
    /// can change it.
    ///
    /// The window is never larger than the display. Where twice the virtual screen is, it has the size of the virtual
    /// screen; where that or this size is, it is as large as the display allows, in the same shape. In X11 the library looks up the main monitor, less what the
    /// desktop says its bars take; Windows and macOS limit a window themselves. The option `--window` and
    /// [`RunOptions::window`] set a size without a limit. A page decides by itself.
    #[cfg(feature = "window")]
    pub fn window_size(mut self, width: u32, height: u32) -> Self {
        self.window_size = Some(sides(width, height));
        self
    }

    /// Sets the phase that the game starts with, instead of the one that is added first. `--phase` comes before it.
    pub fn first_phase(mut self, phase: impl Into<PhaseId>) -> Self {
        self.first_phase = Some(phase.into());
        self
    }

    /// Sets the language of a new player, a tag such as `de`, instead of that of the system. The settings come before it.
    pub fn language(mut self, tag: impl Into<String>) -> Self {
        self.language = Some(tag.into());
        self
    }

    /// Sets how load queues are worked through, one item a tick by default. `--pace` comes before it.
    pub fn pace(mut self, pace: Pace) -> Self {
        self.settings.pace = pace;
        self
    }

    /// Sets the seed of everything random, for a game that is the same each time. Without it each run of a player has
    /// another one, and a script the seed 0. `--seed` comes before it.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// Sets how the virtual screen is scaled to the window; settings change [`SetupContext::scaling`].
    pub fn scaling(self, scaling: Scaling) -> Self {
        self.scaling.set(scaling);
        self
    }

    /// Sets the keys and buttons of each action.
    pub fn input_map(self, map: InputMap) -> Self {
        self.input_map.replace(map);
        self
    }

    /// Sets the icon of the window on Windows and macOS: a PNG file of 64 × 64 pixels. A desktop of Linux shows
    /// the icon of the `.desktop` file with the game's name.
    #[cfg(feature = "window")]
    pub const fn icon(mut self, png: &'static [u8]) -> Self {
        self.icon = Some(png);
        self
    }

    /// Sets a function that returns whether frames wait for the display (vertical sync), which they do by default.
    /// It is called before the window opens, so a change in the settings of the storage takes effect at the next start.
    /// In a page and on macOS frames always wait. A window has at most 250 frames a second.
    #[cfg(feature = "window")]
    pub fn vsync(mut self, choose: impl Fn(&Rc<dyn Storage>) -> bool + 'static) -> Self {
        self.vsync = Box::new(choose);
        self
    }

    /// Adds the game's own actions, so that input scripts can name them.
    pub fn actions(mut self, actions: &[Action]) -> Self {
        self.actions.extend(actions);
        self
    }

    /// Sets the transition of commands without one of their own, a [`Fade`](crate::flow::Fade) by default.
    pub fn transition(mut self, transition: impl Transition + 'static) -> Self {
        self.settings.transition = Some(Rc::new(transition));
        self
    }

    /// Sets the bytes that a preload may hold: [`ManagerSettings::preload_limit`].
    pub fn preload_limit(mut self, bytes: u64) -> Self {
        self.settings.preload_limit = bytes;
        self
    }

    /// Sets the bytes that streamed resources may have: [`ManagerSettings::stream_limit`].
    pub fn stream_limit(mut self, bytes: u64) -> Self {
        self.settings.stream_limit = bytes;
        self
    }

    /// Adds a phase. The game starts with the first one.
    pub fn phase(mut self, phase: Phase) -> Self {
        self.phases.push(phase);
        self
    }

    /// Sets the type of the player's settings. They are loaded and applied before the [setup](Self::setup), and the
    /// screens have them in the [`Player`]: `cx.shared::<Player<S>>()`.
    pub fn settings<S: Preferences>(mut self) -> Self {
        self.player = Some(Box::new(|cx| drop(Player::<S>::new(cx))));
        self
    }

    /// Sets a Loading screen and a failure screen in the look and the language of the player (feature `strings`).
    ///
    /// The first is a bar with the name of the item and the percentage, which stays full for a third of a second. When
    /// nothing arrives any more, it shows the text `loading-stalled`, and *accept* or a click tries again. The second is
    /// a menu with the title `failure-title`, the cause, and the entries `failure-retry`, `failure-menu`, which loads the
    /// phase `menu`, and `failure-quit`.
    #[cfg(feature = "strings")]
    pub fn system_screens(mut self, menu: impl Into<PhaseId>) -> Self {
        let menu = menu.into();
        self.shared.push(Box::new(move |manager| set_system_screens(manager, menu)));
        self
    }

    /// Gives a value that all screens [share](crate::flow::Shared), one of each type: `cx.shared::<T>()`.
    pub fn share<T: 'static>(mut self, value: T) -> Self {
        self.shared.push(Box::new(move |manager| manager.share(value)));
        self
    }

    /// Adds a [plugin](Plugin): a part of the game that is called before and after each tick and draws over the game.
    /// It sees the input of a player or of a script, and a recording keeps the input as the plugin leaves it. It is
    /// called after the script and before the overlay, the recorder, the mixer and the trace.
    pub fn plugin(mut self, plugin: impl Plugin) -> Self {
        self.plugins.push(Box::new(move |manager| manager.add_plugin(plugin)));
        self
    }

    /// Sets a function that is called once before the game starts. It adds phases that need the
    /// storage or the mixer, rules, the game's own Loading and failure screens, and an overlay.
    pub fn setup(mut self, setup: impl FnOnce(&mut SetupContext<'_>) + 'static) -> Self {
        self.setup = Some(Box::new(setup));
        self
    }

    /// Sets a function with which the tool `check` checks each file, after the library's own checks: for
    /// example whether each name of a machine is bound, by the game's code or by the machine's script.
    /// Its error says what is wrong with the file.
    pub fn check(
        mut self,
        check: impl Fn(&AssetPath, &dyn AssetSource) -> Result<(), String> + 'static,
    ) -> Self {
        self.check = Some(Box::new(check));
        self
    }

    /// Runs the game to its end. The options come from the command line (feature `cli`; a program without it
    /// says that it ignores its arguments), or from a page's query string:
    /// `?script=scripts/tour.txt&trace=1&phase=main_menu&pace=8&seed=3`. Without a logger of the program's own,
    /// warnings are shown on the standard error, or what the environment variable `RUST_LOG` says: `RUST_LOG=debug`.
    ///
    /// The exit code is 0 after an orderly end, 1 when `check` found problems or a trace or a report could not be
    /// written to its end, 2 when the command line, a script or the assets cannot be read or a file cannot be
    /// made, 3 when a `wait` or an `expect` of a script failed, the program did not end after its script, or a
    /// replay departed, and 101 after a panic. It is 2 as well when the game ends without having started, because its first phase
    /// could not be loaded and nothing but the failure screen was seen; a script that waits for the failure screen, or
    /// expects it, ends with 0.
    pub fn run(self) -> ExitCode {
        #[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
        return cli::run(self);
        #[cfg(not(all(feature = "cli", not(target_arch = "wasm32"))))]
        {
            use std::io::Write as _;

            // A page has none.
            if std::env::args_os().len() > 1 {
                let what =
                    "its arguments are ignored, because it was built without the feature `cli` of proscenium";
                let _ = writeln!(std::io::stderr(), "{}: {what}", self.name);
            }
            self.run_with(&RunOptions::default())
        }
    }

    /// Runs the game to its end with `options`. A page uses its query string instead.
    pub fn run_with(self, options: &RunOptions) -> ExitCode {
        #[cfg(not(target_arch = "wasm32"))]
        return desktop::run(self, options);
        #[cfg(target_arch = "wasm32")]
        {
            let _ = options;
            #[cfg(feature = "window")]
            page::run(self);
            ExitCode::SUCCESS
        }
    }

    /// Calls `tool` with the game's manager, which is not started and has no window, and returns its
    /// exit code; 2 where there are no assets and a phase needs some.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn run_tool(
        self,
        options: &RunOptions,
        tool: impl FnOnce(&mut ScreenManager) -> ExitCode,
    ) -> ExitCode {
        desktop::run_tool(self, options, tool)
    }

    #[cfg(any(feature = "window", feature = "cli"))]
    fn shown_title(&self) -> String {
        self.title.clone().unwrap_or_else(|| self.name.to_owned())
    }
}

/// The sides of a virtual screen within their limits.
fn sides(width: u32, height: u32) -> (u32, u32) {
    (width.clamp(1, Scaling::MAX_SIDE), height.clamp(1, Scaling::MAX_SIDE))
}
