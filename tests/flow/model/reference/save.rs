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
                backdrop: self.backdrop.map(|live| (live.id, live.serial)),
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

    /// Enters the screens of a save after the load; those of before have left.
    pub(super) fn enter_saved(&mut self, saved: &Saved, screens: &[(&'static str, usize)]) {
        self.see("a save was restored");
        for (id, _) in screens {
            self.enter(Target { id, fresh: None, payload: None });
        }
        self.restore_backdrop(saved);
        for (index, (_, serial)) in screens.iter().enumerate() {
            self.restore(index + 1, *serial);
        }
        self.hook_top("on_active");
        self.posted += saved.events;
    }

    pub(super) fn restore_backdrop(&mut self, saved: &Saved) {
        let backdrop = self.backdrop.zip(saved.backdrop).filter(|(live, (id, _))| live.id == *id);
        if let Some((_, (_, serial))) = backdrop {
            self.restore(0, serial);
        }
    }

    fn restore(&mut self, depth: usize, serial: usize) {
        self.at(depth).expect("it has just entered").was_updated = true;
        self.hook(depth, &format!("restore {serial}"));
    }
}
