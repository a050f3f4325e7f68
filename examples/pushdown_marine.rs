//! A pushdown automaton: a marine that resumes its order after each fight.
//!
//! `cargo run --example pushdown_marine --no-default-features` plays a fight in seven steps,
//! and then the same on patrol. The top of the stack is on the left:
//!
//! ```text
//! 1 stands                         [idle]
//! 2 enemy in range                 [attack][idle]
//!   1000 ms later                  [attack][idle]   it shoots, shoots
//! 3 enemy dead                     [idle]
//! 4 order: attack-move             [move_attack][idle]   it plans its route
//! 5 enemy seen                     [chase][move_attack][idle]
//! 6 enemy in range                 [attack][move_attack][idle]
//! 7 enemy dead                     [move_attack][idle]   it plans its route
//!   arrived                        [idle]
//! the same on patrol, without a new state
//!   order: patrol                  [patrol][idle]   it plans its route
//!   enemy seen                     [chase][patrol][idle]
//!   enemy in range                 [attack][patrol][idle]
//!   enemy dead                     [patrol][idle]   it plans its route
//! refused commands
//!   enemy seen                     [chase][patrol][idle]
//!   enemy in range                 [attack][patrol][idle]
//!   enemy dead, but stunned        [attack][patrol][idle]
//!   enemy dead                     [patrol][idle]   it plans its route
//!   order: stop                    [idle]
//!   leave the bottom state: cannot pop the bottom state of the stack
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::error::Error;
use std::time::Duration;

use proscenium::ai::{Bindings, Blueprint, GuardContext, Machine, Next, State, UnitError};

/// The events.
const ENEMY_IN_RANGE: &str = "enemy_in_range";
const ENEMY_SEEN: &str = "enemy_seen";
const ENEMY_DEAD: &str = "enemy_dead";
const ORDER_MOVE_ATTACK: &str = "order_move_attack";
const ORDER_PATROL: &str = "order_patrol";
const ORDER_STOP: &str = "order_stop";
const ARRIVED: &str = "arrived";

/// What the machine's code knows of its marine.
#[derive(Default)]
struct Marine {
    is_stunned: bool,
    notes: Vec<&'static str>,
}

fn blueprint() -> Blueprint {
    Blueprint::pushdown("marine", "idle")
        .state(
            State::new("idle")
                .on(ENEMY_IN_RANGE, Next::enter("attack"))
                .on(ORDER_MOVE_ATTACK, Next::enter("move_attack"))
                .on(ORDER_PATROL, Next::enter("patrol")),
        )
        .state(State::new("attack").can_go("may_go").fixed_update(400, "shoot").on(ENEMY_DEAD, Next::Exit))
        .state(
            State::new("move_attack")
                .enter("plan_route")
                .uncovered("plan_route")
                .on(ENEMY_SEEN, Next::enter("chase"))
                .on(ARRIVED, Next::Exit),
        )
        .state(
            State::new("patrol")
                .enter("plan_route")
                .uncovered("plan_route")
                .on(ENEMY_SEEN, Next::enter("chase"))
                .on(ORDER_STOP, Next::Exit),
        )
        .state(State::new("chase").on(ENEMY_IN_RANGE, Next::switch("attack")).on(ENEMY_DEAD, Next::Exit))
}

fn bindings() -> Bindings<Marine> {
    Bindings::new()
        .action("plan_route", |marine: &mut Marine, _, _| marine.notes.push("plans its route"))
        .action("shoot", |marine: &mut Marine, _, _| marine.notes.push("shoots"))
        // The answer may go by the state that is wanted, `cx.target()`.
        .guard("may_go", |marine: &Marine, _, _: &GuardContext| !marine.is_stunned)
}

fn main() -> Result<(), Box<dyn Error>> {
    let definition = blueprint().build(&bindings())?;
    let mut marine = Machine::new(&definition, &mut (), Marine::default());

    println!("1 stands{:25}{}", "", stack(&marine));
    dispatch(&mut marine, "2 enemy in range", ENEMY_IN_RANGE)?;
    wait(&mut marine, 1000);
    dispatch(&mut marine, "3 enemy dead", ENEMY_DEAD)?;
    dispatch(&mut marine, "4 order: attack-move", ORDER_MOVE_ATTACK)?;
    dispatch(&mut marine, "5 enemy seen", ENEMY_SEEN)?;
    dispatch(&mut marine, "6 enemy in range", ENEMY_IN_RANGE)?;
    dispatch(&mut marine, "7 enemy dead", ENEMY_DEAD)?;
    dispatch(&mut marine, "  arrived", ARRIVED)?;

    println!("the same on patrol, without a new state");
    for (what, event) in [
        ("  order: patrol", ORDER_PATROL),
        ("  enemy seen", ENEMY_SEEN),
        ("  enemy in range", ENEMY_IN_RANGE),
        ("  enemy dead", ENEMY_DEAD),
    ] {
        dispatch(&mut marine, what, event)?;
    }

    println!("refused commands");
    dispatch(&mut marine, "  enemy seen", ENEMY_SEEN)?;
    dispatch(&mut marine, "  enemy in range", ENEMY_IN_RANGE)?;
    marine.data_mut().is_stunned = true;
    dispatch(&mut marine, "  enemy dead, but stunned", ENEMY_DEAD)?;
    marine.data_mut().is_stunned = false;
    dispatch(&mut marine, "  enemy dead", ENEMY_DEAD)?;
    dispatch(&mut marine, "  order: stop", ORDER_STOP)?;
    let emptied = marine.exit(&mut ());
    println!("  leave the bottom state: {}", emptied.err().map_or_else(String::new, |e| e.to_string()));
    Ok(())
}

/// Hands the marine an event, and shows its stack and what its hooks did.
fn dispatch(marine: &mut Machine<Marine>, what: &str, event: &str) -> Result<(), UnitError> {
    if let Some(event) = marine.definition().event(event) {
        marine.dispatch(&mut (), event)?;
    }
    let notes = take_notes(marine);
    println!("{what:33}{}{notes}", stack(marine));
    Ok(())
}

/// Lets time pass in ticks of 20 ms.
fn wait(marine: &mut Machine<Marine>, ms: u64) {
    for _ in 0..ms / 20 {
        marine.tick(&mut (), Duration::from_millis(20));
    }
    let notes = take_notes(marine);
    println!("  {:31}{}{notes}", format!("{ms} ms later"), stack(marine));
}

fn take_notes(marine: &mut Machine<Marine>) -> String {
    let notes = std::mem::take(&mut marine.data_mut().notes);
    if notes.is_empty() { String::new() } else { format!("   it {}", notes.join(", ")) }
}

fn stack(marine: &Machine<Marine>) -> String {
    let stack = marine.population().stack(marine.unit());
    stack.map(|state| format!("[{}]", state.name())).collect()
}
