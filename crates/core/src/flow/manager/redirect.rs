//! The screens that send the flow elsewhere before they would join.

use std::collections::VecDeque;

use super::ScreenManager;
use crate::flow::command::{ScreenCommand, Target};
use crate::flow::context::ScreenContext;
use crate::flow::request::{Pending, Request};
use crate::flow::screen::{GameScreen, Live};
use crate::flow::screen_id::ScreenId;
use crate::flow::services::{Call, Services};
use crate::flow::stack::{Stack, call_screen};
use crate::platform::{caught, panic_on};

impl ScreenManager {
    /// Asks the screens that the commands from the index `first` on would put on the stack, and replaces each
    /// command of which one redirects. What follows a load is asked after it.
    pub(super) fn redirect(&mut self, steps: &mut VecDeque<Pending>, first: usize) {
        let (mut at, mut screens) = (first, Vec::new());
        while let Some(step) = steps.get_mut(at).filter(|step| !step.command.ends_phase()) {
            let Some((screen, command)) = self.stack.redirection(&mut step.command, &mut self.services)
            else {
                at += 1;
                continue;
            };
            let reason = format!("`{screen}` redirects to {command:?}");
            log::debug!("{reason}");
            let mut rest = steps.split_off(at);
            let Some(Pending { command: redirected, ticket, is_last }) = rest.pop_front() else { return };
            self.trace_command(&redirected, "rejected", Some(&reason));
            self.services.discard("a redirected command", redirected);
            // No command leaves everything as it is.
            let mut instead = Request::from(command).steps;
            instead.retain(|step| !matches!(step.command, ScreenCommand::Batch(_)));
            if instead.is_empty() {
                ticket.set(Err(reason));
            } else {
                ticket.note_redirect(reason);
            }
            for step in &mut instead {
                (step.ticket, step.is_last) = (ticket.clone(), is_last && step.is_last);
            }
            let is_loop = screens.len() == Self::MAX_FOLLOW_UPS;
            screens.push(screen.name());
            steps.append(&mut instead);
            steps.append(&mut rest);
            if is_loop {
                let looping = steps.split_off(first);
                self.reject_steps(looping, "it is part of an endless loop of redirections");
                screens.sort_unstable();
                screens.dedup();
                let screens = screens.join(", ");
                self.services.inbox.fail(format!("endless loop of redirections: {screens}"));
                return;
            }
        }
    }
}

impl Stack {
    /// The first target of a command that redirects, and its command.
    fn redirection(
        &mut self,
        command: &mut ScreenCommand,
        services: &mut Services,
    ) -> Option<(ScreenId, ScreenCommand)> {
        let targets = match command {
            ScreenCommand::Push(target) | ScreenCommand::Replace(target) => std::slice::from_mut(target),
            ScreenCommand::Reset(list) => list,
            _ => return None,
        };
        targets.iter_mut().find_map(|target| Some((target.id, self.ask(target, services)?)))
    }

    /// Asks a screen that is not on the stack.
    fn ask(&mut self, target: &mut Target, services: &mut Services) -> Option<ScreenCommand> {
        let is_resident = target.is_resident();
        let screen = target.screen.take().or_else(|| self.take_resident(target.id))?;
        let live = self.make_live(target.id, screen, services);
        let mut live = Live { payload: target.payload.take(), ..live };
        let redirect = |screen: &mut dyn GameScreen, cx: &mut ScreenContext<'_>| screen.redirect(cx);
        let command = caught(|| call_screen(&mut live, services, Call::PLAIN, "redirect", redirect));
        // Also after a panic, everything is where it was.
        target.payload = live.payload;
        if is_resident {
            self.residents.push((live.id, live.screen));
        } else {
            target.screen = Some(live.screen);
        }
        command.unwrap_or_else(|message| panic_on(message))
    }
}
