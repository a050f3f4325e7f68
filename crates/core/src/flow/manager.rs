//! The manager, which owns the stack.

mod apply;
mod kinds;
mod load;
mod plan;
mod plugin;
mod queries;
mod redirect;
mod run;
mod save;
mod singleton;
mod state;
mod tick;
mod while_changing;

use std::any::type_name;
use std::collections::VecDeque;
use std::rc::Rc;

use serde::de::DeserializeOwned;

use self::run::Plugins;
use self::state::State;
use super::command::ScreenCommand;
use super::default_screens::{Failure, FailureScreen, LoadingScreen};
use super::draw_context::Views;
use super::event::{GameEvent, Reloaded};
use super::handle::FlowHandle;
use super::input_gate::InputGate;
use super::mistakes::Mistakes;
use super::phase::Phase;
use super::request::{Request, Ticket};
use super::save::SavedFlow;
use super::screen::GameScreen;
use super::screen_id::{ScreenId, Visit};
use super::services::Services;
use super::settings::ManagerSettings;
use super::shared::Shared;
use super::stack::Stack;
use super::transition::Transition;
use crate::phase::{
    AnyError, Asset, FinishContext, Kind, LoadError, Loader, MAX_RECORDS, Maker, Pacing, PhaseId, Store,
};
use crate::platform::{AssetPath, FixedStep, Input, Trace, TraceRecord, named, panic_on};

pub use self::kinds::RegisterKinds;
pub use self::plugin::{Frame, Plugin, Turn};
pub use self::while_changing::WhileChanging;

/// A flow rule, with its check of the event's type.
type Rule = Box<dyn FnMut(&dyn GameEvent, &FlowHandle)>;
type ScreenFallback = Box<dyn Fn(&str) -> Option<ScreenId>>;
type MakeScreen<T> = Box<dyn Fn(T) -> Box<dyn GameScreen>>;

/// Owns the stack of screens and the phases with their resources.
///
/// A program makes one, registers its phases, starts the first and then calls
/// [`advance`](ScreenManager::advance) and [`draw`](ScreenManager::draw) for each frame. In a program
/// with its own window and loop:
///
/// ```no_run
/// # #[cfg(feature = "window")]
/// # async fn example() {
/// use macroquad::prelude::{GREEN, clear_background, get_frame_time, next_frame};
/// use proscenium_core::flow::{
///     DrawContext, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager,
/// };
/// use proscenium_core::platform::{Action, window::WindowInput};
///
/// struct Title;
///
/// impl GameScreen for Title {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) {
///         if cx.input().is_pressed(Action::ACCEPT) {
///             cx.quit();
///         }
///     }
///
///     fn draw(&self, _cx: &DrawContext<'_>) {
///         clear_background(GREEN);
///     }
/// }
///
/// let mut manager = ScreenManager::new(ManagerSettings::for_window("assets"));
/// manager.add_phase(Phase::new("game").screen("title", |_| Title));
/// manager.start("game");
/// let mut input = WindowInput::default();
/// while !manager.has_ended() {
///     manager.advance_seconds(get_frame_time(), input.collect());
///     manager.draw();
///     next_frame().await;
/// }
/// # }
/// ```
/// Without a display, `manager.advance(Clock::TICK, &Input::default())` runs one tick.
///
/// What else takes part in each tick is a [`Plugin`]: a mixer is updated by `manager.add_plugin(mixer.clone())`, and
/// [`finish`](ScreenManager::finish) closes it after the loop.
///
/// What goes wrong, such as a push of a screen that does not exist, is in the log of the crate `log`: a program
/// with its own loop installs a logger, `env_logger` for example, or sees nothing of it.
///
/// # Panics of the game's code
///
/// A panic in a hook, an update, a flow rule, a machine or another piece of the game's code is caught where it is
/// called, and comes out of [`step`](ScreenManager::step), [`advance`](ScreenManager::advance) or
/// [`draw`](ScreenManager::draw) with its owner in the message: "no page, in `update` of screen `menu`". A
/// `kit::Game` ends with a report of it. A program that catches it can go on: each screen is where
/// it was, and waiting commands and events wait. A change within a phase stops where the panic is, and its tickets
/// have the message. A change of phases and the end of the program go on, and a phase whose first screen panics
/// when it is entered leads to the failure screen. Where the code can fail in order, as a builder, a decoder, or what
/// saves and restores a screen, its panic is that error.
pub struct ScreenManager {
    stack: Stack,
    services: Services,
    phases: Vec<Phase>,
    rules: Vec<Rule>,
    state: State,
    /// The save that the last load restores, until its screens are entered.
    restoring: Option<SavedFlow>,
    screen_fallback: ScreenFallback,
    /// For how many ticks a requested save waits already.
    save_waits: u32,
    /// For how many ticks a quit has waited.
    quit_waits: u32,
    /// The current failure screen, or the last one, and the first cause.
    failure: Option<(Visit, String)>,
    /// Whether a panic came out of the last tick.
    has_panicked: bool,
    default_transition: Option<Rc<dyn Transition>>,
    while_changing: WhileChanging,
    loading_screen: MakeScreen<()>,
    failure_screen: MakeScreen<Failure>,
    fixed_step: FixedStep,
    /// The input of the next tick.
    input: Input,
    /// Whether there were frames without a tick since the last tick.
    input_waits: bool,
    is_asked_to_quit: bool,
    plugins: Plugins,
    /// Kept between ticks for its capacity.
    events: VecDeque<Box<dyn GameEvent>>,
}

