//! What can be asked of a manager.

use std::sync::Arc;

use super::{PhaseEnd, ScreenManager};
use crate::flow::cover::CoverAudio;
use crate::flow::graph::FlowGraph;
use crate::flow::machines::Machines;
use crate::flow::phase::Phase;
use crate::flow::screen::{GameScreen, ScreenId};
use crate::phase::{Leak, LoadReport, LoadStatus, Memory, PhaseId, Problem, Resources};
use crate::platform::{AssetPath, AssetSource};

impl ScreenManager {
    /// Whether the active screen is in charge: no transition runs and no phase is being loaded.
    pub const fn is_settled(&self) -> bool {
        self.transition.is_none() && !self.load.is_loading()
    }

    /// Whether the program has ended in order, with `quit`.
    pub const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The active screen; `None` before the first one and after the end.
    pub fn active(&self) -> Option<ScreenId> {
        self.stack.top_id()
    }

    /// The screens on the stack, bottom to top.
    pub fn stack(&self) -> impl Iterator<Item = ScreenId> {
        self.stack.ids()
    }

    /// What the screens above do to the sound of the lowest screen, the one that a phase's music
    /// belongs to.
    pub fn audio(&self) -> CoverAudio {
        self.stack.audio()
    }

    /// The AI machines of a screen on the stack, the highest one of this name.
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
    pub fn screen<S: GameScreen>(&self, screen: impl Into<ScreenId>) -> Option<&S> {
        self.stack.screen(screen.into())
    }

    /// The phase that is there; `None` while one is being loaded.
    pub const fn phase(&self) -> Option<PhaseId> {
        self.services.phase
    }

    /// The registered phases, in the order in which they were added.
    pub fn phases(&self) -> impl Iterator<Item = PhaseId> {
        self.phases.iter().map(Phase::id)
    }

    /// All that is wrong with the assets of the registered phases and with the flow graph.
    pub fn check(&self) -> Vec<Problem> {
        let loader = &self.services.loader;
        let mut problems: Vec<Problem> =
            self.phases.iter().flat_map(|phase| loader.check(&phase.contents)).collect();
        let graph = self.graph().problems().into_iter();
        problems.extend(graph.map(|what| Problem { place: "flow graph".to_owned(), what: what.to_string() }));
        problems
    }

    /// What is wrong with one file, of any kind that is registered: its extension says which.
    /// `None` when nothing is, or no kind has the extension.
    pub fn check_file(&self, path: &AssetPath) -> Option<String> {
        self.services.loader.check_file(path)
    }

    /// What is wrong with one file that should be a manifest.
    pub fn check_manifest(&self, path: &AssetPath) -> Option<String> {
        self.services.loader.check_manifest(path)
    }

    /// Where asset files come from.
    pub fn source(&self) -> &Arc<dyn AssetSource> {
        &self.services.loader.source
    }

    /// Where the screens say that they lead.
    pub fn graph(&self) -> FlowGraph {
        FlowGraph::of(&self.phases)
    }

    /// The number of ticks so far.
    pub const fn tick(&self) -> u64 {
        self.services.tick
    }

    /// The load under way, or the last one if it failed.
    pub fn load_status(&self) -> Option<&LoadStatus> {
        self.services.loader.status()
    }

    /// The resident resources.
    pub const fn resources(&self) -> &Resources {
        &self.services.loader.resources
    }

    /// What the resident resources take.
    pub const fn memory(&self) -> Memory {
        self.services.loader.resources.memory()
    }

    /// How many textures the GPU holds.
    pub fn texture_count(&self) -> usize {
        self.services.loader.gpu.texture_count()
    }

    /// What each load took so far.
    pub fn load_reports(&self) -> &[LoadReport] {
        &self.services.loader.reports
    }

    /// Textures that were not given back with their phase.
    pub fn leaks(&self) -> &[Leak] {
        &self.services.loader.leaks
    }

    /// What was resident at the end of each phase so far.
    pub fn phase_ends(&self) -> &[PhaseEnd] {
        &self.phase_ends
    }
}
