//! The change of phases: from the old one through Loading to the new one's default screen, or to the
//! failure screen; and the backdrop, which may live through it.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use super::ScreenManager;
use super::state::{LoadStage, Loading, State};
use super::tick::FAILED;
use crate::flow::command::{ChangeReason, ScreenChange, Target};
use crate::flow::default_screens::{Failure, FailureScreen, LoadingScreen};
use crate::flow::mistakes::Asked;
use crate::flow::phase::{BuildContext, ScreenEntry};
use crate::flow::save::SavedFlow;
use crate::flow::screen::GameScreen;
use crate::flow::screen_id::ScreenId;
use crate::flow::stack::{call_hook, discard};
use crate::phase::{LoadStep, PhaseId, guarded};
use crate::platform::{caught, panic_on};

impl ScreenManager {
    /// Leaves the phase, frees it and lets Loading take over, if the new phase is not ready at once.
    pub(super) fn begin_load(
        &mut self,
        phase: PhaseId,
        payload: Option<Rc<dyn Any>>,
        restoring: Option<SavedFlow>,
    ) {
        self.restoring = restoring;
        self.end_preload(phase, payload.as_deref());
        // Only now it is certain whether Loading is shown.
        let to = self.first_screen(phase, self.restoring.as_ref());
        self.services.change = self.services.change.map(|change| ScreenChange { to: Some(to), ..change });
        let waiting = self.state.take_waiting();
        self.reject_steps(waiting, "the load before it was replaced");
        self.stack.leave_all(&mut self.services);
        let known = self.phase_of(phase);
        let is_reload =
            known.is_some_and(|known| self.services.loader.is_reload(&known.contents, payload.as_deref()));
        // Its resources are loaded again.
        self.end_backdrop((!is_reload).then_some(phase));
        // Drop the screens first: handles that they hold would be reported as leaks.
        self.stack.drop_residents(&mut self.services);
        self.services.inbox.phase.set(None);
        let before = std::mem::replace(&mut self.services.payload, payload.clone());
        self.services.discard("the payload of a load", before);
        let Some(known) = self.phases.iter().find(|known| known.id() == phase) else { return };
        let all = self.phases.iter().map(|phase| &phase.contents);
        self.services.loader.begin(&known.contents, all, payload.as_deref());
        if self.services.loader.has_ended_at_once() {
            return self.state.begin_load(LoadStage::Preloaded);
        }
        let status = self.services.loader.status();
        let has_nothing =
            status.is_some_and(|status| status.step == LoadStep::Ready && status.progress.total == 0);
        // There is no full bar to present.
        let over = LoadStage::Over { leaves_in: self.services.tick };
        self.state.begin_load(if has_nothing { over } else { LoadStage::Working });
        let made = guarded(|| Ok((self.loading_screen)(())));
        let screen = made.unwrap_or_else(|panic| {
            log::error!("the Loading screen cannot be built: {panic}");
            Box::new(LoadingScreen)
        });
        self.stack.reset(vec![Target::boxed(ScreenId::LOADING, screen)], &mut self.services);
    }

    /// Starts to load the files of a phase beside the one that runs.
    pub(super) fn begin_preload(&mut self, phase: PhaseId, payload: Option<&dyn Any>) {
        let Some(known) = self.phases.iter().find(|known| known.id() == phase) else { return };
        self.services.loader.begin_preload(&known.contents, payload);
    }

    /// Ends the preload before a load, so that it is known which screen will be the first.
    fn end_preload(&mut self, phase: PhaseId, payload: Option<&dyn Any>) {
        let Some(known) = self.phases.iter().find(|known| known.id() == phase) else { return };
        self.services.loader.end_preload(&known.contents, payload);
    }

    /// The active screen after a load begins: Loading, or the first screen of a preloaded phase.
    pub(super) fn first_screen(&self, phase: PhaseId, restoring: Option<&SavedFlow>) -> ScreenId {
        let preload = self.preload_status().filter(|preload| preload.phase == phase);
        if preload.is_none_or(|preload| preload.step != LoadStep::Ready) {
            return ScreenId::LOADING;
        }
        let saved = restoring.map(|saved| self.saved_places(saved, phase).0);
        let saved = saved.and_then(|places| places.last().map(|(id, _)| *id));
        let known = self.phase_of(phase);
        let default = || known.and_then(|known| known.screens.first()).map(|entry| entry.id);
        saved.or_else(default).unwrap_or(ScreenId::LOADING)
    }

