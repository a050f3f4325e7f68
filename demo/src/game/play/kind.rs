//! Kinds of units, and who an actor is.

use proscenium::ai::UnitId;
use serde::{Deserialize, Serialize, Serializer};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    /// Defends the beacon: the hero, the marines and the beacon itself.
    Outpost,
    /// Attacks it: the monsters.
    Rift,
    /// Hens.
    Neutral,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct UnitKind {
    /// Its name in scripts, saves and the balance, the class of its objects in a level, and the key
    /// `unit-NAME` of its name in the texts.
    pub name: &'static str,
    /// The id of its machine, `assets/machines/MACHINE.ron`, and the key `bestiary-MACHINE` of the title of
    /// its page.
    pub machine: &'static str,
    pub side: Side,
    /// Height of the figure, in pixels.
    pub height: u16,
}

/// A kind of units, one of [`UNITS`](super::units::UNITS).
pub type Kind = &'static UnitKind;

/// In a save, the name.
impl Serialize for UnitKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActorId {
    Beacon,
    Unit(Kind, UnitId),
}

impl ActorId {
    pub fn is(self, wanted: Kind) -> bool {
        matches!(self, Self::Unit(kind, _) if kind == wanted)
    }
}
