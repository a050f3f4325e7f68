//! The getters of the manager.

use std::any::Any;
use std::sync::Arc;

use super::ScreenManager;
use super::state::{LoadStage, State};
use crate::flow::cover::CoverAudio;
use crate::flow::exit::Exit;
use crate::flow::graph::FlowGraph;
use crate::flow::machines::Machines;
use crate::flow::phase::Phase;
use crate::flow::screen::GameScreen;
use crate::flow::screen_id::ScreenId;
use crate::flow::shared::Shared;
use crate::flow::transition::Running;
use crate::phase::{LoadReport, LoadStatus, Memory, PhaseCheck, PhaseId, Resources};
use crate::platform::{AssetPath, AssetSource};

impl ScreenManager {
    /// The error that the failure screen shows; `None` while there is no failure screen.
    pub fn failure(&self) -> Option<&str> {
        let (visit, cause) = self.failure.as_ref()?;
        self.stack.is_live(*visit).then_some(cause)
    }

    /// The last mistake of the game's code that is no failure, for five seconds: a request for a screen or a phase that does
    /// not exist, an event whose name is nearly that of an event of the units, a payload or a result of another type than
    /// the screen asks for. It is in the log, and a debug build of a `kit::Game` shows it.
    pub fn mistake(&self) -> Option<&str> {
        self.services.mistakes.shown(self.services.tick)
    }

