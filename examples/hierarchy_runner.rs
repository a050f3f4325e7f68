//! A hierarchical machine: a runner whose states follow from its speed and height.
//!
//! `cargo run --example hierarchy_runner --no-default-features` moves a stick and presses jump, and
//! prints each change with its hooks:
//!
//! ```text
//!          idle                            enter idle
//!  100 ms  movement/walk                   exit idle, enter movement, enter walk
//!  400 ms  movement/run                    exit walk, enter run
//!  800 ms  movement/jumping/jump           exit run, enter jumping, enter jump
//! 1000 ms  movement/jumping/double_jump    exit jump, enter double_jump
//! 2140 ms  movement/walk                   exit double_jump, exit jumping, enter walk
//! 2160 ms  movement/run                    exit walk, enter run
//! 2400 ms  movement/walk                   exit run, enter walk
//! 2600 ms  movement/run                    exit walk, enter run
//! 2700 ms  idle                            exit run, exit movement, enter idle
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::error::Error;
use std::time::Duration;

use proscenium::ai::{Bindings, Blueprint, Machine, State};

/// Distances in metres and speeds in metres a second.
const FAST: f32 = 2.5;
const VERY_HIGH: f32 = 5.0;
const GRAVITY: f32 = 9.8;
const FRAME: Duration = Duration::from_millis(20);

#[derive(Default)]
struct Runner {
    speed: f32,
    height: f32,
    hooks: Vec<String>,
}

fn blueprint() -> Blueprint {
    let jump = State::new("jump").enter("enter_jump").exit("exit_jump");
    let jumping = State::new("jumping")
        .enter("enter_jumping")
        .exit("exit_jumping")
        .when(1, "landed", "walk")
        .child(jump.when(2, "very_high", "double_jump"))
        .child(State::new("double_jump").enter("enter_double_jump").exit("exit_double_jump"));
    Blueprint::hierarchy("runner", "idle")
        // Whatever else is true: who is in the air jumps.
        .when(2, "in_air", "jumping")
        .when(0, "at_rest", "idle")
        .state(State::new("idle").enter("enter_idle").exit("exit_idle").when(1, "moving", "movement"))
        .state(
            State::new("movement")
                .enter("enter_movement")
                .exit("exit_movement")
                .child(State::new("walk").enter("enter_walk").exit("exit_walk").when(1, "fast", "run"))
                .child(State::new("run").enter("enter_run").exit("exit_run").when(1, "slow", "walk"))
                .child(jumping),
        )
}

/// Every hook writes its own name down.
fn bindings() -> Bindings<Runner> {
    let mut bindings = Bindings::new()
        .guard("at_rest", |r: &Runner, _, _| r.speed <= 0.0 && r.height <= 0.0)
        .guard("moving", |r: &Runner, _, _| r.speed > 0.0)
        .guard("fast", |r: &Runner, _, _| r.speed > FAST)
        // Standing still is not slow: a runner who stops is idle in the same update.
        .guard("slow", |r: &Runner, _, _| r.speed > 0.0 && r.speed <= FAST)
        .guard("in_air", |r: &Runner, _, _| r.height > 0.0)
        .guard("landed", |r: &Runner, _, _| r.height <= 0.0 && r.speed > 0.0)
        .guard("very_high", |r: &Runner, _, _| r.height > VERY_HIGH);
    for state in ["idle", "movement", "walk", "run", "jumping", "jump", "double_jump"] {
        for hook in ["enter", "exit"] {
            let name = format!("{hook}_{state}");
            let note = format!("{hook} {state}");
            bindings = bindings.action(&name, move |r: &mut Runner, _, _| r.hooks.push(note.clone()));
        }
    }
    bindings
}

fn main() -> Result<(), Box<dyn Error>> {
    let definition = blueprint().build(&bindings())?;
    let mut runner = Machine::new(&definition, &mut (), Runner::default());
    println!("{:>7}  {:30}  {}", "", runner.path(), hooks(&mut runner));
    // From when, how fast, and a jump to how high.
    let script = [
        (100, 1.0, 0.0),
        (400, 4.0, 0.0),
        (800, 4.0, 2.5),
        (1000, 4.0, 5.5),
        (2400, 1.0, 0.0),
        (2600, 4.0, 0.0),
        (2700, 0.0, 0.0),
    ];
    let mut before = runner.path();
    for tick in 0..140_u32 {
        let ms = tick * 20;
        if let Some((_, speed, height)) = script.iter().find(|(at, ..)| *at == ms) {
            let data = runner.data_mut();
            data.speed = *speed;
            data.height = data.height.max(*height);
        }
        runner.tick(&mut (), FRAME);
        let now = runner.path();
        if now != before {
            println!("{ms:>4} ms  {now:30}  {}", hooks(&mut runner));
            before = now;
        }
        let data = runner.data_mut();
        data.height = (data.height - GRAVITY * 0.5 * FRAME.as_secs_f32()).max(0.0);
    }
    Ok(())
}

fn hooks(runner: &mut Machine<Runner>) -> String {
    std::mem::take(&mut runner.data_mut().hooks).join(", ")
}
