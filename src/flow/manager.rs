//! The manager: it owns the stack and is the only one that changes it.

mod apply;
mod load;
mod queries;
mod services;
mod settings;
mod stack;
mod tick;
mod transition_state;

use std::error::Error;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::time::Duration;

use serde::de::DeserializeOwned;

use self::load::LoadStage;
use self::services::Services;
use self::stack::Stack;
use self::transition_state::Running;
use super::command::{Request, ScreenCommand};
use super::context::RuleContext;
use super::default_screens::{FailureScreen, LoadingScreen};
use super::event::GameEvent;
use super::failure::Failure;
use super::input_gate::InputGate;
use super::phase::{Phase, ScreenSet};
use super::screen::GameScreen;
use super::singleton;
use super::transition::Transition;
use crate::phase::{Asset, FinishContext, Kind, Loader, PhaseId, make as make_any};
use crate::platform::{FixedStep, Input, Trace, TraceRecord};

pub use self::load::PhaseEnd;
pub use self::settings::ManagerSettings;

type Rule = Box<dyn FnMut(&dyn GameEvent, &mut RuleContext<'_>)>;
type MakeScreen<T> = Box<dyn Fn(T) -> Box<dyn GameScreen>>;

/// Owns the stack of screens and the phases with their resources.
///
/// A program makes one, registers its phases, starts the first and then calls two functions for
/// each frame: [`advance`](ScreenManager::advance) and [`draw`](ScreenManager::draw). That is all
/// that a program needs that has its window and its loop already:
///
/// ```no_run
/// # #[cfg(feature = "window")]
/// # async fn example() {
/// use std::time::Duration;
///
/// use macroquad::prelude::{GREEN, clear_background, get_frame_time, next_frame};
/// use proscenium::flow::{
///     DrawContext, GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager,
/// };
/// use proscenium::platform::{Action, window::WindowInput};
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
///     manager.advance(Duration::from_secs_f32(get_frame_time()), input.collect());
///     manager.draw();
///     next_frame().await;
/// }
/// # }
/// ```
///
/// Without a display the loop is the same, with a clock and an input of its own:
///
/// ```
/// # use proscenium::flow::{GameScreen, Phase, ScreenContext, ScreenManager};
/// # struct Title;
/// # impl GameScreen for Title {
/// #     fn update(&mut self, cx: &mut ScreenContext<'_>) { cx.quit(); }
/// # }
/// use proscenium::platform::{Input, STEP};
///
/// let mut manager = ScreenManager::headless();
/// manager.add_phase(Phase::new("game").screen("title", |_| Title));
/// manager.start("game");
/// while !manager.has_ended() {
///     manager.advance(STEP, &Input::default());
/// }
/// ```
pub struct ScreenManager {
    stack: Stack,
    services: Services,
    phases: Vec<ScreenSet>,
    rules: Vec<Rule>,
    transition: Option<Running>,
    load: LoadStage,
    has_ended: bool,
    default_transition: Option<Rc<dyn Transition>>,
    loading_screen: MakeScreen<()>,
    failure_screen: MakeScreen<Failure>,
    fixed_step: FixedStep,
    /// What was seen since the last tick.
    collected: Input,
    /// Kept between ticks for its memory alone.
    events: Vec<Box<dyn GameEvent>>,
    phase_ends: Vec<PhaseEnd>,
}

impl ScreenManager {
    /// The most screens that can be on the stack. A push beyond it is rejected.
    pub const MAX_DEPTH: usize = 64;

    /// How often in one tick commands may lead to further commands. Beyond it the screens ask for one
    /// another in a loop, which is a failure that names them.
    pub const MAX_PASSES: usize = 64;

    /// A manager without any phase.
    pub fn new(settings: ManagerSettings) -> Self {
        let ManagerSettings { source, background, gpu, clock, pace, .. } = settings;
        Self {
            stack: Stack::default(),
            services: Services {
                inbox: Rc::default(),
                loader: Loader::new(source, background, gpu, clock, pace),
                trace: settings.trace,
                random: fastrand::Rng::with_seed(settings.seed),
                gate: InputGate::default(),
                no_input: Input::default(),
                phase: None,
                payload: None,
                tick: 0,
            },
            phases: Vec::new(),
            rules: Vec::new(),
            transition: None,
            load: LoadStage::Idle,
            has_ended: false,
            default_transition: settings.transition,
            loading_screen: Box::new(|()| Box::new(LoadingScreen)),
            failure_screen: Box::new(|failure| Box::new(FailureScreen::new(failure))),
            fixed_step: FixedStep::default(),
            collected: Input::default(),
            events: Vec::new(),
            phase_ends: Vec::new(),
        }
    }

    /// A manager for tests and tools: the default settings, with a trace.
    pub fn headless() -> Self {
        Self::new(ManagerSettings { trace: Trace::recording(), ..ManagerSettings::default() })
    }

    /// Registers a phase with its screens. A second phase of the same id takes the place of the
    /// first.
    pub fn add_phase(&mut self, phase: Phase) {
        let Phase { contents, screens, payload } = phase;
        let id = contents.id;
        self.services.loader.add_phase(contents);
        self.phases.retain(|known| known.id != id);
        self.phases.push(ScreenSet { id, screens, payload });
    }

    /// Lets manifests name resources of a kind, by its word. A kind of the same word that is
    /// there already is replaced.
    pub fn register<A: Asset>(&mut self) {
        self.services.loader.kinds.add(Kind::of::<A>());
    }

    /// Lets manifests name RON files that are read into a `T`: `word(id: .., path: ..)`. For a
    /// stand-in or a check of its own `T` implements [`Asset`] instead.
    pub fn register_ron<T: DeserializeOwned + Send + 'static>(&mut self, word: &'static str) {
        self.services.loader.kinds.add(Kind::ron::<T>(word));
    }

    /// Gives code a name that manifests can use in `cache` and `callback` entries.
    pub fn register_maker<T: 'static>(
        &mut self,
        name: &'static str,
        make: impl Fn(&mut FinishContext<'_>) -> Result<T, Box<dyn Error + Send + Sync>> + 'static,
    ) {
        self.services.loader.makers.insert(name, make_any(make));
    }

    /// Adds a flow rule: `rule` sees every event of the type `E` before the screens do, and may
    /// answer with commands. Rules are asked in the order in which they were added.
    pub fn add_rule<E: GameEvent>(&mut self, mut rule: impl FnMut(&E, &mut RuleContext<'_>) + 'static) {
        self.rules.push(Box::new(move |event, cx| {
            if let Some(event) = event.downcast_ref::<E>() {
                rule(event, cx);
            }
        }));
    }

    /// Takes another Loading screen than the plain one. `make` is called for each load.
    pub fn set_loading_screen<S: GameScreen>(&mut self, make: impl Fn() -> S + 'static) {
        self.loading_screen = Box::new(move |()| Box::new(make()));
    }

    /// Takes another failure screen than the plain one. `make` is called for each failure.
    pub fn set_failure_screen<S: GameScreen>(&mut self, make: impl Fn(Failure) -> S + 'static) {
        self.failure_screen = Box::new(move |failure| Box::new(make(failure)));
    }

    /// Starts with a phase, at the end of the next tick.
    pub fn start(&mut self, phase: impl Into<PhaseId>) {
        self.command(ScreenCommand::load(phase).at_once());
    }

    /// Makes this manager the one that [`singleton`] speaks to on this thread.
    pub fn make_current(&self) {
        singleton::set_current(&self.services.inbox);
    }

    /// Asks for a change of the stack, as a screen would.
    pub fn command(&mut self, request: impl Into<Request>) {
        self.services.inbox.borrow_mut().commands.push_back(request.into());
    }

    /// Tells the flow rules and the screens that something happened, in the next tick.
    pub fn post(&mut self, event: impl GameEvent) {
        self.services.inbox.borrow_mut().events.push(Box::new(event));
    }

    /// Lets `elapsed` pass: runs as many ticks of 1/60 s as fit in, at most five. Called once a
    /// frame, before [`draw`](ScreenManager::draw). `input` is what the player did since the last
    /// call; a press is seen by exactly one tick. Returns the number of ticks.
    ///
    /// Longer times than 250 ms count as 250 ms, and what five ticks cannot catch up is dropped.
    /// While a transition runs or a phase loads there is at most one tick a frame, so that the
    /// display has shown each of them.
    pub fn advance(&mut self, elapsed: Duration, input: &Input) -> u32 {
        self.advance_with(elapsed, input, |manager, input| {
            manager.step(input);
            ControlFlow::Continue(())
        })
    }

    /// As [`advance`](ScreenManager::advance), with work of the caller's in each tick: `tick` calls
    /// [`step`](ScreenManager::step) once, with the input it is given or with another one. After a
    /// break no further tick runs in this frame.
    pub fn advance_with(
        &mut self,
        elapsed: Duration,
        input: &Input,
        mut tick: impl FnMut(&mut Self, &Input) -> ControlFlow<()>,
    ) -> u32 {
        self.collected.merge(input);
        let due = self.fixed_step.advance(elapsed);
        for done in 0..due {
            if done > 0 && !self.is_settled() {
                return done;
            }
            let mut input = std::mem::take(&mut self.collected);
            let flow = tick(self, &input);
            input.end_step();
            self.collected = input;
            if flow.is_break() {
                return done + 1;
            }
        }
        due
    }

    /// Takes what the trace has recorded so far.
    pub fn take_trace(&mut self) -> Vec<TraceRecord> {
        self.services.trace.take()
    }
}
