//! Saving the flow, and going on with a save.

use std::any::Any;
use std::rc::Rc;

use super::ScreenManager;
use crate::flow::command::{ChangeReason, ScreenCommand, Target};
use crate::flow::event::Reloaded;
use crate::flow::request::Ticket;
use crate::flow::save::{Restored, SaveError, SavedEvent, SavedFlow, SavedState, ScreenRecord, guarded};
use crate::flow::screen::Live;
use crate::flow::screen_id::ScreenId;
use crate::flow::services::Services;
use crate::flow::stack::call_hook;
use crate::phase::PhaseId;
use crate::platform::caught;

/// For how many ticks a requested save waits for requests and events that come again and again, one second.
const MAX_WAITS: u32 = 60;

impl ScreenManager {
    /// Saves the flow, between two ticks: the phase, its payload if the phase
    /// [keeps](crate::flow::Phase::keep_payload) it, the screens of the stack and the backdrop, what each
    /// [writes](crate::flow::GameScreen::save), the units of their [kept](crate::flow::Machines::keep)
    /// populations, the random numbers, and the events that wait, if they are a `String` or of a unit; an event of
    /// a type of the game that waits is listed in [`Restored::lost`] after a restore. Screens that are not on the
    /// stack are not part of it. What is saved without an error can be read.
    ///
    /// ```
    /// use proscenium_core::flow::{
    ///     GameScreen, Machines, Phase, SaveError, SavedState, ScreenContext, ScreenManager,
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
    ///     fn save(&self, state: &mut SavedState, _: &Machines) -> Result<(), SaveError> {
    ///         state.write(&self.score)
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
    /// while manager.screen("in_game").is_none_or(|game: &InGame| game.score < 50) {
    ///     manager.step(&Input::default());
    /// }
    /// let text = manager.save()?;
    ///
    /// let mut manager = new_game(); // the next day
    /// manager.restore(&text)?;
    /// while manager.active() != Some("in_game".into()) {
    ///     manager.step(&Input::default());
    /// }
    /// assert_eq!(manager.screen("in_game").map(|game: &InGame| game.score), Some(50));
    /// # Ok::<(), SaveError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A transition or a load runs, a request waits, or there is no phase: [`SaveError::NotNow`].
    /// [`FlowHandle::save`](crate::flow::FlowHandle::save) waits instead. Or a value that cannot be written or
    /// could not be read again, such as one that is nested too deeply: the error names the screen, the machine
    /// or the phase that it belongs to, and nothing is saved.
    pub fn save(&self) -> Result<String, SaveError> {
        self.saved()?.to_text()
    }

    fn saved(&self) -> Result<SavedFlow, SaveError> {
        let services = &self.services;
        let not_now = |cause: &str| SaveError::NotNow(cause.to_owned());
        if !self.is_idle() || !services.inbox.requests.borrow().is_empty() {
            return Err(not_now("a change of screens is not over"));
        }
        let phase = services.inbox.phase.get().ok_or_else(|| not_now("there is no phase"))?;
        if self.failure().is_some() {
            return Err(not_now("the game has failed"));
        }
        let (events, lost) = self.waiting_events();
        let payload_error = |cause| payload_error(phase.name(), cause);
        let kept = self.phase_of(phase).and_then(|known| known.kept_payload.as_ref());
        let payload = match (&services.payload, kept) {
            (Some(payload), Some(kept)) => Some((kept.save)(payload.as_ref()).map_err(payload_error)?),
            (Some(_), None) => {
                return Err(payload_error("the phase does not keep it (`Phase::keep_payload`)".to_owned()));
            }
            (None, _) => None,
        };
        let screens = self.stack.live.iter().map(record).collect::<Result<_, _>>()?;
        let backdrop = self.stack.backdrop.as_ref().map(record).transpose()?;
        let random = services.random.get_seed();
        Ok(SavedFlow { phase: phase.to_string(), payload, random, backdrop, screens, events, lost })
    }

    /// The events that wait and can be saved, and a line for each other one.
    fn waiting_events(&self) -> (Vec<SavedEvent>, Vec<String>) {
        let (mut events, mut lost) = (Vec::new(), Vec::new());
        // Taken out, because the name of an event is code of the game.
        let waiting = self.services.inbox.events.take();
        for event in waiting.iter().map(AsRef::as_ref) {
            if let Some(saved) = SavedEvent::of(event) {
                events.push(saved);
            } else if let Some(restored) = event.downcast_ref::<Restored>() {
                // The next restore posts one of its own, with these lines.
                lost.extend(restored.lost.iter().cloned());
            } else if event.downcast_ref::<Reloaded>().is_none() {
                // A restore reads all files.
                let name = caught(|| event.name().to_owned()).unwrap_or_default();
                lost.push(format!(
                    "event `{name}`: it waited, and events of a type of the game are not saved"
                ));
            }
        }
        self.services.inbox.events.borrow_mut().splice(0..0, waiting);
        (events, lost)
    }

