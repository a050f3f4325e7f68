//! Changes of the stack, as values.

use std::any::Any;
use std::fmt;
use std::rc::Rc;

use super::screen::{GameScreen, ScreenId};
use super::transition::Transition;
use crate::phase::PhaseId;

/// The screen that a command puts on the stack.
pub enum Target {
    /// A resident screen of the current phase. It keeps its state from one visit to the next.
    Resident(ScreenId),
    /// A screen for one visit. It is dropped when it leaves.
    Fresh(ScreenId, Box<dyn GameScreen>),
}

impl Target {
    /// A screen for one visit, with the name `id`.
    pub fn fresh(id: impl Into<ScreenId>, screen: impl GameScreen) -> Self {
        Self::Fresh(id.into(), Box::new(screen))
    }

    /// The screen's name.
    pub const fn id(&self) -> ScreenId {
        match self {
            Self::Resident(id) | Self::Fresh(id, _) => *id,
        }
    }
}

impl From<ScreenId> for Target {
    fn from(id: ScreenId) -> Self {
        Self::Resident(id)
    }
}

impl From<&str> for Target {
    fn from(id: &str) -> Self {
        Self::Resident(id.into())
    }
}

/// A change of the stack. The order of the hooks is in the table of [`flow`](crate::flow).
pub enum ScreenCommand {
    /// Puts a screen on top.
    Push(Target),
    /// Removes the top screen and passes the value, if there is one, to the screen below.
    Pop(Option<Box<dyn Any>>),
    /// Removes all screens above this one.
    PopTo(ScreenId),
    /// Replaces the top screen. The same screen again is a restart. On an empty stack it is a push.
    Replace(Target),
    /// Removes all screens and puts these on the stack, bottom to top.
    Reset(Vec<Target>),
    /// Changes to another phase; the current phase again is a reload. The value, if there is one, is
    /// the payload for the builders of the phase's screens.
    Load(PhaseId, Option<Rc<dyn Any>>),
    /// Ends the program in order.
    Quit,
    /// Several commands, one after the other, behind one transition.
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

    /// A [`ScreenCommand::PopTo`].
    pub fn pop_to(screen: impl Into<ScreenId>) -> Self {
        Self::PopTo(screen.into())
    }

    /// A [`ScreenCommand::Reset`].
    pub fn reset<T: Into<Target>>(targets: impl IntoIterator<Item = T>) -> Self {
        Self::Reset(targets.into_iter().map(Into::into).collect())
    }

    /// A [`ScreenCommand::Replace`].
    pub fn replace(target: impl Into<Target>) -> Self {
        Self::Replace(target.into())
    }

    /// A [`ScreenCommand::Load`] without a payload.
    pub fn load(phase: impl Into<PhaseId>) -> Self {
        Self::Load(phase.into(), None)
    }

    /// A [`ScreenCommand::Load`] with a payload.
    pub fn load_with<T: 'static>(phase: impl Into<PhaseId>, payload: T) -> Self {
        Self::Load(phase.into(), Some(Rc::new(payload)))
    }

    /// The command with a transition of its own.
    #[must_use]
    pub fn through(self, transition: impl Transition) -> Request {
        Request { command: self, style: Style::Through(Rc::new(transition)), is_traced: false }
    }

    /// The command without a transition. It is applied at the end of this tick.
    #[must_use]
    pub const fn at_once(self) -> Request {
        Request { command: self, style: Style::AtOnce, is_traced: false }
    }

    /// The command's word in the trace.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Push(_) => "push",
            Self::Pop(_) => "pop",
            Self::PopTo(_) => "pop_to",
            Self::Replace(_) => "replace",
            Self::Reset(_) => "reset",
            Self::Load(..) => "load",
            Self::Quit => "quit",
            Self::Batch(_) => "batch",
        }
    }

    /// The screens or the phase of the command, as text for the trace.
    pub fn target(&self) -> String {
        match self {
            Self::Push(target) | Self::Replace(target) => target.id().to_string(),
            Self::PopTo(id) => id.to_string(),
            Self::Load(phase, _) => phase.to_string(),
            Self::Reset(list) => list.iter().map(|target| target.id().name()).collect::<Vec<_>>().join(" "),
            Self::Batch(list) => list.iter().map(Self::name).collect::<Vec<_>>().join(" "),
            Self::Pop(_) | Self::Quit => String::new(),
        }
    }
}

impl fmt::Debug for ScreenCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.target())
    }
}

#[derive(Clone)]
pub(super) enum Style {
    /// The manager's default.
    Default,
    /// None.
    AtOnce,
    /// This one.
    Through(Rc<dyn Transition>),
}

/// A command with its transition.
pub struct Request {
    pub(super) command: ScreenCommand,
    pub(super) style: Style,
    /// Whether the trace has a record that the command is queued.
    pub(super) is_traced: bool,
}

impl From<ScreenCommand> for Request {
    fn from(command: ScreenCommand) -> Self {
        Self { command, style: Style::Default, is_traced: false }
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.command.fmt(f)
    }
}
