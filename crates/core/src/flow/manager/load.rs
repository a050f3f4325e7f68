//! The change of phases: from the old one through Loading to the new one's default screen, or to the
//! failure screen.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use super::ScreenManager;
use super::state::{Changing, LoadStage, State};
use crate::flow::command::{ChangeReason, ScreenChange, Target};
use crate::flow::default_screens::{Failure, FailureScreen};
use crate::flow::mistakes::Asked;
use crate::flow::phase::BuildContext;
use crate::flow::save::SavedFlow;
use crate::flow::screen_id::ScreenId;
use crate::flow::transition::Step;
use crate::phase::{LoadStatus, LoadStep, PhaseId};
use crate::platform::{calling, caught};

impl ScreenManager {
    /// Leaves the phase, frees it and lets Loading take over, if the new phase is not ready at once.
    pub(super) fn begin_load(
        &mut self,
        phase: PhaseId,
        payload: Option<Rc<dyn Any>>,
        restoring: Option<SavedFlow>,
    ) {
        self.saves.restoring = restoring;
        self.services.assets.end_preload(phase, payload.as_deref());
        // Only now it is certain whether Loading is shown.
        let to = self.first_screen(phase, self.saves.restoring.as_ref());
        self.services.change = self.services.change.map(|change| ScreenChange { to: Some(to), ..change });
        self.reject_waiting("the load before it was replaced");
        self.stack.leave_down_to(0, &mut self.services);
        // Drop the screens first: handles that they hold would be reported as leaks.
        self.stack.drop_residents();
        self.services.inbox.phase.set(None);
        self.services.payload.clone_from(&payload);
        self.services.assets.begin(phase, payload.as_deref());
        let is_preloaded = self.services.assets.has_ended_at_once();
        let is_over = is_preloaded || self.services.assets.has_nothing_to_show();
        let stage = if is_over { LoadStage::Over } else { LoadStage::Running };
        self.state.begin_load(stage, &self.services.random);
        if is_preloaded {
            return;
        }
        let screen = (self.own.loading)(());
        self.stack.reset(vec![Target::boxed(ScreenId::LOADING, screen)], &mut self.services);
        self.stack_changed();
    }

    /// The active screen after a load begins: Loading, or the first screen of a preloaded phase.
    pub(super) fn first_screen(&self, phase: PhaseId, restoring: Option<&SavedFlow>) -> ScreenId {
        let preload = self.services.assets.preload().filter(|preload| preload.phase == phase);
        if preload.is_none_or(|preload| preload.step != LoadStep::Ready) {
            return ScreenId::LOADING;
        }
        let saved = restoring.and_then(|saved| self.saved_top(saved, phase));
        saved.or_else(|| self.default_screen(phase)).unwrap_or(ScreenId::LOADING)
    }

    fn default_screen(&self, phase: PhaseId) -> Option<ScreenId> {
        self.phase_of(phase)?.ids().next()
    }

    /// The work of a load and of side loads in one tick.
    pub(super) fn tick_load(&mut self) {
        let is_retried = self.services.inbox.retries_load.take();
        let assets = &mut self.services.assets;
        let State::Loading(loading) = &mut self.state else {
            return assets.tick_beside(self.services.inbox.sides.take());
        };
        if !assets.load().is_some_and(LoadStatus::is_running) {
            // It has ended in the last tick, so that a frame with the full bar was presented.
            loading.stage = LoadStage::Over;
            return assets.tick_beside(Vec::new());
        }
        if is_retried {
            assets.retry();
        }
        assets.tick();
    }

    /// Asks the Loading screen whether it agrees to leave, and then builds the screens of the phase. Both may still
    /// request a command that replaces the load.
    pub(super) fn leave_load(&mut self) {
        let Some(status) = self.services.assets.load() else { return };
        let (phase, error) = (status.phase, status.error.clone());
        let built = match error {
            Some(error) => Err(error),
            None => {
                let to = self.default_screen(phase);
                let change = ScreenChange { reason: ChangeReason::Load, from: self.stack.active(), to };
                if self.stack.refusing(|_| Some(change), &mut self.services).is_some() {
                    return;
                }
                self.build_screens(phase)
            }
        };
        if let State::Loading(loading) = &mut self.state {
            loading.stage = LoadStage::Built(built);
        }
    }

