//! One tick: input, events, updates, and the commands at its end.

use std::rc::Rc;

use super::ScreenManager;
use super::transition_state::{Running, Step};
use crate::flow::command::{Request, ScreenCommand, Style};
use crate::flow::context::{DrawContext, RuleContext};
use crate::flow::screen::ScreenId;
use crate::platform::{CommandOutcome, Input, STEP, TraceEvent};

const ENDLESS: &str = "it is part of an endless loop of commands";

impl ScreenManager {
    /// Runs one tick, without a clock. A loop with a display calls
    /// [`advance`](ScreenManager::advance) instead. Does nothing once the program has ended.
    pub fn step(&mut self, input: &Input) {
        if self.has_ended {
            return;
        }
        self.services.tick += 1;
        self.services.trace.set_tick(self.services.tick);
        if self.is_idle() {
            self.services.gate.pass(input);
        } else {
            self.services.gate.close(input);
        }
        self.deliver_events();
        self.stack.update(&mut self.services);
        self.tick_load();
        self.end_tick();
    }

    /// Draws the active screen, which draws those below it where it wants them, and the
    /// transition on top. Called once a frame, after [`advance`](ScreenManager::advance).
    pub fn draw(&self) {
        let cover = self.transition.as_ref().map_or(0.0, Running::cover);
        let is_loading = self.load.is_loading();
        // Nothing is visible behind a full cover, except that a load shows its own screen.
        if cover < 1.0 || is_loading {
            let services = &self.services;
            let cx = DrawContext {
                screens: &self.stack.live,
                is_active: true,
                resources: &services.loader.resources,
                load: services.loader.status(),
                tick: services.tick,
            };
            cx.draw();
        }
        if let Some(Running { transition, step, .. }) = &self.transition
            && !is_loading
        {
            transition.draw(cover, matches!(step, Step::Out(_) | Step::Covered(_)));
        }
    }

    fn deliver_events(&mut self) {
        // Swapped out, because what is posted during the delivery comes in the next tick.
        std::mem::swap(&mut self.events, &mut self.services.inbox.borrow_mut().events);
        let mut events = std::mem::take(&mut self.events);
        for event in events.drain(..) {
            let event = event.as_ref();
            self.services.trace.record(|| TraceEvent::Event { event: event.name().to_owned() });
            let mut cx = RuleContext { inbox: &self.services.inbox, phase: self.services.phase };
            for rule in &mut self.rules {
                rule(event, &mut cx);
            }
            self.stack.deliver(&mut self.services, event);
        }
        self.events = events;
    }

    /// The end of the tick, the only place where the stack changes.
    fn end_tick(&mut self) {
        if let Err(failure) = self.change_stack() {
            self.reject_all("a fatal error went ahead of it");
            self.enter_failure(failure);
        }
        if self.has_ended {
            self.reject_all("the program has ended");
        }
        self.stack.update_new(&mut self.services);
        self.trace_queued();
    }

    /// Advances the transition and the load and runs the commands, until a fatal error.
    fn change_stack(&mut self) -> Result<(), String> {
        self.take_failure()?;
        // The clock goes first: a transition that was held by a load starts its second half with
        // the cover at 1, in the next frame.
        self.advance_transition();
        self.leave_load();
        self.run_commands()
    }

    fn take_failure(&mut self) -> Result<(), String> {
        let failure = self.services.inbox.borrow_mut().fatal.take();
        failure.filter(|_| !self.has_ended).map_or(Ok(()), Err)
    }

    /// Runs the waiting commands, and those that they lead to: the requests of one pass are the next.
    fn run_commands(&mut self) -> Result<(), String> {
        let mut tops = Vec::new();
        let mut follow_ups = None;
        loop {
            // A new screen may request something in its first update, or fail.
            self.stack.update_new(&mut self.services);
            self.take_failure()?;
            let waiting = self.services.inbox.borrow().commands.len();
            for done in 0..waiting {
                let Some(request) = self.next_command() else {
                    if done == 0 {
                        return Ok(());
                    }
                    break;
                };
                if follow_ups == Some(Self::MAX_FOLLOW_UPS) {
                    self.reject(&request.command, ENDLESS);
                    self.reject_all(ENDLESS);
                    return Err(format!(
                        "endless loop of screen changes: {}; the hooks or the first update of each request the next",
                        tops.join(", ")
                    ));
                }
                self.run(request);
                self.take_failure()?;
                follow_ups = follow_ups.map(|count| count + 1);
                // The second half is enough to see which screens are in the loop.
                if let Some(top) = self.stack.top_id().map(ScreenId::name)
                    && follow_ups > Some(Self::MAX_FOLLOW_UPS / 2)
                    && !tops.contains(&top)
                {
                    tops.push(top);
                }
            }
            if waiting == 0 {
                return Ok(());
            }
            follow_ups = follow_ups.or(Some(0));
        }
    }