    /// Whether a save of now would not have all events that wait.
    fn would_lose_events(&self) -> bool {
        let events = self.services.inbox.events.borrow();
        events.iter().any(|event| !SavedEvent::is_saved(event.as_ref()))
    }

    /// Reads a save and requests to go on with it: [`ScreenCommand::Restore`].
    ///
    /// # Errors
    ///
    /// Those of [`SavedFlow::parse`].
    pub fn restore(&mut self, text: &str) -> Result<Ticket, SaveError> {
        Ok(self.command(ScreenCommand::Restore(SavedFlow::parse(text)?)))
    }

    /// Sets which screen takes the place of one that is part of a save, by its name, but not of the phase.
    /// `None`, the default for all, leaves it out; a stack without any screen becomes the stack of a new load.
    pub fn set_screen_fallback(&mut self, fallback: impl Fn(&str) -> Option<ScreenId> + 'static) {
        self.screen_fallback = Box::new(fallback);
    }

    /// Answers the requested saves, at the end of a tick, or within it when the events of a type of the game
    /// were delivered for which a save has waited.
    pub(super) fn answer_saves(&mut self, is_end: bool) {
        if self.services.inbox.saves.borrow().is_empty() || !(self.is_idle() || self.state.has_ended()) {
            return;
        }
        let may_wait = self.save_waits < MAX_WAITS && !self.state.has_ended();
        if !is_end && self.save_waits == 0 {
            return;
        }
        self.save_waits += u32::from(is_end);
        if is_end && may_wait && self.would_lose_events() {
            return;
        }
        match self.save() {
            Err(SaveError::NotNow(_)) if may_wait || !is_end => {}
            result => {
                self.save_waits = 0;
                let result = result.map_err(|error| error.to_string());
                for ticket in self.services.inbox.saves.take() {
                    ticket.set(result.clone());
                }
            }
        }
    }

    /// The payload of a load, a restore or a preload: the command's, the save's, or the one that the phase
    /// makes.
    pub(super) fn payload_of(&self, command: &ScreenCommand) -> Result<Option<Rc<dyn Any>>, String> {
        let (phase, payload) = match command {
            ScreenCommand::Load(phase, payload) | ScreenCommand::Preload(phase, payload) => {
                (self.phase_of(*phase), payload.clone())
            }
            ScreenCommand::Restore(saved) => {
                let known = self.check_phase(&saved.phase).map_err(|impossible| impossible.reason)?;
                let kept = saved.payload.as_ref().zip(known.kept_payload.as_ref());
                let loaded = kept.map(|(payload, kept)| guarded(|| (kept.load)(payload))).transpose();
                (Some(known), loaded.map_err(|cause| payload_error(&saved.phase, cause).to_string())?)
            }
            _ => return Ok(None),
        };
        phase.map_or(Ok(None), |known| known.completed(payload))
    }

    /// Enters the screens of a save, after the load of its phase.
    pub(super) fn enter_saved(&mut self, saved: &SavedFlow, phase: PhaseId, default: ScreenId) {
        let (places, mut lost) = self.saved_places(saved, phase);
        let Some((top, _)) = places.last() else {
            self.enter_default(phase, default);
            self.restore_backdrop(saved, &mut lost);
            return self.restore_rest(saved, lost);
        };
        self.lead_to(ChangeReason::Restore, *top);
        self.stack.leave_all(&mut self.services);
        self.enter_backdrop(phase);
        for (id, _) in &places {
            let payload = self.services.payload.clone().filter(|_| *id == default);
            self.stack.enter(Target { payload, ..(*id).into() }, &mut self.services);
        }
        self.restore_backdrop(saved, &mut lost);
        let (stack, services) = (&mut self.stack, &mut self.services);
        let screens = stack.live.iter_mut().zip(places.iter().map(|(_, record)| *record));
        for (depth, (live, record)) in (1..).zip(screens) {
            restore(live, depth, record, services, &mut lost);
        }
        services.random = fastrand::Rng::with_seed(saved.random);
        stack.activate_top(services);
        self.restore_rest(saved, lost);
    }

    fn restore_backdrop(&mut self, saved: &SavedFlow, lost: &mut Vec<String>) {
        if let Some((live, record)) = self.stack.backdrop.as_mut().zip(saved.backdrop.as_ref())
            && live.id.name() == record.id
        {
            restore(live, 0, record, &mut self.services, lost);
        }
    }