    /// Whether no transition runs and no phase is being loaded.
    pub const fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle | State::Ended)
    }

    /// Whether a load waits for its files. How many ticks that takes depends on the machine.
    pub const fn is_reading(&self) -> bool {
        matches!(self.state.load_stage(), Some(LoadStage::Working))
    }

    /// The state of the random numbers of [`ScreenContext::random`](crate::flow::ScreenContext::random). Two runs with the
    /// same input have the same state in each tick.
    pub fn random_state(&self) -> u64 {
        self.services.random.get_seed()
    }

    /// How much of the screens the running transition covers, 0 to 1; 0 without one.
    pub fn cover(&self) -> f32 {
        self.state.transition().map_or(0.0, Running::cover)
    }

    /// Whether the program has ended: in order, with `quit`, or because a [plugin](super::Plugin) has stopped it.
    pub const fn has_ended(&self) -> bool {
        self.state.has_ended() || self.plugins.stopped.is_some()
    }

    /// The active screen; `None` before the first one and after the end.
    pub fn active(&self) -> Option<ScreenId> {
        self.stack.top_id()
    }

    /// The screens on the stack, bottom to top.
    pub fn stack(&self) -> impl Iterator<Item = ScreenId> {
        self.stack.ids()
    }

    /// The backdrop: [`Phase::backdrop`](crate::flow::Phase::backdrop).
    pub fn backdrop(&self) -> Option<ScreenId> {
        self.stack.backdrop.as_ref().map(|live| live.id)
    }

    /// What the screens above do to the sound of the lowest screen, to which a phase's music belongs.
    pub fn audio(&self) -> CoverAudio {
        self.stack.audio()
    }

    /// The AI machines of the highest screen of this name on the stack, or of the backdrop.
    pub fn machines(&self, screen: impl Into<ScreenId>) -> Option<&Machines> {
        self.stack.find(screen.into()).map(|live| &live.machines)
    }

    /// The same, mutable, for a tool that [watches](proscenium_ai::Population::watch) a unit.
    pub fn machines_mut(&mut self, screen: impl Into<ScreenId>) -> Option<&mut Machines> {
        let id = screen.into();
        self.stack.bottom_up().rev().find(|(_, live)| live.id == id).map(|(_, live)| &mut live.machines)
    }

    /// The highest screen of this name on the stack, or the backdrop, if it is an `S`, for tests and tools.
    pub fn screen<S: GameScreen>(&self, screen: impl Into<ScreenId>) -> Option<&S> {
        let screen: &dyn Any = self.stack.find(screen.into())?.screen.as_ref();
        screen.downcast_ref()
    }

    /// The value of this type that the screens [share](Shared); `None` if none was given.
    pub fn shared<T: 'static>(&self) -> Option<&T> {
        self.services.shared.get()
    }

    /// As [`shared`](Self::shared), to change it between two ticks.
    pub fn shared_mut<T: 'static>(&mut self) -> Option<&mut T> {
        self.services.shared.get_mut()
    }

    /// All values that the screens share, for what is laid out without a screen.
    pub const fn all_shared(&self) -> &Shared {
        &self.services.shared
    }

    /// The size of the virtual screen of the active screen, in virtual pixels. The pointer's position is in it.
    pub fn view_size(&self) -> (f32, f32) {
        let (views, top) = (self.services.views, self.stack.live.last());
        top.map_or(views.wide, |top| views.size(top.ask("has_upright_view", GameScreen::has_upright_view)))
    }

    /// The current phase; `None` while one is being loaded.
    pub fn phase(&self) -> Option<PhaseId> {
        self.services.inbox.phase.get()
    }

    /// The registered phases, in the order of addition.
    pub fn phases(&self) -> impl Iterator<Item = PhaseId> {
        self.phases.iter().map(Phase::id)
    }

    /// Whether a load of this phase needs files: a manifest, or a resource that is not optional. `false` if there is no
    /// such phase.
    pub fn needs_files(&self, phase: PhaseId) -> bool {
        self.phase_of(phase).is_some_and(|phase| phase.contents.needs_files())
    }

    /// All problems of the assets of the registered phases and of the flow graph.
    pub fn check(&self) -> Vec<String> {
        let of_phases = PhaseCheck::problems(&self.check_phases()).into_iter();
        let of_flow = self.flow_problems().into_iter().map(|problem| format!("flow graph: {problem}"));
        of_phases.chain(of_flow).collect()
    }

    /// What the check of each phase's files finds, one entry for each of its manifests: [`check`](Self::check) lists the
    /// problems alone. The list is empty for a source that is not [immediate](AssetSource::is_immediate).
    pub fn check_phases(&self) -> Vec<PhaseCheck> {
        self.services.loader.check(self.phases.iter().map(|phase| &phase.contents))
    }

    /// Writes the files of all phases as packs to `folder`, which is made if it is missing: `PHASE.pack` for
    /// each phase, and `shared.pack` for the manifests and what several phases share. Returns their names and
    /// lengths. [`DirSource::open`](crate::platform::DirSource::open) reads them.
    ///
    /// Items are in the form that loads fastest ([`Asset::pack`](crate::phase::Asset::pack)). A page reads files only:
    /// `cargo web` makes its packs.
    ///
    /// # Errors
    ///
    /// What a load would fail with, or why the packs cannot be written.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn pack(&self, folder: &std::path::Path) -> Result<Vec<(AssetPath, u64)>, Vec<String>> {
        let phases = self.phases.iter().map(|phase| &phase.contents);
        self.services.loader.pack(phases, folder)
    }

    /// The problem of a file as one of the kind of its extension, or as RON; `None` if it is valid or has no kind. The
    /// manifest that names a file may name another kind: [`check`](Self::check) goes by that.
    pub fn check_file(&self, path: &AssetPath) -> Option<String> {
        self.services.loader.check_file(path)
    }

    /// The problem of a manifest; `None` if it is valid.
    pub fn check_manifest(&self, path: &AssetPath) -> Option<String> {
        self.services.loader.check_manifest(path)
    }

    /// The source of asset files.
    pub fn source(&self) -> &Arc<dyn AssetSource> {
        &self.services.loader.source
    }

    /// Whether files that were saved are still read again: [`reload_changed`](Self::reload_changed).
    pub fn is_reloading(&self) -> bool {
        self.services.loader.is_reloading()
    }

    /// The number of ticks so far.
    pub const fn tick(&self) -> u64 {
        self.services.tick
    }

    /// The current load, or the last one if it failed.
    pub fn load_status(&self) -> Option<&LoadStatus> {
        self.services.loader.status()
    }

    /// The preload; `None` if there is none. See [`FlowHandle::preload`](crate::flow::FlowHandle::preload).
    pub fn preload_status(&self) -> Option<&LoadStatus> {
        self.services.loader.preload.as_ref().map(|preload| &preload.status)
    }

    /// The resident resources.
    pub const fn resources(&self) -> &Resources {
        &self.services.loader.store.resources
    }

    /// The memory of the resident and the preloaded resources.
    pub const fn memory(&self) -> Memory {
        self.services.loader.store.resources.memory()
    }

    /// The number of textures on the GPU.
    pub fn texture_count(&self) -> usize {
        self.services.loader.store.gpu.texture_count()
    }

    /// The reports of the last [`MAX_RECORDS`](Self::MAX_RECORDS) loads.
    pub fn load_reports(&self) -> &[LoadReport] {
        &self.services.loader.reports
    }

    /// Those of them that found textures on the GPU which no resource owns.
    pub fn leaks(&self) -> Vec<&LoadReport> {
        self.load_reports().iter().filter(|load| load.leaked_textures > 0).collect()
    }
}

