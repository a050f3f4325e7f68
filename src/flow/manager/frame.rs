//! One frame: input, events, updates, leave frame, and the picture.

use super::apply::Rejection;
use super::change::{Change, is_over};
use super::{MAX_PASSES, ScreenManager};
use crate::flow::command::{Request, ScreenCommand, Style};
use crate::flow::context::RuleContext;
use crate::flow::failure::Failure;
use crate::flow::screen::ScreenId;
use crate::platform::{CommandOutcome, Input, STEP, TraceEvent};

/// Why a command is rejected that a fatal error has overtaken.
pub(super) const FATAL: &str = "a fatal error went ahead of it";

impl ScreenManager {
    /// One logic frame. Does nothing once the program has ended.
    pub fn step(&mut self, input: &Input) {
        if self.has_ended {
            return;
        }
        self.world.frame += 1;
        self.world.trace.set_frame(self.world.frame);
        if self.is_settled() {
            self.world.gate.pass(input);
        } else {
            self.world.gate.close(input);
        }
        self.deliver_events();
        self.stack.update(&mut self.world);
        self.tick_load();
        self.leave_frame();
    }

    /// Draws the active screen, which draws those below it where it wants them, and the
    /// transition on top.
    pub fn draw(&self) {
        let cover = self.change.cover();
        let is_loading = !matches!(self.load, super::LoadStage::None);
        // Behind a full cover there is nothing to see, except that a load shows its own screen.
        if let Some(top) = self.stack.depth().checked_sub(1)
            && (cover < 1.0 || is_loading)
        {
            let world = &self.world;
            self.stack.view(&world.resources, world.loader.status(), world.frame).draw(top);
        }
        if let Some(transition) = self.change.transition()
            && !is_loading
        {
            transition.draw(cover, matches!(self.change, Change::Out { .. } | Change::Covered { .. }));
        }
    }

    fn deliver_events(&mut self) {
        // The list is swapped out: what is posted while these are delivered comes next frame.
        std::mem::swap(&mut self.events, &mut self.world.inbox.borrow_mut().events);
        let mut events = std::mem::take(&mut self.events);
        for event in events.drain(..) {
            let event = event.as_ref();
            self.world.trace.record(|| TraceEvent::Event { event: event.name().to_owned() });
            let mut cx = RuleContext { inbox: &self.world.inbox, phase: self.world.phase };
            for rule in &mut self.rules {
                rule(event, &mut cx);
            }
            self.stack.deliver(&mut self.world, event);
        }
        self.events = events;
    }

    /// The end of the frame, the only place where the stack changes.
    fn leave_frame(&mut self) {
        // The clock goes first: a change that a load or a fatal error has kept waiting begins its
        // way in with the cover at 1, in the next picture.
        if !self.heed_fatal() {
            self.advance_change();
        }
        self.leave_load();
        // Whoever has taken over has its first update before the commands are run: it may ask for
        // one, or find that the phase cannot go on.
        self.stack.update_new(&mut self.world);
        self.heed_fatal();
        if self.is_settled() && !self.has_ended {
            self.run_commands();
        }
        self.run_urgent_commands();
        if self.has_ended {
            self.reject_all("the program has ended");
        }
        // Those that have just joined are drawn in this frame's picture.
        self.stack.update_new(&mut self.world);
        self.note_waiting();
    }

    /// Goes to the failure screen if somebody asked for it, ahead of all that waits.
    fn heed_fatal(&mut self) -> bool {
        let fatal = self.world.inbox.borrow_mut().fatal.take();
        let Some(failure) = fatal.filter(|_| !self.has_ended) else { return false };
        self.reject_all(FATAL);
        self.enter_failure(failure);
        true
    }

    /// One step of the transition's clock.
    fn advance_change(&mut self) {
        self.change = match std::mem::replace(&mut self.change, Change::Idle) {
            Change::Idle => return,
            Change::Out { transition, elapsed, command } => {
                let elapsed = elapsed + STEP;
                if is_over(elapsed, transition.out_time()) {
                    self.trace_transition(transition.name(), "covered");
                    Change::Covered { transition, command }
                } else {
                    Change::Out { transition, elapsed, command }
                }
            }
            Change::Covered { transition, command } => {
                self.apply(command);
                if self.has_ended {
                    Change::Idle
                } else if matches!(self.load, super::LoadStage::None) {
                    self.trace_transition(transition.name(), "in");
                    Change::In { transition, elapsed: std::time::Duration::ZERO }
                } else {
                    Change::Held { transition }
                }
            }
            held @ Change::Held { .. } => held,
            Change::In { transition, elapsed } => {
                let elapsed = elapsed + STEP;
                if is_over(elapsed, transition.in_time()) {
                    self.trace_transition(transition.name(), "done");
                    Change::Idle
                } else {
                    Change::In { transition, elapsed }
                }
            }
        };
    }

    pub(super) fn trace_transition(&mut self, name: &'static str, step: &'static str) {
        self.world.trace.record(|| TraceEvent::Transition { name, step });
    }

