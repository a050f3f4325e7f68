//! The levels: everybody stands on open ground and finds the way, and each level can be lost and won.

use super::*;
use crate::game::levels::LEVELS;
use crate::game::play::{Outcome, Tally};
use crate::game::shared::Result as PlayResult;

/// What a level's play came to.
fn play_level(number: u32, seed: u64, script: &str) -> (PlayResult, std::result::Result<(), String>) {
    let shared = shared();
    for before in 1..number {
        let result = PlayResult { outcome: Outcome::Won, tally: Tally::default(), hens: 0 };
        shared.end_level(before, result);
    }
    shared.choose_level(number);
    let mut manager = manager_seeded(&shared, seed);
    manager.start("in_game");
    let script = InputScript::parse(script, &ACTIONS).unwrap();
    let session =
        Session::new(manager, Box::new(ManualClock::default())).with_script(ScriptPlayer::new(script));
    let (_, ended) = run_headless(session);
    (shared.result().unwrap(), ended.map_err(|error| error.to_string()))
}

#[test]
fn probe() {
    let level: u32 = std::env::var("LEVEL").unwrap().parse().unwrap();
    let seeds: u64 = std::env::var("SEEDS").map_or(3, |s| s.parse().unwrap());
    let script = std::fs::read_to_string(std::env::var("SCRIPT").unwrap()).unwrap();
    let script = script.split("wait in_game").nth(1).unwrap_or_default().to_owned();
    let cut: String = script
        .lines()
        .take_while(|l| !l.starts_with("wait won") && !l.starts_with("wait lost"))
        .map(|l| format!("{l}\n"))
        .collect();
    for seed in 0..seeds {
        let r = std::panic::catch_unwind(|| {
            play_level(level, seed, &format!("wait in_game\n{cut}wait won 20000"))
        });
        match r {
            Ok((r, e)) => println!(
                "seed {seed}: {:?} wave {} t {} kills {} losses {} hens {} score {} {}",
                r.outcome,
                r.tally.wave,
                r.tally.frames / 60,
                r.tally.kills,
                r.tally.losses,
                r.hens,
                r.tally.score,
                e.err().unwrap_or_default()
            ),
            Err(_) => println!("seed {seed}: no end"),
        }
    }
}
