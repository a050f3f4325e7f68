//! Saving the flow, and going on with a save.

use super::ScreenManager;
use super::services::Services;
use super::stack::call_hook;
use crate::flow::command::{ChangeReason, ScreenCommand, Target};
use crate::flow::event::GameEvent;
use crate::flow::request::Ticket;
use crate::flow::save::{Restored, SaveError, SavedEvent, SavedFlow, SavedState, ScreenRecord};
use crate::flow::screen::Live;
use crate::flow::screen_id::ScreenId;
use crate::phase::PhaseId;

/// For how many ticks a requested save waits for an event of the game, one second.
const MAX_WAITS: u32 = 60;

impl ScreenManager {
    /// Saves the flow, between two ticks: the phase, its payload if the phase
    /// [keeps](crate::flow::Phase::keep_payload) it, the screens of the stack and the backdrop, what each
    /// [writes](crate::flow::GameScreen::save), the units of their [kept](crate::flow::Machines::keep)
    /// populations, the random numbers, and the events that wait, if they are a `String` or of a unit.
    /// Screens that are not on the stack are not part of it.
    ///
    /// ```
    /// use proscenium::flow::{
    ///     GameScreen, Machines, Phase, SaveError, SavedState, ScreenContext, ScreenManager,
    /// };
    /// use proscenium::platform::Input;
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
    /// A transition or a load runs, a request or an event of a type of the game waits, or there is no phase:
    /// [`SaveError::NotNow`]. [`FlowHandle::save`](crate::flow::FlowHandle::save) waits instead. Or a state
    /// that cannot be written.
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
        // Taken out, because the name of an event is code of the game.
        let waiting = services.inbox.events.take();
        let event = |event: &dyn GameEvent| {
            let saved = SavedEvent::of(event);
            saved
                .ok_or_else(|| not_now(&format!("the event `{}` waits, which cannot be saved", event.name())))
        };
        let events = waiting.iter().map(|waiting| event(waiting.as_ref())).collect::<Result<_, _>>();
        services.inbox.events.borrow_mut().splice(0..0, waiting);
        let events = events?;
        let payload_error = |cause| SaveError::Payload(phase.to_string(), cause);
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
        Ok(SavedFlow { phase: phase.to_string(), payload, random, backdrop, screens, events })
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
    /// `None`, the default for all, leaves it out; a stack without any screen is that of a new load.
    pub fn set_screen_fallback(&mut self, fallback: impl Fn(&str) -> Option<ScreenId> + 'static) {
        self.screen_fallback = Box::new(fallback);
    }

    pub(super) fn answer_saves(&mut self) {
        let first = self.services.inbox.saves.borrow().first().map(|(_, write)| *write);
        let Some(write) = first.filter(|_| self.is_idle() || self.has_ended) else { return };
        self.save_waits += 1;
        match self.saved().and_then(|saved| write(&saved)) {
            Err(SaveError::NotNow(_)) if self.save_waits < MAX_WAITS && !self.has_ended => {}
            result => {
                self.save_waits = 0;
                let result = result.map_err(|error| error.to_string());
                for (ticket, _) in self.services.inbox.saves.take() {
                    ticket.set(result.clone());
                }
            }
        }
    }

    /// Why a save cannot be restored at all.
    pub(super) fn check_saved(&self, saved: &SavedFlow) -> Result<(), String> {
        let phase = self.check_phase(&saved.phase)?;
        match (&saved.payload, &phase.kept_payload) {
            (Some(payload), Some(kept)) => {
                let read = (kept.load)(payload).map(drop);
                read.map_err(|cause| SaveError::Payload(saved.phase.clone(), cause).to_string())
            }
            _ => Ok(()),
        }
    }

    /// A restore as the load of its phase; the save waits for the end of it.
    pub(super) fn as_load(&mut self, command: ScreenCommand) -> ScreenCommand {
        if command.ends_phase() {
            self.restoring = None;
        }
        let ScreenCommand::Restore(saved) = command else { return command };
        let phase = PhaseId::from(&saved.phase);
        let kept = self.phase_of(phase).and_then(|known| known.kept_payload.as_ref());
        let payload = saved.payload.as_ref().zip(kept).and_then(|(payload, kept)| (kept.load)(payload).ok());
        self.restoring = Some(saved);
        ScreenCommand::Load(phase, payload)
    }

