//! All kinds of units. To add one: a file in `units/` and a line in [`UNITS`].

pub mod hen;
pub mod hero;
pub mod marine;
pub mod monster;
pub mod mood;

use proscenium::phase::{AnyError, Asset, DecodeContext};
use serde::de::{self, Deserialize, Deserializer};

use super::kind::{Kind, Side};
use super::troops::Entry;
use super::tuning::Tuning;
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

pub fn entry_of(kind: Kind) -> Option<&'static Entry> {
    UNITS.iter().find(|entry| std::ptr::eq(entry.kind, kind))
}

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
            de::Error::custom(format!("unknown kind `{name}`; there are {}", known.join(", ")))
        })
    }
}

/// It stands here because it needs the list: the numbers of all monsters have to be there.
impl Asset for Tuning {
    const KIND: &'static str = "tuning";

    fn decode(bytes: &[u8], cx: &DecodeContext<'_>) -> Result<Self, AnyError> {
        let tuning: Self = cx.ron(bytes)?;
        let mut monsters = UNITS.iter().map(|entry| entry.kind).filter(|kind| kind.machine == IMP.machine);
        let missing = monsters.find(|kind| !tuning.monsters.contains_key(kind));
        match missing.map(|kind| format!("monster `{}` is missing", kind.name)).or_else(|| tuning.problem()) {
            Some(problem) => Err(cx.error(problem).into()),
            None => Ok(tuning),
        }
    }
}
