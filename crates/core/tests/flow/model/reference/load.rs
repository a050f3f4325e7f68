//! The change of phases, and failures.

use std::collections::VecDeque;

use super::{Load, Model, PLAIN, Preload};
use crate::model::command::{Saved, Target};
use crate::model::script::{Item, PHASES, PhasePlan};

impl Model {
    pub(super) fn work(&mut self) {
        if let Some(preload) = &mut self.preload {
            preload.ticks += 1;
        }
        if let Load::Working { plan, left } = &mut self.load {
            drop_preloaded(left);
            let item = left.pop_front().map(|(item, _)| item);
            let fails = item == Some(Item::Broken);
            self.loaded.1 += usize::from(item == Some(Item::File));
            drop_preloaded(left);
            if fails || left.is_empty() {
                self.load = Load::Ended { plan, is_ready: !fails, is_new: true };
            }
        }
    }

    /// Begins a load. What is preloaded of another phase goes. What is loaded of the same phase stays.
    pub(super) fn begin_load(&mut self, phase: &str, restoring: Option<Saved>) {
        let plan = plan_of(phase);
        self.leave(0);
        self.residents.clear();
        self.phase = None;
        self.restoring = restoring;
        let preload = self.preload.take().filter(|preload| preload.plan.id == plan.id);
        let mut stays = if self.loaded.0 == plan.id { self.loaded.1 } else { 0 };
        if stays > 0 {
            self.see("a phase that was loaded once more kept its files");
        }
        self.loaded = (plan.id, stays);
        if preload.is_some_and(is_ready) {
            self.loaded.1 = plan.items.iter().filter(|item| **item == Item::File).count();
            self.see("a preloaded phase was entered at once");
            self.load = Load::AtOnce { plan, is_ready: !plan.items.contains(&Item::Broken) };
            return;
        }
        // The first tick of a preload reads the manifest.
        let mut files = preload.map_or(0, |preload| preload.ticks.saturating_sub(1));
        let left = plan.items.iter().filter(|item| {
            let is_kept = **item == Item::File && stays > 0;
            stays -= usize::from(is_kept);
            !is_kept
        });
        let left = left.map(|&item| {
            let is_tried = matches!(item, Item::File | Item::Missing) && files > 0;
            files -= usize::from(is_tried);
            (item, is_tried && item == Item::File)
        });
        let left: VecDeque<_> = left.collect();
        let preloaded = left.iter().filter(|(_, is_preloaded)| *is_preloaded).count();
        if preloaded > 0 {
            self.see("a load had a part of its files already");
            self.loaded.1 += preloaded;
        }
        self.load = match left.is_empty() {
            // There is no full bar to present.
            true => Load::Ended { plan, is_ready: true, is_new: false },
            false => Load::Working { plan, left },
        };
        self.made += 1;
        self.reset(&[Target { id: "loading", fresh: Some(self.made), payload: None }]);
    }

    /// The active screen after a load has begun.
    pub(super) fn first_screen(&self, phase: &str, restoring: Option<&Saved>) -> &'static str {
        let plan = plan_of(phase);
        if !self.preload.is_some_and(|preload| preload.plan.id == plan.id && is_ready(preload)) {
            return "loading";
        }
        let saved = restoring.and_then(|saved| Self::saved_screens(saved, plan).last().copied());
        saved.map_or(plan.screens[0], |(id, _)| id)
    }

    pub(super) fn begin_preload(&mut self, phase: &str) {
        let plan = plan_of(phase);
        if self.preload.is_none_or(|preload| preload.plan.id != plan.id) {
            self.preload = Some(Preload { plan, ticks: 0 });
        }
    }

    pub(super) fn leave_load(&mut self) {
        match self.load {
            Load::Ended { plan, is_ready, is_new: true } => {
                self.load = Load::Ended { plan, is_ready, is_new: false };
            }
            Load::Ended { plan, is_ready: true, .. } | Load::AtOnce { plan, is_ready: true } => {
                let all: Vec<usize> = self.stack.iter().map(|live| live.visit).collect();
                if self.is_refused(&all) {
                    return;
                }
                for id in plan.screens {
                    self.made += 1;
                    self.residents.push((id, self.made));
                }
                if self.is_replaced() {
                    return;
                }
                self.load = Load::No;
                self.phase = Some(plan.id);
                let saved = self.restoring.take().map(|saved| (Self::saved_screens(&saved, plan), saved));
                let is_restored = saved.is_some();
                // Entered at once, the change is the command's.
                let is_known = |(screens, _): &&(Vec<_>, _)| !screens.is_empty() && !self.stack.is_empty();
                if let Some((screens, _)) = saved.as_ref().filter(is_known) {
                    self.begin_change("restore", screens.last().map(|(id, _)| *id));
                } else if !self.stack.is_empty() {
                    self.begin_change("load", Some(plan.screens[0]));
                }
                self.leave(0);
                match saved {
                    Some((screens, saved)) if !screens.is_empty() => self.enter_saved(&saved, &screens),
                    other => {
                        self.reset(&[Target { id: plan.screens[0], fresh: None, payload: None }]);
                        if let Some((_, saved)) = other {
                            self.posted += saved.events;
                        }
                    }
                }
                self.posted += usize::from(is_restored);
                self.restored += usize::from(is_restored);
                let rest = std::mem::take(&mut self.after_load);
                self.apply_all(rest);
            }
            Load::Ended { .. } | Load::AtOnce { .. } => {
                if self.is_replaced() {
                    return;
                }
                self.reject_after_load();
                self.enter_failure();
            }
            _ => {}
        }
    }

    /// Whether the load that has ended is replaced, or fails, before its end is seen.
    fn is_replaced(&mut self) -> bool {
        if let Load::AtOnce { .. } = self.load {
            return false;
        }
        // Each load has its own Loading screen.
        let visit = self.stack.last().map(|live| live.visit);
        self.run_commands();
        self.stack.last().map(|live| live.visit) != visit || self.is_fatal
    }

    /// A failure screen that fails itself is replaced by the plain one, which is no actor.
    pub(super) fn enter_failure(&mut self) {
        self.load = Load::No;
        self.preload = None;
        let is_plain = self.failure.is_some_and(|visit| self.stack.iter().any(|live| live.visit == visit));
        self.made += usize::from(!is_plain);
        let fresh = Some(if is_plain { PLAIN } else { self.made });
        self.begin_change("failure", Some("failure"));
        self.leave(0);
        self.is_fatal = false;
        self.reset(&[Target { id: "failure", fresh, payload: None }]);
        self.failure = self.stack.last().map(|live| live.visit);
    }
}

fn plan_of(phase: &str) -> &'static PhasePlan {
    PHASES.iter().find(|plan| plan.id == phase).expect("it was checked")
}

/// Whether nothing but work is left for the load: one tick was for the manifest, one for each file, and each
/// was there.
fn is_ready(Preload { plan, ticks }: Preload) -> bool {
    let files = plan.items.iter().filter(|item| **item == Item::File).count();
    ticks > files && !plan.items.contains(&Item::Missing)
}

/// What is preloaded and at the head of the queue takes no tick.
fn drop_preloaded(left: &mut VecDeque<(Item, bool)>) {
    while left.front().is_some_and(|(_, is_preloaded)| *is_preloaded) {
        left.pop_front();
    }
}
