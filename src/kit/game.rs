//! A whole program: what it is called, what it consists of, and how it starts.

#[cfg(not(target_arch = "wasm32"))]
mod desktop;
mod options;
#[cfg(all(feature = "window", target_arch = "wasm32"))]
mod page;

pub use options::RunOptions;

use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;

use super::mixer::Mixer;
use super::overlay::Overlay;
use super::session::Session;
use super::virtual_screen::VirtualScreen;
use crate::flow::{Fade, ManagerSettings, Phase, ScreenManager, Transition};
use crate::phase::Background;
#[cfg(feature = "window")]
use crate::platform::window::KeyBindings;
use crate::platform::{Action, AssetPath, AssetSource, Clock, HeadlessAudio, Storage, Trace};

/// A game as a program: the phases, and around them what a program needs, each part with a default.
///
/// [`run`](Game::run) opens a window, or plays in the page that `cargo web` makes, or plays without a
/// window where there is no display. It is made of public parts; a program that needs it otherwise
/// has the same loop from [`Session`] or directly from [`ScreenManager`].
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
pub struct Game {
    name: &'static str,
    title: Option<String>,
    assets: PathBuf,
    screen: VirtualScreen,
    actions: Vec<Action>,
    #[cfg(feature = "window")]
    bindings: KeyBindings,
    transition: Rc<dyn Transition>,
    phases: Vec<Phase>,
    setup: Option<SetUp>,
    check: Option<CheckFile>,
    #[cfg(not(target_arch = "wasm32"))]
    recorded: (u32, (u32, u32)),
}

/// Is called once before the game starts.
type SetUp = Box<dyn FnOnce(&mut SetupContext<'_>)>;

/// Looks at one file of the assets; the error says what is wrong with it.
pub(super) type CheckFile = Box<dyn Fn(&AssetPath, &dyn AssetSource) -> Result<(), String>>;

type AddOverlay = Box<dyn FnOnce(Session) -> Session>;

/// What the [setup](Game::setup) of a game works with. It is called once, before the first phase
/// is loaded.
pub struct SetupContext<'a> {
    /// Gets phases, rules, kinds of resources, and the Loading and failure screens.
    pub manager: &'a mut ScreenManager,
    /// Plays sounds; a clone goes to each screen that sounds.
    pub mixer: &'a Mixer,
    /// Keeps settings and saved games: a folder named after the game, the browser's local storage,
    /// or memory while a script plays and where there is no window.
    pub storage: &'a Rc<dyn Storage>,
    /// Whether there is a window.
    pub has_window: bool,
    /// Whether an input script plays.
    pub is_scripted: bool,
    query: &'a [(String, String)],
    overlay: &'a mut Option<AddOverlay>,
}

impl SetupContext<'_> {
    /// The value of `name` in the query string of the page; `None` outside of a page.
    #[must_use]
    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Puts an overlay over the game where there is a window.
    pub fn overlay(&mut self, overlay: impl Overlay + 'static) {
        *self.overlay = Some(Box::new(|session| session.with_overlay(overlay)));
    }
}

impl Game {
    /// A game without any phase. `name` consists of small letters, digits and `-`. From it come the
    /// folder of settings and saved games, the key of the browser's local storage, the prefix of
    /// errors, and the window's title if none is set.
    #[must_use]
    pub fn new(name: &'static str) -> Self {
        Self {
            name,
            title: None,
            assets: PathBuf::from("assets"),
            screen: VirtualScreen::default(),
            actions: Action::BUILT_IN.to_vec(),
            #[cfg(feature = "window")]
            bindings: KeyBindings::default(),
            transition: Rc::new(Fade::default()),
            phases: Vec::new(),
            setup: None,
            check: None,
            #[cfg(not(target_arch = "wasm32"))]
            recorded: (4, (0, VirtualScreen::default().height())),
        }
    }

