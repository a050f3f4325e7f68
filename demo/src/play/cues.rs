//! What sounds in a frame. The play knows no sound; it says what happened where, and whoever plays
//! it to somebody knows how that sounds.

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CueKind {
    /// A marine has shot.
    Shot,
    /// The hero or a marine was hit, or the staff has met somebody.
    Hit,
    /// A monster was hit.
    Goo,
    /// A witch has thrown a ball of magic.
    Bolt,
    /// It has burst.
    Burst,
    /// The hero has jumped, or once more in the air.
    Jump,
    /// Somebody has come down on the ground.
    Land,
    /// The hero has come down in the water or on a crate.
    Splash,
    /// The hero has swung his staff.
    Strike,
    /// A marine has fallen.
    MarineFalls,
    /// A monster has fallen.
    MonsterFalls,
    /// The beacon was hit.
    BeaconHit,
}

/// Something that sounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// What happened.
    pub kind: CueKind,
    /// Where, in pixels of the level.
    pub spot: (f32, f32),
}

/// All that sounds in this frame.
#[derive(Clone, Debug, Default)]
pub struct Cues {
    all: Vec<Cue>,
}

impl Cues {
    /// Adds one.
    pub fn add(&mut self, kind: CueKind, spot: (f32, f32)) {
        self.all.push(Cue { kind, spot });
    }

    /// A new frame begins.
    pub fn clear(&mut self) {
        self.all.clear();
    }

    /// All of this frame, in the order in which they happened.
    pub fn iter(&self) -> impl Iterator<Item = &Cue> {
        self.all.iter()
    }
}
