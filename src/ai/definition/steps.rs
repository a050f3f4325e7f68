//! Candidates for an event or a trigger, each with all that it will do.

use super::super::context::Way;
use super::super::structure::Structure;
use super::{GuardRef, StateCode};

/// What becomes of a unit, with ids in the place of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::ai) enum Move {
    Stay,
    Goto(u16),
    Enter(u16),
    Switch(u16),
    Exit,
    Leave,
    /// A handler decides.
    Ask(u32),
}

/// One candidate of a state.
#[derive(Clone, Copy, Debug)]
pub(in crate::ai) struct Step {
    pub(in crate::ai) guard: Option<GuardRef>,
    pub(in crate::ai) action: Option<u32>,
    pub(in crate::ai) then: Move,
    /// Where the unit will be, for a plain step.
    pub(in crate::ai) leaf: u16,
    /// What hooks of a plain step are told about it.
    pub(in crate::ai) way: Way,
    /// The calls of a plain step: exits, action, enters.
    pub(in crate::ai) ops: u32,
    pub(in crate::ai) op_count: u16,
    /// Nothing about it depends on the unit: no history, no deadline, nobody to ask.
    pub(in crate::ai) is_plain: bool,
    /// Whoever comes to this candidate takes it, and it is plain and a change.
    pub(in crate::ai) is_sure: bool,
    /// There is no further candidate.
    pub(in crate::ai) is_last: bool,
}

impl Move {
    /// What hooks are told about a change from `state`.
    pub(in crate::ai) const fn way(self, state: u16) -> Way {
        match self {
            Self::Goto(target) | Self::Enter(target) | Self::Switch(target) => Way::new(state, target),
            Self::Exit => Way::out_of(state),
            Self::Stay | Self::Leave | Self::Ask(_) => Way::NONE,
        }
    }
}

/// Which call of which state: what `ops` are before they have their code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Op {
    Exit(u16),
    Enter(u16),
    Covered(u16),
    Action(u32),
}

/// What a plain step calls and where it leads; `None` if the step depends on the unit.
pub(super) fn plan<D>(
    structure: &Structure,
    states: &[StateCode<D>],
    slots: usize,
    state: u16,
    then: Move,
    action: Option<u32>,
) -> Option<(Vec<Op>, u16)> {
    let code = |state: u16| &states[state as usize];
    let action = action.map(Op::Action);
    match then {
        Move::Stay => Some((action.into_iter().collect(), state)),
        Move::Goto(target) | Move::Switch(target) => {
            let domain = structure.domain(state, target);
            let leaf = structure.descend(target);
            let leaves = || structure.up(state, domain);
            let enters: Vec<u16> = structure.up(leaf, domain).collect();
            let is_plain = !structure.depends_on_history(target)
                && leaves().all(|s| {
                    code(s).can_go.is_none() && code(s).history.is_none() && code(s).timers.slots() == 0
                })
                && enters.iter().all(|&s| code(s).timers.slots() == 0);
            let enters = enters.into_iter().rev().map(Op::Enter);
            is_plain.then(|| (leaves().map(Op::Exit).chain(action).chain(enters).collect(), leaf))
        }
        Move::Enter(target) => {
            let leaf = structure.descend(target);
            let covers = || structure.up(state, 0);
            let is_plain = slots == 0
                && !structure.depends_on_history(target)
                && covers().all(|s| code(s).can_go.is_none());
            let mut enters: Vec<Op> = structure.up(leaf, 0).map(Op::Enter).collect();
            enters.reverse();
            is_plain.then(|| (covers().map(Op::Covered).chain(action).chain(enters).collect(), leaf))
        }
        Move::Exit => {
            let leaves = || structure.up(state, 0);
            let is_plain =
                slots == 0 && leaves().all(|s| code(s).can_go.is_none() && code(s).history.is_none());
            is_plain.then(|| (leaves().map(Op::Exit).chain(action).collect(), state))
        }
        Move::Leave | Move::Ask(_) => None,
    }
}