impl ScreenManager {
    /// The maximum number of screens on the stack. A push beyond it is rejected.
    pub const MAX_DEPTH: usize = 64;

    /// The maximum number of commands in one tick that other commands lead to; those of a batch count
    /// one by one. Beyond it the screens are in a loop, which is a failure that names them.
    pub const MAX_FOLLOW_UPS: usize = 256;

    /// The number of loads whose reports are kept, the last ones.
    pub const MAX_RECORDS: usize = MAX_RECORDS;

    /// A manager without any phase.
    pub fn new(settings: ManagerSettings) -> Self {
        let ManagerSettings { source, background, gpu, clock, pace, trace, .. } = settings;
        let (store, pacing) = (Store::new(gpu), Pacing::new(clock, pace));
        let limits = (settings.preload_limit, settings.stream_limit);
        Self {
            stack: Stack::default(),
            services: Services {
                inbox: Rc::default(),
                loader: Loader::new(source, background, store, pacing, limits, trace.clone()),
                trace,
                shared: Shared::default(),
                mistakes: Mistakes::default(),
                random: fastrand::Rng::with_seed(settings.seed),
                gate: InputGate::default(),
                input: Input::default(),
                no_input: Input::default(),
                payload: None,
                tick: 0,
                views: Views { wide: settings.view_size, upright: settings.upright_size, is_upright: false },
                change: None,
                is_popup_next: false,
                panic: None,
            },
            phases: Vec::new(),
            rules: Vec::new(),
            state: State::default(),
            restoring: None,
            screen_fallback: Box::new(|_| None),
            save_waits: 0,
            quit_waits: 0,
            failure: None,
            has_panicked: false,
            default_transition: settings.transition,
            while_changing: WhileChanging::default(),
            loading_screen: Box::new(|()| Box::new(LoadingScreen)),
            failure_screen: Box::new(|failure| Box::new(FailureScreen(failure))),
            fixed_step: FixedStep::default(),
            input: Input::default(),
            input_waits: false,
            is_asked_to_quit: false,
            plugins: Plugins::default(),
            events: VecDeque::new(),
        }
    }

    /// A manager for tests and tools: the default settings, with a trace.
    pub fn headless() -> Self {
        Self::new(ManagerSettings { trace: Trace::recording(), ..ManagerSettings::default() })
    }

    /// Registers a phase. A second phase of the same id takes the place of the first, and is logged.
    pub fn add_phase(&mut self, phase: Phase) {
        if self.preload_status().is_some_and(|preload| preload.phase == phase.id()) {
            self.services.loader.drop_preload();
        }
        let read_manifests = &mut self.services.loader.read_manifests;
        *read_manifests = phase.read_manifests.or(*read_manifests);
        for screen in &phase.replaced {
            log::warn!("phase `{}`: the second screen `{screen}` takes the place of the first", phase.id());
        }
        match self.phases.iter_mut().find(|known| known.id() == phase.id()) {
            Some(known) => {
                log::warn!("the second phase `{}` takes the place of the first", phase.id());
                *known = phase;
            }
            None => self.phases.push(phase),
        }
    }

    /// Registers a kind of resource for manifests. It replaces a kind of the same word.
    pub fn register<A: Asset>(&mut self) {
        self.services.loader.kinds.add(Kind::of::<A>());
    }