    /// Sets the title of the window.
    #[must_use]
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Sets the folder of the assets, `assets` by default. A relative one is looked for in the
    /// current folder, then upwards from the program's folder and from the current one. A page has
    /// its own.
    #[must_use]
    pub fn assets(mut self, folder: impl Into<PathBuf>) -> Self {
        self.assets = folder.into();
        self
    }

    /// Sets the size of the virtual screen in virtual pixels, 640 by 360 by default.
    #[must_use]
    pub fn size(mut self, width: u32, height: u32) -> Self {
        self.screen = VirtualScreen::new(width, height);
        self
    }

    /// Sets which keys ask for which action.
    #[cfg(feature = "window")]
    #[must_use]
    pub fn bindings(mut self, bindings: KeyBindings) -> Self {
        self.bindings = bindings;
        self
    }

    /// Adds actions of the game's own, for input scripts to name.
    #[must_use]
    pub fn actions(mut self, actions: &[Action]) -> Self {
        self.actions.extend(actions);
        self
    }

    /// Sets the transition of changes that ask for no other, [`Fade`] by default.
    #[must_use]
    pub fn transition(mut self, transition: impl Transition + 'static) -> Self {
        self.transition = Rc::new(transition);
        self
    }

    /// Adds a phase. The game starts with the first one.
    #[must_use]
    pub fn phase(mut self, phase: Phase) -> Self {
        self.phases.push(phase);
        self
    }

    /// Sets what is called once before the game starts: it adds phases that need the storage or the
    /// mixer, rules, screens of the game's own for Loading and failures, and an overlay.
    #[must_use]
    pub fn setup(mut self, setup: impl FnOnce(&mut SetupContext<'_>) + 'static) -> Self {
        self.setup = Some(Box::new(setup));
        self
    }

    /// Sets what the tool `check` does with each file beyond what the library checks. The error says
    /// what is wrong with the file.
    #[must_use]
    pub fn check(
        mut self,
        check: impl Fn(&AssetPath, &dyn AssetSource) -> Result<(), String> + 'static,
    ) -> Self {
        self.check = Some(Box::new(check));
        self
    }

    /// Sets what `--record` saves: a picture every `interval` ticks, `count` rows of the virtual
    /// screen from the row `first` on.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn recorded(mut self, interval: u32, (first, count): (u32, u32)) -> Self {
        self.recorded = (interval, (first, count));
        self
    }

    /// Runs the game to its end. With the feature `cli` the command line says how; in a page the
    /// query string does: `?script=scripts/tour.txt&trace=1&phase=main_menu&pace=8&seed=3`.
    ///
    /// The exit code is 0 after an orderly end, 1 when `check` found problems or the run could not
    /// write its files, 2 when the command line, a script or the assets cannot be read, and 3 when a
    /// script waited or expected in vain.
    pub fn run(self) -> ExitCode {
        #[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
        return super::cli::run(self);
        #[cfg(not(all(feature = "cli", not(target_arch = "wasm32"))))]
        self.run_with(&RunOptions::default())
    }

    /// Runs the game to its end, as `options` say. A page takes its query string instead.
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

