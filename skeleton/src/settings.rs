//! The player's settings.

use serde::{Deserialize, Serialize};

/// The player's settings. A field that a file does not have has its default.
#[derive(Clone, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language tag of all texts; empty until the game knows that of the system.
    pub language: String,
    /// Volumes, 0 to [`MAX_VOLUME`](Self::MAX_VOLUME).
    pub master: u32,
    pub music: u32,
    pub effects: u32,
    /// The size of texts in percent.
    pub text_percent: u32,
    pub fullscreen: bool,
}

impl Default for Settings {
    fn default() -> Self {
        let language = String::new();
        Self { language, master: 10, music: 6, effects: 8, text_percent: 100, fullscreen: false }
    }
}

impl Settings {
    pub const MAX_VOLUME: u32 = 10;

    /// The size of texts as a factor. A file may contain any number.
    pub fn text_size(&self) -> f32 {
        self.text_percent.clamp(100, 200) as f32 / 100.0
    }

    /// Switches to the size of texts `by` places after the current one, cyclically.
    pub fn change_text_size(&mut self, by: i32) {
        let step = self.text_percent.clamp(100, 200) as i32 / 50 - 2;
        self.text_percent = ((step + by).rem_euclid(3) * 50 + 100) as u32;
    }

    /// Switches to the language `by` places after the current one, cyclically.
    pub fn change_language(&mut self, languages: &[(&str, String)], by: i32) {
        let now = languages.iter().position(|(tag, _)| self.language.starts_with(tag)).unwrap_or(0);
        let next = (now as i32 + by).rem_euclid(languages.len().max(1) as i32);
        if let Some((tag, _)) = languages.get(next as usize) {
            self.language = (*tag).to_owned();
        }
    }
}
