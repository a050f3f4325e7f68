//! All numbers of the play, from `assets/tuning.ron`: how strong, how fast, how far.
//! Lengths are pixels, times are seconds, speeds are pixels a second.

use std::collections::BTreeMap;
use std::error::Error;

use proscenium::phase::{Asset, DecodeContext};
use serde::Deserialize;

use super::kind::Kind;

/// The numbers of everybody.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// The hero's.
    pub hero: HeroTuning,
    /// The marines'.
    pub marine: MarineTuning,
    /// The beacon's.
    pub beacon: BeaconTuning,
    /// Those of each kind of monster.
    pub monsters: BTreeMap<Kind, MonsterTuning>,
    /// What each mood of `machines/mood.ron` makes of a monster.
    pub moods: BTreeMap<String, MoodTuning>,
}

/// The numbers of the hero.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroTuning {
    /// Health at the start.
    pub health: f32,
    /// Speed of a walk.
    pub walk: f32,
    /// Speed of a run.
    pub run: f32,
    /// How fast a jump leaves the ground.
    pub jump: f32,
    /// How fast a second jump in the air rises.
    pub double_jump: f32,
    /// How far the staff reaches.
    pub reach: f32,
    /// What a blow takes.
    pub damage: f32,
    /// Time from one blow to the next.
    pub pause: f32,
    /// Health that comes back in a second near the beacon.
    pub rest: f32,
}

/// The numbers of a marine.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarineTuning {
    /// Health at the start.
    pub health: f32,
    /// Speed of a march.
    pub speed: f32,
    /// How far a marine sees.
    pub sight: f32,
    /// How far the rifle reaches.
    pub range: f32,
    /// What a bullet takes.
    pub damage: f32,
    /// Health that comes back in a second near the beacon.
    pub rest: f32,
}

/// The numbers of the beacon.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeaconTuning {
    /// Health at the start.
    pub health: f32,
    /// How near who is hurt recovers.
    pub light: f32,
}

/// The numbers of a kind of monster.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonsterTuning {
    /// Health at the start.
    pub health: f32,
    /// Speed when it does not care.
    pub speed: f32,
    /// Half its width.
    pub radius: f32,
    /// How far it sees.
    pub sight: f32,
    /// How far it reaches; beyond 40 it throws a bolt.
    pub reach: f32,
    /// What its attack takes.
    pub damage: f32,
    /// From the beginning of an attack to the blow.
    pub windup: f32,
    /// From a blow to the next attack.
    pub pause: f32,
    /// How far a blow throws who is hit.
    pub push: f32,
    /// Until it is hungry.
    pub hunger: f32,
    /// What it is worth.
    pub score: u32,
}

/// What a mood makes of a monster.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoodTuning {
    /// Its speed is multiplied by this.
    pub speed: f32,
    /// Its damage is multiplied by this.
    pub damage: f32,
    /// Its colour is multiplied by this: red, green and blue from 0 to 255.
    pub tint: [u8; 3],
}

impl Asset for Tuning {
    const KIND: &'static str = "tuning";

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, Box<dyn Error + Send + Sync>> {
        let tuning: Self = cx.ron(bytes)?;
        match tuning.problem() {
            Some(problem) => Err(cx.error(problem).into()),
            None => Ok(tuning),
        }
    }
}

impl Tuning {
    fn problem(&self) -> Option<String> {
        if let Some(kind) = Kind::ALL.iter().find(|kind| !self.monsters.contains_key(kind)) {
            return Some(format!("there are no numbers for the monster `{}`", kind.name()));
        }
        let monsters = self.monsters.iter().flat_map(|(kind, of)| {
            let numbers =
                [of.health, of.speed, of.radius, of.sight, of.reach, of.windup, of.pause, of.hunger];
            numbers.map(|number| (kind.name(), number))
        });
        let hero = [self.hero.health, self.hero.walk, self.hero.run, self.hero.jump, self.hero.reach];
        let marine = [self.marine.health, self.marine.speed, self.marine.sight, self.marine.range];
        let all = monsters
            .chain(hero.map(|number| ("hero", number)))
            .chain(marine.map(|number| ("marine", number)))
            .chain([("beacon", self.beacon.health), ("beacon", self.beacon.light)]);
        let mut wrong = all.filter(|(_, number)| !(0.01..=10_000.0).contains(number));
        wrong.next().map(|(whose, number)| {
            format!("{number} cannot be a number of `{whose}`: it is not in 0.01 to 10000")
        })
    }

    /// The numbers of a kind of monster; that all kinds are there was checked.
    pub fn monster(&self, kind: Kind) -> &MonsterTuning {
        &self.monsters[&kind]
    }
}
