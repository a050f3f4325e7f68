//! Saves, and what they lead back to.

use super::{Load, Model};
use crate::model::command::{Saved, Target};
use crate::model::script::PhasePlan;

impl Model {
    pub(super) fn save(&mut self) {
        let has_failed = self.failure.is_some_and(|visit| self.stack.iter().any(|live| live.visit == visit));
        let waits = !self.queue.is_empty() || !matches!(self.load, Load::No);
        let phase = self.phase.filter(|_| !has_failed && !waits);
        self.log.push(if phase.is_some() { "saved" } else { "not saved" }.to_owned());
        if let Some(phase) = phase {
            self.saved = Some(Saved {
                phase,
                screens: self.stack.iter().map(|live| (live.id, live.serial)).collect(),
                events: self.posted - self.restored,
            });
        }
    }

    /// The screens of a save that the phase has, each once.
    pub(super) fn saved_screens(saved: &Saved, plan: &PhasePlan) -> Vec<(&'static str, usize)> {
        let mut screens: Vec<(&str, usize)> = Vec::new();
        for (id, serial) in &saved.screens {
            if plan.screens.contains(id) && screens.iter().all(|(other, _)| other != id) {
                screens.push((id, *serial));
            }
        }
        screens
    }

    /// Enters the screens of a save after the load; the screens before have left.
    pub(super) fn enter_saved(&mut self, saved: &Saved, screens: &[(&'static str, usize)]) {
        self.see("a save was restored");
        for (id, _) in screens {
            self.enter(Target { id, fresh: None, payload: None });
        }
        for (index, (_, serial)) in screens.iter().enumerate() {
            self.restore(index + 1, *serial);
        }
        self.hook_top("on_active");
        self.posted += saved.events;
    }

    fn restore(&mut self, depth: usize, serial: usize) {
        self.stack[depth - 1].was_updated = true;
        self.hook(depth, &format!("restore {serial}"));
    }
}
