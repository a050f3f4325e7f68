//! The hierarchical machine of seed 001: states, sub-machines, and transitions that are triggered.
//!
//! In every tick the triggers of the current state, of all states that it is inside of, and of
//! any state are asked. The highest level wins; on a tie the outer state, which in the seed is
//! asked first, then the one that is declared first. If none holds, the states are updated,
//! parents first.
//!
//! ```text
//! runner
//! ├─ idle
//! ├─ movement        walk ◄─► run
//! └─ jumping         jump ──► double_jump
//!
//! level 2: the jump, whatever else is true
//! level 1: walking and running
//! level 0: standing still
//! ```
//!
//! | seed | here |
//! |---|---|
//! | `HierarchicalStateMachine`, `AddState` | [`machine`], [`Blueprint::state`] |
//! | `SubMachineState` | a state with children: [`State::child`](super::State::child) |
//! | `Transition`: `isTriggered`, `getLevel`, `getTargetState` | [`State::when`](super::State::when): a trigger, its level, its target |
//! | `onEntry`, `onExit`, `update` | [`State::enter`](super::State::enter), [`State::exit`](super::State::exit), [`State::update`](super::State::update) |
//!
//! # Mistakes of the seed's code that are not made here
//!
//! * `WalkTransition` leads to *run* and `JumpTransition` to *doublejump*; neither is used. Here
//!   every trigger names its target, and a target that does not exist is an error of `build`.
//! * One object of *idle* is a state of three machines at once, so each machine has its own idea
//!   of whether it is active. Here a state is in one place.
//! * A transition whose target is not in the same machine does nothing but update the child: from
//!   *run* nobody comes back to *walk*. Here a target may be anywhere: the exit hooks are called
//!   up to the lowest common ancestor and the enter hooks down from there. Only a target that the
//!   unit is in already is passed over.
//! * `SubMachineState.onExit` calls the parent's part before the child's. Here it is the child
//!   first, everywhere.
//! * The movement machine keeps its current state when it is left, the jump machine forgets it,
//!   and coming back does not enter what was kept. Here [`History`](super::History) says which,
//!   and who comes back is entered.

use super::blueprint::{Blueprint, Family};

/// A hierarchical machine without states yet.
///
/// ```
/// use proscenium::ai::{Bindings, Machine, State, hierarchy};
/// use std::time::Duration;
///
/// struct Runner { speed: f32, height: f32 }
///
/// let runner = hierarchy::machine("runner", "idle")
///     .when(2, "in_air", "jumping")
///     .when(0, "at_rest", "idle")
///     .state(State::new("idle").when(1, "moving", "movement"))
///     .state(
///         State::new("movement")
///             .child(State::new("walk").when(1, "fast", "run"))
///             .child(State::new("run").when(1, "!fast", "walk")),
///     )
///     .state(
///         State::new("jumping")
///             .when(1, "on_ground", "movement")
///             .child(State::new("jump").when(2, "very_high", "double_jump"))
///             .child(State::new("double_jump")),
///     );
/// let bindings = Bindings::new()
///     .guard("at_rest", |r: &Runner, _| r.speed <= 0.0 && r.height <= 0.0)
///     .guard("moving", |r: &Runner, _| r.speed > 0.0)
///     .guard("fast", |r: &Runner, _| r.speed > 2.5)
///     .guard("in_air", |r: &Runner, _| r.height > 0.0)
///     .guard("on_ground", |r: &Runner, _| r.height <= 0.0 && r.speed > 0.0)
///     .guard("very_high", |r: &Runner, _| r.height > 5.0);
///
/// let definition = runner.build(&bindings)?;
/// let mut runner = Machine::new(&definition, Runner { speed: 0.0, height: 0.0 });
/// let mut seen = Vec::new();
/// for (speed, height) in [(1.0, 0.0), (4.0, 0.0), (4.0, 2.5), (4.0, 5.5), (4.0, 0.0), (0.0, 0.0)] {
///     *runner.data_mut() = Runner { speed, height };
///     runner.tick(Duration::from_millis(16));
///     seen.push(runner.path());
/// }
/// assert_eq!(seen, [
///     "movement/walk",
///     "movement/run",
///     "jumping/jump",
///     "jumping/double_jump",
///     "movement/walk",
///     "idle",
/// ]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn machine(name: &str, initial: &str) -> Blueprint {
    Blueprint::new(name, Family::Hierarchy, initial)
}
