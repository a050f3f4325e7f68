//! The pushdown machine of seed 000: a stack of states, of which the top one is current.
//!
//! A marine that attacks comes back to what it did before, whatever that was: standing, moving,
//! patrolling. With a stack, *attack* is one state and not one for each way to come to it.
//!
//! ```text
//! 1 stands                          idle
//! 2 sees an enemy in range          attack │ idle             Enter
//! 3 the enemy is dead               idle                      Exit
//! 4 ordered to attack-move          move_attack │ idle        Enter
//! 5 sees an enemy                   chase │ move_attack │ idle     Enter
//! 6 is in range                     attack │ move_attack │ idle    Switch
//! 7 the enemy is dead               move_attack │ idle        Exit
//! ```
//!
//! | seed | here |
//! |---|---|
//! | `UnitSmMgr(initSM, initState)`, `RegisterSM` | [`machine`], [`Blueprint::state`] |
//! | `StateChange::{None, Enter, Switch, Exit}` | [`Then::{Stay, Enter, Switch, Exit}`](super::Then), [`Reply`](super::Reply) of a handler |
//! | `DoProcess(event)` | rows ([`State::on`](super::State::on)), or a handler |
//! | `Enter()`, `Exit()` | [`State::enter`](super::State::enter), [`State::exit`](super::State::exit) |
//! | `CanGo(state)` | [`State::can_go`](super::State::can_go), with [`GuardContext::target`](super::GuardContext::target) |
//! | `UpdateFixTime`, `_checkTime` | [`State::fixed_update`](super::State::fixed_update) |
//!
//! # What the seed leaves open
//!
//! * A state that is covered is told, and told again when it is uncovered
//!   ([`State::covered`](super::State::covered), [`State::uncovered`](super::State::uncovered)):
//!   in step 7 the marine must find its way anew. `Enter` calls neither exit hook.
//! * A state can be on the stack twice; each entry is its own. An entry may be a state with states
//!   inside, and then the whole path is one entry.
//! * The lowest state is not left: [`ChangeError::StackEmpty`](super::ChangeError::StackEmpty).
//!   The stack is bounded ([`Blueprint::max_depth`]):
//!   [`ChangeError::StackFull`](super::ChangeError::StackFull). In both cases nothing happens.
//! * `CanGo` is asked before anything is called; nobody calls it in the seed.
//! * The clocks of a covered state stand still.
//! * `UpdateFixTime` keeps the remainder of its interval, so that it is right on average, and its
//!   first call is spread over the units. [`Remainder::Drop`](super::Remainder::Drop) is the
//!   seed's literal rule.

use super::blueprint::{Blueprint, Family};

/// A pushdown machine without states yet.
///
/// ```
/// use proscenium::ai::{Bindings, Machine, State, Then, pushdown};
///
/// let marine = pushdown::machine("marine", "idle")
///     .state(State::new("idle").on("enemy_seen", Then::enter("attack")).on("order", Then::enter("move_attack")))
///     .state(State::new("attack").on("enemy_dead", Then::Exit))
///     .state(State::new("move_attack").uncovered("find_way").on("enemy_seen", Then::enter("chase")))
///     .state(State::new("chase").on("in_range", Then::switch("attack")));
/// let bindings = Bindings::new().action("find_way", |ways: &mut u32, _| *ways += 1);
///
/// let definition = marine.build(&bindings)?;
/// let mut marine = Machine::new(&definition, 0);
/// let mut stacks = Vec::new();
/// for event in ["enemy_seen", "enemy_dead", "order", "enemy_seen", "in_range", "enemy_dead"] {
///     marine.dispatch(definition.event(event).expect("the machine has it"))?;
///     stacks.push(marine.stack().collect::<Vec<_>>().join(" "));
/// }
/// assert_eq!(stacks, [
///     "attack idle",
///     "idle",
///     "move_attack idle",
///     "chase move_attack idle",
///     "attack move_attack idle",
///     "move_attack idle",
/// ]);
/// assert_eq!(*marine.data(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn machine(name: &str, initial: &str) -> Blueprint {
    Blueprint::new(name, Family::Pushdown, initial)
}

impl Blueprint {
    /// Sets how many states can be on a unit's stack, 2 to 64.
    #[must_use]
    pub const fn max_depth(mut self, depth: u8) -> Self {
        self.max_depth = depth;
        self
    }
}
