//! One tick: input, events, updates, and the commands at its end.

use std::collections::VecDeque;
use std::rc::Rc;

use super::ScreenManager;
use super::plan::Plan;
use super::state::{Changing, LoadStage, State};
use crate::flow::command::ScreenCommand;
use crate::flow::draw_context::{Canvas, DrawContext};
use crate::flow::event::GameEvent;
use crate::flow::handle::FlowHandle;
use crate::flow::request::{Pending, Request};
use crate::flow::screen_id::ScreenId;
use crate::flow::services::Services;
use crate::flow::transition::{Running, Step, TransitionStep};
use crate::platform::{Input, TraceEvent, caught, nearest, panic_on};

pub(super) const LOADING: &str = "a phase is being loaded";
pub(super) const FAILED: &str = "a fatal error went ahead of it";
pub(super) const CHANGING: &str = "a transition is running";

/// For how many ticks a quit waits for transitions, one second.
const MAX_QUIT_WAITS: u32 = 60;

impl ScreenManager {
    /// One tick of the game. `input` is afterwards as before: what the screens see of it is masked meanwhile.
    pub(super) fn tick_game(&mut self, input: &mut Input) {
        std::mem::swap(input, &mut self.services.input);
        let Services { views, gate, input: seen, .. } = &mut self.services;
        views.is_upright = seen.is_upright;
        match self.state.is_changing() {
            true => gate.close(seen),
            false => gate.pass(seen),
        }
        let ticked = caught(|| self.tick_once());
        self.services.gate.unmask(&mut self.services.input);
        std::mem::swap(input, &mut self.services.input);
        let kept = self.services.panic.take();
        if ticked.is_err() {
            // The events after the one with the panic are delivered in the next tick.
            let rest = std::mem::take(&mut self.events);
            self.services.inbox.events.borrow_mut().splice(0..0, rest);
        }
        let message = ticked.err().or(kept);
        self.has_panicked = message.is_some();
        if let Some(message) = message {
            panic_on(message);
        }
    }

    fn tick_once(&mut self) {
        self.services.tick += 1;
        self.services.trace.set_tick(self.services.tick);
        self.deliver_events();
        self.answer_saves(false);
        self.stack.update(&mut self.services);
        self.tick_load();
        self.end_tick();
    }

    /// Draws the active screen, which draws those below it where it wants them, and the
    /// transition and then the [plugins](super::Plugin) on top. Called once a frame, after [`advance`](ScreenManager::advance).
    ///
    /// In a window each screen starts from macroquad's default camera, or from the virtual pixels that the program
    /// has set with `Rect::use_virtual_camera`, and a transition from the
    /// default camera; none starts with a material. What they set ends with them. Afterwards the program's own camera
    /// is set again, but for its viewport, which macroquad does not tell, and there is no material.
    pub fn draw(&self) {
        #[cfg(feature = "window")]
        crate::platform::window::in_program(|| self.draw_frame(None));
        #[cfg(not(feature = "window"))]
        self.draw_frame(None);
        self.draw_plugins();
    }

    /// As [`draw`](ScreenManager::draw), on the canvas of a window, which scales the virtual screen to its place. The
    /// plugins draw in virtual pixels, at the place of the active screen's view.
    #[cfg(feature = "window")]
    pub fn draw_on(&self, canvas: &Canvas) {
        self.draw_frame(Some(canvas));
        canvas.use_camera(self.view_size());
        self.draw_plugins();
    }

    fn draw_frame(&self, canvas: Option<&Canvas>) {
        let (transition, is_loading) = (self.state.transition(), self.state.is_loading());
        // Nothing is visible behind a full cover, except that a load shows its own screen.
        if is_loading || transition.is_none_or(Running::shows_screens) {
            let services = &self.services;
            let cx = DrawContext {
                screens: &self.stack.live,
                above: None,
                backdrop: self.stack.backdrop.as_ref(),
                resources: &services.loader.store.resources,
                shared: &services.shared,
                load: services.loader.status(),
                tick: services.tick,
                device: services.gate.device,
                views: services.views,
                canvas,
            };
            cx.draw();
        }
        if let Some(running) = transition {
            let is_load_over = self.state.load_stage().is_some_and(|stage| stage != LoadStage::Working);
            running.draw(is_loading, is_load_over);
        }
    }

