//! Changes of the stack, as values, and what hooks see of them.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use super::save::SavedFlow;
use super::screen::GameScreen;
use super::screen_id::ScreenId;
use super::transition::Transition;
use crate::phase::PhaseId;

/// The screen that a command puts on the stack.
///
/// The name of a screen is a target too, literal or computed: `cx.push("pause")`,
/// `cx.push(format!("level_{number}"))`.
pub struct Target {
    pub(super) id: ScreenId,
    /// `None` for a resident screen.
    pub(super) screen: Option<Box<dyn GameScreen>>,
    pub(super) payload: Option<Rc<dyn Any>>,
    /// The transition that leads back from it.
    pub(super) back: Option<Rc<dyn Transition>>,
}

impl Target {
    /// A resident screen of the current phase. It keeps its state from one visit to the next.
    pub fn resident(id: impl Into<ScreenId>) -> Self {
        Self { id: id.into(), screen: None, payload: None, back: None }
    }

    /// A screen for one visit, with the name `id`. It is dropped when it leaves.
    pub fn fresh(id: impl Into<ScreenId>, screen: impl GameScreen) -> Self {
        Self::boxed(id.into(), Box::new(screen))
    }

    pub(super) fn boxed(id: ScreenId, screen: Box<dyn GameScreen>) -> Self {
        Self { id, screen: Some(screen), payload: None, back: None }
    }

    /// Sets the payload of the visit: [`ScreenContext::payload`](super::ScreenContext::payload).
    #[must_use]
    pub fn with<T: 'static>(self, payload: T) -> Self {
        Self { payload: Some(Rc::new(payload)), ..self }
    }

    /// The screen's name.
    pub const fn id(&self) -> ScreenId {
        self.id
    }

    pub(super) const fn is_resident(&self) -> bool {
        self.screen.is_none()
    }
}

impl<I: Into<ScreenId>> From<I> for Target {
    fn from(id: I) -> Self {
        Self::resident(id)
    }
}

/// A change of the stack. The order of the hooks is in the table of [`flow`](crate::flow).
pub enum ScreenCommand {
    /// Puts a screen on top.
    Push(Target),
    /// Removes the top screen and passes the value, if there is one, to the screen below. A screen pops only itself:
    /// its request is rejected if it is not the top.
    Pop(Option<Box<dyn Any>>),
    /// Removes all screens above this one.
    PopTo(ScreenId),
    /// Removes the highest screen of this name. The top screen is popped; a covered one gets only its `on_exit`.
    Remove(ScreenId),
    /// Replaces the top screen. The same screen again is a restart. On an empty stack it is a push.
    Replace(Target),
    /// Removes all screens and puts these on the stack, bottom to top.
    Reset(Vec<Target>),
    /// Changes to another phase; the current phase again is a reload. The value, if there is one, is the payload for
    /// the builders of the phase's screens and for its first screen.
    Load(PhaseId, Option<Rc<dyn Any>>),
    /// Restores a save: loads its phase and puts its screens on the stack.
    Restore(SavedFlow),
    /// Loads the files of another phase while this one goes on. The value, if there is one, is the
    /// payload of the load that will follow. See [`FlowHandle::preload`](super::FlowHandle::preload).
    Preload(PhaseId, Option<Rc<dyn Any>>),
    /// Ends the program in order. It waits for transitions, at most a second in all.
    Quit,
    /// Several commands, one after the other, behind one transition. Commands after a load wait for its end; they are
    /// rejected if the load fails or is replaced. All screens that would leave are asked before the transition, except
    /// screens that enter in the batch.
    Batch(Vec<ScreenCommand>),
}

impl ScreenCommand {
    /// A [`ScreenCommand::Push`].
    pub fn push(target: impl Into<Target>) -> Self {
        Self::Push(target.into())
    }

    /// A [`ScreenCommand::Pop`] without a value.
    pub const fn pop() -> Self {
        Self::Pop(None)
    }

