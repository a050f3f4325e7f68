//! The plan of a change: what each command of a request does to the stack. It is made once, when the request runs;
//! the screens that would leave are asked by it; and it is applied as it stands, behind the cover of its transition.
//! Nothing else can change the stack before: a fatal error rejects the plan, and a request that joins it extends it.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use super::ScreenManager;
use crate::flow::command::{ScreenChange, ScreenCommand, Target};
use crate::flow::phase::Phase;
use crate::flow::request::{Pending, Request};
use crate::flow::screen::{GameScreen, Live};
use crate::flow::screen_id::{ScreenId, Visit};
use crate::phase::PhaseId;
use crate::platform::{caught, id_problem, listed, named, nearest, panic_on};

/// The commands that are not applied yet, and what the first of them do: all up to one that ends the phase, because
/// what follows it depends on the next phase.
#[derive(Default)]
pub(super) struct Plan {
    pub(super) commands: VecDeque<Pending>,
    pub(super) changes: VecDeque<Result<StackChange, Impossible>>,
}

/// Why a command is not possible.
pub(super) struct Impossible {
    pub(super) reason: String,
    /// Whether it is for a screen or a phase that does not exist.
    pub(super) names_nothing: bool,
}

impl From<String> for Impossible {
    fn from(reason: String) -> Self {
        Self { reason, names_nothing: false }
    }
}

/// What one command does.
pub(super) struct StackChange {
    /// The indices of the screens that leave.
    pub(super) leaving: Range<usize>,
    /// Those of them that are on the stack already.
    visits: Vec<Visit>,
    /// What the hooks see; `None` for a preload.
    pub(super) change: Option<ScreenChange>,
    /// The payload of a load, a restore or a preload.
    pub(super) payload: Option<Rc<dyn Any>>,
}

/// A screen of the stack as a command finds it.
struct Place {
    id: ScreenId,
    is_resident: bool,
    is_skipped: bool,
    /// `None` if it joins in the same plan.
    visit: Option<Visit>,
}

impl Plan {
    /// Whether any of the commands is possible; each other one says why not when its turn comes.
    pub(super) fn is_possible(&self) -> bool {
        self.changes.iter().any(Result::is_ok)
    }

    /// The first change that removes the screen of this visit.
    fn leaving(&self, visit: Visit) -> Option<ScreenChange> {
        let mut changes = self.changes.iter().flatten();
        changes.find(|change| change.visits.contains(&visit)).and_then(|change| change.change)
    }
}

impl ScreenManager {
    /// Lets the commands of a request join the plan. They are rejected if a screen refuses to leave for them, and with
    /// the message of a panic.
    pub(super) fn extend(&mut self, plan: &mut Plan, request: Request) {
        let Request { steps, style, asker, .. } = request;
        let before = plan.commands.len();
        plan.commands.extend(steps);
        let accepted = caught(|| {
            self.redirect(&mut plan.commands, before);
            let new = Plan { changes: self.changes(&plan.commands), ..Plan::default() };
            // The screens that leave by the commands before were asked. The Loading screen is asked only when its
            // load ends.
            let is_asked = !self.state.is_loading();
            let asked = |visit| new.leaving(visit).filter(|_| is_asked && plan.leaving(visit).is_none());
            let refused = self.stack.refusing(asked, &mut self.services);
            if refused.is_none() {
                plan.changes = new.changes;
            }
            refused
        });
        match accepted {
            Ok(None) => {}
            Ok(Some(screen)) => {
                let steps = plan.commands.split_off(before);
                let reason = format!("`{}` refused to leave", screen.screen);
                log::debug!("{reason}");
                steps.iter().for_each(|step| self.note_rejected(step, &reason));
                let mut commands: Vec<_> = steps.into_iter().map(|step| step.command).collect();
                let command = match commands.len() {
                    1 => commands.remove(0),
                    _ => ScreenCommand::Batch(commands),
                };
                let request = Request { style, asker, ..command.into() };
                let earlier = self.services.inbox.refused.replace(Some((screen.visit, request)));
                self.services.discard("a rejected command", earlier);
            }
            Err(message) => {
                let steps = plan.commands.split_off(before.min(plan.commands.len()));
                self.reject_steps(steps, &message);
                panic_on(message);
            }
        }
    }

    /// What the commands do one after the other, up to one that ends the phase.
    pub(super) fn changes(&self, commands: &VecDeque<Pending>) -> VecDeque<Result<StackChange, Impossible>> {
        let place = |live: &Live| Place {
            id: live.id,
            is_resident: live.is_resident,
            is_skipped: live.ask("is_skipped", GameScreen::is_skipped),
            visit: Some(live.visit),
        };
        let mut places: Vec<_> = self.stack.live.iter().map(place).collect();
        let mut changes = VecDeque::new();
        for Pending { command, .. } in commands {
            let change = self.simulate(command, &mut places);
            let is_over = change.is_ok() && command.ends_phase();
            changes.push_back(change);
            if is_over {
                break;
            }
        }
        changes
    }

