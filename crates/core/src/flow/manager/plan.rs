//! The plan of a change: what each command of a request does to the stack. It is made once, when the request runs;
//! the screens that would leave are asked by it; and it is applied as it stands, behind the cover of its transition.
//! Nothing joins it on the way, and a fatal error rejects it.

use std::any::Any;
use std::collections::VecDeque;
use std::ops::Range;
use std::rc::Rc;

use super::ScreenManager;
use crate::flow::command::{ScreenChange, ScreenCommand, Target};
use crate::flow::phase::PhaseScreens;
use crate::flow::request::Pending;
use crate::flow::save::SaveError;
use crate::flow::screen::Live;
use crate::flow::screen_id::{ScreenId, Visit};
use crate::phase::PhaseId;
use crate::platform::{id_problem, listed, nearest};

/// The commands that are not applied yet, and what the first of them do, up to one that ends the phase: later ones
/// depend on the next phase.
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
    /// The ones that are on the stack already.
    visits: Vec<Visit>,
    /// What the hooks see; `None` for a preload.
    pub(super) change: Option<ScreenChange>,
    /// The payload of a load, a restore or a preload.
    pub(super) payload: Option<Rc<dyn Any>>,
}

/// A screen of the stack as a command finds it.
struct SimulatedScreen {
    id: ScreenId,
    is_resident: bool,
    /// `None` if it joins in the same plan.
    visit: Option<Visit>,
}

impl Plan {
    /// Whether any of the commands is possible; each other one says why not when its turn comes.
    pub(super) fn is_possible(&self) -> bool {
        self.changes.iter().any(Result::is_ok)
    }

    /// Takes the first command, with what it does.
    pub(super) fn pop(&mut self) -> Option<(Pending, Result<StackChange, Impossible>)> {
        self.commands.pop_front().zip(self.changes.pop_front())
    }

    /// The first change that removes the screen of this visit.
    fn leaving(&self, visit: Visit) -> Option<ScreenChange> {
        let mut changes = self.changes.iter().flatten();
        changes.find(|change| change.visits.contains(&visit)).and_then(|change| change.change)
    }
}

impl ScreenManager {
    /// Plans the commands of a request, and asks the screens that would leave. If one refuses, they are rejected.
    pub(super) fn plan(&mut self, commands: VecDeque<Pending>) -> Option<Plan> {
        let plan = self.planned(commands);
        // The Loading screen is asked only when its load ends.
        if self.state.is_loading() {
            return Some(plan);
        }
        let refusing = self.stack.refusing(|visit| plan.leaving(visit), &mut self.services);
        let Some(screen) = refusing else { return Some(plan) };
        let reason = format!("`{screen}` refused to leave");
        log::debug!("{reason}");
        plan.commands.iter().for_each(|step| self.note_rejected(step, &reason));
        None
    }

    /// What the commands do one after the other, up to one that ends the phase.
    pub(super) fn planned(&self, commands: VecDeque<Pending>) -> Plan {
        let simulated = |live: &Live| SimulatedScreen {
            id: live.id,
            is_resident: live.is_resident,
            visit: Some(live.visit),
        };
        let mut screens: Vec<_> = self.stack.live.iter().map(simulated).collect();
        let mut changes = VecDeque::new();
        for Pending { command, .. } in &commands {
            let change = self.simulate(command, &mut screens);
            let is_over = change.is_ok() && command.ends_phase();
            changes.push_back(change);
            if is_over {
                break;
            }
        }
        Plan { commands, changes }
    }

    /// What a command does to these screens, or why it is not possible. They are afterwards as the command leaves them.
    fn simulate(
        &self,
        command: &ScreenCommand,
        screens: &mut Vec<SimulatedScreen>,
    ) -> Result<StackChange, Impossible> {
        let payload = self.payload_of(command)?;
        let leaving = self.leaving(command, payload.as_deref(), screens)?;
        let from = screens.last().map(|screen| screen.id);
        let visits = screens.drain(leaving.clone()).filter_map(|screen| screen.visit).collect();
        let joining = |target: &Target| SimulatedScreen {
            id: target.id,
            is_resident: target.is_resident(),
            visit: None,
        };
        match command {
            ScreenCommand::Push(target) | ScreenCommand::Replace(target) => screens.push(joining(target)),
            ScreenCommand::Reset(list) => screens.extend(list.iter().map(joining)),
            _ => {}
        }
        let to = match command {
            ScreenCommand::Load(phase, _) => Some(self.first_screen(*phase, None)),
            ScreenCommand::Restore(saved) => {
                Some(self.first_screen(PhaseId::from(&saved.phase), Some(saved)))
            }
            _ => screens.last().map(|screen| screen.id),
        };
        let change = command.reason().map(|reason| ScreenChange { reason, from, to });
        Ok(StackChange { leaving, visits, change, payload })
    }

