//! Saves of the flow: when they are made, and how a load goes on with one.

use super::ScreenManager;
use crate::flow::command::{ChangeReason, ScreenCommand, Target};
use crate::flow::phase::PhaseScreens;
use crate::flow::request::Ticket;
use crate::flow::save::{SaveError, SavedFlow};
use crate::flow::saving::{Place, places, restore_events, restore_screens, saved};
use crate::flow::screen_id::ScreenId;
use crate::phase::PhaseId;

/// For how many ticks a requested save waits for requests that come again and again, one second.
const MAX_WAITS: u32 = 60;

/// What a manager keeps for its saves.
#[derive(Default)]
pub(super) struct Saves {
    /// The save that the load of its phase restores.
    pub(super) restoring: Option<SavedFlow>,
    /// Which screen takes the place of one that is gone.
    fallback: Option<ScreenFallback>,
    /// For how many ticks a requested save has waited.
    waits: u32,
}

type ScreenFallback = Box<dyn Fn(&str) -> Option<ScreenId>>;

impl Saves {
    /// The screens of a phase that a save leads to, and what is lost.
    fn places<'a>(&self, saved: &'a SavedFlow, phase: &PhaseScreens) -> (Vec<Place<'a>>, Vec<String>) {
        let fallback = |name: &str| self.fallback.as_ref().and_then(|fallback| fallback(name));
        places(saved, phase, fallback, ScreenManager::MAX_DEPTH)
    }
}

impl ScreenManager {
    /// Saves the flow, between two ticks: the phase, its payload if the phase
    /// [keeps](crate::flow::Phase::keep_payload) it, the screens of the stack, what each
    /// [writes](crate::flow::GameScreen::save), the units of their [kept](crate::flow::Populations::keep)
    /// populations, the shared values of [`share_saved`](ScreenManager::share_saved), the random numbers, and the
    /// waiting events that are a `String` or a unit's; [`Restored::lost`](crate::flow::Restored::lost) lists the others
    /// after a restore. Screens that are not on the stack are not part of it. A save without an error can be read.
    ///
    /// ```
    /// use proscenium_core::flow::{
    ///     GameScreen, Phase, SaveContext, SaveError, SavedState, ScreenContext, ScreenManager,
    /// };
    /// use proscenium_core::platform::Input;
    ///
    /// #[derive(Default)]
    /// struct InGame { score: u32 }
    ///
    /// impl GameScreen for InGame {
    ///     fn update(&mut self, _cx: &mut ScreenContext<'_>) {
    ///         self.score += 10;
    ///     }
    ///
    ///     fn save(&self, cx: &mut SaveContext<'_>) -> Result<(), SaveError> {
    ///         cx.write(&self.score)
    ///     }
    ///
    ///     fn restore(&mut self, _cx: &mut ScreenContext<'_>, state: &SavedState) -> Result<(), SaveError> {
    ///         self.score = state.read()?;
    ///         Ok(())
    ///     }
    /// }
    ///
    /// let new_game = || {
    ///     let mut manager = ScreenManager::headless();
    ///     manager.add_phase(Phase::new("game").screen("in_game", |_| InGame::default()));
    ///     manager
    /// };
    /// let mut manager = new_game();
    /// manager.start("game");
    /// while manager.stack().screen("in_game").is_none_or(|game: &InGame| game.score < 50) {
    ///     manager.step(&Input::default());
    /// }
    /// let text = manager.save()?;
    ///
    /// let mut manager = new_game(); // the next day
    /// manager.restore(&text)?;
    /// while manager.stack().active() != Some("in_game".into()) {
    ///     manager.step(&Input::default());
    /// }
    /// assert_eq!(manager.stack().screen("in_game").map(|game: &InGame| game.score), Some(50));
    /// # Ok::<(), SaveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A transition or a load runs, a request waits, or there is no phase: [`SaveError::NotNow`].
    /// [`FlowHandle::save`](crate::flow::FlowHandle::save) waits instead. Any other error names the screen, the machine
    /// or the phase whose value cannot be written or could not be read again, such as one that is nested too deeply.
    /// Nothing is saved then.
    ///
    /// # Panics
    ///
    /// As [`advance`](ScreenManager::advance).
    pub fn save(&self) -> Result<String, SaveError> {
        let _working = self.work();
        let services = &self.services;
        if !self.is_idle() || !services.inbox.requests.borrow().is_empty() {
            return Err(SaveError::NotNow("a change of screens is not over".to_owned()));
        }
        if self.failure().is_some() {
            return Err(SaveError::NotNow("the game has failed".to_owned()));
        }
        let Some(phase) = services.inbox.phase.get().and_then(|phase| self.phase_of(phase)) else {
            return Err(SaveError::NotNow("there is no phase".to_owned()));
        };
        saved(&self.stack, services, phase)?.to_text()
    }

    /// Reads a save and requests to restore it: [`ScreenCommand::Restore`].
    ///
    /// # Errors
    ///
    /// The errors of [`SavedFlow::parse`].
    pub fn restore(&mut self, text: &str) -> Result<Ticket, SaveError> {
        Ok(self.command(ScreenCommand::Restore(SavedFlow::parse(text)?)))
    }

    /// Sets which screen replaces a saved screen, given by its name, that the phase does not have. `None`, the default,
    /// leaves it out; a stack without any screen becomes the stack of a new load.
    pub fn set_screen_fallback(&mut self, fallback: impl Fn(&str) -> Option<ScreenId> + 'static) {
        self.saves.fallback = Some(Box::new(fallback));
    }

    /// Answers the requested saves. They wait for changes of screens and for requests; the events of this tick are
    /// delivered before.
    pub(super) fn answer_saves(&mut self) {
        if self.services.inbox.saves.borrow().is_empty() || !self.is_idle() {
            return;
        }
        let saved = self.save();
        self.saves.waits += 1;
        if matches!(saved, Err(SaveError::NotNow(_))) && self.saves.waits < MAX_WAITS {
            return;
        }
        self.saves.waits = 0;
        let saved = saved.map_err(|error| error.to_string());
        for ticket in self.services.inbox.saves.take() {
            ticket.set(saved.clone());
        }
    }

    /// The top one of the screens that a save leads to.
    pub(super) fn saved_top(&self, saved: &SavedFlow, phase: PhaseId) -> Option<ScreenId> {
        let (places, _) = self.saves.places(saved, self.phase_of(phase)?);
        places.last().map(|(id, _)| *id)
    }

    /// Enters the screens of a save, after the load of its phase.
    pub(super) fn enter_saved(&mut self, saved: &SavedFlow, phase: PhaseId, default: ScreenId) {
        let Some(screens) = self.phase_of(phase) else { return };
        let (places, mut lost) = self.saves.places(saved, screens);
        let Some((top, _)) = places.last() else {
            self.enter_default(default);
            lost.extend(self.services.shared.restore(&saved.shared));
            return restore_events(saved, &self.services, lost);
        };
        self.lead_to(ChangeReason::Restore, *top);
        let (stack, services) = (&mut self.stack, &mut self.services);
        stack.leave_down_to(0, services);
        for (id, _) in &places {
            let payload = services.payload.clone().filter(|_| *id == default);
            stack.enter(Target { payload, ..(*id).into() }, services);
        }
        lost.extend(restore_screens(stack, services, saved, &places));
        stack.activate_top(services);
        restore_events(saved, services, lost);
    }
}
