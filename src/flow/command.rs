//! What a screen asks of the manager.

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
    /// A screen made for this one visit; it is dropped when it leaves.
    Fresh(ScreenId, Box<dyn GameScreen>),
}

impl Target {
    /// A screen made for this one visit, under the name `id`.
    pub fn fresh(id: impl Into<ScreenId>, screen: impl GameScreen) -> Self {
        Self::Fresh(id.into(), Box::new(screen))
    }

    /// The screen's name.
    #[must_use]
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
    /// Takes the top screen away, and hands its value, if there is one, to the screen below.
    Pop(Option<Box<dyn Any>>),
    /// Takes all screens above this one away.
    PopTo(ScreenId),
    /// Puts a screen in the place of the top one. The same screen again is a restart.
    Replace(Target),
    /// Takes all screens away and puts these on the stack, bottom to top.
    Reset(Vec<Target>),
    /// Changes to another phase; the current phase again is a reload.
    Load(PhaseId),
    /// Ends the program in order.
    Quit,
    /// These, one after the other, behind one transition.
    Batch(Vec<ScreenCommand>),
}

impl ScreenCommand {
    /// A [`ScreenCommand::Push`].
    pub fn push(target: impl Into<Target>) -> Self {
        Self::Push(target.into())
    }

    /// A [`ScreenCommand::Pop`] without a value.
    #[must_use]
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

    /// A [`ScreenCommand::Load`].
    pub fn load(phase: impl Into<PhaseId>) -> Self {
        Self::Load(phase.into())
    }

    /// The command with a transition of its own.
    #[must_use]
    pub fn through(self, transition: impl Transition) -> Request {
        Request { command: self, style: Style::Through(Rc::new(transition)), is_noted: false }
    }

    /// The command without a transition: it is applied at the end of this frame.
    #[must_use]
    pub const fn at_once(self) -> Request {
        Request { command: self, style: Style::AtOnce, is_noted: false }
    }

    /// The command's word in the trace.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Push(_) => "push",
            Self::Pop(_) => "pop",
            Self::PopTo(_) => "pop_to",
            Self::Replace(_) => "replace",
            Self::Reset(_) => "reset",
            Self::Load(_) => "load",
            Self::Quit => "quit",
            Self::Batch(_) => "batch",
        }
    }

    /// The screens or the phase that it is about, as text for the trace.
    #[must_use]
    pub fn target(&self) -> String {
        match self {
            Self::Push(target) | Self::Replace(target) => target.id().to_string(),
            Self::PopTo(id) => id.to_string(),
            Self::Load(phase) => phase.to_string(),
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

/// How a command looks.
#[derive(Clone)]
pub(super) enum Style {
    /// The manager's own transition.
    Default,
    /// No transition.
    AtOnce,
    /// This one.
    Through(Rc<dyn Transition>),
}

/// A command with its transition.
pub struct Request {
    pub(super) command: ScreenCommand,
    pub(super) style: Style,
    /// Whether the trace says already that it waits.
    pub(super) is_noted: bool,
}

impl From<ScreenCommand> for Request {
    fn from(command: ScreenCommand) -> Self {
        Self { command, style: Style::Default, is_noted: false }
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.command.fmt(f)
    }
}
