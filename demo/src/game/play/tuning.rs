//! The balance of the game, from `assets/tuning.ron`. Lengths are in pixels, times in seconds, speeds
//! in pixels a second.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::kind::Kind;
use crate::settings::Difficulty;

/// The balance of the game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    pub hero: HeroTuning,
    pub marine: MarineTuning,
    pub beacon: BeaconTuning,
    pub monsters: BTreeMap<Kind, MonsterTuning>,
    /// The effect of each mood of `machines/mood.ron`, from the calmest to the wildest.
    pub moods: Vec<MoodTuning>,
    /// What each difficulty changes.
    pub difficulties: BTreeMap<Difficulty, DifficultyTuning>,
}

/// The effect of a difficulty, as factors.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DifficultyTuning {
    /// Of the damage of monsters.
    pub damage: f32,
    /// Of their health.
    pub health: f32,
    /// Of how many come.
    pub crowd: f32,
    /// How many of a hundred runs of each level four players are to win: one who presses nothing, a novice, a fair and a good one.
    pub wins: Vec<[u32; 4]>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroTuning {
    pub health: f32,
    pub walk: f32,
    pub run: f32,
    /// Upward speed of a jump.
    pub jump: f32,
    /// Upward speed of the second jump in the air.
    pub double_jump: f32,
    pub reach: f32,
    pub damage: f32,
    /// Time from one blow to the next.
    pub pause: f32,
    /// For how many ticks a blow that hits stops time.
    pub stop: u8,
    /// Health regained per second near the beacon.
    pub rest: f32,
    /// How near a marine helps him when he has fallen, the time until he rises, and the part of his health then.
    pub help: f32,
    pub recovery: f32,
    pub recovered: f32,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarineTuning {
    pub health: f32,
    pub speed: f32,
    pub sight: f32,
    pub range: f32,
    pub damage: f32,
    /// Health regained per second near the beacon.
    pub rest: f32,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeaconTuning {
    pub health: f32,
    /// Radius in which the hero and the marines recover.
    pub light: f32,
    /// The health that an ember gives it, and the points for one.
    pub ember: f32,
    pub ember_score: u32,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonsterTuning {
    pub health: f32,
    /// Speed in the mood `uncaring`.
    pub speed: f32,
    /// Half its width.
    pub radius: f32,
    pub sight: f32,
    /// Reach of its attack; above 40 it throws bolts.
    pub reach: f32,
    pub damage: f32,
    /// Time from the start of an attack to the blow.
    pub windup: f32,
    /// Time from a blow to the next attack.
    pub pause: f32,
    pub push: f32,
    /// Time until it is hungry.
    pub hunger: f32,
    /// How far others hear it call when it sees prey; 0 if it does not call.
    pub call: f32,
    pub score: u32,
}

/// The effect of a mood on a monster.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoodTuning {
    /// The state of the machine.
    pub name: String,
    /// Factor of its speed.
    pub speed: f32,
    /// Factor of its damage.
    pub damage: f32,
    /// Tint of its sprite: red, green and blue from 0 to 255.
    pub tint: [u8; 3],
}

impl Tuning {
    /// The first number that is out of range.
    pub fn problem(&self) -> Option<String> {
        let Self { hero, marine, beacon, .. } = self;
        let monsters = self.monsters.iter().map(|(kind, of)| {
            let sizes = [of.health, of.speed, of.radius, of.sight, of.reach, of.windup, of.pause, of.hunger];
            wrong(kind.name, &sizes, &[of.damage, of.push, of.call])
        });
        let moods = self.moods.iter().map(|of| wrong(&of.name, &[of.speed], &[of.damage]));
        let difficulties = self.difficulties.iter().map(|(difficulty, of)| {
            let wins = of.wins.iter().flatten().find(|wins| **wins > 100);
            let wins =
                wins.map(|wins| format!("{wins} in `wins` of `{}` is more than 100", difficulty.name()));
            wrong(difficulty.name(), &[of.health, of.crowd], &[of.damage]).or(wins)
        });
        let heroes = [hero.health, hero.walk, hero.run, hero.jump, hero.reach, hero.recovery, hero.recovered];
        let marines = [marine.health, marine.speed, marine.sight, marine.range];
        let others = [
            wrong("hero", &heroes, &[hero.double_jump, hero.damage, hero.pause, hero.rest]),
            wrong("marine", &marines, &[marine.damage, marine.rest]),
            wrong("beacon", &[beacon.health, beacon.light], &[beacon.ember]),
        ];
        let missing = Difficulty::ALL.into_iter().find(|one| !self.difficulties.contains_key(one));
        let missing = missing.map(|one| format!("`difficulties` has no `{}`", one.name()));
        monsters.chain(moods).chain(difficulties).chain(others).chain([missing]).flatten().next()
    }

    /// The balance of a kind of monster; `decode` has checked that all kinds are there.
    pub fn monster(&self, kind: Kind) -> &MonsterTuning {
        &self.monsters[kind]
    }
}

/// The first number that is out of range: of `sizes`, or of `amounts`, which may be zero.
fn wrong(whose: &str, sizes: &[f32], amounts: &[f32]) -> Option<String> {
    let all = sizes.iter().map(|size| (0.01, size)).chain(amounts.iter().map(|amount| (0.0, amount)));
    let mut wrong = all.filter(|(least, number)| !(*least..=10_000.0).contains(*number));
    let (least, number) = wrong.next()?;
    Some(format!("{number} in `{whose}` is out of range ({least} to 10000)"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_no_unit_can_have_are_found() {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/tuning.ron");
        let text = std::fs::read_to_string(path).unwrap();
        let problem = |from: &str, to: &str| {
            assert!(text.contains(from), "{from}");
            ron::from_str::<Tuning>(&text.replacen(from, to, 1)).unwrap().problem()
        };
        assert_eq!(problem("push: 0.0", "push: 0.0"), None);
        for (from, to, expected) in [
            ("health: 20.0", "health: 0.0", "0 in `imp` is out of range (0.01 to 10000)"),
            ("damage: 4.0", "damage: -4.0", "-4 in `imp` is out of range (0 to 10000)"),
            ("damage: 14.0", "damage: NaN", "NaN in `hero` is out of range (0 to 10000)"),
            ("pause: 0.32", "pause: inf", "inf in `hero` is out of range (0 to 10000)"),
            ("damage: 1.15", "damage: -1.0", "-1 in `mad` is out of range (0 to 10000)"),
            ("damage: 0.85", "damage: -1.0", "-1 in `easy` is out of range (0 to 10000)"),
            ("wins: [(0, 10,", "wins: [(0, 101,", "101 in `wins` of `hard` is more than 100"),
            ("        hard:", "        easy:", "`difficulties` has no `hard`"),
        ] {
            assert_eq!(problem(from, to).as_deref(), Some(expected), "{to}");
        }
    }
}
