//! The change of phases, and failures.

use super::{Live, Load, Model, PLAIN};
use crate::model::command::Target;

impl Model {
    pub(super) fn work(&mut self) {
        if let Load::Working { plan, done } = self.load {
            let fails = plan.fails_at == Some(done);
            let done = (done + 1).min(plan.items);
            self.load = if fails || done == plan.items {
                Load::Ended { plan, is_ready: !fails, is_new: true }
            } else {
                Load::Working { plan, done }
            };
        }
    }

    pub(super) fn leave_load(&mut self) {
        match self.load {
            Load::Ended { plan, is_ready, is_new: true } => {
                self.load = Load::Ended { plan, is_ready, is_new: false };
            }
            Load::Ended { plan, is_ready: true, .. } => {
                let all: Vec<usize> = self.stack.iter().map(|live| live.visit).collect();
                if self.refuses(&all) {
                    return;
                }
                self.load = Load::No;
                self.has_phase = true;
                for id in plan.screens {
                    self.made += 1;
                    self.residents.push((id, self.made));
                }
                let is_new = plan.backdrop.is_some() && self.backdrop.is_none();
                self.made += usize::from(is_new);
                let serial = self.made;
                self.begin_change("load", Some(plan.screens[0]));
                self.leave(0);
                if let Some(id) = plan.backdrop.filter(|_| is_new) {
                    self.visits += 1;
                    let visit = self.visits;
                    self.backdrop = Some(Live { id, serial, visit, is_resident: false, was_updated: false });
                    self.hook(0, "on_enter");
                }
                self.reset(&[Target { id: plan.screens[0], fresh: None, payload: None }]);
                let rest = std::mem::take(&mut self.after_load);
                let rest = self.redirected(rest);
                self.apply_all(rest);
            }
            Load::Ended { .. } => {
                self.reject_after_load();
                self.enter_failure();
            }
            _ => {}
        }
    }

    /// A failure screen that fails itself is replaced by the plain one, which is no actor.
    pub(super) fn enter_failure(&mut self) {
        self.load = Load::No;
        let is_plain = self.failure.is_some_and(|visit| self.stack.iter().any(|live| live.visit == visit));
        self.made += usize::from(!is_plain);
        let fresh = Some(if is_plain { PLAIN } else { self.made });
        self.begin_change("failure", Some("failure"));
        self.leave(0);
        self.end_backdrop(None);
        self.is_fatal = false;
        self.reset(&[Target { id: "failure", fresh, payload: None }]);
        self.failure = self.stack.last().map(|live| live.visit);
    }

    /// A backdrop lives on where the next phase has one of the same name.
    pub(super) fn end_backdrop(&mut self, next: Option<&str>) {
        let Some(live) = self.backdrop else { return };
        if next == Some(live.id) {
            self.see("a backdrop lived on");
        } else {
            self.hook(0, "on_exit");
            self.backdrop = None;
        }
    }
}
