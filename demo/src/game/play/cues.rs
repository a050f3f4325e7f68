//! Sound cues: the play reports what is heard where.

use proscenium::platform::Bus;

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
    pub const fn effect(id: &'static str, volume: f32) -> Self {
        Self { id, volume, bus: Bus::Effects }
    }

    pub const fn cry(id: &'static str, volume: f32) -> Self {
        Self { id, volume, bus: Bus::Voice }
    }
}

pub const SHOT: Sound = Sound::effect("sound_shot", 0.4);
/// The hero or a marine was hit, or the staff hit a monster.
pub const HIT: Sound = Sound::effect("sound_hit", 0.6);
/// A monster was hit.
pub const GOO: Sound = Sound::effect("sound_goo", 0.45);
pub const BOLT: Sound = Sound::effect("sound_bolt", 0.55);
pub const BURST: Sound = Sound::effect("sound_burst", 0.7);
pub const JUMP: Sound = Sound::effect("sound_jump", 0.5);
pub const LAND: Sound = Sound::effect("sound_land", 0.5);
/// The hero landed in the water or on a crate.
pub const SPLASH: Sound = Sound::effect("sound_splash", 0.8);
pub const STRIKE: Sound = Sound::effect("sound_strike", 0.7);
pub const MARINE_FALLS: Sound = Sound::cry("sound_marine_falls", 0.9);
pub const MONSTER_FALLS: Sound = Sound::cry("sound_monster_falls", 0.7);
pub const BEACON_HIT: Sound = Sound::effect("sound_beacon_hit", 1.0);

/// What is heard in a tick: a sound, and where, in pixels of the level.
pub type Cue = (Sound, (f32, f32));
