//! Sound cues: the play reports what happened where; `sounds` chooses the sound and its volume.

use serde::{Deserialize, Serialize};

/// A kind of sound cue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CueKind {
    /// A marine fired.
    Shot,
    /// The hero or a marine was hit, or the staff hit a monster.
    Hit,
    /// A monster was hit.
    Goo,
    /// A witch threw a bolt.
    Bolt,
    /// A bolt burst.
    Burst,
    /// The hero jumped, from the ground or in the air.
    Jump,
    /// The hero landed.
    Land,
    /// The hero landed in the water or on a crate.
    Splash,
    /// The hero swung his staff.
    Strike,
    /// A marine died.
    MarineFalls,
    /// A monster died.
    MonsterFalls,
    /// The beacon was hit.
    BeaconHit,
}

/// A sound cue.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cue {
    /// The kind.
    pub kind: CueKind,
    /// The position, in pixels of the level.
    pub spot: (f32, f32),
}

/// The sound cues of a tick.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cues {
    all: Vec<Cue>,
}

impl Cues {
    /// Adds a cue.
    pub fn add(&mut self, kind: CueKind, spot: (f32, f32)) {
        self.all.push(Cue { kind, spot });
    }

    /// Removes all cues, at the start of a tick.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// The cues of this tick, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Cue> {
        self.all.iter()
    }
}
