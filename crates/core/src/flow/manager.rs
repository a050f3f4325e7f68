//! The manager, which owns the stack.

mod apply;
mod load;
mod next;
mod plan;
mod plugin;
mod queries;
mod run;
mod save;
mod state;
mod tick;

use std::any::type_name;
use std::cell::{OnceCell, RefCell};
use std::rc::{Rc, Weak};

use serde::Serialize;
use serde::de::DeserializeOwned;

use self::plan::Plan;
use self::run::Frames;
use self::save::Saves;
use self::state::State;
use super::command::ScreenCommand;
use super::default_screens::{Failure, FailureScreen, LoadingScreen};
use super::event::GameEvent;
use super::handle::FlowHandle;
use super::input_gate::InputGate;
use super::mistakes::Mistakes;
use super::phase::{Phase, PhaseScreens};
use super::request::{ENDED, Inbox, Request, Ticket};
use super::rule::RuleContext;
use super::screen::GameScreen;
use super::screen_id::Visit;
use super::services::Services;
use super::settings::ManagerSettings;
use super::shared::Shared;
use super::stack::Stack;
use super::surface::Surface;
use super::transition::Transition;
use crate::phase::{Assets, Pacing, PhaseId, Store};
use crate::platform::{Input, Scaling, Trace, Views, WindowSize, calling};

pub use self::plugin::{FrameInput, Plugin, Plugins, TickInput};

thread_local! {
    /// The inbox of the manager that was made current.
    static CURRENT: RefCell<Weak<Inbox>> = const { RefCell::new(Weak::new()) };
}