    pub(super) fn tick_load(&mut self) {
        if !self.state.is_loading() {
            let requests = self.services.inbox.streams.take();
            self.services.loader.tick_streams(requests);
        }
        let is_retried = self.services.inbox.retries_load.take();
        let State::Loading(Loading { stage: stage @ LoadStage::Working, .. }) = &mut self.state else {
            return self.services.loader.tick_preload();
        };
        if is_retried {
            self.services.loader.retry();
        }
        self.services.loader.tick();
        let step = self.services.loader.status().map(|status| status.step);
        if !matches!(step, Some(LoadStep::Freeing | LoadStep::Loading)) {
            *stage = LoadStage::Over { leaves_in: self.services.tick + 1 };
        }
    }

    /// Enters the phase's default screen or the failure screen after the end of a load.
    pub(super) fn leave_load(&mut self) {
        let State::Loading(loading) = &self.state else { return };
        let is_preloaded = match loading.stage {
            LoadStage::Working => return,
            LoadStage::Over { leaves_in } if leaves_in > self.services.tick => return,
            LoadStage::Over { .. } | LoadStage::Leaving => false,
            LoadStage::Preloaded => true,
        };
        let Some(status) = self.services.loader.status() else { return };
        let (phase, error) = (status.phase, status.error.clone());
        if error.is_none() && self.is_loading_screen_staying(phase) {
            return;
        }
        let built = error.map_or_else(|| self.build_screens(phase), Err);
        if !is_preloaded {
            // The Loading screen may replace the load when it is asked, and so may a builder.
            if let State::Loading(loading) = &mut self.state {
                loading.stage = LoadStage::Leaving;
            }
            self.run_requests();
            if self.state.load_stage() != Some(LoadStage::Leaving) || self.services.inbox.has_failed() {
                return;
            }
        }
        let rest = self.state.take_waiting();
        match built {
            Ok(default) => {
                self.services.inbox.phase.set(self.services.loader.hand_over());
                self.end_load();
                if let Err(message) = caught(|| self.enter_phase(phase, default)) {
                    self.reject_steps(rest, FAILED);
                    panic_on(message);
                }
                self.stack_changed();
                self.apply_rest(rest);
                self.uncover();
            }
            Err(error) => {
                self.reject_steps(rest, "the load before it failed");
                self.enter_failure(error);
            }
        }
    }

    /// Asks the Loading screen at the end of its load.
    fn is_loading_screen_staying(&mut self, phase: PhaseId) -> bool {
        let to = self.phase_of(phase).and_then(|known| known.screens.first()).map(|entry| entry.id);
        let change = ScreenChange { reason: ChangeReason::Load, from: self.stack.top_id(), to };
        self.stack.refusing(|_| Some(change), &mut self.services).is_some()
    }

    /// Enters the screens of the save that is restored, or the first one. A panic is a failure of the phase.
    fn enter_phase(&mut self, phase: PhaseId, default: ScreenId) {
        let saved = self.restoring.take();
        let entered = caught(|| match &saved {
            Some(saved) => self.enter_saved(saved, phase, default),
            None => self.enter_default(phase, default),
        });
        if let Err(message) = entered {
            // For a retry.
            self.restoring = saved;
            self.services.inbox.fail(format!("phase `{phase}` cannot be entered: {message}"));
            panic_on(message);
        }
    }

    /// Enters the first screen of a phase, which gets the payload.
    pub(super) fn enter_default(&mut self, phase: PhaseId, default: ScreenId) {
        self.lead_to(ChangeReason::Load, default);
        let target = Target { payload: self.services.payload.clone(), ..default.into() };
        self.stack.leave_all(&mut self.services);
        self.enter_backdrop(phase);
        self.stack.reset(vec![target], &mut self.services);
    }

    /// Sets what the hooks at the end of a load are called for. Without Loading between, the change is still
    /// that of the command.
    pub(super) fn lead_to(&mut self, reason: ChangeReason, to: ScreenId) {
        match &mut self.services.change {
            Some(change) if self.stack.live.is_empty() => change.to = Some(to),
            _ => self.begin_change(reason, Some(to)),
        }
    }

    fn end_load(&mut self) {
        // A load may take one very long frame, which is not caught up.
        self.fixed_step.reset();
        self.state.end_load();
    }

