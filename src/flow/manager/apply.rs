//! The commands: what is checked before, and the order of the hooks.

use std::collections::VecDeque;

use super::ScreenManager;
use super::load::LoadStage;
use crate::flow::command::{ScreenCommand, Target};
use crate::flow::screen::{ScreenId, ScreenValue};
use crate::phase::PhaseId;
use crate::platform::{CommandOutcome, TraceEvent};

impl ScreenManager {
    /// Whether `command` can be applied now and all screens that would leave agree. Otherwise it is
    /// rejected, and nothing changes, except for the requests of a refusing screen.
    pub(super) fn is_allowed(&mut self, command: &ScreenCommand) -> bool {
        let lowest = match self.lowest_leaving(command) {
            Ok(lowest) => lowest,
            Err(reason) => {
                self.reject(command, &reason);
                return false;
            }
        };
        let Some(screen) = self.stack.refusing(lowest, &mut self.services) else { return true };
        let reason = format!("`{screen}` refused to leave");
        log::debug!("{command:?} was rejected: {reason}");
        self.trace_command(command, CommandOutcome::Rejected, Some(reason));
        false
    }

    /// The index of the lowest screen that `command` removes.
    fn lowest_leaving(&self, command: &ScreenCommand) -> Result<usize, String> {
        let depth = self.stack.live.len();
        Ok(match command {
            ScreenCommand::Push(target) => {
                self.check_target(target, depth)?;
                if depth >= Self::MAX_DEPTH {
                    return Err(format!("the stack is full (max. {} screens)", Self::MAX_DEPTH));
                }
                depth
            }
            ScreenCommand::Pop(_) if depth <= 1 => {
                return Err("cannot pop the last screen; use `quit` to end the program".to_owned());
            }
            ScreenCommand::Pop(_) => depth - 1,
            ScreenCommand::PopTo(id) => match self.stack.highest(*id) {
                None => return Err(format!("`{id}` is not on the stack")),
                Some(index) if index + 1 == depth => {
                    return Err(format!("`{id}` is the active screen already"));
                }
                Some(index) => index + 1,
            },
            ScreenCommand::Replace(target) => {
                let top = depth.saturating_sub(1);
                self.check_target(target, top)?;
                top
            }
            ScreenCommand::Reset(list) => {
                self.check_list(list)?;
                0
            }
            ScreenCommand::Load(phase, _) => {
                self.check_phase(*phase)?;
                0
            }
            ScreenCommand::Quit => 0,
            // Each command of a batch is checked when its turn comes, because the one before may
            // make it possible.
            ScreenCommand::Batch(_) => depth,
        })
    }

    /// Checks that `target` can join the stack when the screens from the index `lowest` up have left.
    fn check_target(&self, target: &Target, lowest: usize) -> Result<(), String> {
        let Target::Resident(id) = target else { return Ok(()) };
        match self.stack.live_resident(*id) {
            Some(index) if index >= lowest => Ok(()),
            Some(_) => Err(format!("`{id}` is on the stack already")),
            None if self.stack.residents.iter().any(|(resident, _)| resident == id) => Ok(()),
            None => Err(match self.services.phase {
                Some(phase) => format!("phase `{phase}` has no screen `{id}`"),
                None => format!("there is no screen `{id}` without a phase"),
            }),
        }
    }

    fn check_list(&self, list: &[Target]) -> Result<(), String> {
        if list.is_empty() {
            return Err("the list of screens is empty".to_owned());
        }
        if list.len() > Self::MAX_DEPTH {
            return Err(format!("the list has more than {} screens", Self::MAX_DEPTH));
        }
        for (index, target) in list.iter().enumerate() {
            self.check_target(target, 0)?;
            let is_twice = |other: &Target| matches!((target, other), (Target::Resident(a), Target::Resident(b)) if a == b);
            if list[..index].iter().any(is_twice) {
                return Err(format!("`{}` is in the list twice", target.id()));
            }
        }
        Ok(())
    }

    fn check_phase(&self, phase: PhaseId) -> Result<(), String> {
        match self.phases.iter().find(|known| known.id() == phase) {
            Some(known) if known.screens.is_empty() => Err(format!("phase `{phase}` has no screen")),
            Some(_) => Ok(()),
            None => {
                let known: Vec<_> = self.phases.iter().map(|known| known.id().name()).collect();
                Err(format!("there is no phase `{phase}`; there are: {}", known.join(", ")))
            }
        }
    }

    pub(super) fn apply(&mut self, command: ScreenCommand) {
        if let ScreenCommand::Batch(list) = command {
            self.apply_batch(list);
            return;
        }
        self.trace_command(&command, CommandOutcome::Applied, None);
        let (stack, services) = (&mut self.stack, &mut self.services);
        match command {
            ScreenCommand::Push(target) => {
                stack.deactivate_top(services);
                stack.enter(target, services);
                stack.activate_top(services);
            }
            ScreenCommand::Pop(value) => {
                let value = stack.top_id().zip(value).map(|(from, value)| ScreenValue::new(from, value));
                stack.leave_down_to(stack.live.len() - 1, services);
                if let Some(value) = value {
                    stack.hook_top(services, "on_result", |screen, cx| screen.on_result(cx, value));
                }
                stack.activate_top(services);
            }
            ScreenCommand::PopTo(id) => {
                let depth = stack.highest(id).map_or(stack.live.len(), |index| index + 1);
                stack.leave_down_to(depth, services);
                stack.activate_top(services);
            }
            ScreenCommand::Replace(target) => {
                stack.leave_down_to(stack.live.len().saturating_sub(1), services);
                stack.enter(target, services);
                stack.activate_top(services);
            }
            ScreenCommand::Reset(list) => stack.reset(list, services),
            ScreenCommand::Load(phase, payload) => {
                stack.leave_down_to(0, services);
                self.begin_load(phase, payload);
            }
            ScreenCommand::Quit => {
                stack.leave_down_to(0, services);
                self.end();
            }
            ScreenCommand::Batch(_) => {}
        }
        self.stack_changed();
    }

    fn apply_batch(&mut self, list: Vec<ScreenCommand>) {
        let mut list = VecDeque::from(list);
        while let Some(command) = list.pop_front() {
            if let ScreenCommand::Batch(inner) = command {
                // The rest of both batches keeps its order.
                inner.into_iter().rev().for_each(|command| list.push_front(command));
                continue;
            }
            if self.is_allowed(&command) {
                self.apply(command);
            }
            let is_fatal = self.services.inbox.borrow().fatal.is_some();
            if is_fatal || self.has_ended || self.load.is_loading() {
                break;
            }
        }
        // What follows a load in a batch waits for its end, ahead of later requests.
        let mut inbox = self.services.inbox.borrow_mut();
        for command in list.into_iter().rev() {
            inbox.commands.push_front(command.at_once());
        }
    }

    fn end(&mut self) {
        self.record_phase_end();
        self.stack.residents.clear();
        self.services.loader.free_all(&mut self.services.trace);
        self.services.phase = None;
        self.load = LoadStage::Idle;
        self.has_ended = true;
    }

    pub(super) fn stack_changed(&mut self) {
        self.services.gate.hold_over();
        let mut inbox = self.services.inbox.borrow_mut();
        inbox.stack.clear();
        inbox.stack.extend(self.stack.ids());
        let stack = &inbox.stack;
        self.services
            .trace
            .record(|| TraceEvent::Stack { stack: stack.iter().map(ScreenId::to_string).collect() });
        log::debug!("stack: {}", stack.iter().map(|id| id.name()).collect::<Vec<_>>().join(" > "));
    }
}
