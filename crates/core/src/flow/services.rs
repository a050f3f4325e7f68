//! What the manager has besides the stack.

use std::any::Any;
use std::rc::Rc;

use super::command::ScreenChange;
pub(super) use super::context::Call;
use super::context::ScreenContext;
use super::input_gate::InputGate;
use super::mistakes::Mistakes;
use super::request::Inbox;
use super::screen::{GameScreen, Live};
use super::shared::Shared;
use crate::phase::Assets;
use crate::platform::{Input, Trace, Views};

/// Everything of the manager that is not the stack, so that a screen of the stack can be called
/// with a context that borrows all of this.
pub(super) struct Services {
    pub(super) inbox: Rc<Inbox>,
    pub(super) assets: Assets,
    pub(super) trace: Trace,
    pub(super) shared: Shared,
    pub(super) mistakes: Mistakes,
    pub(super) random: fastrand::Rng,
    pub(super) gate: InputGate,
    /// The input of the current tick, as the active screen sees it.
    pub(super) input: Input,
    /// What a covered screen sees of it; empty in hooks.
    pub(super) no_input: Input,
    /// The payload of the last load, for its builders and for a retry.
    pub(super) payload: Option<Rc<dyn Any>>,
    pub(super) tick: u64,
    pub(super) views: Views,
    /// What the hooks are called for.
    pub(super) change: Option<ScreenChange>,
}

impl Services {
    /// Logs and shows a mistake of the game's code.
    pub(super) fn note_mistake(&mut self, text: String) {
        log::warn!("{text}");
        self.mistakes.add(text, self.tick);
    }

    /// The screen, and the context to call it with.
    pub(super) fn call<'a>(
        &'a mut self,
        live: &'a mut Live,
        call: Call,
    ) -> (&'a mut dyn GameScreen, ScreenContext<'a>) {
        let view = live.view(&self.views);
        let cx = ScreenContext {
            populations: &mut live.populations,
            flow: &live.flow,
            resources: &self.assets.store.resources,
            shared: &mut self.shared,
            random: &mut self.random,
            input: if call.has_input { &self.input } else { &self.no_input },
            load: self.assets.on_screen.as_ref().map(|screen| &screen.load.status),
            preload: self.assets.preload.as_ref().map(|preload| &preload.load.status),
            background: &self.assets.background,
            gpu: self.assets.store.gpu.as_mut(),
            screen: live.id,
            call,
            payload: live.payload.as_deref(),
            asked: &live.asked,
            tick: self.tick,
            view_size: self.views.size(view),
            in_transition: self.gate.is_closed,
        };
        (live.screen.as_mut(), cx)
    }
}
