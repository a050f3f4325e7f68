//! The player's settings.

use proscenium::game::{ControlChanges, Preferences};
use proscenium::platform::Bus;
use serde::{Deserialize, Serialize};

/// The profile of the player with the settings of this game, which all screens share: `cx.shared::<Profile>()`.
pub type Profile = proscenium::game::Profile<Settings>;

/// The player's settings. A field that a file does not have has its default.
#[derive(Clone, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language tag of all texts; empty for the system's.
    pub language: String,
    /// Volumes, 0 to [`MAX_VOLUME`](Self::MAX_VOLUME).
    pub master: u32,
    pub music: u32,
    pub effects: u32,
    /// The size of texts in percent: 100, 150 or 200.
    pub text_percent: u32,
    pub fullscreen: bool,
    /// The keys and buttons that the player has changed.
    pub controls: ControlChanges,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: String::new(),
            master: 10,
            music: 6,
            effects: 8,
            text_percent: 100,
            fullscreen: false,
            controls: ControlChanges::new(),
        }
    }
}

impl Settings {
    pub const MAX_VOLUME: u32 = 10;

    /// Switches to the size of texts `by` places after the current one, cyclically.
    pub fn change_text_size(&mut self, by: i32) {
        let step = self.text_percent.clamp(100, 200) as i32 / 50 - 2;
        self.text_percent = ((step + by).rem_euclid(3) * 50 + 100) as u32;
    }
}

/// What the library applies.
impl Preferences for Settings {
    fn language(&self) -> &str {
        &self.language
    }

    fn volume(&self, bus: Bus) -> f32 {
        let volume = match bus {
            Bus::Master => self.master,
            Bus::Music => self.music,
            Bus::Effects => self.effects,
            Bus::Voice => return 1.0,
        };
        volume as f32 / Self::MAX_VOLUME as f32
    }

    fn text_size(&self) -> f32 {
        // A file may contain any number.
        self.text_percent.clamp(100, 200) as f32 / 100.0
    }

    fn is_fullscreen(&self) -> bool {
        self.fullscreen
    }

    fn controls(&mut self) -> Option<&mut ControlChanges> {
        Some(&mut self.controls)
    }
}