    /// Enters the screens of a save, after the load of its phase.
    pub(super) fn enter_saved(&mut self, saved: SavedFlow, phase: PhaseId, default: ScreenId) {
        let (places, mut lost) = self.saved_places(&saved, phase);
        let Some((top, _)) = places.last() else {
            self.enter_default(phase, default);
            return self.report_restored(lost);
        };
        self.lead_to(ChangeReason::Restore, *top);
        self.stack.leave_down_to(0, &mut self.services);
        self.enter_backdrop(phase);
        let (stack, services) = (&mut self.stack, &mut self.services);
        for (id, _) in &places {
            let payload = services.payload.clone().filter(|_| *id == default);
            stack.enter(Target { payload, ..(*id).into() }, services);
        }
        let backdrop = stack.backdrop.as_mut().zip(saved.backdrop.as_ref());
        let backdrop = backdrop.filter(|(live, record)| live.id.name() == record.id).map(|both| (0, both));
        let screens = stack.live.iter_mut().zip(places.iter().map(|(_, record)| *record));
        for (depth, (live, record)) in backdrop.into_iter().chain((1..).zip(screens)) {
            restore(live, depth, record, services, &mut lost);
        }
        services.random = fastrand::Rng::with_seed(saved.random);
        stack.activate_top(services);
        for event in saved.events {
            match event.into_event() {
                Ok(event) => services.inbox.post(event),
                Err(name) => lost.push(format!("event `{name}`: no machine has it any more")),
            }
        }
        self.report_restored(lost);
    }

    fn report_restored(&self, lost: Vec<String>) {
        lost.iter().for_each(|line| log::warn!("not restored: {line}"));
        self.services.inbox.post(Box::new(Restored { lost }));
    }

    /// The screens of a phase that those of a save lead to, each once, and what is lost.
    pub(super) fn saved_places<'a>(
        &self,
        saved: &'a SavedFlow,
        phase: PhaseId,
    ) -> (Vec<(ScreenId, &'a ScreenRecord)>, Vec<String>) {
        let (mut places, mut lost) = (Vec::<(ScreenId, &ScreenRecord)>::new(), Vec::new());
        if let Some(record) = &saved.backdrop
            && self.backdrop_of(phase).is_none_or(|own| own.id.name() != record.id)
        {
            lost.push(format!("backdrop `{}`: phase `{phase}` has none of this name", record.id));
        }
        for record in &saved.screens {
            let target = self.screen_for(phase, &record.id);
            if target.is_none_or(|id| id.name() != record.id) {
                lost.push(format!("screen `{}`: phase `{phase}` has none of this name", record.id));
            }
            let is_new = |id: &ScreenId| places.iter().all(|(other, _)| other != id);
            if let Some(id) = target.filter(|id| places.len() < Self::MAX_DEPTH && is_new(id)) {
                places.push((id, record));
            }
        }
        (places, lost)
    }

    /// The screen of a phase with this name, or its fallback.
    fn screen_for(&self, phase: PhaseId, name: &str) -> Option<ScreenId> {
        let known = self.phase_of(phase)?;
        let find = |name: &str| known.screens.iter().map(|entry| entry.id).find(|id| id.name() == name);
        find(name).or_else(|| find((self.screen_fallback)(name)?.name()))
    }
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
        let state = SavedState { screen, value: Some(value.clone()) };
        call_hook(live, depth, services, "restore", |screen, cx| {
            lost.extend(screen.restore(cx, &state).err().map(|error| error.to_string()));
        });
    }
}

fn record(live: &Live) -> Result<ScreenRecord, SaveError> {
    let mut state = SavedState { screen: live.id, value: None };
    live.screen.save(&mut state, &live.machines)?;
    let units = live.machines.save().map(|(machine, units)| {
        let units = units.map_err(|cause| SaveError::Units(machine.to_owned(), cause))?;
        Ok((machine.to_owned(), units))
    });
    let (id, units) = (live.id.to_string(), units.collect::<Result<_, _>>()?);
    Ok(ScreenRecord { id, state: state.value, units, machines: Some(live.machines.progress()) })
}
