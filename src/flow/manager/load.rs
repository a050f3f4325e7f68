//! The change of phases: from the old one through Loading into the new one's default screen, or
//! to the failure screen.

use std::cell::{Cell, RefCell};

use super::change::Change;
use super::{PhaseEnd, ScreenManager};
use crate::flow::command::Target;
use crate::flow::context::BuildContext;
use crate::flow::failure::Failure;
use crate::flow::screen::ScreenId;
use crate::phase::{LoadStep, LoaderParts, PhaseError, PhaseId};

/// Whether a phase is being loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoadStage {
    /// No.
    None,
    /// The queue is worked through.
    Working,
    /// The load ended in this frame. Its last picture, with the full bar, is presented before
    /// the next screen takes over.
    Ended { frame: u64 },
}

impl ScreenManager {
    /// Gives the old phase up and lets Loading take over. The stack is empty already.
    pub(super) fn begin_load(&mut self, phase: PhaseId) {
        self.note_phase_end();
        // The screens go before their resources, so that what they held is not a leak.
        self.stack.drop_residents();
        self.world.phase = None;
        self.load = LoadStage::Working;
        let world = &mut self.world;
        let mut parts =
            LoaderParts { resources: &mut world.resources, gpu: world.gpu.as_mut(), trace: &mut world.trace };
        world.loader.begin(phase, &mut parts);
        let screen = (self.loading_screen)(());
        self.stack.enter_fresh(ScreenId::new("loading"), screen, &mut self.world);
        self.stack.activate_top(&mut self.world);
    }

    /// One frame's work of the load, if there is one.
    pub(super) fn tick_load(&mut self) {
        if self.load != LoadStage::Working {
            return;
        }
        let world = &mut self.world;
        let mut parts =
            LoaderParts { resources: &mut world.resources, gpu: world.gpu.as_mut(), trace: &mut world.trace };
        world.loader.tick(&mut parts);
        let step = world.loader.status().map(|status| status.step);
        if !matches!(step, Some(LoadStep::Freeing | LoadStep::Loading)) {
            self.load = LoadStage::Ended { frame: world.frame };
        }
    }

    /// Hands over from a load that has ended to the phase's default screen or to the failure
    /// screen, one frame after its end.
    pub(super) fn leave_load(&mut self) {
        let LoadStage::Ended { frame } = self.load else { return };
        if frame == self.world.frame {
            return;
        }
        let Some(status) = self.world.loader.status() else { return };
        let (phase, error) = (status.phase, status.error.clone());
        let result = match error {
            Some(error) => Err(error),
            None => self.build_screens(phase),
        };
        match result {
            Ok(default) => {
                self.world.phase = self.world.loader.hand_over();
                self.load = LoadStage::None;
                self.reset(vec![Target::Resident(default)]);
                self.stack_changed();
                self.uncover();
            }
            Err(error) => self.enter_failure(Failure::of_load(&error)),
        }
        // A load is one long frame; nothing tries to catch up with it.
        self.fixed_step.reset();
    }

    /// Builds all screens of the phase; answers with the default one.
    fn build_screens(&mut self, phase: PhaseId) -> Result<ScreenId, PhaseError> {
        let known = self.phases.iter().find(|known| known.id == phase);
        let entries = known.map(|known| known.screens.as_slice()).unwrap_or_default();
        let nobody = ScreenId::new("");
        let Some(default) = entries.first().map(|entry| entry.id) else {
            return self.cannot_build(phase, nobody, "the phase has no screen".to_owned());
        };
        let cx = BuildContext {
            resources: &self.world.resources,
            phase,
            screen: Cell::new(nobody),
            missing: RefCell::default(),
        };
        let mut failed = None;
        for entry in entries {
            cx.screen.set(entry.id);
            match (entry.build)(&cx) {
                Ok(screen) => self.stack.add_resident(entry.id, screen),
                Err(cause) => {
                    failed = Some((entry.id, cause.to_string()));
                    break;
                }
            }
        }
        let missing = cx.missing.into_inner();
        match (missing.first(), failed) {
            (None, None) => Ok(default),
            (None, Some((screen, cause))) => self.cannot_build(phase, screen, cause),
            (Some(&(screen, _)), _) => {
                let causes: Vec<_> = missing.iter().map(|(_, error)| error.to_string()).collect();
                self.cannot_build(phase, screen, causes.join("; "))
            }
        }
    }

    fn cannot_build(
        &mut self,
        phase: PhaseId,
        screen: ScreenId,
        cause: String,
    ) -> Result<ScreenId, PhaseError> {
        self.stack.drop_residents();
        let error = PhaseError::Screen { phase, screen: screen.name(), cause };
        self.world.loader.fail(error.clone(), &mut self.world.trace);
        Err(error)
    }

    /// The failure screen takes over, whatever was there before.
    pub(super) fn enter_failure(&mut self, failure: Failure) {
        log::error!("{}", failure.cause());
        self.load = LoadStage::None;
        let screen = (self.failure_screen)(failure);
        self.reset(vec![Target::Fresh(ScreenId::new("failure"), screen)]);
        self.stack_changed();
        self.uncover();
    }

    /// What covered the picture, if anything did, goes away.
    fn uncover(&mut self) {
        self.change = match std::mem::replace(&mut self.change, Change::Idle) {
            Change::Held { transition } => {
                self.trace_transition(transition.name(), "in");
                Change::In { transition, elapsed: std::time::Duration::ZERO }
            }
            other => other,
        };
    }

    pub(super) fn note_phase_end(&mut self) {
        if let Some(phase) = self.world.phase {
            let memory = self.world.resources.memory();
            self.ends.push(PhaseEnd {
                phase: phase.name(),
                texture_bytes: memory.texture_bytes,
                other_bytes: memory.other_bytes,
            });
        }
    }
}
