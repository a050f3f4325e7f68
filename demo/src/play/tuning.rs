//! The balance of the game, from `assets/tuning.ron`. Lengths are in pixels, times in seconds, speeds
//! in pixels a second.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::kind::Kind;

/// The balance of the game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tuning {
    /// The hero.
    pub hero: HeroTuning,
    /// Each marine.
    pub marine: MarineTuning,
    /// The beacon.
    pub beacon: BeaconTuning,
    /// Each kind of monster.
    pub monsters: BTreeMap<Kind, MonsterTuning>,
    /// The effect of each mood of `machines/mood.ron`, from the calmest to the wildest.
    pub moods: Vec<MoodTuning>,
}

/// The balance of the hero.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HeroTuning {
    /// Health at the start.
    pub health: f32,
    /// Walking speed.
    pub walk: f32,
    /// Running speed.
    pub run: f32,
    /// Upward speed of a jump.
    pub jump: f32,
    /// Upward speed of the second jump in the air.
    pub double_jump: f32,
    /// Reach of the staff.
    pub reach: f32,
    /// Damage of a blow.
    pub damage: f32,
    /// Time from one blow to the next.
    pub pause: f32,
    /// Health regained per second near the beacon.
    pub rest: f32,
}

/// The balance of a marine.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MarineTuning {
    /// Health at the start.
    pub health: f32,
    /// Walking speed.
    pub speed: f32,
    /// Sight range.
    pub sight: f32,
    /// Range of the rifle.
    pub range: f32,
    /// Damage of a bullet.
    pub damage: f32,
    /// Health regained per second near the beacon.
    pub rest: f32,
}

/// The balance of the beacon.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeaconTuning {
    /// Health at the start.
    pub health: f32,
    /// Radius in which the hero and the marines recover.
    pub light: f32,
}

/// The balance of a kind of monster.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MonsterTuning {
    /// Health at the start.
    pub health: f32,
    /// Speed in the mood `uncaring`.
    pub speed: f32,
    /// Half its width.
    pub radius: f32,
    /// Sight range.
    pub sight: f32,
    /// Reach of its attack; above 40 it throws bolts.
    pub reach: f32,
    /// Damage of its attack.
    pub damage: f32,
    /// Time from the start of an attack to the blow.
    pub windup: f32,
    /// Time from a blow to the next attack.
    pub pause: f32,
    /// How far a blow pushes its target.
    pub push: f32,
    /// Time until it is hungry.
    pub hunger: f32,
    /// How far others hear it call when it sees prey; 0 if it does not call.
    pub call: f32,
    /// Points for killing it.
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
        let monsters = self.monsters.iter().flat_map(|(kind, of)| {
            let numbers =
                [of.health, of.speed, of.radius, of.sight, of.reach, of.windup, of.pause, of.hunger];
            numbers.map(|number| (kind.name, number))
        });
        let hero = [self.hero.health, self.hero.walk, self.hero.run, self.hero.jump, self.hero.reach];
        let marine = [self.marine.health, self.marine.speed, self.marine.sight, self.marine.range];
        let all = monsters
            .chain(hero.map(|number| ("hero", number)))
            .chain(marine.map(|number| ("marine", number)))
            .chain([("beacon", self.beacon.health), ("beacon", self.beacon.light)]);
        let mut wrong = all.filter(|(_, number)| !(0.01..=10_000.0).contains(number));
        wrong.next().map(|(whose, number)| format!("{number} in `{whose}` is out of range (0.01 to 10000)"))
    }

    /// The balance of a kind of monster; `decode` has checked that all kinds are there.
    pub fn monster(&self, kind: Kind) -> &MonsterTuning {
        &self.monsters[kind]
    }
}
