//! The table machine: the five moods of a monster, all rows, with types of the program's own.
//!
//! `cargo run --example table_moods --no-default-features` prints the table that is run, and what a
//! monster makes of a day:
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
//! hurt in a rage, after going berserk was deleted:
//!   made before: berserk
//!   made after:  rage
//! a second row for an input: the state rage has a row for player_gone already
//! a row to nowhere: the table has no state berserk
//! ```
#![expect(clippy::print_stdout, reason = "an example shows its output")]

use std::error::Error;

use proscenium::ai::table::{Table, name_of};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mood {
    Uncaring,
    Annoyed,
    Mad,
    Rage,
    Berserk,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Input {
    PlayerSeen,
    PlayerAttacks,
    PlayerGone,
    MonsterHurt,
    MonsterHealed,
}

use Input::{MonsterHealed, MonsterHurt, PlayerAttacks, PlayerGone, PlayerSeen};
use Mood::{Annoyed, Berserk, Mad, Rage, Uncaring};

const INPUTS: [Input; 5] = [PlayerSeen, PlayerAttacks, PlayerGone, MonsterHurt, MonsterHealed];

const ROWS: [(Mood, Input, Mood); 16] = [
    (Uncaring, PlayerSeen, Annoyed),
    (Uncaring, PlayerAttacks, Mad),
    (Uncaring, MonsterHurt, Mad),
    (Annoyed, PlayerGone, Uncaring),
    (Annoyed, PlayerAttacks, Rage),
    (Annoyed, MonsterHurt, Rage),
    (Annoyed, MonsterHealed, Uncaring),
    (Mad, MonsterHurt, Rage),
    (Mad, MonsterHealed, Uncaring),
    (Mad, PlayerGone, Annoyed),
    (Rage, MonsterHurt, Berserk),
    (Rage, MonsterHealed, Annoyed),
    (Rage, PlayerGone, Mad),
    (Berserk, MonsterHurt, Berserk),
    (Berserk, MonsterHealed, Rage),
    (Berserk, PlayerGone, Rage),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut moods = Table::new("mood", Uncaring);
    for mood in [Annoyed, Mad, Rage, Berserk] {
        moods.add_state(mood)?;
    }
    for (mood, input, next) in ROWS {
        moods.add_transition(mood, input, next)?;
    }
    print_table(&moods);

    println!("a day:");
    let mut monster = moods.machine()?;
    for input in [PlayerSeen, PlayerSeen, PlayerAttacks, MonsterHurt, MonsterHealed, PlayerGone, PlayerGone] {
        let before = monster.current();
        let after = monster.input(input);
        let stays = if before == after { ", as before: there is no row" } else { "" };
        println!("  {:14} -> {}{stays}", name_of(&input), name_of(&after));
    }

    // Rows and states come and go while the program runs; machines made before stay as they are.
    moods.delete_transition(Rage, Berserk)?;
    moods.delete_state(Berserk)?;
    let mut calmer = moods.machine()?;
    calmer.set_current(Rage)?;
    monster.set_current(Rage)?;
    println!("hurt in a rage, after going berserk was deleted:");
    println!("  made before: {}", name_of(&monster.input(MonsterHurt)));
    println!("  made after:  {}", name_of(&calmer.input(MonsterHurt)));
    println!("a second row for an input: {}", refused(moods.add_transition(Rage, PlayerGone, Uncaring)));
    println!("a row to nowhere: {}", refused(moods.add_transition(Rage, MonsterHurt, Berserk)));
    Ok(())
}

fn print_table(moods: &Table<Mood, Input>) {
    print!("{:9}", "");
    for input in INPUTS {
        print!("  {:14}", name_of(&input));
    }
    println!();
    for mood in moods.states() {
        let row = INPUTS.map(|input| moods.output(mood, input));
        let cells = row.map(|next| if next == mood { "-".to_owned() } else { name_of(&next) });
        let line = cells.map(|cell| format!("{cell:14}")).join("  ");
        println!("{:9}  {}", name_of(&mood), line.trim_end());
    }
}

fn refused(result: Result<(), proscenium::ai::table::TableError>) -> String {
    result.map_or_else(|error| error.to_string(), |()| "done".to_owned())
}