    fn deliver_events(&mut self) {
        // Moved, because what is posted during the delivery comes in the next tick.
        self.events.extend(self.services.inbox.events.borrow_mut().drain(..));
        let flow = FlowHandle { inbox: Rc::clone(&self.services.inbox), asker: None };
        while let Some(boxed) = self.events.pop_front() {
            let event = boxed.as_ref();
            let delivered = caught(|| {
                self.services.trace.record(|| TraceEvent::Event { event: event.name().to_owned() });
                self.rules.iter_mut().for_each(|rule| rule(event, &flow));
                self.stack.deliver(&mut self.services, event);
                self.check_event(event);
            });
            // Not while another panic unwinds: a panic of a destructor would abort the program.
            self.services.discard("an event", boxed);
            delivered.unwrap_or_else(|message| panic_on(message));
        }
    }

    /// Tells an event that is only a name, and nearly that of an event of the units. It takes too long for a release.
    fn check_event(&mut self, event: &dyn GameEvent) {
        let name = event.downcast_ref::<String>().filter(|_| cfg!(debug_assertions));
        let Some(name) = name else { return };
        let known: Vec<_> = self.stack.bottom_up().flat_map(|(_, live)| live.machines.events()).collect();
        if let Some(near) = nearest(name, known.iter().copied()).filter(|_| !known.contains(&name.as_str())) {
            self.services.note_mistake(format!("no unit has an event `{name}`; did you mean `{near}`?"));
        }
    }

    /// The end of the tick, the only place where the stack changes.
    fn end_tick(&mut self) {
        if !self.services.inbox.has_failed() {
            self.refuse_requests();
            self.count_quit();
            // The clock goes first: a transition that was held by a load starts its second half with
            // the cover at 1, in the next frame.
            self.advance_transition();
            // A command that replaces a load is applied before its end: nothing of it arrives.
            self.run_requests();
            if !self.services.inbox.has_failed() {
                self.leave_load();
                self.run_requests();
            }
        }
        while !self.state.has_ended()
            && let Some(cause) = self.services.inbox.fatal.take()
        {
            self.reject_all(FAILED);
            self.enter_failure(cause);
            self.stack.update_new(&mut self.services);
        }
        if self.state.has_ended() {
            for event in self.services.inbox.close() {
                self.services.discard("an event", event);
            }
            self.reject_all(FlowHandle::ENDED);
        }
        self.trace_queued();
        self.answer_saves(true);
    }

    /// Runs the waiting requests, then those that they lead to, until none can run or the flow fails.
    pub(super) fn run_requests(&mut self) {
        let (mut follow_ups, mut is_follow_up, mut tops) = (0, false, Vec::new());
        loop {
            // A new screen may request something in its first update, or fail.
            self.stack.update_new(&mut self.services);
            let mut has_run = false;
            let waiting = self.services.inbox.requests.borrow().len();
            for _ in 0..waiting {
                let Some(request) = self.next_request() else { break };
                has_run = true;
                follow_ups += if is_follow_up { request.steps.len() } else { 0 };
                // The second half is enough to see which screens are in the loop.
                if let Some(top) = self.stack.top_id().map(ScreenId::name)
                    && follow_ups > Self::MAX_FOLLOW_UPS / 2
                    && !tops.contains(&top)
                {
                    tops.push(top);
                }
                if follow_ups > Self::MAX_FOLLOW_UPS {
                    self.reject_steps(request.steps, "it is part of an endless loop of commands");
                    self.services.inbox.fail(format!(
                        "endless loop of screen changes: {}; the hooks or the first update of each request the next",
                        tops.join(", ")
                    ));
                    return;
                }
                self.run(request);
            }
            if !has_run || self.services.inbox.has_failed() {
                return;
            }
            is_follow_up = true;
        }
    }