    /// The indices of the screens that a command removes, or why it is not possible.
    fn leaving(
        &self,
        command: &ScreenCommand,
        payload: Option<&dyn Any>,
        screens: &[SimulatedScreen],
    ) -> Result<Range<usize>, Impossible> {
        const LAST: &str = "cannot pop the last screen; use `quit` to end the program";
        let depth = screens.len();
        let highest = |id: ScreenId| {
            let index = screens.iter().rposition(|screen| screen.id == id);
            index.ok_or_else(|| self.not_on_stack(id, screens))
        };
        Ok(match command {
            ScreenCommand::Push(target) => {
                self.check_target(target, screens)?;
                if depth >= Self::MAX_DEPTH {
                    return Err(format!("the stack is full (max. {} screens)", Self::MAX_DEPTH).into());
                }
                depth..depth
            }
            ScreenCommand::Pop(_) if depth <= 1 => return Err(LAST.to_owned().into()),
            ScreenCommand::Pop(_) => depth - 1..depth,
            ScreenCommand::PopTo(id) => match highest(*id)? + 1 {
                above if above == depth => return Err(format!("`{id}` is the active screen already").into()),
                above => above..depth,
            },
            ScreenCommand::Remove(id) => {
                let index = highest(*id)?;
                if depth == 1 {
                    return Err(LAST.to_owned().into());
                }
                index..index + 1
            }
            ScreenCommand::Replace(target) => {
                let top = depth.saturating_sub(1);
                self.check_target(target, &screens[..top])?;
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

    /// The payload of a load, a restore or a preload: the command's, the save's, or the one that the phase
    /// makes.
    fn payload_of(&self, command: &ScreenCommand) -> Result<Option<Rc<dyn Any>>, Impossible> {
        match command {
            ScreenCommand::Load(phase, payload) | ScreenCommand::Preload(phase, payload) => {
                Ok(self.phase_of(*phase).and_then(|known| known.completed(payload.clone())))
            }
            ScreenCommand::Restore(saved) => {
                let restored = self.check_phase(&saved.phase)?.restored_payload(saved.payload.as_deref());
                Ok(restored.map_err(|cause| SaveError::Payload(saved.phase.clone(), cause).to_string())?)
            }
            _ => Ok(None),
        }
    }

    fn check_target(&self, target: &Target, staying: &[SimulatedScreen]) -> Result<(), Impossible> {
        let id = target.id;
        if !target.is_resident() {
            let problem = id_problem(id.name());
            return problem.map_or(Ok(()), |problem| Err(format!("the id of the screen {problem}").into()));
        }
        if staying.iter().any(|screen| screen.is_resident && screen.id == id) {
            return Err(format!("`{id}` is on the stack already").into());
        }
        if self.stack.has_screen_of(target) {
            return Ok(());
        }
        let reason = match self.services.inbox.phase.get() {
            Some(phase) => {
                let others = instead(id.name(), "it has", || self.screens_of(phase).map(ScreenId::name));
                format!("phase `{phase}` has no screen `{id}`; {others}")
            }
            None => format!("there is no screen `{id}` without a phase"),
        };
        Err(Impossible { reason, names_nothing: true })
    }

    /// A screen that is not on the stack; a mistake if the phase does not have it either.
    fn not_on_stack(&self, id: ScreenId, screens: &[SimulatedScreen]) -> Impossible {
        let phase = self.services.inbox.phase.get();
        if phase.is_some_and(|phase| self.screens_of(phase).any(|known| known == id)) {
            return format!("`{id}` is not on the stack").into();
        }
        let others = instead(id.name(), "it has", || screens.iter().map(|screen| screen.id.name()));
        Impossible { reason: format!("`{id}` is not on the stack; {others}"), names_nothing: true }
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
        self.check_phase(phase.name())?;
        match current == phase && self.services.assets.has_loaded(phase, payload) {
            true => Err(format!("`{phase}` is the current phase already").into()),
            false => Ok(()),
        }
    }

    pub(super) fn phase_of(&self, id: PhaseId) -> Option<&PhaseScreens> {
        self.phases.iter().find(|known| known.phase == id)
    }

    fn check_phase(&self, phase: &str) -> Result<&PhaseScreens, Impossible> {
        match self.phases.iter().find(|known| known.phase.name() == phase) {
            Some(known) if known.list.is_empty() => {
                Err(format!("phase `{phase}` has no screen; add one with `Phase::screen`").into())
            }
            Some(known) => Ok(known),
            None => {
                let others =
                    instead(phase, "there are", || self.phases.iter().map(|known| known.phase.name()));
                let reason = format!("there is no phase `{phase}`; {others}");
                Err(Impossible { reason, names_nothing: true })
            }
        }
    }
}

/// What a wrong name may have meant, or what there is.
fn instead<'a, I: Iterator<Item = &'a str>>(name: &str, what: &str, known: impl Fn() -> I) -> String {
    match nearest(name, known()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("{what}: {}", listed(known())),
    }
}