    /// Works through the commands, those that they lead to included.
    fn run_commands(&mut self) {
        // A failure screen whose own hooks fail: that goes ahead of what they asked for as well.
        if self.heed_fatal() {
            return;
        }
        let mut passes = 0;
        let mut tops: Vec<ScreenId> = Vec::new();
        loop {
            let waiting = self.world.inbox.borrow().commands.len();
            if waiting == 0 {
                return;
            }
            passes += 1;
            if passes > MAX_PASSES {
                self.end_loop(&tops);
                return;
            }
            for _ in 0..waiting {
                let Some(request) = self.take_command() else { break };
                self.run(request);
                if self.heed_fatal() || !self.is_settled() || self.has_ended {
                    return;
                }
                // Half of the passes are enough to see who goes round in the circle.
                if let Some(top) =
                    self.stack.top_id().filter(|top| passes > MAX_PASSES / 2 && !tops.contains(top))
                {
                    tops.push(top);
                }
            }
            self.stack.update_new(&mut self.world);
            if self.heed_fatal() {
                return;
            }
        }
    }

    fn take_command(&mut self) -> Option<Request> {
        self.world.inbox.borrow_mut().commands.pop_front()
    }

    /// Starts a command: checks it, asks the screens that would leave, and then either applies
    /// it or starts its transition.
    fn run(&mut self, request: Request) {
        let Request { command, style, .. } = request;
        if let Err(rejection) = self.may_apply(&command) {
            self.reject(&command, &rejection);
            return;
        }
        let transition = match style {
            Style::Default => self.transition.clone(),
            Style::AtOnce => None,
            Style::Through(transition) => Some(transition),
        };
        match transition {
            Some(transition) if self.stack.depth() > 0 => {
                self.trace_transition(transition.name(), "out");
                self.change = Change::Out { transition, elapsed: std::time::Duration::ZERO, command };
            }
            _ => self.apply(command),
        }
    }

    /// While a transition or a load runs everything waits, except that during a load another
    /// load replaces it and `quit` need not wait for its end.
    fn run_urgent_commands(&mut self) {
        let mut passes = 0;
        while !matches!(self.load, super::LoadStage::None) && !self.has_ended {
            passes += 1;
            if passes > MAX_PASSES {
                let screens: Vec<_> = self.stack.ids().collect();
                self.end_loop(&screens);
                return;
            }
            let urgent = {
                let mut inbox = self.world.inbox.borrow_mut();
                let is_urgent = |request: &Request| {
                    matches!(request.command, ScreenCommand::Load(_) | ScreenCommand::Quit)
                };
                let index = inbox.commands.iter().position(is_urgent);
                index.and_then(|index| inbox.commands.remove(index))
            };
            let Some(Request { command, .. }) = urgent else { return };
            match self.may_apply(&command) {
                Ok(()) => self.apply(command),
                Err(rejection) => self.reject(&command, &rejection),
            }
            if self.heed_fatal() {
                return;
            }
        }
    }

    /// Screens ask for one another without end: that is a failure.
    fn end_loop(&mut self, screens: &[ScreenId]) {
        self.reject_all("it is part of an endless loop of commands");
        let phase = self.world.phase.or_else(|| self.world.loader.status().map(|load| load.phase));
        self.enter_failure(Failure::of_loop(phase, screens));
    }

    /// Says of each command that has to wait that it does, once.
    fn note_waiting(&mut self) {
        if self.is_settled() {
            // Nothing holds them up: they were asked for after the last command of this frame.
            return;
        }
        let reason = match self.load {
            super::LoadStage::None => "a transition is running",
            _ => "a phase is being loaded",
        };
        let mut inbox = self.world.inbox.borrow_mut();
        for request in inbox.commands.iter_mut().filter(|request| !request.is_noted) {
            request.is_noted = true;
            self.world.trace.record(|| TraceEvent::Command {
                command: request.command.name(),
                target: request.command.target(),
                outcome: CommandOutcome::Queued,
                reason: Some(reason.to_owned()),
            });
        }
    }

    /// Rejects all that waits, and what waited behind a transition that is under way.
    pub(super) fn reject_all(&mut self, reason: &str) {
        let in_change = match std::mem::replace(&mut self.change, Change::Idle) {
            Change::Out { transition, command, .. } | Change::Covered { transition, command } => {
                self.change = Change::Held { transition };
                Some(command)
            }
            other => {
                self.change = other;
                None
            }
        };
        let waiting = std::mem::take(&mut self.world.inbox.borrow_mut().commands);
        for command in in_change.into_iter().chain(waiting.into_iter().map(|request| request.command)) {
            self.reject(&command, &reason.into());
        }
    }

    /// Says that a command is not carried out, and why.
    pub(super) fn reject(&mut self, command: &ScreenCommand, rejection: &Rejection) {
        match rejection {
            Rejection::Refused(_) => log::debug!("{command:?} was rejected: {rejection}"),
            Rejection::Impossible(_) => log::warn!("{command:?} was rejected: {rejection}"),
        }
        self.trace_command(command, CommandOutcome::Rejected, Some(rejection.to_string()));
    }

    pub(super) fn trace_command(
        &mut self,
        command: &ScreenCommand,
        outcome: CommandOutcome,
        reason: Option<String>,
    ) {
        self.world.trace.record(|| TraceEvent::Command {
            command: command.name(),
            target: command.target(),
            outcome,
            reason,
        });
    }
}
