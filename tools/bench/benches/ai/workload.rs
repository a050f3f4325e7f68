//! The work that every state machine in these benchmarks does, and the inputs that drive it.
//!
//! All competitors call the same functions on the same 16 bytes per unit, so whatever
//! they differ in is the cost of the machine around them. What a run leaves behind is folded into one
//! number, because a machine that is fast by forgetting a hook is no competitor.
//!
//! There are five workloads: the *marine*, a hierarchy with hooks on groups and leaves; the *sleepers*,
//! marines of whom most have nothing to do; the *pushdown* marine, who returns to what they did before;
//! the *moods*, a plain table; and the *levelled* transitions, which ask conditions every tick.

mod checks;
mod inputs;
mod levelled;
mod marine;
mod moods;
mod pushdown;

pub use checks::{Check, fold, warm_up_frames};
pub use inputs::{FIRST, Post, UPDATE, events, posts};
pub use levelled::{Body, GAITS, Gait, Rule, bodies, jumps, jumps_twice, rules, runs, stands, walks};
pub use marine::{
    Data, Leaf, MARINE_CHECKS, checksum, enter_group, enter_leaf, exit_group, exit_leaf, started,
    update_attack, update_attack_move, update_chase, update_idle, update_move,
};
pub use moods::{FIRST_MOOD, MOOD_INPUTS, MOOD_ROWS, MOODS, mood_inputs};
pub use pushdown::{StackChange, StackState, stack_change, stack_update};
