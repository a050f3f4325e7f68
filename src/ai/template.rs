//! The node-shared machine of seed 004: one tree for all units of a kind, and units that own
//! nothing but where they are.
//!
//! ```text
//! root, made by itself
//! ├─ normal      idle (default), patrol, forage
//! └─ combat      cast, controlled, knocked_up
//! ```
//!
//! The tree, its names, its code and where each message leads are in the [`Definition`], of which
//! there is one; a hundred monsters are a hundred bytes. A unit's messages wait in a queue and are
//! handled one in a tick: by the current state or, if it does not heed them, by its parent, and so
//! on to the root.
//!
//! [`Definition`]: super::Definition
//!
//! | seed | here |
//! |---|---|
//! | `FSMTemplate`, its root, `AddNode` | [`machine`], [`Blueprint::state`] |
//! | `FSMNode`, `AddChildNode`, `Parent` | [`State`](super::State), [`State::child`](super::State::child) or `parent: "combat"` in a file, [`Structure::parent`](super::Structure::parent) |
//! | `GetNode(name)` | [`Structure::state`](super::Structure::state) |
//! | `FSM`, `StartFSM` | a unit: [`Population::spawn`](super::Population::spawn), or a [`Machine`](super::Machine) |
//! | `curState`, `defaultState` | [`Population::state`](super::Population::state), [`Blueprint::initial`] |
//! | the state before, the target of the running change | [`Population::previous`](super::Population::previous), [`Context::previous`](super::Context::previous), [`Context::pending`](super::Context::pending) |
//! | `SetState(name, force)` | [`Population::set_state`](super::Population::set_state), or [`Context::set_state`](super::Context::set_state) from code |
//! | `LeaveCurState()` | [`Population::leave_current`](super::Population::leave_current), [`Then::Leave`](super::Then::Leave) |
//! | `UpdateFSM()` | [`Population::tick`](super::Population::tick) |
//! | `SendMessage` | [`Population::send`](super::Population::send), [`Context::send`](super::Context::send) |
//! | `HandleMessage`, true or false | rows, or a handler: [`Reply::Handled`](super::Reply::Handled) or [`Reply::Unhandled`](super::Reply::Unhandled) |
//! | `OnEnterState`, `OnLeaveState`, `OnUpdateState` | [`State::enter`](super::State::enter), [`State::exit`](super::State::exit), [`State::update`](super::State::update); any of them may be absent |
//!
//! # What the seed leaves open
//!
//! * After `LeaveCurState` the parent is current, without a child: it *rests* there, until
//!   something leads it elsewhere. A state with children that names no initial one is rested in
//!   as well.
//! * A message that is sent while another is handled is appended, and handled in the next tick at
//!   the earliest.
//! * The queue is bounded ([`Blueprint::queue`]); the newest messages beyond are dropped and
//!   counted.
//! * `SetState` to the state that is current already does nothing, or with `force` leaves it and
//!   enters it again.

use super::blueprint::{Blueprint, Family};

/// A template without states yet. The root is made by itself.
///
/// ```
/// use proscenium::ai::{Bindings, Population, State, template};
/// use std::time::Duration;
///
/// let monster = template::machine("monster", "normal")
///     .state(
///         State::new("normal")
///             .on("player_seen", "combat")
///             .child(State::new("idle").after(2000, "patrol"))
///             .child(State::new("patrol").on("hungry", "forage"))
///             .child(State::new("forage").on("fed", "patrol")),
///     )
///     .state(
///         State::new("combat")
///             .on("player_gone", "normal")
///             .on("stunned", "controlled")
///             .on("hit", "knocked_up")
///             .child(State::new("cast"))
///             .child(State::new("controlled").after(500, "cast"))
///             .child(State::new("knocked_up").after(300, "cast")),
///     );
/// let definition = monster.build(&Bindings::<()>::new())?;
/// let mut monsters = Population::new(&definition);
/// let units: Vec<_> = (0..100).map(|_| monsters.spawn(())).collect();
///
/// let seen = definition.event("player_seen").expect("the machine has it");
/// monsters.send(units[7], seen)?; // heeded by `normal`, the parent of `idle`
/// monsters.tick(Duration::from_millis(16));
/// assert_eq!(definition.path(monsters.state(units[7]).expect("it is there")), "combat/cast");
///
/// let normal = definition.state("normal").expect("the machine has it");
/// assert_eq!(monsters.count_in(normal), 99);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn machine(name: &str, initial: &str) -> Blueprint {
    Blueprint::new(name, Family::Template, initial)
}
