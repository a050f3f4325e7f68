//! All kinds of units. To add one: a file in `units/` and a line in [`UNITS`].

pub mod hen;
pub mod hero;
pub mod marine;
pub mod monster;
pub mod mood;

use serde::de::{Deserialize, Deserializer, Error};

use super::kind::{Kind, Side};
use super::troops::Entry;
use super::unit::Unit as _;
use hen::{HEN, Hen};
use hero::{HERO, Hero};
use marine::{MARINE, Marine};
use monster::{BRUTE, IMP, Monster, WITCH};
use mood::{MOOD, Mood};

/// All kinds of units, in the order in which they are ticked, saved and shown.
pub static UNITS: &[Entry] = &[
    Entry::of::<Hero>(&HERO),
    Entry::of::<Marine>(&MARINE),
    Entry::of::<Monster>(&IMP),
    Entry::of::<Monster>(&BRUTE),
    Entry::of::<Monster>(&WITCH),
    // Shown as their monsters.
    Entry { portraits: Monster::portraits, ..Entry::of::<Mood>(&MOOD) },
    Entry::of::<Hen>(&HEN),
];

/// The kinds of a side.
pub fn kinds_of(side: Side) -> impl Iterator<Item = Kind> {
    UNITS.iter().map(|entry| entry.kind).filter(move |kind| kind.side == side)
}

/// From its name.
impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let found = UNITS.iter().find(|entry| entry.kind.name == name);
        found.map(|entry| entry.kind).ok_or_else(|| {
            let known: Vec<_> = UNITS.iter().map(|entry| entry.kind.name).collect();
            D::Error::custom(format!("unknown kind `{name}`; there are {}", known.join(", ")))
        })
    }
}
