//! Which transition a request gets, and what happens to requests while one runs.

use std::collections::VecDeque;
use std::rc::Rc;

use super::ScreenManager;
use super::services::Call;
use super::stack::call_screen;
use crate::flow::command::ScreenCommand;
use crate::flow::context::ScreenContext;
use crate::flow::request::{Pending, Request, Style};
use crate::flow::screen::GameScreen;
use crate::flow::shader_transition::ShaderTransition;
use crate::flow::transition::{Transition, TransitionStep};
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

    /// The transition of a request that is not applied at once.
    pub(super) fn styled(&self, style: Style, steps: &VecDeque<Pending>) -> Option<Rc<dyn Transition>> {
        let top = self.stack.live.last().filter(|_| is_change(steps))?;
        let is_back = match steps.front().map(|step| &step.command) {
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
        let is_refusing = self.while_changing == WhileChanging::Refuse;
        if !is_refusing || self.transition.is_none() || self.load.is_loading() {
            return;
        }
        let is_refused = |request: &Request| !request.is_traced && !request.is_quit();
        while let Some(request) = self.services.inbox.take_first(is_refused) {
            self.reject_steps(request.steps, "a transition is running");
        }
    }

    /// Takes the first request if it may take the running transition over.
    pub(super) fn next_turn(&self) -> Option<Request> {
        let inbox = &self.services.inbox;
        let running = self.transition.as_ref()?;
        let ends_phase = running.steps.iter().any(|step| step.command.ends_phase());
        let is_turning = self.while_changing == WhileChanging::TurnRound && !inbox.has_reduced_motion.get();
        let mut is_first = !ends_phase;
        inbox.take_first(|request| {
            let pops_itself =
                request.asker.is_some() && matches!(request.first(), Some(ScreenCommand::Pop(_)));
            let has_transition = !matches!(request.style, Style::Without) && is_change(&request.steps);
            let may_turn = has_transition && (running.was_applied() || !pops_itself);
            std::mem::take(&mut is_first) && is_turning && may_turn
        })
    }

    /// Lets the commands of a request take the running transition over.
    pub(super) fn turn(&mut self, steps: VecDeque<Pending>) {
        let Some(running) = &mut self.transition else { return };
        let mut all = std::mem::take(&mut running.steps);
        let waiting = all.len();
        all.extend(steps);
        let asked = caught(|| self.ask(&mut all, waiting));
        if let Err(message) = &asked {
            let new = all.split_off(waiting.min(all.len()));
            self.reject_steps(new, message);
        }
        if let Some(running) = &mut self.transition {
            running.steps = all;
            if running.was_applied() && !running.steps.is_empty() {
                running.turn_round();
                let name = running.name;
                self.transition_step(name, TransitionStep::Out);
            }
        }
        asked.unwrap_or_else(|message| panic_on(message));
    }

    /// Asks for the commands of a request behind those that wait, `waiting` of them, whose screens were asked
    /// before. Those of the request are rejected if none of all is possible or a screen refuses to leave for
    /// it.
    pub(super) fn ask(&mut self, steps: &mut VecDeque<Pending>, waiting: usize) {
        self.redirect(steps, waiting);
        let before = self.leaving(steps.iter().take(waiting)).unwrap_or_default();
        let Some(leaving) = self.leaving(steps.iter()) else {
            return self.apply_all(std::mem::take(steps));
        };
        // The Loading screen is asked only when its load ends.
        let is_loading = self.load.is_loading();
        let is_asked = |visit| !is_loading && leaving.contains(&visit) && !before.contains(&visit);
        if let Some(screen) = self.stack.refusing(is_asked, &mut self.services) {
            let reason = format!("`{screen}` refused to leave");
            log::debug!("{reason}");
            for step in steps.split_off(waiting) {
                self.note_rejected(&step, &reason);
                self.services.discard("a rejected command", step);
            }
        }
    }

    /// Records a step of a transition and calls the active screen with it.
    pub(super) fn transition_step(&mut self, name: &'static str, step: TransitionStep) {
        self.services.trace.record(|| TraceEvent::Transition { name, step: step.name() });
        let depth = self.stack.live.len();
        if let Some(live) = self.stack.live.last_mut() {
            let call = Call { depth, ..Call::PLAIN };
            let hook =
                |screen: &mut dyn GameScreen, cx: &mut ScreenContext<'_>| screen.on_transition(cx, step);
            call_screen(live, &mut self.services, call, "on_transition", hook);
        }
    }
}

/// Whether the screens change by the commands.
fn is_change(steps: &VecDeque<Pending>) -> bool {
    steps.iter().any(|step| step.command.reason().is_some())
}
