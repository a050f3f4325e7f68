//! Visual effects, which change nothing in the play: sparks, dust, splashes, order markers.

use serde::{Deserialize, Serialize};

use super::look::{Cell, Sheet};

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum EffectKind {
    /// A bullet or a blow hit.
    Spark,
    /// A landing or a jump.
    Dust,
    /// A monster was hit.
    Goo,
    Burst,
    MoveMark,
    /// The marker of an attack-move or patrol order.
    AttackMark,
    /// A dead unit: its sheet, and the cells in which it falls and lies.
    Fallen(Sheet, Cell, Cell),
    /// A monster noticed a target.
    Alert,
    /// Points, as a rising number.
    Score(u32),
    Healed,
}

impl EffectKind {
    /// How long it is shown, in ticks.
    pub const fn ticks(self) -> u32 {
        match self {
            Self::Spark | Self::Burst => 16,
            Self::Dust | Self::Goo => 20,
            Self::MoveMark | Self::AttackMark => 32,
            Self::Fallen(..) => 180,
            Self::Alert | Self::Score(_) | Self::Healed => 45,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Effect {
    pub kind: EffectKind,
    /// Its position, in pixels of the level.
    pub spot: (f32, f32),
    pub z: f32,
    /// Ticks since it was added.
    pub age: u32,
}

/// The current effects. The oldest are dropped when there are too many.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Effects {
    all: std::collections::VecDeque<Effect>,
    /// Strength of the camera shake, 0 to 1; it fades out.
    pub shake: f32,
}

const MAX_EFFECTS: usize = 400;

impl Effects {
    pub fn add(&mut self, kind: EffectKind, spot: (f32, f32), z: f32) {
        if self.all.len() == MAX_EFFECTS {
            self.all.pop_front();
        }
        self.all.push_back(Effect { kind, spot, z, age: 0 });
    }

    pub fn advance(&mut self) {
        self.shake = (self.shake - 0.05).max(0.0);
        for effect in &mut self.all {
            effect.age = effect.age.saturating_add(1);
        }
        self.all.retain(|effect| effect.age < effect.kind.ticks());
    }

    /// The current effects, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Effect> {
        self.all.iter()
    }
}
