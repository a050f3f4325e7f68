//! Screens that send the flow elsewhere before they would join the stack.

use std::collections::VecDeque;

use super::ScreenManager;
use super::services::{Call, Services};
use super::stack::Stack;
use crate::flow::command::{ScreenCommand, Target};
use crate::flow::request::{Pending, Request};
use crate::flow::screen::Live;
use crate::flow::screen_id::ScreenId;

impl ScreenManager {
    /// Asks the screens that the commands would put on the stack, and replaces each command of which one
    /// redirects. What follows a load is asked after it.
    pub(super) fn redirected(&mut self, mut open: VecDeque<Pending>) -> VecDeque<Pending> {
        let (mut steps, mut screens) = (VecDeque::new(), Vec::new());
        while let Some(mut step) = open.pop_front() {
            if step.command.ends_phase() {
                steps.push_back(step);
                break;
            }
            let Some((screen, command)) = self.stack.redirection(&mut step.command, &mut self.services)
            else {
                steps.push_back(step);
                continue;
            };
            let reason = format!("`{screen}` redirects to {command:?}");
            log::debug!("{reason}");
            self.note_rejected(&step, &reason);
            let is_loop = screens.len() == Self::MAX_FOLLOW_UPS;
            screens.push(screen.name());
            let mut instead = Request::from(command).steps;
            instead.append(&mut open);
            open = instead;
            if is_loop {
                steps.append(&mut open);
                self.reject_steps(steps, "it is part of an endless loop of redirections");
                screens.sort_unstable();
                screens.dedup();
                let screens = screens.join(", ");
                self.services.inbox.fail(format!("endless loop of redirections: {screens}"));
                return VecDeque::new();
            }
        }
        steps.append(&mut open);
        steps
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
        let (screen, cx) = services.call(&mut live, Call::PLAIN);
        let command = screen.redirect(&cx);
        target.payload = live.payload;
        if is_resident {
            self.residents.push((live.id, live.screen));
        } else {
            target.screen = Some(live.screen);
        }
        command
    }
}