    /// A [`ScreenCommand::Pop`] with a value.
    pub fn pop_with<T: 'static>(value: T) -> Self {
        Self::Pop(Some(Box::new(value)))
    }

    /// A [`ScreenCommand::PopTo`].
    pub fn pop_to(screen: impl Into<ScreenId>) -> Self {
        Self::PopTo(screen.into())
    }

    /// A [`ScreenCommand::Remove`].
    pub fn remove(screen: impl Into<ScreenId>) -> Self {
        Self::Remove(screen.into())
    }

    /// A [`ScreenCommand::Replace`].
    pub fn replace(target: impl Into<Target>) -> Self {
        Self::Replace(target.into())
    }

    /// A [`ScreenCommand::Reset`].
    pub fn reset<T: Into<Target>>(targets: impl IntoIterator<Item = T>) -> Self {
        Self::Reset(targets.into_iter().map(Into::into).collect())
    }

    /// A [`ScreenCommand::Load`] without a payload.
    pub fn load(phase: impl Into<PhaseId>) -> Self {
        Self::Load(phase.into(), None)
    }

    /// A [`ScreenCommand::Load`] with a payload.
    pub fn load_with<T: 'static>(phase: impl Into<PhaseId>, payload: T) -> Self {
        Self::Load(phase.into(), Some(Rc::new(payload)))
    }

    /// A [`ScreenCommand::Preload`] for a load without a payload.
    pub fn preload(phase: impl Into<PhaseId>) -> Self {
        Self::Preload(phase.into(), None)
    }

    /// A [`ScreenCommand::Preload`] for a load with a payload.
    pub fn preload_with<T: 'static>(phase: impl Into<PhaseId>, payload: T) -> Self {
        Self::Preload(phase.into(), Some(Rc::new(payload)))
    }

    /// A [`ScreenCommand::Batch`].
    pub fn batch(commands: impl IntoIterator<Item = Self>) -> Self {
        Self::Batch(commands.into_iter().collect())
    }

    /// What hooks see as the reason; `None` for a batch and for a command that does not change the stack.
    pub(super) const fn reason(&self) -> Option<ChangeReason> {
        Some(match self {
            Self::Push(_) => ChangeReason::Push,
            Self::Pop(_) => ChangeReason::Pop,
            Self::PopTo(_) => ChangeReason::PopTo,
            Self::Remove(_) => ChangeReason::Remove,
            Self::Replace(_) => ChangeReason::Replace,
            Self::Reset(_) => ChangeReason::Reset,
            Self::Load(..) => ChangeReason::Load,
            Self::Restore(_) => ChangeReason::Restore,
            Self::Quit => ChangeReason::Quit,
            Self::Preload(..) | Self::Batch(_) => return None,
        })
    }

    /// Whether the phase ends with the command.
    pub(super) const fn ends_phase(&self) -> bool {
        matches!(self, Self::Load(..) | Self::Restore(_) | Self::Quit)
    }

    /// The command's word in the trace.
    pub const fn name(&self) -> &'static str {
        match (self, self.reason()) {
            (_, Some(reason)) => reason.name(),
            (Self::Preload(..), None) => "preload",
            (_, None) => "batch",
        }
    }

    /// The screens or the phase of the command, as text for the trace.
    pub fn target(&self) -> String {
        match self {
            Self::Push(target) | Self::Replace(target) => target.id().to_string(),
            Self::PopTo(id) | Self::Remove(id) => id.to_string(),
            Self::Load(phase, _) | Self::Preload(phase, _) => phase.to_string(),
            Self::Restore(saved) => saved.phase.clone(),
            Self::Reset(list) => list.iter().map(|target| target.id().name()).collect::<Vec<_>>().join(" "),
            Self::Batch(list) => list.iter().map(Self::name).collect::<Vec<_>>().join(" "),
            Self::Pop(_) | Self::Quit => String::new(),
        }
    }
}

impl fmt::Debug for ScreenCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(format!("{} {}", self.name(), self.target()).trim_end())
    }
}

/// The reason for a change of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeReason {
    /// A push.
    Push,
    /// A pop.
    Pop,
    /// A pop to a screen further down.
    PopTo,
    /// The removal of a screen, which may be a covered one.
    Remove,
    /// The replacement of the top screen.
    Replace,
    /// A reset.
    Reset,
    /// A load: its beginning, which leads to Loading, and its end.
    Load,
    /// A load that restores a save.
    Restore,
    /// The end of the program.
    Quit,
    /// A failure, which leads to the failure screen.
    Failure,
}

impl ChangeReason {
    /// Its word in the trace.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Push => "push",
            Self::Pop => "pop",
            Self::PopTo => "pop_to",
            Self::Remove => "remove",
            Self::Replace => "replace",
            Self::Reset => "reset",
            Self::Load => "load",
            Self::Restore => "restore",
            Self::Quit => "quit",
            Self::Failure => "failure",
        }
    }
}

/// The change of the stack that a hook is called for, for the context of the hook.
#[derive(Clone, Copy)]
pub(super) struct ScreenChange {
    pub(super) reason: ChangeReason,
    pub(super) from: Option<ScreenId>,
    pub(super) to: Option<ScreenId>,
}
