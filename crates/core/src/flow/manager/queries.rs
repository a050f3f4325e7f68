//! What can be asked of the manager: its parts, and what it does now.

use super::ScreenManager;
use super::plugin::Plugins;
use super::state::State;
use crate::flow::phase::PhaseScreens;
use crate::flow::screen_id::ScreenId;
use crate::flow::shared::Shared;
use crate::flow::stack::Stack;
use crate::flow::transition::Running;
use crate::phase::{Assets, LoadStatus, PhaseId};
use crate::platform::{Placed, Scaling, Trace, View, Views, WindowSize};

impl ScreenManager {
    /// The screens on the stack.
    pub const fn stack(&self) -> &Stack {
        &self.stack
    }

    /// As [`stack`](Self::stack), for a tool that changes the populations of a screen: [`Stack::populations_mut`].
    pub const fn stack_mut(&mut self) -> &mut Stack {
        &mut self.stack
    }

    /// The assets: the kinds of resources, what is resident, the reports of loads.
    pub const fn assets(&self) -> &Assets {
        &self.services.assets
    }

    /// As [`assets`](Self::assets), to register kinds of resources and to read saved files again.
    pub const fn assets_mut(&mut self) -> &mut Assets {
        &mut self.services.assets
    }

    /// The running load of a phase, or the last one if it failed.
    pub fn load(&self) -> Option<&LoadStatus> {
        self.services.assets.load()
    }

    /// The screens of a phase, the one that it starts with first. Empty if the phase is not registered.
    pub fn screens_of(&self, phase: PhaseId) -> impl Iterator<Item = ScreenId> {
        self.phase_of(phase).into_iter().flat_map(PhaseScreens::ids)
    }

    /// The plugins.
    pub const fn plugins(&self) -> &Plugins {
        &self.plugins
    }

    /// As [`plugins`](Self::plugins), to change one.
    pub const fn plugins_mut(&mut self) -> &mut Plugins {
        &mut self.plugins
    }

    /// The values that the screens share.
    pub const fn shared(&self) -> &Shared {
        &self.services.shared
    }

    /// As [`shared`](Self::shared), to change one between two ticks.
    pub const fn shared_mut(&mut self) -> &mut Shared {
        &mut self.services.shared
    }

    /// The trace, for instance to [read](Trace::read) or to [take](Trace::take) its records.
    pub const fn trace(&self) -> &Trace {
        &self.services.trace
    }

    /// The error that the failure screen shows; `None` while there is no failure screen.
    pub fn failure(&self) -> Option<&str> {
        let (visit, cause) = self.failure.as_ref()?;
        self.stack.is_live(*visit).then_some(cause)
    }

    /// The last mistake of the game's code that is no failure, for five seconds: a request for a screen or a phase that does
    /// not exist, an event whose name nearly matches an event of a machine, a payload or a result of another type than
    /// the screen asks for. It is in the log, and a debug build of a `game::Game` shows it.
    pub fn mistake(&self) -> Option<&str> {
        self.services.mistakes.shown(self.services.tick)
    }

    /// Whether no transition runs and no phase is being loaded.
    pub const fn is_idle(&self) -> bool {
        matches!(self.state, State::Idle | State::Ended)
    }

    /// Whether the program has ended: in order, with `quit`, or because a [plugin](super::Plugin) has stopped it.
    pub fn has_ended(&self) -> bool {
        self.services.inbox.is_closed.get()
    }

    /// The number of ticks so far.
    pub const fn tick(&self) -> u64 {
        self.services.tick
    }

    /// The size of the view of the active screen, in virtual pixels, as it was in the last tick. The pointer's position
    /// is in this view.
    pub fn view_size(&self) -> (f32, f32) {
        let views = self.services.views;
        views.size(self.top_view(&views))
    }

    /// The view of the active screen and its place in the window, as it is now.
    pub fn placed(&self) -> Placed {
        let views = self.services.views;
        views.placed(self.top_view(&views), self.window())
    }

    /// The size of the window, as it is now; [`WindowSize::NONE`] without one.
    pub fn window(&self) -> WindowSize {
        self.surface.window().unwrap_or(self.services.views.window)
    }

    fn top_view(&self, views: &Views) -> View {
        self.stack.live.last().map_or(views.wide, |top| top.view(views))
    }

    /// Sets how views are scaled to the window, from the next frame on; [`Scaling::Smooth`] by default.
    pub const fn set_scaling(&mut self, scaling: Scaling) {
        self.services.views.scaling = scaling;
    }

    /// How much of the screens the running transition covers, 0 to 1; 0 without one.
    pub fn cover(&self) -> f32 {
        self.state.transition().map_or(0.0, Running::cover)
    }

    /// The state of the random numbers of [`ScreenContext::random`](crate::flow::ScreenContext::random). Two runs with the
    /// same input have the same state in each tick outside of a load.
    pub fn random_state(&self) -> u64 {
        self.services.random.get_seed()
    }
}