/// A flow rule, with its check of the event's type.
type Rule = Box<dyn FnMut(&dyn GameEvent, &mut RuleContext<'_>)>;
type MakeScreen<T> = Box<dyn Fn(T) -> Box<dyn GameScreen>>;

/// What the manager shows by itself.
struct Own {
    /// The transition of a command without one.
    transition: Option<Rc<dyn Transition>>,
    loading: MakeScreen<()>,
    failure: MakeScreen<Failure>,
}

/// Owns the stack of screens and the phases with their resources.
///
/// A program makes one, registers its phases, starts the first and then calls
/// [`advance`](ScreenManager::advance) and [`draw`](ScreenManager::draw) for each frame:
///
/// ```
/// use proscenium_core::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
/// use proscenium_core::platform::{Clock, Input};
///
/// struct Title;
///
/// impl GameScreen for Title {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
///         if cx.tick() > 60 {
///             cx.quit();
///         }
///     }
/// }
///
/// let mut manager = ScreenManager::new(ManagerSettings::default());
/// manager.add_phase(Phase::new("game").screen("title", |_| Title));
/// manager.start("game");
/// while !manager.has_ended() {
///     manager.advance(Clock::TICK, &Input::default());
///     manager.draw();
/// }
/// ```
///
/// The crate `proscenium-window` has the settings and the input of a program with its own window and loop.
///
/// Everything else that takes part in a tick is a [`Plugin`]: `manager.add_plugin(mixer.clone())` updates a mixer, and
/// [`finish`](ScreenManager::finish) closes it after the loop.
///
/// Mistakes, such as a push of a screen that does not exist, are in the log of the crate `log`: a program with its own
/// loop sees them only if it installs a logger, such as `env_logger`.
///
/// # Panics of the game's code
///
/// A panic in a hook, an update, a flow rule, a machine or other code of the game ends the run: it leaves
/// [`step`](ScreenManager::step), [`advance`](ScreenManager::advance) or [`draw`](ScreenManager::draw), and a manager
/// that is used after it panics too. [`caught`](crate::platform::caught) returns the message with the name of who was
/// called, "no page, in `update` of screen `menu`", and a `game::Game` ends with a report of it. A panic of a decoder
/// or of a screen's builder fails the load instead.
pub struct ScreenManager {
    stack: Stack,
    services: Services,
    phases: Vec<PhaseScreens>,
    rules: Vec<Rule>,
    state: State,
    /// The plan that is being applied. Empty between two ticks.
    applying: Plan,
    saves: Saves,
    /// For how many ticks a quit has waited.
    quit_waits: u32,
    /// The current failure screen, or the last one, and the first cause.
    failure: Option<(Visit, String)>,
    own: Own,
    frames: Frames,
    plugins: Plugins,
    /// The code of the game that has panicked.
    panicked: Rc<OnceCell<String>>,
    surface: Rc<dyn Surface>,
}

impl ScreenManager {
    /// The maximum number of screens on the stack. A push beyond it is rejected.
    pub const MAX_DEPTH: usize = 64;

    /// The maximum number of commands in one tick that other commands lead to; each command of a batch counts. Beyond
    /// it the screens are in a loop, which is a failure that names them.
    pub const MAX_FOLLOW_UPS: usize = 256;

    /// A manager without any phase.
    pub fn new(settings: ManagerSettings) -> Self {
        let ManagerSettings { source, background, gpu, clock, pace, trace, .. } = settings;
        let limits = (settings.preload_limit, settings.side_limit);
        let (store, pacing) = (Store::new(gpu), Pacing::new(clock, pace));
        Self {
            stack: Stack::default(),
            services: Services {
                inbox: Rc::default(),
                assets: Assets::new(source, background, store, pacing, limits, trace.clone()),
                trace,
                shared: Shared::default(),
                mistakes: Mistakes::default(),
                random: fastrand::Rng::with_seed(settings.seed),
                gate: InputGate::default(),
                input: Input::default(),
                no_input: Input::default(),
                payload: None,
                tick: 0,
                views: Views {
                    wide: settings.view,
                    upright: settings.upright_view,
                    scaling: Scaling::default(),
                    window: WindowSize::NONE,
                },
                change: None,
            },
            phases: Vec::new(),
            rules: Vec::new(),
            state: State::default(),
            applying: Plan::default(),
            saves: Saves::default(),
            quit_waits: 0,
            failure: None,
            own: Own {
                transition: settings.transition,
                loading: Box::new(|()| Box::new(LoadingScreen)),
                failure: Box::new(|failure| Box::new(FailureScreen(failure))),
            },
            frames: Frames::default(),
            plugins: Plugins::default(),
            panicked: Rc::default(),
            surface: settings.surface,
        }
    }

    /// A manager for tests and tools: the default settings, with a trace.
    pub fn headless() -> Self {
        Self::new(ManagerSettings { trace: Trace::recording(), ..ManagerSettings::default() })
    }

    /// Registers a phase. A second phase of the same id replaces the first, and is logged.
    pub fn add_phase(&mut self, phase: Phase) {
        let Phase { contents, read_manifests, screens, replaced } = phase;
        for screen in replaced {
            log::warn!("phase `{}`: the second screen `{screen}` takes the place of the first", contents.id);
        }
        match self.phases.iter_mut().find(|known| known.phase == contents.id) {
            Some(known) => {
                log::warn!("the second phase `{}` takes the place of the first", contents.id);
                *known = screens;
            }
            None => self.phases.push(screens),
        }
        self.services.assets.add_phase(contents, read_manifests);
    }

    /// Gives a value that all screens [share](Shared). It replaces an earlier one of the same type.
    pub fn share<T: 'static>(&mut self, value: T) {
        self.services.shared.insert(value);
    }

    /// Gives a value that all screens share, as [`share`](Self::share), and makes it part of each save. A restore brings it
    /// back after the `on_enter` of the screens and before their [`restore`](GameScreen::restore). A save knows it by
    /// the name of its type with the modules. If these were renamed, or the save does not have it, it keeps its present
    /// value and [`Restored::lost`](super::Restored::lost) has a line.
    ///
    /// ```
    /// use proscenium_core::flow::ScreenManager;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(Serialize, Deserialize)]
    /// struct Score(u32);
    ///
    /// let mut manager = ScreenManager::headless();
    /// manager.share_saved(Score(0));
    /// ```
    pub fn share_saved<T: Serialize + DeserializeOwned + 'static>(&mut self, value: T) {
        self.share(value);
        self.services.shared.keep::<T>();
    }

    /// Adds a flow rule: `rule` gets every event of the type `E` before the screens, can request commands and change what
    /// the screens share. Rules are called in the order of addition.
    pub fn add_rule<E: GameEvent>(&mut self, mut rule: impl FnMut(&E, &mut RuleContext<'_>) + 'static) {
        self.rules.push(Box::new(move |event, cx| {
            if let Some(event) = event.downcast_ref::<E>() {
                let _calling = calling("call", "flow rule", type_name::<E>());
                rule(event, cx);
            }
        }));
    }

    /// Replaces the plain Loading screen. `make` is called for each load. The screen gets input, so that
    /// it can cancel the load by loading another phase. At the end of the load it is asked
    /// ([`GameScreen::may_leave`]) in each tick until it agrees to leave: it can wait for a key. A command that
    /// replaces the load, such as a quit, does not ask it, and nothing of the load arrives, even in that last tick.
    pub fn set_loading_screen<S: GameScreen>(&mut self, make: impl Fn() -> S + 'static) {
        self.own.loading = Box::new(move |()| Box::new(make()));
    }

    /// Replaces the plain failure screen. `make` is called for each failure. If the screen itself fails,
    /// the plain one takes over.
    pub fn set_failure_screen<S: GameScreen>(&mut self, make: impl Fn(Failure) -> S + 'static) {
        self.own.failure = Box::new(move |failure| Box::new(make(failure)));
    }

    /// Loads the first phase, at the end of the next tick. If it is not registered or has no screen, the failure
    /// screen says so.
    pub fn start(&mut self, phase: impl Into<PhaseId>) {
        self.command(ScreenCommand::load(phase).without_transition());
    }

    /// Returns a handle of the manager, with all that a screen can request: `manager.flow().push("page")`.
    pub fn flow(&self) -> FlowHandle {
        FlowHandle { inbox: Rc::clone(&self.services.inbox), asker: None }
    }

    /// Makes this manager the [current](Self::current) one of this thread. `game::Game` does so by itself.
    pub fn make_current(&self) {
        CURRENT.with_borrow_mut(|current| *current = Rc::downgrade(&self.services.inbox));
    }

    /// Returns the handle of the manager that is current on this thread. `None` if none was made current, if it was
    /// dropped, and once its program has ended.
    ///
    /// A command joins the same queue as one of a [`ScreenContext`](super::ScreenContext) and is applied at
    /// the end of the tick. So this can be used anywhere, even in a logger, a destructor or a panic hook.
    ///
    /// ```
    /// use proscenium_core::flow::ScreenManager;
    ///
    /// assert!(ScreenManager::current().is_none());
    /// let manager = ScreenManager::headless();
    /// manager.make_current();
    /// if let Some(flow) = ScreenManager::current() {
    ///     flow.quit();
    /// }
    /// ```
    pub fn current() -> Option<FlowHandle> {
        // At the end of a thread other destructors may run after the variable's.
        let inbox = CURRENT.try_with(|current| current.borrow().upgrade()).ok().flatten()?;
        (!inbox.is_closed.get()).then_some(FlowHandle { inbox, asker: None })
    }

    /// Requests a change of the stack; the ticket has the outcome. It is rejected once the program has ended.
    pub fn command(&mut self, request: impl Into<Request>) -> Ticket {
        let request = request.into();
        let ticket = request.ticket();
        if self.has_ended() {
            self.reject(request.steps, ENDED);
        } else {
            self.services.inbox.request(request);
        }
        ticket
    }
}

/// From here on nothing can be requested, and a handle that is kept has no stack.
impl Drop for ScreenManager {
    fn drop(&mut self) {
        let inbox = &self.services.inbox;
        inbox.close();
        inbox.requests.take();
        inbox.stack.take();
        inbox.phase.set(None);
        self.stack.drop_all();
    }
}