    /// Hands the game's manager, not yet started and without a window, to a tool, and answers its
    /// exit code. Where there are no assets it is 2.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn run_tool(
        self,
        options: &RunOptions,
        tool: impl FnOnce(&mut ScreenManager) -> ExitCode,
    ) -> ExitCode {
        desktop::run_tool(self, options, tool)
    }

    #[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
    pub(super) const fn name(&self) -> &'static str {
        self.name
    }

    #[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
    pub(super) fn known_actions(&self) -> &[Action] {
        &self.actions
    }

    #[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
    pub(super) fn take_check(&mut self) -> Option<CheckFile> {
        self.check.take()
    }

    #[cfg(all(feature = "cli", not(target_arch = "wasm32")))]
    pub(super) fn find_assets(&self, options: &RunOptions) -> Option<PathBuf> {
        desktop::find_assets(options.assets.as_deref(), &self.assets).ok()
    }

    #[cfg(any(feature = "window", feature = "cli"))]
    pub(super) fn shown_title(&self) -> String {
        self.title.clone().unwrap_or_else(|| self.name.to_owned())
    }

    /// Makes the manager and calls the setup.
    fn build(&mut self, options: &RunOptions, place: Place, around: Around) -> Stage {
        let settings = ManagerSettings {
            source: around.source,
            clock: clock(place),
            background: match place {
                #[cfg(not(target_arch = "wasm32"))]
                Place::Tool => Background::single_threaded(),
                _ => Background::for_this_machine(),
            },
            pace: options.pace,
            transition: Some(Rc::clone(&self.transition)),
            seed: options.seed,
            trace: match (options.is_traced(), options.trace_machines) {
                (false, _) => Trace::off(),
                (true, false) => Trace::recording(),
                (true, true) => Trace::recording().with_machines(),
            },
            ..ManagerSettings::default()
        };
        #[cfg(feature = "window")]
        let settings = match place {
            Place::Window => {
                ManagerSettings { gpu: Box::new(crate::platform::window::WindowGpu::default()), ..settings }
            }
            Place::Headless | Place::Tool => settings,
        };
        let mixer = match place {
            #[cfg(feature = "window")]
            Place::Window => Mixer::new(crate::platform::window::WindowAudio::default()),
            Place::Headless | Place::Tool => Mixer::new(HeadlessAudio::default()),
        };
        let mut manager = ScreenManager::new(settings);
        for phase in self.phases.drain(..) {
            manager.add_phase(phase);
        }
        let mut overlay = None;
        if let Some(setup) = self.setup.take() {
            setup(&mut SetupContext {
                manager: &mut manager,
                mixer: &mixer,
                storage: &around.storage,
                has_window: place.has_window(),
                is_scripted: around.is_scripted,
                query: &around.query,
                overlay: &mut overlay,
            });
        }
        Stage { manager, mixer, overlay, place }
    }
}

/// Where a run takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a page is a window"))]
enum Place {
    Headless,
    #[cfg(feature = "window")]
    Window,
    Tool,
}

impl Place {
    const fn has_window(self) -> bool {
        match self {
            #[cfg(feature = "window")]
            Self::Window => true,
            Self::Headless | Self::Tool => false,
        }
    }
}

/// What a run has from its surroundings.
struct Around {
    source: Arc<dyn AssetSource>,
    storage: Rc<dyn Storage>,
    is_scripted: bool,
    query: Vec<(String, String)>,
}

/// A game that is built and not yet started.
struct Stage {
    manager: ScreenManager,
    mixer: Mixer,
    overlay: Option<AddOverlay>,
    place: Place,
}

impl Stage {
    /// Starts with the phase `wanted`, or with the first one.
    fn start(mut self, wanted: Option<&str>) -> Result<Session, NoPhase> {
        let known: Vec<_> = self.manager.phases().collect();
        let phase = match wanted {
            Some(wanted) => known.iter().find(|id| id.name() == wanted),
            None => known.first(),
        };
        let Some(&phase) = phase else {
            let wanted = wanted.unwrap_or_default().to_owned();
            return Err(NoPhase { wanted, known: known.iter().map(ToString::to_string).collect() });
        };
        self.manager.start(phase);
        self.manager.make_current();
        let session = Session::new(self.manager, clock(self.place)).with_mixer(self.mixer);
        Ok(match self.overlay.filter(|_| self.place.has_window()) {
            Some(add) => add(session),
            None => session,
        })
    }
}

/// The phase to start with does not exist.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no phase `{wanted}`; there are: {}", known.join(", "))]
struct NoPhase {
    wanted: String,
    known: Vec<String>,
}

/// Measures loads and the run: with the window's clock where there is a window, because a browser
/// has no other.
fn clock(place: Place) -> Box<dyn Clock> {
    match place {
        #[cfg(feature = "window")]
        Place::Window => Box::new(crate::platform::window::WindowClock),
        Place::Headless | Place::Tool => Box::new(crate::platform::SystemClock::start()),
    }
}
