//! What a request would do to the stack: whether it is possible, who would leave, and which screens send the
//! flow elsewhere before they would join.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use super::ScreenManager;
use super::services::{Call, Services};
use super::stack::{Stack, call_screen};
use crate::flow::command::{ScreenCommand, Target};
use crate::flow::context::ScreenContext;
use crate::flow::phase::Phase;
use crate::flow::request::{Pending, Request};
use crate::flow::screen::{GameScreen, Live};
use crate::flow::screen_id::{ScreenId, Visit};
use crate::phase::PhaseId;
use crate::platform::{caught, id_problem, listed, named, panic_on};

/// A screen of the stack as a command finds it.
#[derive(Clone, Copy)]
pub(super) struct Place {
    id: ScreenId,
    is_resident: bool,
    is_skipped: bool,
    /// `None` if it joins in the same batch.
    visit: Option<Visit>,
}

impl ScreenManager {
    pub(super) fn places(&self) -> Vec<Place> {
        let place = |live: &Live| Place {
            id: live.id,
            is_resident: live.is_resident,
            is_skipped: live.ask("is_skipped", GameScreen::is_skipped),
            visit: Some(live.visit),
        };
        self.stack.live.iter().map(place).collect()
    }

    /// The screens that would leave by the commands of a request, one after the other, as far as that is
    /// known now: up to the first load. `None` if no command is possible; each says why when its turn
    /// comes.
    pub(super) fn leaving<'a>(&self, steps: impl Iterator<Item = &'a Pending>) -> Option<Vec<Visit>> {
        let mut places = self.places();
        let mut leaving = None;
        for Pending { command, .. } in steps {
            let Ok(range) = self.range_of(command, &places) else { continue };
            let visits = places[range.clone()].iter().filter_map(|place| place.visit);
            leaving.get_or_insert_with(Vec::new).extend(visits);
            self.change(&mut places, command, range);
            if command.ends_phase() {
                break;
            }
        }
        leaving
    }

    /// Changes `places` by a command that removes the screens of this range. Returns the active screen after it.
    pub(super) fn change(
        &self,
        places: &mut Vec<Place>,
        command: &ScreenCommand,
        leaving: Range<usize>,
    ) -> Option<ScreenId> {
        places.drain(leaving);
        let new = |target: &Target| Place {
            id: target.id,
            is_resident: target.is_resident(),
            is_skipped: self.stack.screen_of(target).is_some_and(|screen| {
                named(|| format!("`is_skipped` of screen `{}`", target.id), || screen.is_skipped())
            }),
            visit: None,
        };
        match command {
            ScreenCommand::Push(target) | ScreenCommand::Replace(target) => places.push(new(target)),
            ScreenCommand::Reset(list) => places.extend(list.iter().map(new)),
            ScreenCommand::Load(phase, _) => return Some(self.first_screen(*phase)),
            _ => {}
        }
        places.last().map(|place| place.id)
    }

    /// Why a screen may not make a request: a screen pops itself only.
    pub(super) fn wrong_asker(&self, request: &Request) -> Option<String> {
        let asker = request.asker?;
        let is_pop = matches!(request.first(), Some(ScreenCommand::Pop(_)));
        let is_active = self.stack.live.last().is_some_and(|live| live.visit == asker.visit);
        (is_pop && !is_active)
            .then(|| format!("`{}` is not the active screen, and a screen pops itself only", asker.screen))
    }

    /// The indices of the screens that `command` removes, or why it is not possible.
    pub(super) fn range_of(&self, command: &ScreenCommand, places: &[Place]) -> Result<Range<usize>, String> {
        const LAST: &str = "cannot pop the last screen; use `quit` to end the program";
        let depth = places.len();
        let highest = |id: ScreenId| {
            let index = places.iter().rposition(|place| place.id == id);
            index.ok_or_else(|| format!("`{id}` is not on the stack"))
        };
        Ok(match command {
            ScreenCommand::Push(target) => {
                self.check_target(target, places)?;
                if depth >= Self::MAX_DEPTH {
                    return Err(format!("the stack is full (max. {} screens)", Self::MAX_DEPTH));
                }
                depth..depth
            }
            ScreenCommand::Pop(_) if depth <= 1 => return Err(LAST.to_owned()),
            ScreenCommand::Pop(_) => lowest_leaving(places)..depth,
            ScreenCommand::PopTo(id) => match highest(*id)? + 1 {
                above if above == depth => return Err(format!("`{id}` is the active screen already")),
                above => above..depth,
            },
            ScreenCommand::Remove(id) => {
                let index = highest(*id)?;
                if depth == 1 {
                    return Err(LAST.to_owned());
                }
                if index + 1 == depth { lowest_leaving(places)..depth } else { index..index + 1 }
            }
            ScreenCommand::Replace(target) => {
                let top = depth.saturating_sub(1);
                self.check_target(target, &places[..top])?;
                top..depth
            }
            ScreenCommand::Reset(list) => {
                self.check_list(list)?;
                0..depth
            }
            ScreenCommand::Load(phase, _) => {
                self.check_phase(phase.name())?;
                0..depth
            }
            ScreenCommand::Restore(saved) => {
                self.check_saved(saved)?;
                0..depth
            }
            ScreenCommand::Preload(phase, payload) => {
                self.check_preload(*phase, payload.clone())?;
                depth..depth
            }
            ScreenCommand::Quit => 0..depth,
            // A request has the commands of its batches one by one.
            ScreenCommand::Batch(_) => return Err("the batch is empty".to_owned()),
        })
    }

    fn check_target(&self, target: &Target, staying: &[Place]) -> Result<(), String> {
        let id = target.id;
        if !target.is_resident() {
            let problem = id_problem(id.name());
            return problem.map_or(Ok(()), |problem| Err(format!("the id of the screen {problem}")));
        }
        if staying.iter().any(|place| place.is_resident && place.id == id) {
            return Err(format!("`{id}` is on the stack already"));
        }
        if self.stack.screen_of(target).is_some() {
            return Ok(());
        }
        Err(match self.services.inbox.phase.get() {
            Some(phase) => {
                let screens = self.phase_of(phase).map_or(&[][..], |known| &known.screens);
                let known = listed(screens.iter().map(|entry| entry.id.name()));
                format!("phase `{phase}` has no screen `{id}`; it has: {known}")
            }
            None => format!("there is no screen `{id}` without a phase"),
        })
    }

    fn check_list(&self, list: &[Target]) -> Result<(), String> {
        if list.is_empty() {
            return Err("the list of screens is empty".to_owned());
        }
        if list.len() > Self::MAX_DEPTH {
            return Err(format!("the list has more than {} screens", Self::MAX_DEPTH));
        }
        for (index, target) in list.iter().enumerate() {
            self.check_target(target, &[])?;
            let is_twice = |other: &Target| other.is_resident() && other.id == target.id;
            if target.is_resident() && list[..index].iter().any(is_twice) {
                return Err(format!("`{}` is in the list twice", target.id));
            }
        }
        Ok(())
    }

    fn check_preload(&self, phase: PhaseId, payload: Option<Rc<dyn Any>>) -> Result<(), String> {
        let Some(current) = self.services.inbox.phase.get() else {
            return Err("there is no phase beside which another can be preloaded".to_owned());
        };
        let known = self.check_phase(phase.name())?;
        let payload = known.completed(payload)?;
        let [now, next] =
            [&self.services.payload, &payload].map(|of| known.contents.manifest_for(of.as_deref()));
        match current == phase && now == next {
            true => Err(format!("`{phase}` is the current phase already")),
            false => Ok(()),
        }
    }

    pub(super) fn phase_of(&self, id: PhaseId) -> Option<&Phase> {
        self.phases.iter().find(|known| known.id() == id)
    }

    pub(super) fn check_phase(&self, phase: &str) -> Result<&Phase, String> {
        match self.phases.iter().find(|known| known.id().name() == phase) {
            Some(known) if known.screens.is_empty() => Err(format!("phase `{phase}` has no screen")),
            Some(known) => Ok(known),
            None => {
                let known = listed(self.phases.iter().map(|known| known.id().name()));
                Err(format!("there is no phase `{phase}`; there are: {known}"))
            }
        }
    }
}

/// The index of the lowest screen that leaves with the top one, of two or more: those that are skipped on
/// the way back go with it.
fn lowest_leaving(places: &[Place]) -> usize {
    let stays = places.iter().rev().skip(1).position(|place| !place.is_skipped);
    stays.map_or(1, |skipped| places.len() - 1 - skipped)
}

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
            if let Some(step) = rest.pop_front() {
                self.note_rejected(&step, &reason);
                self.services.discard("a redirected command", step);
            }
            let is_loop = screens.len() == Self::MAX_FOLLOW_UPS;
            screens.push(screen.name());
            // No command leaves everything as it is.
            let instead = Request::from(command).steps.into_iter();
            steps.extend(instead.filter(|step| !matches!(step.command, ScreenCommand::Batch(_))));
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
