//! The pushdown marine, who returns to what they did before.

use super::inputs::{FIRST, UPDATE};
use super::marine::{Data, update_attack, update_chase, update_idle, update_move};

/// What an event does to a stack of states, whose top state is the one that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StackChange {
    /// Nothing.
    Stay,
    /// A state is put on top. The one below gets no call.
    Enter(StackState),
    /// The top state is left and another takes its place.
    Switch(StackState),
    /// The top state is left, and the one below counts again.
    Exit,
}

/// The states of the pushdown marine. 0 is no state, so that a stack of nibbles shows where it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StackState {
    /// Standing about: the bottom of every stack.
    Idle = 1,
    /// Fighting, whatever the marine did before.
    Attack = 2,
    /// Going somewhere, ready to be distracted.
    Move = 3,
    /// After an enemy that is out of range.
    Chase = 4,
}

/// The marine of the pushdown seed. Its [`Data`] counts hooks and updates as the other
/// marine's does, without groups. [`FIRST`] is an enemy: in range for one who stands or chases, out of
/// range for one who is on the way. [`SECOND`] is the order to march for one who stands, and for all
/// others the end of what they do. Whatever happens to one who attacks, the attack is over.
#[inline(always)]
pub fn stack_change(top: StackState, event: u8) -> StackChange {
    match (top, event) {
        (_, UPDATE) => StackChange::Stay,
        (StackState::Idle, FIRST) => StackChange::Enter(StackState::Attack),
        (StackState::Idle, _) => StackChange::Enter(StackState::Move),
        (StackState::Move, FIRST) => StackChange::Enter(StackState::Chase),
        (StackState::Chase, FIRST) => StackChange::Switch(StackState::Attack),
        (StackState::Attack | StackState::Move | StackState::Chase, _) => StackChange::Exit,
    }
}

/// What the state on top of the stack does in a tick without an event.
#[inline(always)]
pub fn stack_update(top: StackState, data: &mut Data) {
    match top {
        StackState::Idle => update_idle(data),
        StackState::Attack => update_attack(data),
        StackState::Move => update_move(data),
        StackState::Chase => update_chase(data),
    }
}
