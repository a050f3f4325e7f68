//! A transition table: the five moods of a monster.
//!
//! `cargo run --example table_moods --no-default-features` prints the table, and the moods of a monster
//! during a day:
//!
//! ```text
//!            player_seen     player_attacks  player_gone     monster_hurt    monster_healed
//! uncaring   annoyed         mad             -               mad             -
//! annoyed    -               rage            uncaring        rage            uncaring
//! mad        -               -               annoyed         rage            uncaring
//! rage       -               -               mad             berserk         annoyed
//! berserk    -               -               rage            -               rage
//! a day:
//!   player_seen    -> annoyed
//!   player_seen    -> annoyed, as before: there is no row
//!   player_attacks -> rage
//!   monster_hurt   -> berserk
//!   monster_healed -> rage
//!   player_gone    -> mad
//!   player_gone    -> annoyed
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::error::Error;

use proscenium::ai::{Bindings, Blueprint, Machine, State};

const PLAYER_SEEN: &str = "player_seen";
const PLAYER_ATTACKS: &str = "player_attacks";
const PLAYER_GONE: &str = "player_gone";
const MONSTER_HURT: &str = "monster_hurt";
const MONSTER_HEALED: &str = "monster_healed";
const EVENTS: [&str; 5] = [PLAYER_SEEN, PLAYER_ATTACKS, PLAYER_GONE, MONSTER_HURT, MONSTER_HEALED];

fn moods() -> Blueprint {
    Blueprint::table("mood", "uncaring")
        .state(
            State::new("uncaring")
                .on(PLAYER_SEEN, "annoyed")
                .on(PLAYER_ATTACKS, "mad")
                .on(MONSTER_HURT, "mad"),
        )
        .state(
            State::new("annoyed")
                .on(PLAYER_GONE, "uncaring")
                .on(PLAYER_ATTACKS, "rage")
                .on(MONSTER_HURT, "rage")
                .on(MONSTER_HEALED, "uncaring"),
        )
        .state(
            State::new("mad")
                .on(MONSTER_HURT, "rage")
                .on(MONSTER_HEALED, "uncaring")
                .on(PLAYER_GONE, "annoyed"),
        )
        .state(
            State::new("rage")
                .on(MONSTER_HURT, "berserk")
                .on(MONSTER_HEALED, "annoyed")
                .on(PLAYER_GONE, "mad"),
        )
        .state(State::new("berserk").on(MONSTER_HEALED, "rage").on(PLAYER_GONE, "rage"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let moods = moods();
    print_table(&moods);

    println!("a day:");
    let definition = moods.build(&Bindings::new())?;
    let mut monster = Machine::new(&definition, &mut (), ());
    let day =
        [PLAYER_SEEN, PLAYER_SEEN, PLAYER_ATTACKS, MONSTER_HURT, MONSTER_HEALED, PLAYER_GONE, PLAYER_GONE];
    for event in day {
        let before = monster.state();
        monster.dispatch(&mut (), definition.event(event).expect("a row names it"))?;
        let stays = if monster.state() == before { ", as before: there is no row" } else { "" };
        println!("  {event:14} -> {}{stays}", monster.state_name());
    }
    Ok(())
}

/// A blueprint is plain data, so the table can be read off it.
fn print_table(moods: &Blueprint) {
    let row = |cells: [&str; 5]| cells.map(|cell| format!("{cell:14}")).join("  ");
    println!("{:9}  {}", "", row(EVENTS).trim_end());
    for state in &moods.states {
        let next = EVENTS.map(|event| {
            let row = state.on.iter().find(|row| row.event == event);
            row.and_then(|row| row.then.target()).unwrap_or("-")
        });
        println!("{:9}  {}", state.name, row(next).trim_end());
    }
}
