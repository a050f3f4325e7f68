//! One tick: input, events, updates, and the commands at its end.

use std::time::Duration;

use super::ScreenManager;
use super::apply::Rejection;
use super::transition_state::{TransitionState, is_over};
use crate::flow::command::{Request, ScreenCommand, Style};
use crate::flow::context::{DrawContext, RuleContext};
use crate::flow::failure::Failure;
use crate::platform::{CommandOutcome, Input, STEP, TraceEvent};

/// Why a command is rejected that a fatal error has overtaken.
const FATAL: &str = "a fatal error went ahead of it";
/// Why the commands of an endless loop are rejected.
const ENDLESS: &str = "it is part of an endless loop of commands";

impl ScreenManager {
    /// Runs one tick, whatever the time. A loop with a display calls
    /// [`advance`](ScreenManager::advance) instead. Does nothing once the program has ended.
    pub fn step(&mut self, input: &Input) {
        if self.has_ended {
            return;
        }
        self.services.tick += 1;
        self.services.trace.set_tick(self.services.tick);
        if self.is_settled() {
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
        let cover = self.transition_state.cover();
        let is_loading = self.load.is_loading();
        // Nothing is visible behind a full cover, except that a load shows its own screen.
        if cover < 1.0 || is_loading {
            let services = &self.services;
            let cx = DrawContext {
                screens: self.stack.live(),
                is_active: true,
                resources: &services.resources,
                load: services.loader.status(),
                tick: services.tick,
            };
            cx.draw();
        }
        if let Some(transition) = self.transition_state.transition()
            && !is_loading
        {
            let is_going_out = matches!(
                self.transition_state,
                TransitionState::Out { .. } | TransitionState::Covered { .. }
            );
            transition.draw(cover, is_going_out);
        }
    }

    fn deliver_events(&mut self) {
        // The list is swapped out: what is posted while these are delivered comes in the next tick.
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
            self.reject_all(FATAL);
            self.enter_failure(failure);
        }
        if self.has_ended {
            self.reject_all("the program has ended");
        }
        self.stack.update_new(&mut self.services);
        self.trace_queued();
    }

    /// Lets the transition and the load go on and runs the commands. Stops at a fatal error, which
    /// goes ahead of all that is left.
    fn change_stack(&mut self) -> Result<(), Failure> {
        self.take_failure()?;
        // The clock goes first: a transition that was held by a load starts its second half with
        // the cover at 1, in the next frame.
        self.advance_transition();
        self.leave_load();
        self.run_commands()
    }

    fn take_failure(&mut self) -> Result<(), Failure> {
        let failure = self.services.inbox.borrow_mut().fatal.take();
        failure.filter(|_| !self.has_ended).map_or(Ok(()), Err)
    }

    /// Runs the commands that wait, and those that they lead to. What the commands of one pass ask
    /// for is the next pass.
    fn run_commands(&mut self) -> Result<(), Failure> {
        let mut tops = Vec::new();
        for pass in 0.. {
            // A screen that has just joined may ask for something in its first update, or fail.
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
                if pass == Self::MAX_PASSES {
                    self.reject(&request.command, &ENDLESS.into());
                    self.reject_all(ENDLESS);
                    return Err(Failure::of_loop(&tops));
                }
                self.run(request);
                self.take_failure()?;
                // The second half of the passes is enough to see which screens are in the loop.
                if let Some(top) = self.stack.top_id()
                    && pass > Self::MAX_PASSES / 2
                    && !tops.contains(&top)
                {
                    tops.push(top);
                }
            }
            if waiting == 0 {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes the next command that may run now: none during a transition, and only some during a
    /// load.
    fn next_command(&mut self) -> Option<Request> {
        let is_loading = self.load.is_loading();
        if self.has_ended || !(is_loading || self.transition_state.is_idle()) {
            return None;
        }
        self.services.inbox.borrow_mut().next_command(is_loading)
    }

    /// Starts a command: checks it, asks the screens that would leave, and then either applies
    /// it or starts its transition.
    fn run(&mut self, request: Request) {
        let Request { command, style, .. } = request;
        if let Err(rejection) = self.check_command(&command) {
            self.reject(&command, &rejection);
            return;
        }
        let transition = match style {
            Style::Default => self.transition.clone(),
            Style::AtOnce => None,
            Style::Through(transition) => Some(transition),
        };
        match transition {
            Some(transition) if self.stack.depth() > 0 && !self.load.is_loading() => {
                self.trace_transition(transition.name(), "out");
                self.transition_state = TransitionState::Out { transition, elapsed: Duration::ZERO, command };
            }
            _ => self.apply(command),
        }
    }

    /// One tick of the transition's clock.
    fn advance_transition(&mut self) {
        use TransitionState::{Covered, Held, Idle, In, Out};
        self.transition_state = match std::mem::replace(&mut self.transition_state, Idle) {
            Out { transition, elapsed, command } => {
                let elapsed = elapsed + STEP;
                if is_over(elapsed, transition.out_time()) {
                    self.trace_transition(transition.name(), "covered");
                    Covered { transition, command }
                } else {
                    Out { transition, elapsed, command }
                }
            }
            Covered { transition, command } => {
                self.apply(command);
                if self.has_ended {
                    Idle
                } else if self.load.is_loading() {
                    Held { transition }
                } else {
                    self.trace_transition(transition.name(), "in");
                    In { transition, elapsed: Duration::ZERO }
                }
            }
            In { transition, elapsed } => {
                let elapsed = elapsed + STEP;
                if is_over(elapsed, transition.in_time()) {
                    self.trace_transition(transition.name(), "done");
                    Idle
                } else {
                    In { transition, elapsed }
                }
            }
            other @ (Idle | Held { .. }) => other,
        };
    }

    pub(super) fn trace_transition(&mut self, name: &'static str, step: &'static str) {
        self.services.trace.record(|| TraceEvent::Transition { name, step });
    }

    /// Records of each command that has to wait that it does, once.
    fn trace_queued(&mut self) {
        if self.is_settled() {
            // These were asked for after the last command of this tick; nothing holds them up.
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

    /// Rejects all that waits, and what waited behind a transition that is under way.
    fn reject_all(&mut self, reason: &str) {
        let covered = match std::mem::replace(&mut self.transition_state, TransitionState::Idle) {
            TransitionState::Out { transition, command, .. }
            | TransitionState::Covered { transition, command } => {
                self.transition_state = TransitionState::Held { transition };
                Some(command)
            }
            other => {
                self.transition_state = other;
                None
            }
        };
        let waiting = std::mem::take(&mut self.services.inbox.borrow_mut().commands);
        for command in covered.into_iter().chain(waiting.into_iter().map(|request| request.command)) {
            self.reject(&command, &reason.into());
        }
    }

    /// Records that a command is not applied, and why.
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
        self.services.trace.record(|| command_event(command, outcome, reason));
    }
}

fn command_event(command: &ScreenCommand, outcome: CommandOutcome, reason: Option<String>) -> TraceEvent {
    TraceEvent::Command { command: command.name(), target: command.target(), outcome, reason }
}
