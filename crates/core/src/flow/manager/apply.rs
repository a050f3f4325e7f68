//! The commands, in the order of their hooks.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use super::ScreenManager;
use super::load::LoadStage;
use super::plan::Place;
use super::tick::LOADING;
use crate::flow::command::{ChangeReason, ScreenChange, ScreenCommand};
use crate::flow::handle::FlowHandle;
use crate::flow::request::Pending;
use crate::flow::screen_id::ScreenId;
use crate::platform::{TraceEvent, caught, panic_on};

impl ScreenManager {
    /// Applies the commands of a request one after the other. What follows a load waits for its end.
    pub(super) fn apply_all(&mut self, steps: VecDeque<Pending>) {
        self.with_steps(steps, Self::apply_steps);
    }

    fn apply_steps(&mut self, steps: &mut VecDeque<Pending>) {
        while let Some(step) = steps.front() {
            let ends_phase = step.command.ends_phase();
            let places = self.places();
            let possible = self.range_of(&step.command, &places);
            let possible = possible.and_then(|leaving| Ok((leaving, self.payload_of(&step.command)?)));
            let Some(Pending { command, ticket, is_last }) = steps.pop_front() else { return };
            match possible {
                Ok((leaving, payload)) => {
                    if let Err(message) = caught(|| self.apply(command, payload, places, leaving)) {
                        ticket.set(Err(message.clone()));
                        panic_on(message);
                    }
                    if is_last {
                        ticket.set(Ok(()));
                    }
                }
                Err(reason) => {
                    self.reject_steps([Pending { command, ticket, is_last }].into(), &reason);
                    // Without any screen the window would stay empty.
                    if self.stack.live.is_empty() && ends_phase {
                        self.services.inbox.fail(reason);
                    }
                }
            }
            let is_loading = self.load.is_loading();
            if is_loading {
                steps.iter().for_each(|step| self.trace_command(&step.command, "queued", Some(LOADING)));
            }
            if is_loading || self.has_ended || self.services.inbox.has_failed() {
                self.after_load.append(steps);
                if self.load == LoadStage::Preloaded {
                    self.leave_load();
                }
                return;
            }
        }
    }

    /// Applies a command that is possible and removes the screens of this range.
    fn apply(
        &mut self,
        command: ScreenCommand,
        payload: Option<Rc<dyn Any>>,
        mut places: Vec<Place>,
        leaving: Range<usize>,
    ) {
        self.trace_command(&command, "applied", None);
        let reason = command.reason();
        let command = self.as_load(command);
        match &command {
            ScreenCommand::Load(phase, _) => self.end_preload(*phase, payload.as_deref()),
            ScreenCommand::Preload(phase, _) => return self.begin_preload(*phase, payload.as_deref()),
            _ => {}
        }
        if let Some(reason) = reason {
            let to = self.change(&mut places, &command, leaving.clone());
            self.begin_change(reason, to);
        }
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
            ScreenCommand::Load(phase, _) => {
                self.reject_after_load("the load before it was replaced");
                self.stack.leave_all(&mut self.services);
                self.begin_load(phase, payload);
            }
            ScreenCommand::Quit => {
                self.reject_after_load(FlowHandle::ENDED);
                self.stack.leave_all(&mut self.services);
                self.end();
            }
            ScreenCommand::Restore(_) | ScreenCommand::Preload(..) | ScreenCommand::Batch(_) => {}
        }
        // The report of a panic in the change has the screens before it.
        if self.load != LoadStage::Preloaded && self.services.panic.is_none() {
            self.stack_changed();
        }
    }

    /// Sets what the next hooks are called for.
    pub(super) fn begin_change(&mut self, reason: ChangeReason, to: Option<ScreenId>) {
        self.services.change = Some(ScreenChange { reason, from: self.stack.top_id(), to });
    }

    fn end(&mut self) {
        self.end_backdrop(None);
        self.stack.drop_residents(&mut self.services);
        self.services.loader.free_all();
        self.services.inbox.phase.set(None);
        self.load = LoadStage::Idle;
        if let Some(waiting) = self.end_transition() {
            self.reject_steps(waiting, FlowHandle::ENDED);
        }
        self.has_ended = true;
    }

    pub(super) fn stack_changed(&mut self) {
        let stack = &self.stack;
        self.services
            .trace
            .record(|| TraceEvent::Stack { stack: stack.ids().map(|id| id.to_string()).collect() });
        log::debug!("stack: {}", stack.ids().map(ScreenId::name).collect::<Vec<_>>().join(" > "));
    }
}
