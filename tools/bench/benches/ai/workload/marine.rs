//! The marine: a tree of two groups and five leaves, with hooks on all of them.

use super::checks::{Check, fold};

/// What a machine works on besides its state: the fields that a game would keep for a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Data {
    /// Where the unit has moved to.
    pub x: f32,
    /// Work done by updates and by the hooks of groups.
    pub counter: u32,
    /// Milliseconds since the leaf was entered.
    pub timer: u32,
    /// How many hooks of entering have run, of leaves and of groups.
    pub enters: u16,
    /// How many hooks of leaving have run, of leaves and of groups.
    pub exits: u16,
}

/// The leaves of the marine, numbered as the checksum counts them.
///
/// `Idle` and `Attack` lie in the group *guard*, the other three in the group *march*. A marine starts
/// by entering the group and then the leaf `Idle`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Leaf {
    /// Standing guard. Where a marine starts.
    Idle,
    /// Fighting without having left the post.
    Attack,
    /// Marching. The start of a march.
    Move,
    /// Chasing an enemy.
    Chase,
    /// Fighting during a march.
    AttackMove,
}

/// What `Idle` does in a tick without an event.
#[inline(always)]
pub fn update_idle(data: &mut Data) {
    data.timer = data.timer.wrapping_add(16);
    data.counter = data.counter.wrapping_add(1);
}

/// What `Attack` does in a tick without an event.
#[inline(always)]
pub fn update_attack(data: &mut Data) {
    data.timer = data.timer.wrapping_add(16);
    data.counter = data.counter.wrapping_add(3);
}

/// What `Move` does in a tick without an event.
#[inline(always)]
pub fn update_move(data: &mut Data) {
    data.timer = data.timer.wrapping_add(16);
    data.x += 0.25;
}

/// What `Chase` does in a tick without an event.
#[inline(always)]
pub fn update_chase(data: &mut Data) {
    data.timer = data.timer.wrapping_add(16);
    data.x += 0.375;
}

/// What `AttackMove` does in a tick without an event.
#[inline(always)]
pub fn update_attack_move(data: &mut Data) {
    data.timer = data.timer.wrapping_add(16);
    data.counter = data.counter.wrapping_add(5);
}

/// The hook of every leaf that is entered.
#[inline(always)]
pub fn enter_leaf(data: &mut Data) {
    data.timer = 0;
    data.enters = data.enters.wrapping_add(1);
}

/// The hook of every leaf that is left.
#[inline(always)]
pub fn exit_leaf(data: &mut Data) {
    data.exits = data.exits.wrapping_add(1);
}

/// The hook of every group that is entered, before the hook of its leaf.
#[inline(always)]
pub fn enter_group(data: &mut Data) {
    data.enters = data.enters.wrapping_add(1);
    data.counter = data.counter.wrapping_add(100);
}

/// The hook of every group that is left, after the hook of its leaf.
#[inline(always)]
pub fn exit_group(data: &mut Data) {
    data.exits = data.exits.wrapping_add(1);
    data.counter = data.counter.wrapping_add(7);
}

/// The data of a marine that has just started, for machines that do not run the first hooks themselves.
pub fn started() -> Data {
    let mut data = Data::default();
    enter_group(&mut data);
    enter_leaf(&mut data);
    data
}

/// The runs that decide whether a competitor does the marine's work. Every implementation that was
/// measured before this project had one, in Rust and in C++, agrees on these numbers.
pub const MARINE_CHECKS: [Check; 3] = [
    Check { units: 10_000, frames: 1000, checksum: 0xB2CB_F314_4591_D406 },
    Check { units: 100_000, frames: 100, checksum: 0x160E_F234_5631_DA6B },
    Check { units: 1_000_000, frames: 20, checksum: 0xEBB1_230B_16D6_62E5 },
];

/// Folds the data and the state of all units, in their order, into the number that is compared.
pub fn checksum(units: impl IntoIterator<Item = (Data, u8)>) -> u64 {
    fold(units.into_iter().flat_map(|(data, state)| {
        [
            u64::from(data.x.to_bits()),
            u64::from(data.counter),
            u64::from(data.timer),
            u64::from(data.enters),
            u64::from(data.exits),
            u64::from(state),
        ]
    }))
}
