//! What the manager has besides the stack.

use std::any::Any;
use std::rc::Rc;

use super::command::ScreenChange;
pub(super) use super::context::Call;
use super::context::ScreenContext;
use super::draw_context::Views;
use super::input_gate::InputGate;
use super::mistakes::Mistakes;
use super::request::Inbox;
use super::screen::{GameScreen, Live};
use super::shared::Shared;
use crate::phase::Loader;
use crate::platform::{Input, Trace, caught, named};

/// Everything of the manager that is not the stack, so that a screen of the stack can be called
/// with a context that borrows all of this.
pub(super) struct Services {
    pub(super) inbox: Rc<Inbox>,
    pub(super) loader: Loader,
    pub(super) trace: Trace,
    pub(super) shared: Shared,
    pub(super) mistakes: Mistakes,
    pub(super) random: fastrand::Rng,
    pub(super) gate: InputGate,
    /// The input of the current tick, as the active screen sees it.
    pub(super) input: Input,
    pub(super) no_input: Input,
    /// The payload of the last load, for its builders and for a retry.
    pub(super) payload: Option<Rc<dyn Any>>,
    pub(super) tick: u64,
    pub(super) views: Views,
    /// What the hooks are called for.
    pub(super) change: Option<ScreenChange>,
    /// Whether the screen that the hook of the top one is called for is a popup.
    pub(super) is_popup_next: bool,
    /// A panic that goes on at the end of the tick, because the change that it came from cannot stop halfway.
    pub(super) panic: Option<String>,
}

impl Services {
    /// Calls code of the game within a change that goes on in any case. A panic is kept until the end of the tick.
    pub(super) fn attempt(&mut self, call: impl FnOnce(&mut Self)) {
        if let Err(message) = caught(|| call(self)) {
            log::error!("it panicked: {message}");
            self.panic.get_or_insert(message);
        }
    }

    /// Tells a mistake of the game's code.
    pub(super) fn note_mistake(&mut self, text: String) {
        log::warn!("{text}");
        self.mistakes.add(text, self.tick);
    }

    /// Drops a value of the game, whose destructor may panic.
    pub(super) fn discard<T>(&mut self, what: &str, value: T) {
        self.attempt(|_| named(|| format!("the destructor of {what}"), || drop(value)));
    }

    /// The screen, and the context to call it with.
    pub(super) fn call<'a>(
        &'a mut self,
        live: &'a mut Live,
        call: Call,
    ) -> (&'a mut dyn GameScreen, ScreenContext<'a>) {
        let cx = ScreenContext {
            machines: &mut live.machines,
            flow: &live.flow,
            resources: &self.loader.store.resources,
            shared: &mut self.shared,
            random: &mut self.random,
            input: if call.has_input { &self.input } else { &self.no_input },
            load: self.loader.load.as_ref().map(|load| &load.status),
            preload: self.loader.preload.as_ref().map(|preload| &preload.status),
            background: &self.loader.background,
            gpu: self.loader.store.gpu.as_mut(),
            screen: live.id,
            call,
            payload: live.payload.as_deref(),
            asked: &live.asked,
            tick: self.tick,
            view_size: self.views.size(live.screen.has_upright_view()),
            in_transition: self.gate.is_closed,
        };
        (live.screen.as_mut(), cx)
    }
}
