//! The manager: the owner of the stack, and the only one who changes it.

mod apply;
mod change;
mod frame;
mod load;
mod settings;
mod stack;
mod world;

use std::error::Error;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use self::change::Change;
use self::load::LoadStage;
use self::stack::Stack;
use self::world::World;
use super::command::{Request, ScreenCommand};
use super::context::RuleContext;
use super::cover::Audio;
use super::event::GameEvent;
use super::failure::{Failure, FailureScreen};
use super::graph::FlowGraph;
use super::input_gate::InputGate;
use super::loading::LoadingScreen;
use super::machines::Machines;
use super::phase::{Phase, ScreenSet};
use super::screen::{GameScreen, ScreenId};
use super::singleton;
use super::transition::Transition;
use crate::phase::{
    Asset, FinishContext, Leak, LoadReport, LoadStatus, Loader, Memory, PhaseId, Problem, Resources,
};
use crate::platform::{AssetPath, AssetSource, FixedStep, Input, MAX_CATCH_UP, Trace, TraceRecord};

pub use self::settings::ManagerSettings;
pub(super) use self::stack::DrawView;
pub(super) use self::world::Inbox;

/// The most screens that can be on the stack. A push beyond it is rejected.
pub const MAX_DEPTH: usize = 64;

/// How often in one frame commands may lead to further commands. Beyond it screens ask for one
/// another in a circle, which is a failure that names them.
pub const MAX_PASSES: usize = 64;

/// What was resident when a phase ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseEnd {
    /// The phase.
    pub phase: &'static str,
    /// Bytes of textures on the GPU.
    pub texture_bytes: u64,
    /// Bytes of everything else.
    pub other_bytes: u64,
}

