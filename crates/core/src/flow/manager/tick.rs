//! One tick: input, events, updates, and its end, at which alone the stack changes.

use std::collections::VecDeque;
use std::rc::Rc;

use super::ScreenManager;
use super::next::{Next, Progress};
use super::plan::Plan;
use super::state::{Changing, State};
use crate::flow::command::ScreenCommand;
use crate::flow::event::GameEvent;
use crate::flow::request::{ENDED, Pending, Request, Style};
use crate::flow::rule::RuleContext;
use crate::flow::services::Services;
use crate::flow::transition::{Running, ShaderTransition, Step, Transition};
use crate::platform::{Input, TraceEvent, nearest};

const LOADING: &str = "a phase is being loaded";
const FAILED: &str = "a fatal error came before it";
const CHANGING: &str = "a transition is running";

/// For how many ticks a quit waits for transitions, one second.
const MAX_QUIT_WAITS: u32 = 60;

impl ScreenManager {
    /// One tick of the game. `input` is afterwards as before: what the screens see of it is masked meanwhile.
    pub(super) fn tick_game(&mut self, input: &mut Input) {
        std::mem::swap(input, &mut self.services.input);
        let Services { views, gate, input: seen, .. } = &mut self.services;
        views.window = seen.window;
        match self.state.is_changing() {
            true => gate.close(seen),
            false => gate.pass(seen),
        }
        self.services.tick += 1;
        self.services.trace.set_tick(self.services.tick);
        self.deliver_events();
        self.answer_saves();
        self.stack.update(&mut self.services);
        self.tick_load();
        self.end_tick();
        self.services.gate.unmask(&mut self.services.input);
        std::mem::swap(input, &mut self.services.input);
    }

    fn deliver_events(&mut self) {
        // What is posted during the delivery comes in the next tick.
        let mut events = self.services.inbox.events.take();
        let flow = self.flow();
        for event in events.iter().map(AsRef::as_ref) {
            self.services.trace.record(|| TraceEvent::Event { event: event.name().to_owned() });
            let mut cx = RuleContext { flow: &flow, shared: &mut self.services.shared };
            self.rules.iter_mut().for_each(|rule| rule(event, &mut cx));
            self.stack.deliver(&mut self.services, event);
            if cfg!(debug_assertions) {
                self.check_event(event);
            }
        }
        events.clear();
        // Its memory is kept for the next events.
        let mut posted = self.services.inbox.events.borrow_mut();
        if posted.is_empty() {
            *posted = events;
        }
    }

    /// Warns about a name that nearly matches an event of the units. It takes too long for a release.
    fn check_event(&mut self, event: &dyn GameEvent) {
        let Some(name) = event.downcast_ref::<String>() else { return };
        let known: Vec<_> = self.stack.live.iter().flat_map(|live| live.populations.events()).collect();
        if let Some(near) = nearest(name, known.iter().copied()).filter(|_| !known.contains(&name.as_str())) {
            self.services.note_mistake(format!("no unit has an event `{name}`; did you mean `{near}`?"));
        }
    }

    /// The end of the tick: all that changes the stack, in the order of [`next`](Self::next).
    fn end_tick(&mut self) {
        if !self.services.inbox.has_failed() {
            self.count_quit();
            // The clock goes first: a transition that was held by a load starts its second half with
            // the cover at 1, in the next frame.
            self.advance_transition();
        }
        let mut progress = Progress::default();
        while let Some(next) = self.next(&mut progress) {
            match next {
                Next::Apply(step, change) => self.apply(step, change),
                Next::Uncover => self.uncover(),
                Next::Fail(cause) => {
                    self.reject_all(FAILED);
                    self.enter_failure(cause);
                }
                Next::UpdateNew => self.stack.update_new(&mut self.services),
                Next::Run(request) => self.run(request),
                Next::LeaveLoad => self.leave_load(),
                Next::EnterPhase(built) => self.enter_phase(built),
            }
        }
        if self.state.has_ended() {
            self.close();
        }
        self.trace_queued();
    }

    /// Plans a request, and starts its transition or lets it be applied at once.
    fn run(&mut self, request: Request) {
        if let Some(reason) = self.wrong_asker(&request) {
            return self.reject(request.steps, &reason);
        }
        let Request { steps, style, .. } = request;
        let Some(plan) = self.plan(steps) else { return };
        if !plan.is_possible() || self.state.is_loading() {
            self.applying = plan;
        } else if self.state.is_changing() {
            // A quit that has waited long enough.
            self.reject_waiting("a quit ended its transition");
            self.state = State::Idle;
            self.applying = plan;
        } else if let Some(transition) = self.styled(style, &plan) {
            let transition = Running::new(transition);
            self.trace_transition(transition.name, "out");
            self.state = State::Changing(Changing { transition, plan });
        } else {
            self.applying = plan;
        }
    }

    /// Why a screen may not make a request: a screen pops only itself.
    fn wrong_asker(&self, request: &Request) -> Option<String> {
        let asker = request.asker?;
        let is_pop = matches!(request.first(), Some(ScreenCommand::Pop(_)));
        let is_active = self.stack.live.last().is_some_and(|live| live.visit == asker.visit);
        (is_pop && !is_active)
            .then(|| format!("`{}` is not the active screen, and a screen pops itself only", asker.screen))
    }

