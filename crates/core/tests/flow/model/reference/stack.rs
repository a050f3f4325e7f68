//! The commands: whether one is possible, and what it does to the stack.

use super::{Live, Load, MAX_DEPTH, Model};
use crate::model::command::{Command, Target, text};
use crate::model::script::PHASES;

impl Model {
    pub(super) fn is_possible(&self, command: &Command) -> bool {
        let depth = self.stack.len();
        let all: Vec<usize> = (0..depth).collect();
        match command {
            Command::Push(target) => self.may_join(*target, &[]) && depth < MAX_DEPTH,
            Command::Pop(_) => depth > 1,
            Command::PopTo(id) => {
                self.stack.iter().rposition(|live| live.id == *id).is_some_and(|index| index + 1 < depth)
            }
            Command::Remove(id) => depth > 1 && self.stack.iter().any(|live| live.id == *id),
            Command::Replace(target) => self.may_join(*target, depth.checked_sub(1).as_slice()),
            Command::Reset(list) => {
                let is_twice = |n: usize| {
                    list[..n].iter().any(|t| t.id == list[n].id && t.fresh.or(list[n].fresh).is_none())
                };
                let is_right = |n: usize| self.may_join(list[n], &all) && !is_twice(n);
                !list.is_empty() && (0..list.len()).all(is_right)
            }
            Command::Load(phase) => has_screens(phase),
            Command::Preload(phase) => {
                self.phase.is_some_and(|current| current != *phase) && has_screens(phase)
            }
            Command::Restore(_) | Command::Quit => true,
            // An empty one; the others are taken apart before.
            Command::Batch(_) => false,
        }
    }

    pub(super) fn may_join(&self, target: Target, leaving: &[usize]) -> bool {
        let live = self.stack.iter().position(|live| live.is_resident && live.id == target.id);
        let is_free = live.map_or_else(
            || self.residents.iter().any(|(id, _)| *id == target.id),
            |index| leaving.contains(&index),
        );
        target.fresh.is_some() || is_free
    }

    pub(super) fn apply(&mut self, command: &Command) {
        self.note(command, "applied");
        let to = match command {
            Command::Preload(phase) => return self.begin_preload(phase),
            Command::Load(phase) => Some(self.first_screen(phase, None)),
            Command::Restore(saved) => Some(self.first_screen(saved.phase, Some(saved))),
            command => {
                // A copy without reactions says where it leads.
                let mut copy = self.without_reactions();
                copy.change_stack(command);
                copy.stack.last().map(|live| live.id)
            }
        };
        let name = text(command);
        self.begin_change(name.split(' ').next().unwrap_or_default(), to);
        if command.ends_phase() {
            self.reject_after_load();
        }
        self.change_stack(command);
    }

    pub(super) fn change_stack(&mut self, command: &Command) {
        match command {
            Command::Push(target) => {
                self.hook_top("on_inactive");
                self.enter(*target);
                self.hook_top("on_active");
            }
            Command::Pop(value) => {
                self.leave(self.stack.len() - 1);
                if let Some(value) = value {
                    self.hook_top(&format!("on_result {value}"));
                }
                self.hook_top("on_active");
            }
            Command::Remove(id) => {
                let index = self.stack.iter().rposition(|live| live.id == *id).expect("it was checked");
                if index + 1 == self.stack.len() {
                    self.leave(index);
                    self.hook_top("on_active");
                } else {
                    self.exit(index);
                }
            }
            Command::PopTo(id) => {
                self.leave(self.stack.iter().rposition(|live| live.id == *id).map_or(0, |index| index + 1));
                self.hook_top("on_active");
            }
            Command::Replace(target) => {
                self.leave(self.stack.len().saturating_sub(1));
                self.enter(*target);
                self.hook_top("on_active");
            }
            Command::Reset(list) => self.reset(list),
            Command::Load(phase) => self.begin_load(phase, None),
            Command::Restore(saved) => self.begin_load(saved.phase, Some(saved.clone())),
            Command::Preload(phase) => self.begin_preload(phase),
            Command::Quit => {
                self.leave(0);
                self.load = Load::No;
                self.phase = None;
                self.has_ended = true;
            }
            Command::Batch(_) => unreachable!("batches are taken apart before"),
        }
    }

    pub(super) fn reset(&mut self, list: &[Target]) {
        self.leave(0);
        list.iter().for_each(|target| self.enter(*target));
        self.hook_top("on_active");
    }

    pub(super) fn leave(&mut self, depth: usize) {
        if self.stack.len() > depth {
            self.hook_top("on_inactive");
        }
        while self.stack.len() > depth {
            self.exit(self.stack.len() - 1);
        }
    }

    pub(super) fn exit(&mut self, index: usize) {
        self.hook(index + 1, "on_exit");
        let live = self.stack.remove(index);
        self.residents.extend(live.is_resident.then_some((live.id, live.serial)));
    }

    pub(super) fn enter(&mut self, Target { id, fresh, payload }: Target) {
        let serial = fresh.unwrap_or_else(|| {
            let index =
                self.residents.iter().position(|(resident, _)| *resident == id).expect("it was checked");
            self.residents.remove(index).1
        });
        self.visits += 1;
        self.stack.push(Live {
            id,
            serial,
            visit: self.visits,
            is_resident: fresh.is_none(),
            was_updated: false,
        });
        let payload = payload.map(|payload| format!(" with {payload}")).unwrap_or_default();
        self.hook_top(&format!("on_enter{payload}"));
    }
}

fn has_screens(phase: &str) -> bool {
    PHASES.iter().any(|plan| plan.id == phase && !plan.screens.is_empty())
}
