//! A guard in a plain loop, without an engine: it patrols, chases a thief that comes near, and rests.
//!
//! `cargo run -p proscenium-ai --example plain_loop`
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::error::Error;
use std::time::Duration;

use proscenium_ai::{Bindings, Blueprint, Context, Machine, State};

/// What all machines of this game share.
struct Street {
    thief: f32,
}

proscenium_ai::events! { struct GuardEvents { seen, caught } }

fn main() -> Result<(), Box<dyn Error>> {
    let guard = Blueprint::template("guard", "patrol")
        .state(State::new("patrol").update("look").on("seen", "chase"))
        .state(State::new("chase").update("run").on("caught", "rest").after(2000, "rest"))
        .state(State::new("rest").after(1000, "patrol"));
    let events = GuardEvents::of(&guard.check()?)?;
    let bindings = Bindings::new()
        .action("look", move |at: &mut f32, street: &mut Street, cx: &mut Context<'_>| {
            if (street.thief - *at).abs() < 20.0 {
                cx.raise(events.seen);
            }
        })
        .action("run", move |at: &mut f32, street: &mut Street, cx: &mut Context<'_>| {
            *at += 8.0 * cx.delta().as_secs_f32();
            if *at >= street.thief {
                street.thief += 60.0;
                cx.raise(events.caught);
            }
        });
    let mut street = Street { thief: 30.0 };
    let mut guard = Machine::recording(&guard.build(&bindings)?, &mut street, 0.0);
    // Ten seconds; a game waits for its display here.
    for _ in 0..600 {
        street.thief -= 0.1;
        guard.tick(&mut street, Duration::from_secs_f32(1.0 / 60.0));
        for change in guard.take_changes() {
            println!("{:5.2} s: {} at {:.1}", change.at.as_secs_f32(), change.to, guard.data());
        }
    }
    Ok(())
}