    /// The transition of a plan that is not applied at once.
    fn styled(&self, style: Style, plan: &Plan) -> Option<Rc<dyn Transition>> {
        let changes_screens = plan.commands.iter().any(|step| step.command.reason().is_some());
        let top = self.stack.live.last().filter(|_| changes_screens)?;
        let is_back = match plan.commands.front().map(|step| &step.command) {
            Some(ScreenCommand::Pop(_) | ScreenCommand::PopTo(_)) => true,
            Some(ScreenCommand::Remove(id)) => *id == top.id,
            _ => false,
        };
        let transition = match style {
            Style::Default => top.back.clone().filter(|_| is_back).or_else(|| self.own.transition.clone()),
            Style::Without => None,
            Style::Through(transition) => Some(transition),
        }?;
        let is_reduced = self.services.inbox.has_reduced_motion.get();
        Some(if is_reduced { Rc::new(ShaderTransition::reduced()) } else { transition })
    }

    /// Counts the ticks for which a quit has waited: in the queue, and for its own transition.
    fn count_quit(&mut self) {
        let waits =
            self.is_quit_planned() || self.services.inbox.requests.borrow().iter().any(Request::is_quit);
        self.quit_waits = if waits { self.quit_waits + 1 } else { 0 };
    }

    fn is_quit_planned(&self) -> bool {
        let State::Changing(Changing { plan, .. }) = &self.state else { return false };
        plan.commands.iter().any(|step| matches!(step.command, ScreenCommand::Quit))
    }

    /// Whether a quit has waited for a second.
    pub(super) const fn is_quit_due(&self) -> bool {
        self.quit_waits >= MAX_QUIT_WAITS
    }

    /// Lets the time of a tick pass for the transition.
    fn advance_transition(&mut self) {
        let is_due = self.is_quit_due() && self.is_quit_planned();
        let State::Changing(Changing { transition, plan }) = &mut self.state else { return };
        let (is_over, name) = (transition.tick() || is_due, transition.name);
        match transition.step {
            Step::Out if is_over => {
                transition.step = Step::Covered;
                self.trace_transition(name, "covered");
            }
            Step::Covered => self.applying = std::mem::take(plan),
            Step::In if is_over => {
                self.state = State::Idle;
                self.trace_transition(name, "done");
            }
            Step::Out | Step::In => {}
        }
    }

    /// Starts the second half of a transition.
    fn uncover(&mut self) {
        let State::Changing(Changing { transition, .. }) = &mut self.state else { return };
        transition.uncover();
        let name = transition.name;
        self.trace_transition(name, "in");
    }

    fn trace_transition(&self, name: &'static str, step: &'static str) {
        self.services.trace.record(|| TraceEvent::Transition { name, step });
    }

    fn trace_queued(&mut self) {
        if self.is_idle() {
            // Requests after the last command of this tick run in the next one.
            return;
        }
        let reason = if self.state.is_loading() { LOADING } else { CHANGING };
        let trace = &self.services.trace;
        let mut requests = self.services.inbox.requests.borrow_mut();
        for request in requests.iter_mut().filter(|request| !request.is_traced) {
            request.is_traced = true;
            trace.record(|| TraceEvent::Command {
                command: request.name,
                target: request.target.clone(),
                outcome: "queued",
                reason: Some(reason.to_owned()),
            });
        }
    }
}

/// Requests that are not applied.
impl ScreenManager {
    /// Refuses all further requests and events, because the program has ended.
    pub(super) fn close(&mut self) {
        self.services.inbox.close();
        self.reject_all(ENDED);
        self.state = State::Ended;
    }

    pub(super) fn reject_all(&mut self, reason: &str) {
        let applying = std::mem::take(&mut self.applying);
        self.reject(applying.commands, reason);
        self.reject_waiting(reason);
        for request in self.services.inbox.requests.take() {
            self.reject(request.steps, reason);
        }
    }

    /// Rejects what waits for the cover of a transition or for the end of a load.
    pub(super) fn reject_waiting(&mut self, reason: &str) {
        let waiting = self.state.take_waiting();
        self.reject(waiting, reason);
    }

    pub(super) fn reject(&mut self, steps: VecDeque<Pending>, reason: &str) {
        for step in steps {
            self.services.mistakes.warn_rejected(format!("{:?} was rejected: {reason}", step.command));
            self.note_rejected(&step, reason);
        }
    }

    pub(super) fn note_rejected(&self, step: &Pending, reason: &str) {
        self.trace_command(&step.command, "rejected", Some(reason));
        step.ticket.set(Err(reason.to_owned()));
    }

    /// Lets the rest of a plan wait for the load that it has begun.
    pub(super) fn queue_rest(&mut self) {
        let mut rest = std::mem::take(&mut self.applying).commands;
        rest.iter().for_each(|step| self.trace_command(&step.command, "queued", Some(LOADING)));
        if let State::Loading(loading) = &mut self.state {
            loading.rest.append(&mut rest);
        }
    }

    /// Rejects the rest of a plan that cannot be applied to its end.
    pub(super) fn reject_rest(&mut self) {
        let reason = if self.state.has_ended() { ENDED } else { FAILED };
        let rest = std::mem::take(&mut self.applying).commands;
        self.reject(rest, reason);
    }

    pub(super) fn trace_command(&self, command: &ScreenCommand, outcome: &'static str, reason: Option<&str>) {
        self.services.trace.record(|| TraceEvent::Command {
            command: command.name(),
            target: command.target(),
            outcome,
            reason: reason.map(str::to_owned),
        });
    }
}
