//! The commands, in the order of their hooks.

use std::collections::VecDeque;

use super::ScreenManager;
use super::plan::{Impossible, Plan, StackChange};
use super::state::{LoadStage, State};
use super::tick::{FAILED, LOADING};
use crate::flow::command::{ChangeReason, ScreenChange, ScreenCommand};
use crate::flow::handle::FlowHandle;
use crate::flow::request::Pending;
use crate::flow::screen_id::ScreenId;
use crate::phase::PhaseId;
use crate::platform::{TraceEvent, caught, panic_on};

impl ScreenManager {
    /// Applies the commands of a plan one after the other. What follows a load waits for its end. After a panic those
    /// that are left are rejected with its message.
    pub(super) fn apply_plan(&mut self, mut plan: Plan) {
        if let Err(message) = caught(|| self.apply_steps(&mut plan)) {
            self.reject_steps(plan.commands, &message);
            panic_on(message);
        }
    }

    fn apply_steps(&mut self, plan: &mut Plan) {
        while let Some((step, change)) = plan.commands.pop_front().zip(plan.changes.pop_front()) {
            let Pending { command, ticket, is_last } = step;
            let ends_phase = command.ends_phase();
            match change {
                Ok(change) => {
                    if let Err(message) = caught(|| self.apply(command, change)) {
                        ticket.set(Err(message.clone()));
                        panic_on(message);
                    }
                    if is_last {
                        ticket.set(Ok(()));
                    }
                }
                Err(Impossible { reason, names_nothing }) => {
                    if names_nothing {
                        self.services.mistakes.add(reason.clone(), self.services.tick);
                    }
                    self.reject_steps([Pending { command, ticket, is_last }].into(), &reason);
                    // Without any screen the window would stay empty.
                    if self.stack.live.is_empty() && ends_phase {
                        self.services.inbox.fail(reason);
                    }
                }
            }
            if let State::Loading(loading) = &mut self.state {
                let new = loading.rest.len();
                loading.rest.append(&mut plan.commands);
                return self.wait_for_load(new);
            }
            if self.state.has_ended() || self.services.inbox.has_failed() {
                let reason = if self.state.has_ended() { FlowHandle::ENDED } else { FAILED };
                return self.reject_steps(std::mem::take(&mut plan.commands), reason);
            }
        }
    }

    /// Lets what follows a load, from the index `new` on, wait for it, unless the phase is preloaded.
    fn wait_for_load(&mut self, new: usize) {
        let State::Loading(loading) = &self.state else { return };
        for step in loading.rest.iter().skip(new) {
            self.trace_command(&step.command, "queued", Some(LOADING));
        }
        if loading.stage == LoadStage::Preloaded {
            self.leave_load();
        }
    }

    /// Applies commands that have waited for a load.
    pub(super) fn apply_rest(&mut self, mut commands: VecDeque<Pending>) {
        let planned = caught(|| {
            self.redirect(&mut commands, 0);
            self.changes(&commands)
        });
        match planned {
            Ok(changes) => self.apply_plan(Plan { commands, changes }),
            Err(message) => {
                self.reject_steps(commands, &message);
                panic_on(message);
            }
        }
    }

    /// Applies a command that is possible.
    fn apply(&mut self, command: ScreenCommand, change: StackChange) {
        self.trace_command(&command, "applied", None);
        let StackChange { leaving, change, payload, .. } = change;
        self.services.change = change.or(self.services.change);
        let (stack, services) = (&mut self.stack, &mut self.services);
        match command {
            ScreenCommand::Push(target) => {
                services.is_popup_next = stack.is_popup(&target);
                stack.deactivate_top(services);
                services.is_popup_next = false;
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
            ScreenCommand::Load(phase, _) => self.begin_load(phase, payload, None),
            ScreenCommand::Restore(saved) => {
                self.begin_load(PhaseId::from(&saved.phase), payload, Some(saved));
            }
            ScreenCommand::Preload(phase, _) => return self.begin_preload(phase, payload.as_deref()),
            ScreenCommand::Quit => self.end(),
            // A plan has the commands of batches one by one, and an empty batch is not possible.
            ScreenCommand::Batch(_) => return,
        }
        // The report of a panic in the change has the screens before it.
        if self.state.load_stage() != Some(LoadStage::Preloaded) && self.services.panic.is_none() {
            self.stack_changed();
        }
    }

    /// Sets what the next hooks are called for.
    pub(super) fn begin_change(&mut self, reason: ChangeReason, to: Option<ScreenId>) {
        self.services.change = Some(ScreenChange { reason, from: self.stack.top_id(), to });
    }

    /// Ends the program: the leaving half of a load, for ever.
    fn end(&mut self) {
        let waiting = self.state.take_waiting();
        self.reject_steps(waiting, FlowHandle::ENDED);
        self.stack.leave_all(&mut self.services);
        self.end_backdrop(None);
        self.stack.drop_residents(&mut self.services);
        self.services.loader.free_all();
        self.services.inbox.phase.set(None);
        let transition = std::mem::replace(&mut self.state, State::Ended).into_transition();
        self.services.discard("a transition", transition);
    }

    pub(super) fn stack_changed(&mut self) {
        let stack = &self.stack;
        self.services
            .trace
            .record(|| TraceEvent::Stack { stack: stack.ids().map(|id| id.to_string()).collect() });
        log::debug!("stack: {}", stack.ids().map(ScreenId::name).collect::<Vec<_>>().join(" > "));
    }
}