    /// Takes the next request that can run now: during a load only what replaces it, during a
    /// transition a `quit` that has waited long enough, or what takes the transition over.
    fn next_request(&mut self) -> Option<Request> {
        let inbox = &self.services.inbox;
        match &self.state {
            State::Ended => None,
            _ if inbox.has_failed() => None,
            State::Idle => inbox.take_first(|_| true),
            State::Loading(_) => {
                inbox.take_first(|request| request.first().is_some_and(ScreenCommand::ends_phase))
            }
            State::Changing(running) => {
                let quit = self.is_quit_due().then(|| inbox.take_first(Request::is_quit)).flatten();
                quit.or_else(|| self.next_turn(running))
            }
        }
    }

    fn run(&mut self, request: Request) {
        if let Some(reason) = self.wrong_asker(&request) {
            return self.reject_steps(request.steps, &reason);
        }
        if self.state.is_changing() && !(request.is_quit() && self.is_quit_due()) {
            return self.turn(request);
        }
        let mut plan = Plan::default();
        if let Err(message) = caught(|| self.begin(&mut plan, request)) {
            self.reject_steps(plan.commands, &message);
            panic_on(message);
        }
    }

    /// Plans a request, and starts its transition or applies it at once.
    fn begin(&mut self, plan: &mut Plan, request: Request) {
        let style = request.style.clone();
        self.extend(plan, request);
        let has_transition = plan.is_possible() && !self.state.is_loading();
        if has_transition && self.state.is_changing() {
            // A quit that has waited long enough.
            self.reject_waiting("a quit ended its transition");
            self.end_transition();
        } else if has_transition && let Some(transition) = self.styled(style, plan) {
            let transition = Running::new(transition);
            self.transition_step(transition.name, TransitionStep::Out);
            self.state = State::Changing(Changing { transition, plan: std::mem::take(plan) });
            return;
        }
        self.apply_plan(std::mem::take(plan));
    }

    /// Why a screen may not make a request: a screen pops itself only.
    fn wrong_asker(&self, request: &Request) -> Option<String> {
        let asker = request.asker?;
        let is_pop = matches!(request.first(), Some(ScreenCommand::Pop(_)));
        let is_active = self.stack.live.last().is_some_and(|live| live.visit == asker.visit);
        (is_pop && !is_active)
            .then(|| format!("`{}` is not the active screen, and a screen pops itself only", asker.screen))
    }

    /// Counts the ticks for which a quit has waited: in the queue, and for its own transition or the one that it has
    /// taken over.
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
    const fn is_quit_due(&self) -> bool {
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
                self.services.trace.record(|| TraceEvent::Transition { name, step: "covered" });
            }
            Step::Covered => {
                transition.step = Step::Held;
                let plan = std::mem::take(plan);
                self.apply_plan(plan);
                self.uncover();
            }
            // Its commands were applied, and there was a panic.
            Step::Held => self.uncover(),
            Step::In if is_over => {
                self.end_transition();
                self.transition_step(name, TransitionStep::Done);
            }
            Step::Out | Step::In => {}
        }
    }

    fn end_transition(&mut self) {
        let transition = std::mem::take(&mut self.state).into_transition();
        self.services.discard("a transition", transition);
    }

    /// Starts the second half of a transition.
    pub(super) fn uncover(&mut self) {
        let State::Changing(Changing { transition, .. }) = &mut self.state else { return };
        if transition.step != Step::In {
            transition.uncover();
            let name = transition.name;
            self.transition_step(name, TransitionStep::In);
        }
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

    fn reject_all(&mut self, reason: &str) {
        self.reject_waiting(reason);
        for request in self.services.inbox.requests.take() {
            self.reject_steps(request.steps, reason);
        }
    }

    /// Rejects what waits for the cover of a transition or for the end of a load.
    fn reject_waiting(&mut self, reason: &str) {
        let waiting = self.state.take_waiting();
        self.reject_steps(waiting, reason);
    }

    pub(super) fn reject_steps(&mut self, steps: VecDeque<Pending>, reason: &str) {
        for step in steps {
            log::warn!("{:?} was rejected: {reason}", step.command);
            self.note_rejected(&step, reason);
            self.services.discard("a rejected command", step);
        }
    }

    pub(super) fn note_rejected(&self, step: &Pending, reason: &str) {
        self.trace_command(&step.command, "rejected", Some(reason));
        step.ticket.set(Err(reason.to_owned()));
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