/// The flow graph.
impl ScreenManager {
    /// Where a screen of a phase leads, as declared with [`Phase::leads_to`]: its edges in the flow graph.
    pub fn exits(&self, phase: PhaseId, screen: ScreenId) -> impl Iterator<Item = Exit> {
        self.graph().exits(phase, screen)
    }

    /// The number of screens that the phases declare.
    pub fn screen_count(&self) -> usize {
        self.graph().screen_count()
    }

    /// Whether any screen declares its exits. A graph without exits says nothing about the game.
    pub fn has_exits(&self) -> bool {
        self.graph().has_exits()
    }

    /// All problems of the flow graph, in the order of registration. The exits are checked if any screen declares
    /// its own. The program starts with the phase that was registered first.
    ///
    /// A phase has no screen; a screen leads to a phase or a screen that does not exist; no screen leads to it; or
    /// no exit leads to a stack without it, neither one of its own nor one of the screens that it pushes.
    ///
    /// A game that is left through its pause menu needs no further exit:
    ///
    /// ```
    /// use proscenium_core::flow::{Exit, GameScreen, Phase, ScreenContext, ScreenManager};
    ///
    /// struct Screen;
    /// impl GameScreen for Screen {
    ///     fn update(&mut self, cx: &mut ScreenContext<'_>) {}
    /// }
    ///
    /// let problems = |pause_leads_to: Vec<Exit>| {
    ///     let game = Phase::new("game").screen("play", |_| Screen).leads_to([Exit::push("pause")]);
    ///     let mut manager = ScreenManager::headless();
    ///     manager.add_phase(game.screen("pause", |_| Screen).leads_to(pause_leads_to));
    ///     manager.flow_problems()
    /// };
    /// assert!(problems(vec![Exit::Pop, Exit::Quit]).is_empty());
    /// assert_eq!(problems(vec![Exit::Pop])[0], "nothing leads out of screen `play` of phase `game`");
    /// ```
    pub fn flow_problems(&self) -> Vec<String> {
        self.graph().problems()
    }

    /// The flow graph in the language of Mermaid. Each phase has its screens, the screens that they ask, and `loading`
    /// if a change to the phase leads through it: then the dashed edges of these changes lead there.
    pub fn flow_as_mermaid(&self) -> String {
        self.graph().as_mermaid()
    }

    /// The flow graph in the language of Graphviz, with the same nodes and edges.
    pub fn flow_as_dot(&self) -> String {
        self.graph().as_dot()
    }

    fn graph(&self) -> FlowGraph<'_> {
        FlowGraph(&self.phases)
    }
}
