//! The end of the frame: what waits is run, rejected, or waits on.

use std::collections::VecDeque;

use super::{Load, MAX_FOLLOW_UPS, Model, Waiting};
use crate::model::command::{Command, Step, steps, text};
use crate::model::script::Case;

impl Model {
    pub(super) fn leave_frame(&mut self) {
        if !self.is_fatal {
            // A command that replaces a load is applied before its end.
            self.run_commands();
            if !self.is_fatal {
                self.leave_load();
                if !self.is_fatal {
                    self.run_commands();
                }
            }
        }
        // A screen that fails as it enters is not updated.
        while self.is_fatal && !self.has_ended {
            self.reject_all();
            self.enter_failure();
            if !self.is_fatal {
                self.update_new();
            }
        }
        if self.has_ended {
            self.reject_all();
        }
        let is_loading = !matches!(self.load, Load::No);
        for index in (0..self.queue.len()).filter(|_| is_loading) {
            if !std::mem::replace(&mut self.queue[index].is_noted, true) {
                let command = self.queue[index].command.clone();
                self.note(&command, "queued");
            }
        }
    }

    pub(super) fn run_commands(&mut self) {
        let mut follow_ups = 0;
        for pass in 0.. {
            self.update_new();
            let waiting = self.queue.len();
            for done in 0..waiting {
                if self.is_fatal {
                    return;
                }
                let Some(Waiting { command, request, asker, .. }) = self.next_command() else {
                    if done == 0 {
                        return;
                    }
                    break;
                };
                let steps = steps(command, request);
                follow_ups += if pass > 0 { steps.len() } else { 0 };
                if follow_ups > MAX_FOLLOW_UPS {
                    self.reject(steps);
                    self.is_fatal = true;
                    return;
                }
                self.run(steps, asker);
            }
            if self.is_fatal || waiting == 0 {
                return;
            }
        }
    }

    /// During a load only another load and `quit` are run.
    pub(super) fn next_command(&mut self) -> Option<Waiting> {
        let is_loading = !matches!(self.load, Load::No);
        let may_run = |waiting: &Waiting| {
            let steps = steps(waiting.command.clone(), waiting.request);
            !is_loading || steps[0].command.ends_phase()
        };
        let index = self.queue.iter().position(may_run).filter(|_| !self.has_ended)?;
        self.queue.remove(index)
    }

    pub(super) fn run(&mut self, steps: Vec<Step>, asker: Option<usize>) {
        let top = self.stack.last().map(|live| live.visit);
        let is_other = matches!(steps[0].command, Command::Pop(_)) && asker.is_some() && asker != top;
        if is_other {
            return self.reject(steps);
        }
        let is_asked = matches!(self.load, Load::No);
        let leaving = self.leaving(&steps).filter(|_| is_asked);
        if leaving.is_some_and(|leaving| self.is_refused(&leaving)) {
            self.reject(steps);
        } else {
            self.apply_all(steps);
        }
    }

    /// The visits that end if these commands are applied to the stack of now, as far as they can be;
    /// `None` if none of them can. A copy of the model without reactions plays them.
    pub(super) fn leaving(&self, steps: &[Step]) -> Option<Vec<usize>> {
        let mut copy = self.without_reactions();
        let mut leaving: Vec<usize> = self.stack.iter().map(|live| live.visit).collect();
        let mut can_any = false;
        for Step { command, .. } in steps {
            if !copy.is_possible(command) {
                continue;
            }
            can_any = true;
            if command.ends_phase() {
                return Some(leaving);
            }
            copy.change_stack(command);
        }
        leaving.retain(|visit| copy.stack.iter().all(|live| live.visit != *visit));
        can_any.then_some(leaving)
    }

    pub(super) fn without_reactions(&self) -> Self {
        Self {
            stack: self.stack.clone(),
            residents: self.residents.clone(),
            phase: self.phase,
            visits: self.visits,
            ..Self::silent()
        }
    }

    pub(super) fn silent() -> Self {
        Self::new(&Case { frames: Vec::new(), reactions: Vec::new() })
    }

    /// Asks the screens of these visits, from the top down, up to the first that refuses.
    pub(super) fn is_refused(&mut self, visits: &[usize]) -> bool {
        let asked: Vec<_> = self.stack.iter().map(|live| live.visit).enumerate().collect();
        let mut asked = asked.into_iter().rev().filter(|(_, visit)| visits.contains(visit));
        asked.any(|(index, _)| self.call(index + 1, "may_leave"))
    }

    pub(super) fn apply_all(&mut self, steps: Vec<Step>) {
        let mut steps = VecDeque::from(steps);
        while let Some(step) = steps.pop_front() {
            if self.is_possible(&step.command) {
                let is_cancel = step.command.ends_phase() && !matches!(self.load, Load::No);
                if is_cancel {
                    self.see("a load was replaced");
                }
                self.apply(&step.command);
                if step.is_last {
                    self.close_ticket(step.request, true);
                }
            } else {
                self.reject(vec![step]);
            }
            let is_loading = !matches!(self.load, Load::No);
            if is_loading {
                steps.iter().for_each(|step| self.note(&step.command, "queued"));
            }
            if is_loading || self.has_ended || self.is_fatal {
                self.after_load.extend(steps);
                // A fatal error goes first.
                if !self.is_fatal
                    && let Load::AtOnce { .. } = self.load
                {
                    self.leave_load();
                }
                return;
            }
        }
    }

    pub(super) fn reject(&mut self, steps: Vec<Step>) {
        for step in steps {
            self.note(&step.command, "rejected");
            self.close_ticket(step.request, false);
        }
    }

    /// The first outcome counts.
    pub(super) fn close_ticket(&mut self, request: usize, is_applied: bool) {
        if let Some(ticket) = self.tickets.get_mut(request) {
            ticket.get_or_insert(is_applied);
        }
    }

    pub(super) fn reject_after_load(&mut self) {
        let rest = std::mem::take(&mut self.after_load);
        self.reject(rest);
    }

    pub(super) fn reject_all(&mut self) {
        self.reject_after_load();
        for waiting in std::mem::take(&mut self.queue) {
            self.reject(steps(waiting.command, waiting.request));
        }
    }

    pub(super) fn note(&mut self, command: &Command, outcome: &str) {
        self.outcomes.push(format!("{}: {outcome}", text(command)));
    }
}