    /// Enters the screens of the save that is restored, or the first one; or the failure screen.
    pub(super) fn enter_phase(&mut self, built: Result<ScreenId, String>) {
        let rest = self.state.take_waiting();
        let default = match built {
            Ok(default) => default,
            Err(error) => {
                self.reject(rest, "the load before it failed");
                return self.enter_failure(error);
            }
        };
        let phase = self.services.assets.hand_over();
        self.services.inbox.phase.set(phase);
        self.end_load();
        match (self.saves.restoring.take(), phase) {
            (Some(saved), Some(phase)) => self.enter_saved(&saved, phase, default),
            _ => self.enter_default(default),
        }
        self.stack_changed();
        // What follows the load depends on its phase.
        self.applying = self.planned(rest);
    }

    /// Enters the first screen of a phase, which gets the payload.
    pub(super) fn enter_default(&mut self, default: ScreenId) {
        self.lead_to(ChangeReason::Load, default);
        let target = Target { payload: self.services.payload.clone(), ..default.into() };
        self.stack.reset(vec![target], &mut self.services);
    }

    /// Sets what the hooks at the end of a load are called for. Without Loading between, the command's change goes on.
    pub(super) fn lead_to(&mut self, reason: ChangeReason, to: ScreenId) {
        match &mut self.services.change {
            Some(change) if self.stack.live.is_empty() => change.to = Some(to),
            _ => self.begin_change(reason, Some(to)),
        }
    }

    fn end_load(&mut self) {
        // A load may take one very long frame, which is not caught up.
        self.frames.fixed_step.reset();
        self.state.end_load(&mut self.services.random);
    }

    /// Builds all screens of the phase. Returns the default one. There may be none: the phase can be replaced while
    /// it is being loaded.
    fn build_screens(&mut self, phase: PhaseId) -> Result<ScreenId, String> {
        let known = self.phases.iter().find(|known| known.phase == phase);
        let entries = known.map(|known| known.list.as_slice()).unwrap_or_default();
        let Some(default) = entries.first().map(|entry| entry.id) else {
            let error = format!("phase `{phase}` has no screen; add one with `Phase::screen`");
            self.services.assets.fail(error.clone());
            return Err(error);
        };
        let services = &self.services;
        let (mut causes, mut mistakes, mut failed) = (Vec::new(), Vec::new(), None);
        for entry in entries {
            let cx = BuildContext {
                resources: &services.assets.store.resources,
                shared: &services.shared,
                phase,
                payload: services.payload.as_deref(),
                asked: Asked::default(),
                missing: RefCell::default(),
            };
            let built = caught(|| (entry.build)(&cx).map_err(|error| error.to_string()));
            let built = built.unwrap_or_else(|panic| Err(format!("it panicked: {panic}")));
            mistakes.extend(cx.asked.mistakes(entry.id));
            causes.extend(cx.missing.take().iter().map(ToString::to_string));
            let has_built = built.is_ok();
            match built {
                Ok(screen) => self.stack.residents.push((entry.id, screen)),
                Err(cause) if causes.is_empty() => causes.push(cause),
                Err(_) => {}
            }
            if !causes.is_empty() {
                failed.get_or_insert(entry.id);
            }
            if !has_built {
                break;
            }
        }
        mistakes.into_iter().for_each(|mistake| self.services.note_mistake(mistake));
        let Some(screen) = failed else { return Ok(default) };
        self.stack.drop_residents();
        let error = format!("screen `{screen}` of phase `{phase}` cannot be built: {}", causes.join("; "));
        self.services.assets.fail(error.clone());
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
        let status = services.assets.load().filter(|status| status.error.as_ref() == Some(&cause));
        let error = status.and_then(|status| status.failed.clone());
        services.assets.abort(&cause);
        // A retry repeats the load, if there is one.
        let phase = services.inbox.phase.get().or_else(|| services.assets.load().map(|load| load.phase));
        let (payload, restoring) = (services.payload.clone(), self.saves.restoring.clone());
        let failure = Failure { phase, payload, restoring, cause, error };
        let screen = match before {
            None => {
                let _calling = calling("make", "screen", ScreenId::FAILURE.name());
                (self.own.failure)(failure)
            }
            Some(_) => Box::new(FailureScreen(failure)),
        };
        self.stack.leave_down_to(0, services);
        // Ignore further failures while the old screens leave.
        services.inbox.fatal.take();
        self.stack.reset(vec![Target::boxed(ScreenId::FAILURE, screen)], services);
        self.failure = self.stack.live.last().map(|live| (live.visit, first));
        self.end_load();
        if let State::Changing(Changing { transition, .. }) = &mut self.state
            && transition.step == Step::Out
        {
            transition.step = Step::Covered;
        }
        self.stack_changed();
    }
}
