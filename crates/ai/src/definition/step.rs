//! One candidate for an event or a trigger.

use super::GuardRef;
use crate::blueprint::History;
use crate::context::Transition;
use crate::id::EventId;

/// What happens to a unit: a [`Next`](crate::Next) with numbers for names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Move {
    Stay,
    /// In a pushdown machine the target replaces the top of the stack.
    Go(CompiledGo),
    Enter(u8),
    Exit,
    Leave,
    /// The handler decides.
    Ask(u32),
}

/// A [`Go`](crate::Go) with numbers for names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CompiledGo {
    pub(crate) to: u8,
    pub(crate) history: Option<History>,
    pub(crate) or: Option<u8>,
    /// Of an external transition the state that has the row.
    pub(crate) external: Option<u8>,
}

/// One candidate of a state.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) guard: Option<GuardRef>,
    pub(crate) action: Option<u32>,
    pub(crate) then: Move,
    /// Nothing about it depends on the unit: no history, no deadline, no `can_go`. Only then the
    /// calls below are known.
    pub(crate) is_plain: bool,
    /// The calls: exits, action, enters.
    pub(crate) ops: (u32, u32),
    /// The state in which the unit arrives, unless it is popped.
    pub(crate) leaf: u8,
    pub(crate) transition: Transition,
    /// There is no further candidate.
    pub(crate) is_last: bool,
}

impl Move {
    pub(crate) const fn to(to: u8) -> Self {
        Self::Go(CompiledGo { to, history: None, or: None, external: None })
    }

    /// The target that it names.
    pub(crate) const fn target(self) -> Option<u8> {
        match self {
            Self::Go(CompiledGo { to, .. }) | Self::Enter(to) => Some(to),
            Self::Exit | Self::Stay | Self::Leave | Self::Ask(_) => None,
        }
    }

    pub(crate) const fn transition(self, state: u8) -> Transition {
        match (self.target(), self) {
            (Some(target), _) => Transition::new(state, target),
            (None, Self::Exit) => Transition::out_of(state),
            _ => Transition::NONE,
        }
    }
}

impl Step {
    /// A step whose calls depend on the unit.
    pub(super) const fn of_unit(state: u8, row: CompiledRow) -> Self {
        let CompiledRow { guard, action, then } = row;
        let transition = then.transition(state);
        Self { guard, action, then, is_plain: false, ops: (0, 0), leaf: state, transition, is_last: true }
    }
}

/// A row, a trigger or a timeout.
#[derive(Clone, Copy)]
pub(super) struct CompiledRow {
    pub(super) guard: Option<GuardRef>,
    pub(super) action: Option<u32>,
    pub(super) then: Move,
}

/// The handler, the rows and the triggers of one state, without the states around it.
#[derive(Default)]
pub(super) struct OwnRows {
    pub(super) handler: Option<u32>,
    pub(super) on: Vec<(EventId, CompiledRow)>,
    /// Each with its level.
    pub(super) when: Vec<(i32, CompiledRow)>,
}