    /// Posts the events of a save, and that it was restored.
    fn restore_rest(&mut self, saved: &SavedFlow, mut lost: Vec<String>) {
        for event in saved.events.iter().cloned() {
            match event.into_event() {
                Ok(event) => self.services.inbox.post(event),
                Err(name) => lost.push(format!("event `{name}`: no machine has it any more")),
            }
        }
        lost.iter().for_each(|line| log::warn!("not restored: {line}"));
        self.services.inbox.post(Box::new(Restored { lost }));
    }

    /// The screens of a phase that a save leads to, each once, and what is lost.
    pub(super) fn saved_places<'a>(
        &self,
        saved: &'a SavedFlow,
        phase: PhaseId,
    ) -> (Vec<(ScreenId, &'a ScreenRecord)>, Vec<String>) {
        let (mut places, mut lost) = (Vec::<(ScreenId, &ScreenRecord)>::new(), saved.lost.clone());
        if saved.payload.is_some() && self.phase_of(phase).is_some_and(|known| known.kept_payload.is_none()) {
            lost.push(format!(
                "payload of phase `{phase}`: the phase does not keep it any more (`Phase::keep_payload`)"
            ));
        }
        if let Some(record) = &saved.backdrop
            && self.backdrop_of(phase).is_none_or(|own| own.id.name() != record.id)
        {
            lost.push(format!("backdrop `{}`: phase `{phase}` has none of this name", record.id));
        }
        for record in &saved.screens {
            let target = self.screen_for(phase, &record.id).unwrap_or_else(|message| {
                lost.push(format!("screen `{}`: the fallback of screens has panicked: {message}", record.id));
                None
            });
            if target.is_none_or(|id| id.name() != record.id) {
                lost.push(format!("screen `{}`: phase `{phase}` has none of this name", record.id));
            }
            let Some(id) = target else { continue };
            if places.iter().any(|(other, _)| *other == id) {
                lost.push(format!("screen `{}`: `{id}` is on the stack already", record.id));
            } else if places.len() >= Self::MAX_DEPTH {
                lost.push(format!("screen `{}`: the stack is full (max. {})", record.id, Self::MAX_DEPTH));
            } else {
                places.push((id, record));
            }
        }
        (places, lost)
    }

    /// The screen of a phase with this name, or its fallback.
    fn screen_for(&self, phase: PhaseId, name: &str) -> Result<Option<ScreenId>, String> {
        let screens = self.phase_of(phase).map_or(&[][..], |known| &known.screens);
        let find = |name: &str| screens.iter().map(|entry| entry.id).find(|id| id.name() == name);
        match find(name) {
            None => Ok(caught(|| (self.screen_fallback)(name))?.and_then(|id| find(id.name()))),
            found => Ok(found),
        }
    }
}

fn payload_error(phase: &str, cause: String) -> SaveError {
    SaveError::Payload(phase.to_owned(), cause)
}

fn restore(
    live: &mut Live,
    depth: usize,
    record: &ScreenRecord,
    services: &mut Services,
    lost: &mut Vec<String>,
) {
    // It was, before the save.
    live.was_updated = true;
    let screen = live.id;
    if let Some(progress) = record.machines {
        live.machines.set_progress(progress);
    }
    lost.extend(live.machines.restore(&record.units).iter().map(|line| format!("screen `{screen}`: {line}")));
    if let Some(value) = &record.state {
        let state = SavedState::new(screen, Some(value.clone()));
        let mut restored = Ok(());
        let called = caught(|| {
            call_hook(live, depth, services, "restore", |screen, cx| restored = screen.restore(cx, &state));
        });
        if let Err(message) = called {
            lost.push(format!("screen `{screen}`: it panicked: {message}"));
        } else if let Err(error) = restored {
            lost.push(error.to_string());
        } else if !state.is_read.get() {
            lost.push(format!("screen `{screen}`: it has not read its state (`SavedState::read`)"));
        }
    }
}

fn record(live: &Live) -> Result<ScreenRecord, SaveError> {
    let mut state = SavedState::new(live.id, None);
    caught(|| live.screen.save(&mut state, &live.machines)).unwrap_or_else(|message| {
        Err(SaveError::Screen(live.id.to_string(), format!("it panicked: {message}")))
    })?;
    let units = live.machines.save().map(|(machine, units)| {
        let units = units.map_err(|cause| SaveError::Units(machine.to_owned(), cause))?;
        Ok((machine.to_owned(), units))
    });
    let (id, units) = (live.id.to_string(), units.collect::<Result<_, _>>()?);
    Ok(ScreenRecord { id, state: state.value, units, machines: Some(live.machines.progress()) })
}
