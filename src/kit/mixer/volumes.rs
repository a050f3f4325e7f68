//! The volumes of the buses.

use serde::{Deserialize, Serialize};

use crate::platform::Bus;

/// The volumes of the buses, each from 0 (silent) to 1 (full), as a slider shows it: half of the slider is a quarter
/// of the amplitude, because loudness is logarithmic. Values out of the range are clamped; NaN is 0.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Volumes {
    /// Of all sounds.
    pub master: f32,
    /// Of music and jingles.
    pub music: f32,
    /// Of effects.
    pub effects: f32,
    /// Of speech, and cries of units.
    pub voice: f32,
}

impl Default for Volumes {
    /// All full.
    fn default() -> Self {
        Self { master: 1.0, music: 1.0, effects: 1.0, voice: 1.0 }
    }
}

impl Volumes {
    pub(super) fn amplitude(&self, bus: Bus, is_muted: bool) -> f32 {
        let part = match bus {
            Bus::Master if is_muted => 0.0,
            Bus::Master => self.master,
            Bus::Music => self.music,
            Bus::Effects => self.effects,
            Bus::Voice => self.voice,
        };
        if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0).powi(2) }
    }
}
