//! What each command does when its turn comes.

use super::ScreenManager;
use super::plan::{Impossible, StackChange};
use super::state::State;
use crate::flow::command::{ChangeReason, ScreenChange, ScreenCommand};
use crate::flow::request::{ENDED, Pending};
use crate::flow::screen_id::ScreenId;
use crate::phase::PhaseId;
use crate::platform::TraceEvent;

impl ScreenManager {
    /// Applies the next command of a plan, or says why it is not possible.
    pub(super) fn apply(&mut self, step: Pending, change: Result<StackChange, Impossible>) {
        match change {
            Ok(change) => {
                self.trace_command(&step.command, "applied", None);
                self.perform(step.command, change);
                if step.is_last {
                    step.ticket.set(Ok(()));
                }
            }
            Err(Impossible { reason, names_nothing }) => {
                if names_nothing {
                    self.services.mistakes.add(reason.clone(), self.services.tick);
                }
                // Without any screen the window would stay empty.
                if self.stack.live.is_empty() && step.command.ends_phase() {
                    self.services.inbox.fail(reason.clone());
                }
                self.reject([step].into(), &reason);
            }
        }
        if self.state.is_loading() {
            self.queue_rest();
        } else if self.state.has_ended() || self.services.inbox.has_failed() {
            self.reject_rest();
        }
    }

    fn perform(&mut self, command: ScreenCommand, change: StackChange) {
        let StackChange { leaving, change, payload, .. } = change;
        self.services.change = change.or(self.services.change);
        let (stack, services) = (&mut self.stack, &mut self.services);
        match command {
            ScreenCommand::Push(target) => {
                stack.deactivate_top(services);
                stack.enter(target, services);
                stack.activate_top(services);
            }
            ScreenCommand::Pop(value) => stack.pop_down_to(leaving.start, value, services),
            ScreenCommand::Remove(_) if leaving.end < stack.live.len() => stack.exit(leaving.start, services),
            ScreenCommand::PopTo(_) | ScreenCommand::Remove(_) => {
                stack.pop_down_to(leaving.start, None, services);
            }
            ScreenCommand::Replace(target) => {
                stack.leave_down_to(leaving.start, services);
                stack.enter(target, services);
                stack.activate_top(services);
            }
            ScreenCommand::Reset(list) => stack.reset(list, services),
            ScreenCommand::Load(phase, _) => return self.begin_load(phase, payload, None),
            ScreenCommand::Restore(saved) => {
                return self.begin_load(PhaseId::from(&saved.phase), payload, Some(saved));
            }
            ScreenCommand::Preload(phase, _) => {
                return self.services.assets.begin_preload(phase, payload.as_deref());
            }
            ScreenCommand::Quit => self.end(),
            // A plan has the commands of batches one by one, and an empty batch is not possible.
            ScreenCommand::Batch(_) => return,
        }
        self.stack_changed();
    }

    /// Sets what the next hooks are called for.
    pub(super) fn begin_change(&mut self, reason: ChangeReason, to: Option<ScreenId>) {
        self.services.change = Some(ScreenChange { reason, from: self.stack.active(), to });
    }

    /// Ends the program, with the leaving half of a load.
    fn end(&mut self) {
        self.reject_waiting(ENDED);
        self.stack.leave_down_to(0, &mut self.services);
        self.stack.drop_residents();
        self.services.assets.free_all();
        self.services.inbox.phase.set(None);
        self.state = State::Ended;
    }

    pub(super) fn stack_changed(&mut self) {
        let stack = &self.stack;
        self.services
            .trace
            .record(|| TraceEvent::Stack { stack: stack.ids().map(|id| id.to_string()).collect() });
        log::debug!("stack: {}", stack.ids().map(ScreenId::name).collect::<Vec<_>>().join(" > "));
    }
}
