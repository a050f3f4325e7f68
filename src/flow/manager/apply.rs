//! The commands: what is checked before, and the order of the hooks.

use std::collections::VecDeque;

use super::{MAX_DEPTH, ScreenManager};
use crate::flow::command::{ScreenCommand, Target};
use crate::flow::screen::{ScreenId, ScreenValue};
use crate::phase::{LoaderParts, PhaseId};
use crate::platform::{CommandOutcome, TraceEvent};

/// Why a command is not carried out.
#[derive(Debug, thiserror::Error)]
pub(super) enum Rejection {
    /// A screen wants to stay. That is no mistake: it may ask the player first.
    #[error("`{0}` refused to leave")]
    Refused(ScreenId),
    /// It cannot be done; somebody asked for something that is not there.
    #[error("{0}")]
    Impossible(String),
}

impl<T: Into<String>> From<T> for Rejection {
    fn from(reason: T) -> Self {
        Self::Impossible(reason.into())
    }
}

impl ScreenManager {
    /// Whether `command` can be carried out now; the reason if not. Nothing has changed after an
    /// error, except for what a refusing screen asked for.
    pub(super) fn may_apply(&mut self, command: &ScreenCommand) -> Result<(), Rejection> {
        let depth = self.stack.depth();
        let lowest_leaving = match command {
            ScreenCommand::Push(target) => {
                self.check_target(target, &[])?;
                if self.stack.is_full() {
                    return Err(format!("{MAX_DEPTH} screens are on the stack, which is the most").into());
                }
                depth
            }
            ScreenCommand::Pop(_) if depth <= 1 => {
                return Err("the last screen is not popped; leaving the game is `quit`".into());
            }
            ScreenCommand::Pop(_) => depth - 1,
            ScreenCommand::PopTo(id) => match self.stack.highest(*id) {
                None => return Err(format!("`{id}` is not on the stack").into()),
                Some(index) if index + 1 == depth => {
                    return Err(format!("`{id}` is the active screen already").into());
                }
                Some(index) => index + 1,
            },
            ScreenCommand::Replace(target) => {
                let top = depth.checked_sub(1).ok_or("there is no screen to replace")?;
                self.check_target(target, &[top])?;
                top
            }
            ScreenCommand::Reset(list) => {
                self.check_list(list)?;
                0
            }
            ScreenCommand::Load(phase) => {
                self.check_phase(*phase)?;
                0
            }
            ScreenCommand::Quit => 0,
            // Each command of a batch is checked when its turn comes: what it needs may be done
            // by the one before.
            ScreenCommand::Batch(_) => depth,
        };
        match self.stack.refusing(lowest_leaving, &mut self.world) {
            None => Ok(()),
            Some(screen) => Err(Rejection::Refused(screen)),
        }
    }

    /// Whether `target` can join the stack once the screens at `leaving` have left.
    fn check_target(&self, target: &Target, leaving: &[usize]) -> Result<(), String> {
        let Target::Resident(id) = target else { return Ok(()) };
        match self.stack.live_resident(*id) {
            Some(index) if leaving.contains(&index) => Ok(()),
            Some(_) => Err(format!("`{id}` is on the stack already")),
            None if self.stack.is_waiting(*id) => Ok(()),
            None => Err(match self.world.phase {
                Some(phase) => format!("phase `{phase}` has no screen `{id}`"),
                None => format!("there is no screen `{id}` without a phase"),
            }),
        }
    }

    fn check_list(&self, list: &[Target]) -> Result<(), String> {
        if list.is_empty() {
            return Err("the last screen is not popped: the list is empty".to_owned());
        }
        if list.len() > MAX_DEPTH {
            return Err(format!("the list has more than {MAX_DEPTH} screens"));
        }
        let all: Vec<usize> = (0..self.stack.depth()).collect();
        for (index, target) in list.iter().enumerate() {
            self.check_target(target, &all)?;
            let is_twice = |other: &Target| matches!((target, other), (Target::Resident(a), Target::Resident(b)) if a == b);
            if list[..index].iter().any(is_twice) {
                return Err(format!("`{}` is in the list twice", target.id()));
            }
        }
        Ok(())
    }

    fn check_phase(&self, phase: PhaseId) -> Result<(), String> {
        match self.phases.iter().find(|known| known.id == phase) {
            Some(known) if known.screens.is_empty() => Err(format!("phase `{phase}` has no screen")),
            Some(_) => Ok(()),
            None => {
                let known: Vec<_> = self.phases.iter().map(|known| known.id.name()).collect();
                Err(format!("there is no phase `{phase}`; there are: {}", known.join(", ")))
            }
        }
    }

