//! The kinds of monsters.

use serde::{Deserialize, Serialize};

/// A kind of monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Small and quick; it bites.
    Imp,
    /// Large and slow; it throws back its target.
    Brute,
    /// Floats, keeps its distance, and throws bolts.
    Witch,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Imp, Self::Brute, Self::Witch];

    /// The name in data files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Imp => "imp",
            Self::Brute => "brute",
            Self::Witch => "witch",
        }
    }
}