    /// Registers a kind of RON files for manifests, `word(id: .., path: ..)`, which are parsed into a
    /// `T`. For a stand-in or a check, `T` implements [`Asset`] instead.
    pub fn register_ron<T: DeserializeOwned + Send + 'static>(&mut self, word: &'static str) {
        self.services.loader.kinds.add(Kind::ron::<T>(word));
    }

    /// Registers code for the `cache` and `callback` entries of manifests.
    pub fn register_maker<T: 'static>(
        &mut self,
        name: &'static str,
        make: impl Fn(&mut FinishContext<'_>) -> Result<T, AnyError> + 'static,
    ) {
        self.services.loader.makers.insert(name, Maker::new(make));
    }

    /// Registers the reason why a kind or a maker is not there, for a crate whose kinds are features. The error of a
    /// manifest that names it says the reason, unless the program registers such a kind or maker, earlier or later.
    ///
    /// ```
    /// use proscenium_core::flow::ScreenManager;
    ///
    /// let mut manager = ScreenManager::headless();
    /// manager.register_missing("level", "maps need the feature `levels`");
    /// ```
    pub fn register_missing(&mut self, word: &'static str, why: &'static str) {
        self.services.loader.kinds.add_missing(word, why);
    }

    /// Gives a value that all screens [share](Shared). It takes the place of one of the same type.
    pub fn share<T: 'static>(&mut self, value: T) {
        let before = self.services.shared.insert(value);
        self.services.discard("a shared value", before);
    }

    /// Adds a flow rule: `rule` gets every event of the type `E` before the screens, and can request
    /// commands. Rules are called in the order of addition.
    pub fn add_rule<E: GameEvent>(&mut self, mut rule: impl FnMut(&E, &FlowHandle) + 'static) {
        self.rules.push(Box::new(move |event, flow| {
            if let Some(event) = event.downcast_ref::<E>() {
                named(|| format!("a flow rule for `{}`", type_name::<E>()), || rule(event, flow));
            }
        }));
    }

    /// Replaces the plain Loading screen. `make` is called for each load. The screen gets input, so that
    /// it can cancel the load by loading another phase. At the end of the load it is asked
    /// ([`GameScreen::may_leave`]) in each tick until it agrees to leave: it can wait for a key. A command that
    /// replaces the load, such as a quit, does not ask it, and nothing of the load arrives, also if it comes in
    /// that last tick.
    pub fn set_loading_screen<S: GameScreen>(&mut self, make: impl Fn() -> S + 'static) {
        self.loading_screen = Box::new(move |()| Box::new(make()));
    }

    /// Replaces the plain failure screen. `make` is called for each failure. If the screen itself fails,
    /// the plain one takes over.
    pub fn set_failure_screen<S: GameScreen>(&mut self, make: impl Fn(Failure) -> S + 'static) {
        self.failure_screen = Box::new(move |failure| Box::new(make(failure)));
    }

    /// Loads the first phase, at the end of the next tick. If it is not registered or has no screen, the failure
    /// screen says so.
    pub fn start(&mut self, phase: impl Into<PhaseId>) {
        self.command(ScreenCommand::load(phase).without_transition());
    }

    /// Requests a change of the stack; the ticket has the outcome. It is rejected once the program has ended.
    pub fn command(&mut self, request: impl Into<Request>) -> Ticket {
        let request = request.into();
        let ticket = request.ticket();
        if self.state.has_ended() {
            self.reject_steps(request.steps, FlowHandle::ENDED);
        } else {
            self.services.inbox.request(request);
        }
        ticket
    }

    /// Posts an event to the flow rules and the screens. It is delivered in the next tick.
    pub fn post(&mut self, event: impl GameEvent) {
        self.services.inbox.post(Box::new(event));
    }

    /// Reads again in the background what comes from the `saved` files, and returns what has been read
    /// since the last call. Called once a frame, before [`advance`](ScreenManager::advance), also when no
    /// file was saved.
    ///
    /// Handles see the new values, and caches that are made from them are made again. New resources of
    /// manifests are loaded; those that are listed no more stay until their phase ends. A callback does
    /// not run again. What cannot be read leaves the old value in place. While a phase is loaded, files
    /// wait for its end.
    pub fn reload_changed(
        &mut self,
        saved: impl IntoIterator<Item = AssetPath>,
    ) -> Vec<Result<Reloaded, LoadError>> {
        let changed = self.services.loader.reload_changed(saved).into_iter();
        changed.map(|read| read.map(|(id, path)| Reloaded { id, path })).collect()
    }

    /// Returns the trace, for instance to [read](Trace::read) the records that are not taken yet.
    pub const fn trace(&self) -> &Trace {
        &self.services.trace
    }

    /// Takes the records of the trace.
    pub fn take_trace(&mut self) -> Vec<TraceRecord> {
        self.services.trace.take()
    }
}

/// From here on nothing can be requested, also not through a handle that is kept.
impl Drop for ScreenManager {
    fn drop(&mut self) {
        let services = &mut self.services;
        services.inbox.close().into_iter().for_each(|event| services.discard("an event", event));
        for request in services.inbox.requests.take() {
            services.discard("a command", request);
        }
        let refused = services.inbox.refused.take();
        services.discard("a rejected command", refused);
        self.stack.drop_all(services);
        self.plugins.list.drain(..).for_each(|plugin| services.discard("a plugin", plugin));
        self.state.take_waiting().drain(..).for_each(|step| services.discard("a command", step));
        self.events.drain(..).for_each(|event| services.discard("an event", event));
        self.rules.drain(..).for_each(|rule| services.discard("a flow rule", rule));
        self.phases.drain(..).for_each(|phase| services.discard("a phase", phase));
        services.discard("a transition", std::mem::take(&mut self.state).into_transition());
        let payload = services.payload.take();
        services.discard("the payload of a load", payload);
        let shared = std::mem::take(&mut services.shared);
        shared.into_values().for_each(|value| services.discard("a shared value", value));
        // A second panic would abort the program if the first one is still on its way.
        if let Some(message) = services.panic.take().filter(|_| !self.has_panicked) {
            panic_on(message);
        }
    }
}