    /// Carries a checked command out.
    pub(super) fn apply(&mut self, command: ScreenCommand) {
        if let ScreenCommand::Batch(list) = command {
            self.apply_batch(list);
            return;
        }
        self.trace_command(&command, CommandOutcome::Applied, None);
        match command {
            ScreenCommand::Push(target) => {
                self.stack.deactivate_top(&mut self.world);
                self.enter(target);
                self.stack.activate_top(&mut self.world);
            }
            ScreenCommand::Pop(value) => {
                let value = self.stack.top_id().zip(value).map(|(from, value)| ScreenValue::new(from, value));
                self.stack.deactivate_top(&mut self.world);
                self.stack.exit_top(&mut self.world);
                if let Some(value) = value {
                    self.stack
                        .hook_top(&mut self.world, "on_result", |screen, cx| screen.on_result(cx, value));
                }
                self.stack.activate_top(&mut self.world);
            }
            ScreenCommand::PopTo(id) => {
                let target = self.stack.highest(id).map_or(self.stack.depth(), |index| index + 1);
                self.leave_down_to(target);
                self.stack.activate_top(&mut self.world);
            }
            ScreenCommand::Replace(target) => {
                self.leave_down_to(self.stack.depth() - 1);
                self.enter(target);
                self.stack.activate_top(&mut self.world);
            }
            ScreenCommand::Reset(list) => self.reset(list),
            ScreenCommand::Load(phase) => {
                self.leave_down_to(0);
                self.begin_load(phase);
            }
            ScreenCommand::Quit => {
                self.leave_down_to(0);
                self.end();
            }
            ScreenCommand::Batch(_) => {}
        }
        self.stack_changed();
    }

    fn apply_batch(&mut self, list: Vec<ScreenCommand>) {
        let mut list = VecDeque::from(list);
        while let Some(command) = list.pop_front() {
            // A batch in a batch is taken apart here, so that what is left of both keeps its order.
            if let ScreenCommand::Batch(inner) = command {
                inner.into_iter().rev().for_each(|command| list.push_front(command));
                continue;
            }
            match self.may_apply(&command) {
                Ok(()) => self.apply(command),
                Err(rejection) => self.reject(&command, &rejection),
            }
            let is_fatal = self.world.inbox.borrow().fatal.is_some();
            if is_fatal || self.has_ended || !matches!(self.load, super::LoadStage::None) {
                break;
            }
        }
        // What follows a load in a batch waits for its end, ahead of everything that was asked
        // for later.
        let mut inbox = self.world.inbox.borrow_mut();
        for command in list.into_iter().rev() {
            inbox.commands.push_front(command.at_once());
        }
    }

    pub(super) fn reset(&mut self, list: Vec<Target>) {
        self.leave_down_to(0);
        for target in list {
            self.enter(target);
        }
        self.stack.activate_top(&mut self.world);
    }

    /// The leaving half: the top gets `on_inactive`, then `on_exit` runs from the top down until
    /// `depth` screens are left.
    fn leave_down_to(&mut self, depth: usize) {
        if self.stack.depth() > depth {
            self.stack.deactivate_top(&mut self.world);
        }
        while self.stack.depth() > depth {
            self.stack.exit_top(&mut self.world);
        }
    }

    fn enter(&mut self, target: Target) {
        match target {
            Target::Resident(id) => {
                self.stack.enter_resident(id, &mut self.world);
            }
            Target::Fresh(id, screen) => self.stack.enter_fresh(id, screen, &mut self.world),
        }
    }

    /// The end of the program: everything is given back.
    fn end(&mut self) {
        self.note_phase_end();
        self.stack.drop_residents();
        let world = &mut self.world;
        let mut parts =
            LoaderParts { resources: &mut world.resources, gpu: world.gpu.as_mut(), trace: &mut world.trace };
        world.loader.free_all(&mut parts);
        world.phase = None;
        self.load = super::LoadStage::None;
        self.has_ended = true;
    }

    /// Tells everybody who needs to know what the stack is now.
    pub(super) fn stack_changed(&mut self) {
        self.world.gate.hold_over();
        let mut inbox = self.world.inbox.borrow_mut();
        inbox.stack.clear();
        inbox.stack.extend(self.stack.ids());
        let stack = &inbox.stack;
        self.world
            .trace
            .record(|| TraceEvent::Stack { stack: stack.iter().map(ScreenId::to_string).collect() });
        log::debug!("stack: {}", stack.iter().map(|id| id.name()).collect::<Vec<_>>().join(" > "));
    }
}
