//! A node-shared template: a hundred monsters, one tree of states.
//!
//! `cargo run --example template_monster --no-default-features` sends messages to them and prints the
//! changes of the seventh, and in the end how many are in each state:
//!
//! ```text
//! one tree of 9 states, 100 units
//!   2 s later, by a timeout                 normal/patrol      100 health
//!   hungry                                  normal/forage      100 health
//!   player seen, handled by the parent      combat/cast        100 health
//!   a hit of 4; one of 15 waits its turn    combat/cast         96 health
//!   a tick later                            combat/knocked_up   81 health
//!   300 ms later                            combat/cast         81 health
//!   leave_current: it rests in the parent   combat              81 health
//!   player gone: back, by history           normal/forage       81 health
//! units in each state:
//!   normal/patrol       90
//!   normal/forage        1
//!   combat/cast          9
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::error::Error;
use std::time::Duration;

use proscenium::ai::{Bindings, Blueprint, Context, History, Population, Reply, State, UnitId};

const FRAME: Duration = Duration::from_millis(20);

proscenium::ai::events! {
    struct MonsterEvents { hungry, player_seen, player_gone, hit: Number }
}

/// All that a monster owns besides its state.
struct Monster {
    health: f64,
}

fn blueprint() -> Blueprint {
    Blueprint::template("monster", "normal")
        // Only code knows this one.
        .event("hit")
        // Rows of the root hold in all states.
        .on("player_gone", "normal")
        .state(
            State::new("normal")
                .history(History::Shallow)
                .on("player_seen", "combat")
                .child(State::new("idle").after(2000, "patrol"))
                .child(State::new("patrol").on("hungry", "forage"))
                .child(State::new("forage").on("fed", "patrol")),
        )
        .state(
            State::new("combat")
                .handler("take_damage")
                .on("stunned", "controlled")
                .child(State::new("cast"))
                .child(State::new("controlled").after(500, "cast"))
                .child(State::new("knocked_up").from_code().after(300, "cast")),
        )
}

fn main() -> Result<(), Box<dyn Error>> {
    let blueprint = blueprint();
    let structure = blueprint.check()?;
    let knocked_up = structure.state("knocked_up").ok_or("no state `knocked_up`")?;
    let events = MonsterEvents::of(&structure)?;
    let bindings = Bindings::new().handler(
        "take_damage",
        move |monster: &mut Monster, _, cx: &mut Context<'_>| match cx.payload(events.hit) {
            Some(damage) => {
                monster.health -= damage;
                if damage >= 10.0 { Reply::To(knocked_up) } else { Reply::Handled }
            }
            None => Reply::Unhandled,
        },
    );
    let definition = blueprint.build(&bindings.payloads(events.payloads()))?;

    let mut monsters = Population::new(&definition);
    let units: Vec<_> = (0..100).map(|_| monsters.spawn(&mut (), Monster { health: 100.0 })).collect();
    let seventh = units[6];
    println!("one tree of {} states, {} units", definition.state_count(), monsters.len());

    ticks(&mut monsters, 2000);
    show(&monsters, seventh, "2 s later, by a timeout");
    monsters.send(seventh, events.hungry)?;
    ticks(&mut monsters, 20);
    show(&monsters, seventh, "hungry");
    for unit in &units[..10] {
        monsters.send(*unit, events.player_seen)?;
    }
    ticks(&mut monsters, 20);
    show(&monsters, seventh, "player seen, handled by the parent");
    monsters.send(seventh, events.hit.with(4.0))?;
    monsters.send(seventh, events.hit.with(15.0))?;
    ticks(&mut monsters, 20);
    show(&monsters, seventh, "a hit of 4; one of 15 waits its turn");
    ticks(&mut monsters, 20);
    show(&monsters, seventh, "a tick later");
    ticks(&mut monsters, 300);
    show(&monsters, seventh, "300 ms later");
    monsters.leave_current(&mut (), seventh)?;
    show(&monsters, seventh, "leave_current: it rests in the parent");
    monsters.send(seventh, events.player_gone)?;
    ticks(&mut monsters, 20);
    show(&monsters, seventh, "player gone: back, by history");

    println!("units in each state:");
    for (state, count) in definition.states().zip(monsters.counts()).filter(|(_, count)| *count > 0) {
        println!("  {:18}{count:>4}", definition.path(state));
    }
    Ok(())
}

fn ticks(monsters: &mut Population<Monster>, ms: u64) {
    for _ in 0..ms / 20 {
        monsters.tick(&mut (), FRAME);
    }
}

fn show(monsters: &Population<Monster>, unit: UnitId, what: &str) {
    let state = monsters.state(unit).map(|state| monsters.definition().path(state)).unwrap_or_default();
    let health = monsters.get(unit).map_or(0.0, |monster| monster.health);
    println!("  {what:40}{state:18}{health:>4} health");
}
