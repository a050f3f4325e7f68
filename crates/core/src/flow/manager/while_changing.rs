//! Which transition a request gets, and what happens to requests while one runs.

use std::collections::VecDeque;
use std::rc::Rc;

use super::ScreenManager;
use super::plan::Plan;
use super::state::{Changing, State};
use super::tick::CHANGING;
use crate::flow::command::ScreenCommand;
use crate::flow::context::ScreenContext;
use crate::flow::request::{Pending, Request, Style};
use crate::flow::screen::GameScreen;
use crate::flow::services::Call;
use crate::flow::stack::call_screen;
use crate::flow::transition::{ShaderTransition, Transition, TransitionStep};
use crate::platform::{TraceEvent, caught, panic_on};

/// What happens to a request that comes while a transition runs. During a load the rules of the load hold,
/// and a fatal error comes before all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WhileChanging {
    /// It waits for the end of the transition.
    #[default]
    Queue,
    /// It is rejected. A [`Quit`](ScreenCommand::Quit) waits, and so does what the hooks of the change
    /// itself request.
    Refuse,
    /// It takes the running transition over, and the cover never jumps. Before its commands are applied
    /// those of the request join them. While the new screens are uncovered it turns round: they are covered
    /// again from the present cover, at the same speed. The screens become those that
    /// [`Queue`](Self::Queue) leads to.
    ///
    /// A request [without a transition](ScreenCommand::without_transition) waits, and so does all that comes
    /// after it. So does a screen's pop of itself until the commands before it are applied, what comes
    /// behind a load until the rules of the load hold, and everything with reduced motion.
    TurnRound,
}

impl ScreenManager {
    /// Sets what happens to a request that comes while a transition runs.
    pub fn set_while_changing(&mut self, policy: WhileChanging) {
        self.while_changing = policy;
    }

    /// As [`FlowHandle::set_reduced_motion`](crate::flow::FlowHandle::set_reduced_motion).
    pub fn set_reduced_motion(&mut self, is_reduced: bool) {
        self.services.inbox.has_reduced_motion.set(is_reduced);
    }

    /// The transition of a plan that is not applied at once.
    pub(super) fn styled(&self, style: Style, plan: &Plan) -> Option<Rc<dyn Transition>> {
        let top = self.stack.live.last().filter(|_| changes_screens(&plan.commands))?;
        let is_back = match plan.commands.front().map(|step| &step.command) {
            Some(ScreenCommand::Pop(_) | ScreenCommand::PopTo(_)) => true,
            Some(ScreenCommand::Remove(id)) => *id == top.id,
            _ => false,
        };
        let transition = match style {
            Style::Default => {
                top.back.clone().filter(|_| is_back).or_else(|| self.default_transition.clone())
            }
            Style::Without => None,
            Style::Through(transition) => Some(transition),
        }?;
        let is_reduced = self.services.inbox.has_reduced_motion.get();
        Some(if is_reduced { Rc::new(ShaderTransition::reduced()) } else { transition })
    }

    /// Rejects what was requested since the last tick, if the policy refuses it.
    pub(super) fn refuse_requests(&mut self) {
        if self.while_changing != WhileChanging::Refuse || !self.state.is_changing() {
            return;
        }
        let is_refused = |request: &Request| !request.is_traced && !request.is_quit();
        while let Some(request) = self.services.inbox.take_first(is_refused) {
            self.reject_steps(request.steps, CHANGING);
        }
    }

    /// Takes the first request if it may take the running transition over.
    pub(super) fn next_turn(&self, running: &Changing) -> Option<Request> {
        let inbox = &self.services.inbox;
        let ends_phase = running.plan.commands.iter().any(|step| step.command.ends_phase());
        let is_turning = self.while_changing == WhileChanging::TurnRound && !inbox.has_reduced_motion.get();
        let mut is_first = !ends_phase;
        inbox.take_first(|request| {
            let pops_itself =
                request.asker.is_some() && matches!(request.first(), Some(ScreenCommand::Pop(_)));
            let has_transition = !matches!(request.style, Style::Without) && changes_screens(&request.steps);
            let may_turn = has_transition && (running.transition.was_applied() || !pops_itself);
            std::mem::take(&mut is_first) && is_turning && may_turn
        })
    }

    /// Lets a request take the running transition over.
    pub(super) fn turn(&mut self, request: Request) {
        let State::Changing(changing) = &mut self.state else { return };
        let mut plan = std::mem::take(&mut changing.plan);
        let extended = caught(|| self.extend(&mut plan, request));
        if let State::Changing(Changing { transition, plan: of_transition }) = &mut self.state {
            *of_transition = plan;
            if transition.was_applied() && !of_transition.commands.is_empty() {
                transition.turn_round();
                let name = transition.name;
                self.transition_step(name, TransitionStep::Out);
            }
        }
        extended.unwrap_or_else(|message| panic_on(message));
    }

    /// Records a step of a transition and calls the screens with it, the active one first.
    pub(super) fn transition_step(&mut self, name: &'static str, step: TransitionStep) {
        self.services.trace.record(|| TraceEvent::Transition { name, step: step.name() });
        for (depth, live) in self.stack.bottom_up().rev() {
            let call = Call { depth, ..Call::PLAIN };
            let hook =
                |screen: &mut dyn GameScreen, cx: &mut ScreenContext<'_>| screen.on_transition(cx, step);
            call_screen(live, &mut self.services, call, "on_transition", hook);
        }
    }
}

fn changes_screens(steps: &VecDeque<Pending>) -> bool {
    steps.iter().any(|step| step.command.reason().is_some())
}