    /// Takes the next command that can run now: none during a transition, and only some during a load.
    fn next_command(&mut self) -> Option<Request> {
        let is_loading = self.load.is_loading();
        if self.has_ended || !(is_loading || self.transition.is_none()) {
            return None;
        }
        self.services.inbox.borrow_mut().next_command(is_loading)
    }

    /// Applies an allowed command or starts its transition.
    fn run(&mut self, request: Request) {
        let Request { command, style, .. } = request;
        if !self.is_allowed(&command) {
            return;
        }
        let transition = match style {
            Style::Default => self.default_transition.clone(),
            Style::AtOnce => None,
            Style::Through(transition) => Some(transition),
        };
        match transition {
            Some(transition) if !self.stack.live.is_empty() && !self.load.is_loading() => {
                self.trace_transition(transition.name(), "out");
                self.transition = Some(Running::new(transition, Step::Out(command)));
            }
            _ => self.apply(command),
        }
    }

    fn advance_transition(&mut self) {
        let Some(mut running) = self.transition.take() else { return };
        running.elapsed += STEP;
        let (is_over, name) = (running.is_over(), running.transition.name());
        running.step = match running.step {
            Step::Out(command) if is_over => {
                self.trace_transition(name, "covered");
                Step::Covered(command)
            }
            Step::Covered(command) => {
                self.apply(command);
                Step::Held
            }
            Step::In if is_over => {
                self.trace_transition(name, "done");
                return;
            }
            step @ (Step::Out(_) | Step::Held | Step::In) => step,
        };
        let was_applied = matches!(running.step, Step::Held);
        self.transition = Some(running);
        if self.has_ended {
            self.transition = None;
        } else if was_applied && !self.load.is_loading() {
            self.uncover();
        }
    }

    /// Starts the second half of a transition that is held.
    pub(super) fn uncover(&mut self) {
        if let Some(Running { transition, step: Step::Held, .. }) = &self.transition {
            let transition = Rc::clone(transition);
            self.trace_transition(transition.name(), "in");
            self.transition = Some(Running::new(transition, Step::In));
        }
    }

    pub(super) fn trace_transition(&mut self, name: &'static str, step: &'static str) {
        self.services.trace.record(|| TraceEvent::Transition { name, step });
    }

    /// Records each waiting command once.
    fn trace_queued(&mut self) {
        if self.is_idle() {
            // Requests after the last command of this tick run in the next one.
            return;
        }
        let reason =
            if self.load.is_loading() { "a phase is being loaded" } else { "a transition is running" };
        let mut inbox = self.services.inbox.borrow_mut();
        for request in inbox.commands.iter_mut().filter(|request| !request.is_traced) {
            request.is_traced = true;
            let reason = Some(reason.to_owned());
            self.services.trace.record(|| command_event(&request.command, CommandOutcome::Queued, reason));
        }
    }

    /// Rejects all commands that wait, and that of a transition before it is applied.
    fn reject_all(&mut self, reason: &str) {
        if let Some(running) = &mut self.transition
            && !matches!(running.step, Step::In)
            && let Step::Out(command) | Step::Covered(command) =
                std::mem::replace(&mut running.step, Step::Held)
        {
            self.reject(&command, reason);
        }
        let waiting = std::mem::take(&mut self.services.inbox.borrow_mut().commands);
        for request in waiting {
            self.reject(&request.command, reason);
        }
    }

    pub(super) fn reject(&mut self, command: &ScreenCommand, reason: &str) {
        log::warn!("{command:?} was rejected: {reason}");
        self.trace_command(command, CommandOutcome::Rejected, Some(reason.to_owned()));
    }

    pub(super) fn trace_command(
        &mut self,
        command: &ScreenCommand,
        outcome: CommandOutcome,
        reason: Option<String>,
    ) {
        self.services.trace.record(|| command_event(command, outcome, reason));
    }
}

fn command_event(command: &ScreenCommand, outcome: CommandOutcome, reason: Option<String>) -> TraceEvent {
    TraceEvent::Command { command: command.name(), target: command.target(), outcome, reason }
}
