//! Players of three skills, who see what is on the screen and press keys: which levels they win.
//!
//! `PROSCENIUM_SKILLS=50 cargo test --release --bins skills -- --ignored --nocapture` plays each level fifty times with each
//! of them and prints how many they win.

use std::fmt::Write as _;

use proscenium::flow::{Machines, ScreenCommand, ScreenManager};
use proscenium::kit::TestRun;

use super::kind::Side;
use super::steering::distance;
use super::{Outcome, Play};
use crate::game;
use crate::levels::{LEVELS, LevelNumber};
use crate::screens::InGame;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Skill {
    /// Wanders about, strikes late, and gives an order now and then.
    Novice,
    /// Fights beside the beacon, and sends the squad to where the monsters come from.
    Fair,
    /// As that, sooner; strikes from the air, rests in time, and calls for the next wave.
    Good,
}

struct Player {
    skill: Skill,
    random: fastrand::Rng,
    /// The tick of the next order.
    next_order: u64,
}

impl Player {
    /// The lines of a script for the next moment.
    fn lines(&mut self, play: &Play, machines: &Machines, corner: (f32, f32)) -> String {
        let mut lines = String::new();
        let (tick, beacon) = (play.tally.ticks, play.beacon.spot);
        let Some(hero) = play.hero(machines).filter(|hero| hero.body.health > 0.0) else {
            self.order(play, corner, &mut lines);
            lines.push_str("run 15\n");
            return lines;
        };
        let (spot, health) = (hero.body.spot(), hero.body.health / play.tuning.hero.health);
        let foe = play.crowd.nearest(Side::Rift, spot, 400.0, |_| true).map(|foe| foe.spot);
        let far = foe.map_or(f32::MAX, |foe| distance(foe, spot));
        if self.skill == Skill::Novice {
            if tick >= self.next_order && self.random.f32() < 0.01 {
                self.order(play, corner, &mut lines);
            }
            let next = match foe.filter(|_| far < 40.0 && self.random.f32() < 0.6) {
                Some(foe) => strike(spot, foe, 4, 22),
                None => {
                    let (x, y) = (self.random.f32() * 240.0 - 120.0, self.random.f32() * 240.0 - 120.0);
                    walk(spot, (beacon.0 + x, beacon.1 + y), 20)
                }
            };
            return lines + next.as_str();
        }
        let is_good = self.skill == Skill::Good;
        if tick >= self.next_order {
            self.order(play, corner, &mut lines);
        }
        let (rests_at, reach) = if is_good { (0.5, 26.0) } else { (0.3, 24.0) };
        let light = (beacon.0, beacon.1 + 20.0);
        let next = match foe {
            _ if health < rests_at && far > reach => walk(spot, light, 12),
            Some(foe) if far < reach && is_good => format!("tap jump\nrun 10\n{}", strike(spot, foe, 2, 10)),
            Some(foe) if far < reach => strike(spot, foe, 2, 18),
            // Far from the light there is no help.
            Some(foe) if distance(foe, beacon) < 130.0 => walk(spot, foe, 6),
            None if is_good && health > 0.9 => "tap call\nrun 20\n".to_owned(),
            _ if distance(spot, light) > 20.0 => walk(spot, light, 10),
            _ => "run 12\n".to_owned(),
        };
        lines + next.as_str()
    }

    /// Sends all marines against the monster that is nearest to the beacon.
    fn order(&mut self, play: &Play, corner: (f32, f32), lines: &mut String) {
        let seconds = match self.skill {
            Skill::Novice => 20,
            Skill::Fair => 6,
            Skill::Good => 3,
        };
        self.next_order = play.tally.ticks + seconds * 60;
        let beacon = play.beacon.spot;
        let Some(foe) = play.crowd.nearest(Side::Rift, beacon, 600.0, |_| true) else { return };
        // Before the beacon, on the side of that monster.
        let part = (60.0 / distance(foe.spot, beacon)).min(1.0);
        let (x, y) = (beacon.0 + (foe.spot.0 - beacon.0) * part, beacon.1 + (foe.spot.1 - beacon.1) * part);
        // A click is where the view is, and not on a button.
        let (x, y) = ((x - corner.0).clamp(150.0, 590.0), (y - corner.1).clamp(60.0, 340.0));
        let _ = writeln!(lines, "tap select_all\ntap attack\nclick {x:.0} {y:.0}");
    }
}

/// Walks from a place towards another for these ticks.
fn walk(from: (f32, f32), to: (f32, f32), ticks: u32) -> String {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let mut keys = Vec::new();
    keys.extend((dx.abs() > 6.0).then_some(if dx > 0.0 { "right" } else { "left" }));
    keys.extend((dy.abs() > 6.0).then_some(if dy > 0.0 { "down" } else { "up" }));
    if keys.is_empty() { format!("run {ticks}\n") } else { format!("hold {} {ticks}\n", keys.join("+")) }
}

/// Turns to a monster, strikes, and pauses for these ticks.
fn strike(from: (f32, f32), foe: (f32, f32), turn: u32, pause: u32) -> String {
    format!("{}tap strike\nrun {pause}\n", walk(from, foe, turn))
}

/// How a level ends for a player: the outcome, the seconds, and the wave.
fn play(level: u32, skill: Skill, seed: u64) -> (Outcome, u64, u32) {
    let mut run = TestRun::new(game().first_phase("main_menu").seed(seed)).unwrap();
    run.script("wait main_menu").unwrap();
    let flow = ScreenManager::current().expect("the run is the current one");
    flow.command(ScreenCommand::load_with("in_game", LevelNumber(level)));
    run.script("wait in_game").unwrap();
    let mut player = Player { skill, random: fastrand::Rng::with_seed(seed), next_order: 0 };
    loop {
        let (play, machines, corner) = InGame::observe(run.manager()).unwrap();
        let (ticks, wave) = (play.tally.ticks, play.tally.wave);
        match run.stack()[..] {
            ["in_game"] => {}
            ["in_game", "won"] => return (Outcome::Won, ticks / 60, wave),
            ["in_game", "lost"] => return (Outcome::Lost, ticks / 60, wave),
            ref other => panic!("level {level}, {skill:?}, seed {seed}: {other:?}"),
        }
        assert!(ticks < 20 * 3600, "level {level}, {skill:?}, seed {seed} has no end");
        let lines = player.lines(play, machines, corner);
        run.script(&lines).unwrap_or_else(|error| panic!("{error} in\n{lines}"));
    }
}

#[test]
#[ignore = "it plays for minutes; see above"]
fn the_better_a_player_is_the_more_levels_are_won() {
    let seeds = std::env::var("PROSCENIUM_SKILLS").map_or(4, |seeds| seeds.parse().expect("a number"));
    for level in LEVELS {
        let mut won_before = 0;
        for skill in [Skill::Novice, Skill::Fair, Skill::Good] {
            let ends: Vec<_> = (1..=seeds).map(|seed| play(level.number, skill, seed)).collect();
            let won = ends.iter().filter(|end| end.0 == Outcome::Won).count();
            let mut waves: Vec<_> =
                ends.iter().filter(|end| end.0 == Outcome::Lost).map(|end| end.2).collect();
            waves.sort_unstable();
            let mean = ends.iter().map(|end| end.1).sum::<u64>() / seeds.max(1);
            eprintln!(
                "{}, {skill:?}: won {won} of {seeds}, {mean} s, lost in the waves {waves:?}",
                level.name
            );
            assert!(won + (seeds as usize / 10) >= won_before, "{}: {skill:?}", level.name);
            won_before = won;
        }
    }
}
