//! What is seen for a moment and changes nothing: sparks, dust, splashes, marks of orders.

/// What it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EffectKind {
    /// A bullet or a blow has hit.
    Spark,
    /// Somebody has come down on the ground, or begun to run.
    Dust,
    /// A monster was hit.
    Goo,
    /// A bolt has burst.
    Burst,
    /// Marines were sent here.
    MoveMark,
    /// Marines were sent here to fight.
    AttackMark,
    /// A monster has fallen: its kind and which way it looked, as a sheet's row.
    Fallen(super::kind::Kind, bool),
    /// A marine has fallen, looking that way.
    FallenMarine(super::body::Facing),
    /// A monster has seen somebody.
    Alert,
    /// Something was won: a number rises.
    Score(u32),
    /// Health was won.
    Healed,
}

impl EffectKind {
    /// How long it is seen, in frames.
    pub const fn ticks(self) -> u32 {
        match self {
            Self::Spark | Self::Burst => 16,
            Self::Dust | Self::Goo => 20,
            Self::MoveMark | Self::AttackMark => 32,
            Self::Fallen(..) | Self::FallenMarine(_) => 180,
            Self::Alert | Self::Score(_) | Self::Healed => 45,
        }
    }
}

/// One of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// What it is.
    pub kind: EffectKind,
    /// Where, in pixels of the level.
    pub spot: (f32, f32),
    /// Height above the ground.
    pub z: f32,
    /// Frames that it has been seen.
    pub age: u32,
}

/// All that are seen now. The oldest go when there are too many.
#[derive(Clone, Debug, Default)]
pub struct Effects {
    all: std::collections::VecDeque<Effect>,
    /// Shake of the picture, 0 to 1; it dies away.
    pub shake: f32,
}

/// How many there can be.
const MAX_EFFECTS: usize = 400;

impl Effects {
    /// Adds one.
    pub fn add(&mut self, kind: EffectKind, spot: (f32, f32), z: f32) {
        if self.all.len() == MAX_EFFECTS {
            self.all.pop_front();
        }
        self.all.push_back(Effect { kind, spot, z, age: 0 });
    }

    /// A frame has passed.
    pub fn advance(&mut self) {
        self.shake = (self.shake - 0.05).max(0.0);
        for effect in &mut self.all {
            effect.age += 1;
        }
        self.all.retain(|effect| effect.age < effect.kind.ticks());
    }

    /// All that are seen now, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Effect> {
        self.all.iter()
    }
}