    /// Builds all screens of the phase. Returns the default one. There may be none: the phase can be replaced while
    /// it is being loaded.
    fn build_screens(&mut self, phase: PhaseId) -> Result<ScreenId, String> {
        let known = self.phases.iter().find(|known| known.id() == phase);
        let entries = known.map(|known| known.screens.as_slice()).unwrap_or_default();
        let Some(default) = entries.first().map(|entry| entry.id) else {
            let error = format!("phase `{phase}` has no screen; add one with `Phase::screen`");
            self.services.loader.fail(error.clone());
            return Err(error);
        };
        let backdrop = known.and_then(|known| known.backdrop.as_ref());
        let lives_on = |id| self.stack.backdrop.as_ref().is_some_and(|live| live.id == id);
        let backdrop = backdrop.filter(|entry| !lives_on(entry.id)).map(|entry| (entry, true));
        let entries = entries.iter().map(|entry| (entry, false)).chain(backdrop);
        let services = &self.services;
        let (mut causes, mut mistakes) = (Vec::new(), Vec::new());
        let mut failed = None;
        for (entry, is_backdrop) in entries {
            let cx = BuildContext {
                resources: &services.loader.store.resources,
                shared: &services.shared,
                phase,
                payload: services.payload.as_deref(),
                asked: Asked::default(),
                missing: RefCell::default(),
            };
            let built = guarded(|| Ok((entry.build)(&cx))).unwrap_or_else(|panic| Err(panic));
            mistakes.extend(cx.asked.mistakes(entry.id));
            causes.extend(cx.missing.take().iter().map(ToString::to_string));
            if causes.is_empty()
                && let Err(cause) = &built
            {
                causes.push(cause.to_string());
            }
            if !causes.is_empty() {
                failed.get_or_insert(entry.id);
            }
            match built {
                Ok(screen) if is_backdrop => self.stack.next_backdrop = Some((entry.id, screen)),
                Ok(screen) => self.stack.residents.push((entry.id, screen)),
                Err(_) => break,
            }
        }
        mistakes.into_iter().for_each(|mistake| self.services.note_mistake(mistake));
        let Some(screen) = failed else { return Ok(default) };
        self.stack.drop_residents(&mut self.services);
        let error = format!("screen `{screen}` of phase `{phase}` cannot be built: {}", causes.join("; "));
        self.services.loader.fail(error.clone());
        Err(error)
    }

    /// Replaces all screens by the failure screen, or one that has failed itself by the plain one.
    pub(super) fn enter_failure(&mut self, mut cause: String) {
        log::error!("{cause}");
        let before = self.failure.take_if(|(visit, _)| self.stack.is_live(*visit));
        let first = before.as_ref().map_or_else(|| cause.clone(), |(_, first)| first.clone());
        if before.is_some() {
            cause = format!("{first}\nThe failure screen has failed too: {cause}");
        }
        self.begin_change(ChangeReason::Failure, Some(ScreenId::FAILURE));
        let services = &mut self.services;
        let status = services.loader.status().filter(|status| status.error.as_ref() == Some(&cause));
        let error = status.and_then(|status| status.failed.clone());
        services.loader.abort(&cause);
        // A retry repeats the load, if there is one.
        let phase = services.inbox.phase.get().or_else(|| services.loader.status().map(|load| load.phase));
        let restoring = self.restoring.clone();
        let mut failure = Failure { phase, payload: services.payload.clone(), restoring, cause, error };
        let made = before.is_none().then(|| guarded(|| Ok((self.failure_screen)(failure.clone()))));
        if let Some(Err(panic)) = &made {
            failure.cause = format!("{first}\nThe failure screen cannot be built: {panic}");
            log::error!("{}", failure.cause);
        }
        let screen = match made {
            Some(Ok(screen)) => screen,
            _ => Box::new(FailureScreen(failure)),
        };
        self.stack.leave_all(services);
        self.end_backdrop(None);
        let services = &mut self.services;
        // Ignore further failures while the old screens leave.
        services.inbox.fatal.take();
        let target = Target::boxed(ScreenId::FAILURE, screen);
        let entered = caught(|| self.stack.reset(vec![target], services));
        self.failure = self.stack.live.last().map(|live| (live.visit, first));
        if let Err(message) = entered {
            // The plain one takes over.
            services.inbox.fail(message.clone());
            services.panic.get_or_insert(message);
        }
        self.end_load();
        self.stack_changed();
        self.uncover();
    }
}

impl ScreenManager {
    pub(super) fn backdrop_of(&self, phase: PhaseId) -> Option<&ScreenEntry> {
        self.phase_of(phase)?.backdrop.as_ref()
    }

    /// Lets the backdrop of a phase join, unless it lives on.
    pub(super) fn enter_backdrop(&mut self, phase: PhaseId) {
        // Of a phase that was replaced while it was being loaded.
        self.end_backdrop(Some(phase));
        if let Some((id, screen)) = self.stack.next_backdrop.take() {
            let live = self.stack.make_live(id, screen, &mut self.services);
            let live = self.stack.backdrop.insert(live);
            call_hook(live, 0, &mut self.services, "on_enter", GameScreen::on_enter);
        }
    }

    /// Ends the backdrop, unless the next phase has it too.
    pub(super) fn end_backdrop(&mut self, next: Option<PhaseId>) {
        let next = next.and_then(|phase| self.backdrop_of(phase)).map(|entry| entry.id);
        if let Some(mut live) = self.stack.backdrop.take_if(|live| Some(live.id) != next) {
            let services = &mut self.services;
            services.attempt(|services| call_hook(&mut live, 0, services, "on_exit", GameScreen::on_exit));
            discard(live, services);
        }
    }
}