type Rule = Box<dyn FnMut(&dyn GameEvent, &mut RuleContext<'_>)>;
type MakeScreen<T> = Box<dyn Fn(T) -> Box<dyn GameScreen>>;

/// Owns the stack of screens, the phases with their resources, and the frame.
///
/// A program makes one, registers its phases, starts the first and then calls
/// [`advance`](ScreenManager::advance) and [`draw`](ScreenManager::draw) for each picture, or
/// [`step`](ScreenManager::step) for each logic frame where there is no display.
///
/// ```
/// use proscenium::flow::{GameScreen, Phase, ScreenContext, ScreenManager};
/// use proscenium::platform::Input;
///
/// struct Title;
/// impl GameScreen for Title {
///     fn update(&mut self, cx: &mut ScreenContext<'_>) { cx.quit(); }
/// }
///
/// let mut manager = ScreenManager::headless();
/// manager.add_phase(Phase::new("title").screen("title", |_| Title));
/// manager.start("title");
/// while !manager.has_ended() {
///     manager.step(&Input::default());
/// }
/// ```
pub struct ScreenManager {
    stack: Stack,
    world: World,
    phases: Vec<ScreenSet>,
    rules: Vec<Rule>,
    change: Change,
    load: LoadStage,
    has_ended: bool,
    transition: Option<Rc<dyn Transition>>,
    loading_screen: MakeScreen<()>,
    failure_screen: MakeScreen<Failure>,
    fixed_step: FixedStep,
    collected: Input,
    events: Vec<Box<dyn GameEvent>>,
    ends: Vec<PhaseEnd>,
}

impl ScreenManager {
    /// A manager without any phase.
    #[must_use]
    pub fn new(settings: ManagerSettings) -> Self {
        let loader = Loader::new(settings.source, settings.background, settings.clock, settings.pace);
        Self {
            stack: Stack::default(),
            world: World {
                inbox: Rc::default(),
                resources: Resources::default(),
                gpu: settings.gpu,
                loader,
                trace: settings.trace,
                random: fastrand::Rng::with_seed(settings.seed),
                gate: InputGate::default(),
                no_input: Input::default(),
                phase: None,
                frame: 0,
            },
            phases: Vec::new(),
            rules: Vec::new(),
            change: Change::Idle,
            load: LoadStage::None,
            has_ended: false,
            transition: settings.transition,
            loading_screen: Box::new(|()| Box::new(LoadingScreen)),
            failure_screen: Box::new(|failure| Box::new(FailureScreen::new(failure))),
            fixed_step: FixedStep::default(),
            collected: Input::default(),
            events: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// A manager for tests and tools: the default settings, with a trace.
    #[must_use]
    pub fn headless() -> Self {
        Self::new(ManagerSettings { trace: Trace::recording(), ..ManagerSettings::default() })
    }

    /// Registers a phase with its screens. A second phase of the same id takes the place of the
    /// first.
    pub fn add_phase(&mut self, phase: Phase) {
        let Phase { contents, screens } = phase;
        let id = contents.id;
        self.world.loader.add_phase(contents);
        self.phases.retain(|known| known.id != id);
        self.phases.push(ScreenSet { id, screens });
    }

    /// Lets manifests name resources of a kind, by its word. A kind of the same word that is
    /// there already is replaced.
    pub fn register<A: Asset>(&mut self) {
        self.world.loader.register::<A>();
    }

    /// Lets manifests name RON files that are read into a `T`: `word(id: .., path: ..)`. For a
    /// stand-in or a check of its own `T` implements [`Asset`] instead.
    pub fn register_ron<T: DeserializeOwned + Send + 'static>(&mut self, word: &'static str) {
        self.world.loader.register_ron::<T>(word);
    }

    /// Gives code a name that manifests can use in `cache` and `callback` entries.
    pub fn register_maker<T: 'static>(
        &mut self,
        name: &'static str,
        make: impl Fn(&mut FinishContext<'_>) -> Result<T, Box<dyn Error + Send + Sync>> + 'static,
    ) {
        self.world.loader.register_maker(name, make);
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

    /// Starts with a phase, at the end of the next frame. Without that there is nothing to see.
    pub fn start(&mut self, phase: impl Into<PhaseId>) {
        self.command(ScreenCommand::load(phase).at_once());
    }

    /// Makes this manager the one that [`singleton`] speaks to on this thread.
    pub fn make_current(&self) {
        singleton::set_current(&self.world.inbox);
    }

    /// Asks for a change of the stack, as a screen would.
    pub fn command(&mut self, request: impl Into<Request>) {
        self.world.inbox.borrow_mut().commands.push_back(request.into());
    }

    /// Tells the flow rules and the screens that something happened, in the next frame.
    pub fn post(&mut self, event: impl GameEvent) {
        self.world.inbox.borrow_mut().events.push(Box::new(event));
    }

    /// How many logic frames are due now that `elapsed` has passed. For a loop that calls
    /// [`step`](ScreenManager::step) itself; [`advance`](ScreenManager::advance) does both.
    pub fn due_frames(&mut self, elapsed: Duration) -> u32 {
        self.fixed_step.advance(elapsed, MAX_CATCH_UP)
    }

    /// Lets `elapsed` pass: as many logic frames as fit in, at most five. Called once for each
    /// presented picture, before [`draw`](ScreenManager::draw). Returns the number of frames.
    ///
    /// While a transition runs or a phase loads nothing catches up: at most one frame for each
    /// picture, so that a frame that passes is one that was really seen.
    pub fn advance(&mut self, elapsed: Duration, input: &Input) -> u32 {
        self.collected.merge(input);
        let frames = self.due_frames(elapsed);
        let mut done = 0;
        while done < frames && (done == 0 || self.is_settled()) {
            let mut input = std::mem::take(&mut self.collected);
            self.step(&input);
            input.end_step();
            self.collected = input;
            done += 1;
        }
        done
    }

    /// Whether the active screen is in charge: no transition runs and no phase is being loaded.
    #[must_use]
    pub const fn is_settled(&self) -> bool {
        self.change.is_idle() && matches!(self.load, LoadStage::None)
    }

    /// Whether the program has ended in order, with `quit`.
    #[must_use]
    pub const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The active screen; `None` before the first one and after the end.
    #[must_use]
    pub fn active(&self) -> Option<ScreenId> {
        self.stack.top_id()
    }

    /// The screens on the stack, bottom to top.
    pub fn stack(&self) -> impl Iterator<Item = ScreenId> {
        self.stack.ids()
    }

    /// What the screens above do to the sound of the lowest screen, the one that a phase's music
    /// belongs to.
    #[must_use]
    pub fn audio(&self) -> Audio {
        self.stack.audio()
    }

    /// The AI machines of a screen on the stack, the highest one of this name.
    #[must_use]
    pub fn machines(&self, screen: impl Into<ScreenId>) -> Option<&Machines> {
        self.stack.machines(screen.into())
    }

    /// The same, for a tool that looks on and wants to [watch](crate::ai::Population::watch) a unit.
    /// A game changes its machines in its screens.
    pub fn machines_mut(&mut self, screen: impl Into<ScreenId>) -> Option<&mut Machines> {
        self.stack.machines_mut(screen.into())
    }

    /// A screen on the stack, the highest one of this name, if it is an `S`: for tests and for
    /// tools that look on.
    #[must_use]
    pub fn screen<S: GameScreen>(&self, screen: impl Into<ScreenId>) -> Option<&S> {
        self.stack.screen(screen.into())
    }

    /// The phase that is there; `None` while one is being loaded.
    #[must_use]
    pub const fn phase(&self) -> Option<PhaseId> {
        self.world.phase
    }

    /// The registered phases, in the order in which they were added.
    pub fn phases(&self) -> impl Iterator<Item = PhaseId> {
        self.phases.iter().map(|known| known.id)
    }

    /// All that is wrong with the assets of the registered phases and with the flow graph.
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        let loader = &self.world.loader;
        let mut problems: Vec<Problem> =
            loader.phases().iter().flat_map(|phase| loader.check(phase)).collect();
        let graph = self.graph().problems().into_iter();
        problems.extend(graph.map(|what| Problem { place: "flow graph".to_owned(), what: what.to_string() }));
        problems
    }

    /// What is wrong with one file, of any kind that is registered: its extension says which.
    /// `None` when nothing is, or no kind has the extension.
    #[must_use]
    pub fn check_file(&self, path: &AssetPath) -> Option<String> {
        self.world.loader.check_file(path)
    }

    /// What is wrong with one file that should be a manifest.
    #[must_use]
    pub fn check_manifest(&self, path: &AssetPath) -> Option<String> {
        self.world.loader.check_manifest(path)
    }

    /// Where asset files come from.
    #[must_use]
    pub fn source(&self) -> &Arc<dyn AssetSource> {
        self.world.loader.source()
    }

    /// Where the screens say that they lead.
    #[must_use]
    pub fn graph(&self) -> FlowGraph {
        FlowGraph::of(&self.phases)
    }

    /// The logic frames that have passed.
    #[must_use]
    pub const fn frame(&self) -> u64 {
        self.world.frame
    }

    /// The load under way, or the last one if it failed.
    #[must_use]
    pub fn load_status(&self) -> Option<&LoadStatus> {
        self.world.loader.status()
    }

    /// The resident resources.
    #[must_use]
    pub const fn resources(&self) -> &Resources {
        &self.world.resources
    }

    /// What the resident resources take.
    #[must_use]
    pub const fn memory(&self) -> Memory {
        self.world.resources.memory()
    }

    /// How many textures the GPU holds.
    #[must_use]
    pub fn texture_count(&self) -> usize {
        self.world.gpu.texture_count()
    }

    /// What each load took so far.
    #[must_use]
    pub fn load_reports(&self) -> &[LoadReport] {
        self.world.loader.reports()
    }

    /// Textures that were not given back with their phase.
    #[must_use]
    pub fn leaks(&self) -> &[Leak] {
        self.world.loader.leaks()
    }

    /// What was resident at the end of each phase so far.
    #[must_use]
    pub fn phase_ends(&self) -> &[PhaseEnd] {
        &self.ends
    }

    /// Takes what the trace has recorded so far.
    pub fn take_trace(&mut self) -> Vec<TraceRecord> {
        self.world.trace.take()
    }
}
