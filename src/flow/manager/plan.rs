//! What a request would do to the stack: whether it is possible, and who would leave.

use std::collections::VecDeque;

use super::ScreenManager;
use crate::flow::command::{Request, ScreenCommand, Target};
use crate::flow::screen::ScreenId;
use crate::phase::PhaseId;

/// The stack as a command finds it: each screen's name, and whether it is a resident.
pub(super) type Shape = Vec<(ScreenId, bool)>;

/// What a request would do.
pub(super) enum Plan {
    /// Nothing. Each of its commands says why when its turn comes.
    Impossible,
    /// The screens from this index up would leave.
    LeavesFrom(usize),
}

impl ScreenManager {
    pub(super) fn shape(&self) -> Shape {
        self.stack.live.iter().map(|live| (live.id, live.is_resident)).collect()
    }

    /// What the commands of a request would do, one after the other, as far as that is known now: up to
    /// the first load.
    pub(super) fn plan(&self, steps: &VecDeque<ScreenCommand>) -> Plan {
        let mut shape = self.shape();
        let mut plan = Plan::Impossible;
        for step in steps {
            let Ok(lowest) = self.lowest_leaving(step, &shape) else { continue };
            plan = match plan {
                Plan::LeavesFrom(before) => Plan::LeavesFrom(before.min(lowest)),
                Plan::Impossible => Plan::LeavesFrom(lowest),
            };
            shape.truncate(lowest);
            let new = |target: &Target| (target.id(), matches!(target, Target::Resident(_)));
            match step {
                ScreenCommand::Push(target) | ScreenCommand::Replace(target) => shape.push(new(target)),
                ScreenCommand::Reset(list) => shape.extend(list.iter().map(new)),
                ScreenCommand::Load(..) | ScreenCommand::Quit => break,
                ScreenCommand::Pop(_) | ScreenCommand::PopTo(_) | ScreenCommand::Batch(_) => {}
            }
        }
        plan
    }

    /// Why a screen may not make a request: a screen pops itself only.
    pub(super) fn wrong_asker(&self, request: &Request) -> Option<String> {
        let asker = request.asker?;
        let is_pop = matches!(request.steps.front(), Some(ScreenCommand::Pop(_)));
        let is_active = self.stack.live.last().is_some_and(|live| live.visit == asker.visit);
        (is_pop && !is_active)
            .then(|| format!("`{}` is not the active screen, and a screen pops itself only", asker.screen))
    }

    /// The index of the lowest screen of `shape` that `command` removes, or why it is not possible.
    pub(super) fn lowest_leaving(
        &self,
        command: &ScreenCommand,
        shape: &[(ScreenId, bool)],
    ) -> Result<usize, String> {
        let depth = shape.len();
        Ok(match command {
            ScreenCommand::Push(target) => {
                self.check_target(target, shape)?;
                if depth >= Self::MAX_DEPTH {
                    return Err(format!("the stack is full (max. {} screens)", Self::MAX_DEPTH));
                }
                depth
            }
            ScreenCommand::Pop(_) if depth <= 1 => {
                return Err("cannot pop the last screen; use `quit` to end the program".to_owned());
            }
            ScreenCommand::Pop(_) => depth - 1,
            ScreenCommand::PopTo(id) => match shape.iter().rposition(|(live, _)| live == id) {
                None => return Err(format!("`{id}` is not on the stack")),
                Some(index) if index + 1 == depth => {
                    return Err(format!("`{id}` is the active screen already"));
                }
                Some(index) => index + 1,
            },
            ScreenCommand::Replace(target) => {
                let top = depth.saturating_sub(1);
                self.check_target(target, &shape[..top])?;
                top
            }
            ScreenCommand::Reset(list) => {
                self.check_list(list)?;
                0
            }
            ScreenCommand::Load(phase, _) => {
                self.check_phase(*phase)?;
                0
            }
            ScreenCommand::Quit => 0,
            // A request has the commands of its batches one by one.
            ScreenCommand::Batch(_) => depth,
        })
    }

    /// Checks that `target` can join the stack when the screens of `staying` are on it.
    fn check_target(&self, target: &Target, staying: &[(ScreenId, bool)]) -> Result<(), String> {
        let Target::Resident(id) = target else { return Ok(()) };
        if staying.contains(&(*id, true)) {
            return Err(format!("`{id}` is on the stack already"));
        }
        if self.stack.has_resident(*id) {
            return Ok(());
        }
        Err(match self.services.phase {
            Some(phase) => format!("phase `{phase}` has no screen `{id}`"),
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
            let is_twice = |other: &Target| matches!((target, other), (Target::Resident(a), Target::Resident(b)) if a == b);
            if list[..index].iter().any(is_twice) {
                return Err(format!("`{}` is in the list twice", target.id()));
            }
        }
        Ok(())
    }

    fn check_phase(&self, phase: PhaseId) -> Result<(), String> {
        match self.phases.iter().find(|known| known.id() == phase) {
            Some(known) if known.screens.is_empty() => Err(format!("phase `{phase}` has no screen")),
            Some(_) => Ok(()),
            None => {
                let known: Vec<_> = self.phases.iter().map(|known| known.id().name()).collect();
                Err(format!("there is no phase `{phase}`; there are: {}", known.join(", ")))
            }
        }
    }
}