    /// What a command does to these screens, or why it is not possible. They are afterwards as the command leaves them.
    fn simulate(&self, command: &ScreenCommand, places: &mut Vec<Place>) -> Result<StackChange, Impossible> {
        let payload = self.payload_of(command)?;
        let leaving = self.leaving(command, payload.as_deref(), places)?;
        let from = places.last().map(|place| place.id);
        let visits = places.drain(leaving.clone()).filter_map(|place| place.visit).collect();
        let new = |target: &Target| Place {
            id: target.id,
            is_resident: target.is_resident(),
            is_skipped: self.stack.screen_of(target).is_some_and(|screen| {
                named(|| format!("`is_skipped` of screen `{}`", target.id), || screen.is_skipped())
            }),
            visit: None,
        };
        let to = match command {
            ScreenCommand::Load(phase, _) => Some(self.first_screen(*phase, None)),
            ScreenCommand::Restore(saved) => {
                Some(self.first_screen(PhaseId::from(&saved.phase), Some(saved)))
            }
            _ => {
                match command {
                    ScreenCommand::Push(target) | ScreenCommand::Replace(target) => places.push(new(target)),
                    ScreenCommand::Reset(list) => places.extend(list.iter().map(new)),
                    _ => {}
                }
                places.last().map(|place| place.id)
            }
        };
        let change = command.reason().map(|reason| ScreenChange { reason, from, to });
        Ok(StackChange { leaving, visits, change, payload })
    }

    /// The indices of the screens that a command removes, or why it is not possible.
    fn leaving(
        &self,
        command: &ScreenCommand,
        payload: Option<&dyn Any>,
        places: &[Place],
    ) -> Result<Range<usize>, Impossible> {
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
                    return Err(format!("the stack is full (max. {} screens)", Self::MAX_DEPTH).into());
                }
                depth..depth
            }
            ScreenCommand::Pop(_) if depth <= 1 => return Err(LAST.to_owned().into()),
            ScreenCommand::Pop(_) => lowest_leaving(places)..depth,
            ScreenCommand::PopTo(id) => match highest(*id)? + 1 {
                above if above == depth => return Err(format!("`{id}` is the active screen already").into()),
                above => above..depth,
            },
            ScreenCommand::Remove(id) => {
                let index = highest(*id)?;
                if depth == 1 {
                    return Err(LAST.to_owned().into());
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
            ScreenCommand::Preload(phase, _) => {
                self.check_preload(*phase, payload)?;
                depth..depth
            }
            // What gives the payload of a save has found its phase.
            ScreenCommand::Restore(_) | ScreenCommand::Quit => 0..depth,
            // A request has the commands of its batches one by one.
            ScreenCommand::Batch(_) => return Err("the batch is empty".to_owned().into()),
        })
    }

    fn check_target(&self, target: &Target, staying: &[Place]) -> Result<(), Impossible> {
        let id = target.id;
        if !target.is_resident() {
            let problem = id_problem(id.name());
            return problem.map_or(Ok(()), |problem| Err(format!("the id of the screen {problem}").into()));
        }
        if staying.iter().any(|place| place.is_resident && place.id == id) {
            return Err(format!("`{id}` is on the stack already").into());
        }
        if self.stack.screen_of(target).is_some() {
            return Ok(());
        }
        let reason = match self.services.inbox.phase.get() {
            Some(phase) => {
                let screens = self.phase_of(phase).map_or(&[][..], |known| &known.screens);
                let known = || screens.iter().map(|entry| entry.id.name());
                let others =
                    suggested(id.name(), known).unwrap_or_else(|| format!("it has: {}", listed(known())));
                format!("phase `{phase}` has no screen `{id}`; {others}")
            }
            None => format!("there is no screen `{id}` without a phase"),
        };
        Err(Impossible { reason, names_nothing: true })
    }

    fn check_list(&self, list: &[Target]) -> Result<(), Impossible> {
        if list.is_empty() {
            return Err("the list of screens is empty".to_owned().into());
        }
        if list.len() > Self::MAX_DEPTH {
            return Err(format!("the list has more than {} screens", Self::MAX_DEPTH).into());
        }
        for (index, target) in list.iter().enumerate() {
            self.check_target(target, &[])?;
            let is_twice = |other: &Target| other.is_resident() && other.id == target.id;
            if target.is_resident() && list[..index].iter().any(is_twice) {
                return Err(format!("`{}` is in the list twice", target.id).into());
            }
        }
        Ok(())
    }

    fn check_preload(&self, phase: PhaseId, payload: Option<&dyn Any>) -> Result<(), Impossible> {
        let Some(current) = self.services.inbox.phase.get() else {
            return Err("there is no phase beside which another can be preloaded".to_owned().into());
        };
        let contents = &self.check_phase(phase.name())?.contents;
        let now = contents.manifest_for(self.services.payload.as_deref());
        match current == phase && now == contents.manifest_for(payload) {
            true => Err(format!("`{phase}` is the current phase already").into()),
            false => Ok(()),
        }
    }

    pub(super) fn phase_of(&self, id: PhaseId) -> Option<&Phase> {
        self.phases.iter().find(|known| known.id() == id)
    }

    pub(super) fn check_phase(&self, phase: &str) -> Result<&Phase, Impossible> {
        match self.phases.iter().find(|known| known.id().name() == phase) {
            Some(known) if known.screens.is_empty() => {
                Err(format!("phase `{phase}` has no screen; add one with `Phase::screen`").into())
            }
            Some(known) => Ok(known),
            None => {
                let known = || self.phases.iter().map(|known| known.id().name());
                let others =
                    suggested(phase, known).unwrap_or_else(|| format!("there are: {}", listed(known())));
                let reason = format!("there is no phase `{phase}`; {others}");
                Err(Impossible { reason, names_nothing: true })
            }
        }
    }
}

/// A question for a name that is nearly one of the known ones.
fn suggested<'a, I: Iterator<Item = &'a str>>(name: &str, known: impl Fn() -> I) -> Option<String> {
    nearest(name, known()).map(|near| format!("did you mean `{near}`?"))
}

/// The index of the lowest screen that leaves with the top one, of two or more: those that are skipped on
/// the way back go with it.
fn lowest_leaving(places: &[Place]) -> usize {
    let stays = places.iter().rev().skip(1).position(|place| !place.is_skipped);
    stays.map_or(1, |skipped| places.len() - 1 - skipped)
}
