//! Sound cues: the play reports what is heard where.

use proscenium::platform::Bus;

/// A sound of the play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sound {
    /// Its id in `assets/phases/in_game.ron`.
    pub id: &'static str,
    /// Its volume inside the view.
    pub volume: f32,
    /// Cries of units have their own bus.
    pub bus: Bus,
}

impl Sound {
    /// A sound of a thing.
    pub const fn effect(id: &'static str, volume: f32) -> Self {
        Self { id, volume, bus: Bus::Effects }
    }

    /// A cry of a unit.
    pub const fn cry(id: &'static str, volume: f32) -> Self {
        Self { id, volume, bus: Bus::Voice }
    }
}

/// A marine fired.
pub const SHOT: Sound = Sound::effect("sound_shot", 0.4);
/// The hero or a marine was hit, or the staff hit a monster.
pub const HIT: Sound = Sound::effect("sound_hit", 0.6);
/// A monster was hit.
pub const GOO: Sound = Sound::effect("sound_goo", 0.45);
/// A witch threw a bolt.
pub const BOLT: Sound = Sound::effect("sound_bolt", 0.55);
/// A bolt burst.
pub const BURST: Sound = Sound::effect("sound_burst", 0.7);
/// The hero jumped, from the ground or in the air.
pub const JUMP: Sound = Sound::effect("sound_jump", 0.5);
/// The hero landed.
pub const LAND: Sound = Sound::effect("sound_land", 0.5);
/// The hero landed in the water or on a crate.
pub const SPLASH: Sound = Sound::effect("sound_splash", 0.8);
/// The hero swung his staff.
pub const STRIKE: Sound = Sound::effect("sound_strike", 0.7);
/// A marine died.
pub const MARINE_FALLS: Sound = Sound::cry("sound_marine_falls", 0.9);
/// A monster died.
pub const MONSTER_FALLS: Sound = Sound::cry("sound_monster_falls", 0.7);
/// The beacon was hit.
pub const BEACON_HIT: Sound = Sound::effect("sound_beacon_hit", 1.0);

/// A sound cue: a sound, and its position in pixels of the level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cue {
    /// The sound.
    pub sound: Sound,
    /// The position.
    pub spot: (f32, f32),
}

/// The sound cues of a tick.
#[derive(Clone, Debug, Default)]
pub struct Cues(Vec<Cue>);

impl Cues {
    /// Adds a cue.
    pub fn add(&mut self, sound: Sound, spot: (f32, f32)) {
        self.0.push(Cue { sound, spot });
    }

    /// Removes all cues, at the start of a tick.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The cues of this tick, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Cue> {
        self.0.iter()
    }
}
