//! The change of phases: from the old one through Loading to the new one's default screen, or to the
//! failure screen.

use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

use serde::Serialize;

use super::ScreenManager;
use crate::flow::build_context::BuildContext;
use crate::flow::change::ChangeReason;
use crate::flow::command::Target;
use crate::flow::default_screens::FailureScreen;
use crate::flow::failure::Failure;
use crate::flow::screen_id::ScreenId;
use crate::phase::{LoadStep, PhaseError, PhaseId, push_bounded};

/// The memory of a phase at its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PhaseEnd {
    /// The phase.
    pub phase: &'static str,
    /// Bytes of textures on the GPU.
    pub texture_bytes: u64,
    /// Bytes of everything else.
    pub other_bytes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoadStage {
    Idle,
    Working,
    /// The load ended in this tick. A frame with the full bar is presented before the next screen.
    Ended(u64),
}

impl LoadStage {
    pub(super) const fn is_loading(self) -> bool {
        !matches!(self, Self::Idle)
    }
}

impl ScreenManager {
    /// Frees the old phase and lets Loading take over. The stack is empty already.
    pub(super) fn begin_load(&mut self, phase: PhaseId, payload: Option<Rc<dyn Any>>) {
        self.record_phase_end();
        // The screens go before their resources, so that what they held is not a leak.
        self.stack.residents.clear();
        self.services.phase = None;
        self.restoring = None;
        let Some(known) = self.phases.iter().find(|known| known.id() == phase) else { return };
        let payload = payload.or_else(|| known.payload.as_ref().map(|make| make()));
        self.services.payload.clone_from(&payload);
        self.load = LoadStage::Working;
        let (all, trace) = (self.phases.iter().map(|phase| &phase.contents), &mut self.services.trace);
        self.services.loader.begin(&known.contents, all, payload.as_deref(), trace);
        let screen = (self.loading_screen)(());
        self.stack.reset(vec![Target::boxed(ScreenId::LOADING, screen)], &mut self.services);
    }

    pub(super) fn tick_load(&mut self) {
        if self.load != LoadStage::Working {
            return;
        }
        self.services.loader.tick(&mut self.services.trace);
        let step = self.services.loader.status().map(|status| status.step);
        if !matches!(step, Some(LoadStep::Freeing | LoadStep::Loading)) {
            self.load = LoadStage::Ended(self.services.tick);
        }
    }

    /// Enters the phase's default screen or the failure screen, one tick after the end of a load.
    pub(super) fn leave_load(&mut self) {
        let LoadStage::Ended(tick) = self.load else { return };
        if tick == self.services.tick {
            return;
        }
        let Some(status) = self.services.loader.status() else { return };
        let (phase, error) = (status.phase, status.error.clone());
        if error.is_none() && self.stack.refusing(|_| true, &mut self.services).is_some() {
            return;
        }
        let result = match error {
            Some(error) => Err(error),
            None => self.build_screens(phase),
        };
        match result {
            Ok(default) => {
                self.services.phase = self.services.loader.hand_over();
                self.end_load();
                match self.restoring.take() {
                    Some(saved) => self.enter_saved(saved, default),
                    None => self.enter_default(default),
                }
                self.stack_changed();
                let steps = std::mem::take(&mut self.after_load);
                self.apply_all(steps);
                if !self.load.is_loading() {
                    self.uncover();
                }
            }
            Err(error) => {
                self.reject_after_load("the load before it failed");
                self.enter_failure(error.to_string());
            }
        }
    }

    /// Enters the first screen of a phase, which gets the payload.
    pub(super) fn enter_default(&mut self, default: ScreenId) {
        self.begin_change(ChangeReason::Load, Some(default));
        let target = Target { payload: self.services.payload.clone(), ..default.into() };
        self.stack.reset(vec![target], &mut self.services);
    }

    fn end_load(&mut self) {
        if self.load.is_loading() {
            // A load may take one very long frame, which is not caught up.
            self.fixed_step.reset();
        }
        self.load = LoadStage::Idle;
    }

    /// Builds all screens of the phase. Returns the default one.
    fn build_screens(&mut self, phase: PhaseId) -> Result<ScreenId, PhaseError> {
        let known = self.phases.iter().find(|known| known.id() == phase);
        let entries = known.map(|known| known.screens.as_slice()).unwrap_or_default();
        // The command is rejected for a phase without screens.
        let default = entries.first().map_or(ScreenId::new(""), |entry| entry.id);
        let services = &self.services;
        let mut causes = Vec::new();
        let mut failed = None;
        for entry in entries {
            let cx = BuildContext {
                resources: &services.loader.resources,
                phase,
                payload: services.payload.as_deref(),
                missing: RefCell::default(),
            };
            let built = (entry.build)(&cx);
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
                Ok(screen) => self.stack.residents.push((entry.id, screen)),
                Err(_) => break,
            }
        }
        let Some(screen) = failed else { return Ok(default) };
        self.stack.residents.clear();
        let error = PhaseError::Screen(phase, screen.name(), causes.join("; "));
        self.services.loader.fail(error.clone(), &mut self.services.trace);
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
        services.loader.abort(&cause, &mut services.trace);
        // A retry repeats the load, if there is one.
        let phase = services.phase.or_else(|| services.loader.status().map(|load| load.phase));
        let failure = Failure { phase, payload: services.payload.clone(), cause };
        let screen =
            if before.is_some() { Box::new(FailureScreen(failure)) } else { (self.failure_screen)(failure) };
        self.stack.leave_down_to(0, services);
        // One failure is enough: those of the leaving screens do not count.
        services.inbox.take_failure();
        self.stack.reset(vec![Target::boxed(ScreenId::FAILURE, screen)], services);
        self.failure = self.stack.live.last().map(|live| (live.visit, first));
        self.end_load();
        self.stack_changed();
        self.uncover();
    }

    pub(super) fn record_phase_end(&mut self) {
        if let Some(phase) = self.services.phase {
            let memory = self.memory();
            let end = PhaseEnd {
                phase: phase.name(),
                texture_bytes: memory.texture_bytes,
                other_bytes: memory.other_bytes,
            };
            push_bounded(&mut self.phase_ends, end);
        }
    }
}
