//! Changes of the stack, as values.

use std::any::Any;
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use super::screen::{GameScreen, ScreenId, Visit};
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
    /// Removes the top screen and passes the value, if there is one, to the screen below. A screen
    /// pops itself only: its request is rejected when it is not the top.
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
    /// Several commands, one after the other, behind one transition. What follows a load waits for its
    /// end; it is rejected if the load fails or is replaced. All screens that would leave are asked
    /// before the transition, and none that enters in the batch.
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
        Request { style: Style::Through(Rc::new(transition)), ..self.into() }
    }

    /// The command without a transition of its own. It is applied at the end of this tick, or when the
    /// transition or the load that runs has ended.
    #[must_use]
    pub fn without_transition(self) -> Request {
        Request { style: Style::Without, ..self.into() }
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
    Without,
    /// This one.
    Through(Rc<dyn Transition>),
}

/// The screen that has made a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asker {
    pub(super) screen: ScreenId,
    pub(super) visit: Visit,
}

/// A command with its transition.
pub struct Request {
    /// The command, or those of a batch and of the batches in it.
    pub(super) steps: VecDeque<ScreenCommand>,
    pub(super) is_batch: bool,
    pub(super) style: Style,
    /// `None` for a request from outside of the screens.
    pub(super) asker: Option<Asker>,
    /// Whether the trace has a record that the request is queued.
    pub(super) is_traced: bool,
}

impl Request {
    /// Its word in the trace.
    pub(super) fn name(&self) -> &'static str {
        if self.is_batch { "batch" } else { self.steps.front().map_or("", ScreenCommand::name) }
    }

    /// The screens or the phase of the command, or the words of a batch, for the trace.
    pub(super) fn target(&self) -> String {
        if self.is_batch {
            return self.steps.iter().map(ScreenCommand::name).collect::<Vec<_>>().join(" ");
        }
        self.steps.front().map(ScreenCommand::target).unwrap_or_default()
    }
}

impl From<ScreenCommand> for Request {
    fn from(command: ScreenCommand) -> Self {
        let is_batch = matches!(command, ScreenCommand::Batch(_));
        let (mut steps, mut open) = (VecDeque::new(), vec![command]);
        while let Some(command) = open.pop() {
            match command {
                ScreenCommand::Batch(list) => open.extend(list.into_iter().rev()),
                step => steps.push_back(step),
            }
        }
        Self { steps, is_batch, style: Style::Default, asker: None, is_traced: false }
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name(), self.target())
    }
}
