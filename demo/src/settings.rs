//! The player's settings.

use std::collections::BTreeMap;

use proscenium::game::{ControlChanges, Preferences};
use proscenium::platform::{Bus, InputMap};
use serde::{Deserialize, Deserializer, Serialize};

use crate::controls::{self, Layout};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language tag of all texts; empty in a file for the system's.
    pub language: String,
    /// Volume of all sounds, 0 (silent) to [`MAX_VOLUME`](Self::MAX_VOLUME).
    #[serde(deserialize_with = "up_to::<{ Settings::MAX_VOLUME }, _>")]
    pub master_volume: u8,
    /// Volume of music and jingles, 0 (silent) to [`MAX_VOLUME`](Self::MAX_VOLUME).
    #[serde(deserialize_with = "up_to::<{ Settings::MAX_VOLUME }, _>")]
    pub music_volume: u8,
    /// Volume of the effects, 0 (silent) to [`MAX_VOLUME`](Self::MAX_VOLUME).
    #[serde(deserialize_with = "up_to::<{ Settings::MAX_VOLUME }, _>")]
    pub effects_volume: u8,
    /// Volume of the cries of units, 0 (silent) to [`MAX_VOLUME`](Self::MAX_VOLUME).
    #[serde(deserialize_with = "up_to::<{ Settings::MAX_VOLUME }, _>")]
    pub voice_volume: u8,
    /// The layout of the keys; `None` until one was chosen: then it is [`Layout::Arrows`], and both are in hints.
    pub layout: Option<Layout>,
    /// The keys and buttons of the actions that the player has changed, by their names.
    pub controls: ControlChanges,
    /// How far a stick must be tilted until it counts, in percent.
    #[serde(deserialize_with = "up_to::<{ Settings::MAX_DEAD_ZONE }, _>")]
    pub dead_zone: u8,
    /// Whether the window fills the display.
    pub fullscreen: bool,
    /// Whether frames wait for the display, from the next start on.
    pub vsync: bool,
    /// Whether virtual pixels are a whole number of pixels of the window, with a wider border.
    pub whole_pixels: bool,
    /// Whether the game pauses when the window loses the focus.
    pub pause_unfocused: bool,
    /// The size of texts in percent: one of [`TEXT_SIZES`](Self::TEXT_SIZES).
    #[serde(deserialize_with = "text_percent")]
    pub text_percent: u32,
    /// Whether the theme with the highest contrast is used.
    pub high_contrast: bool,
    /// Whether purely visual motion (shaking, sliding, flashing) is turned off.
    pub reduced_motion: bool,
    /// The difficulty of the next level that is begun.
    pub difficulty: Difficulty,
    /// Whether the lessons of the first level were had or skipped.
    pub had_lessons: bool,
    /// The last level that is unlocked.
    pub unlocked: u32,
    /// The least time in which each level was won, in seconds.
    pub best_seconds: BTreeMap<u32, u32>,
}

impl Settings {
    pub const MAX_VOLUME: u8 = 10;
    /// The largest dead zone, in percent.
    pub const MAX_DEAD_ZONE: u8 = 50;

    /// The sizes of texts, in percent.
    pub const TEXT_SIZES: [u32; 3] = [100, 150, 200];

    /// Switches to the size of texts `by` places after the current one, cyclically.
    pub fn change_text_size(&mut self, by: i32) {
        let index = Self::TEXT_SIZES.iter().position(|size| *size == self.text_percent).unwrap_or(0);
        self.text_percent = Self::TEXT_SIZES[(index as i32 + by).rem_euclid(3) as usize];
    }
}

impl Preferences for Settings {
    fn language(&self) -> &str {
        &self.language
    }

    fn volume(&self, bus: Bus) -> f32 {
        let volume = match bus {
            Bus::Master => self.master_volume,
            Bus::Music => self.music_volume,
            Bus::Effects => self.effects_volume,
            Bus::Voice => self.voice_volume,
        };
        f32::from(volume) / f32::from(Self::MAX_VOLUME)
    }

    fn text_size(&self) -> f32 {
        self.text_percent as f32 / 100.0
    }

    fn theme(&self) -> &str {
        if self.high_contrast { "theme_contrast" } else { "theme" }
    }

    fn controls(&mut self) -> Option<&mut ControlChanges> {
        Some(&mut self.controls)
    }

    fn default_controls(&self, _map: InputMap) -> InputMap {
        let mut map = controls::defaults(self.layout.unwrap_or_default());
        map.dead_zones = [f32::from(self.dead_zone) / 100.0; 2];
        map
    }

    fn is_fullscreen(&self) -> bool {
        self.fullscreen
    }
}

impl Default for Settings {
    /// The system's language, music a little quieter than the effects, in a window, with all motion.
    fn default() -> Self {
        Self {
            language: String::new(),
            master_volume: 10,
            music_volume: 7,
            effects_volume: 8,
            voice_volume: 8,
            layout: None,
            controls: ControlChanges::new(),
            dead_zone: 20,
            fullscreen: false,
            vsync: true,
            whole_pixels: false,
            pause_unfocused: true,
            text_percent: 100,
            high_contrast: false,
            reduced_motion: false,
            difficulty: Difficulty::default(),
            had_lessons: false,
            unlocked: 1,
            best_seconds: BTreeMap::new(),
        }
    }
}

/// How hard the game is. A run keeps the one that it was begun with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Difficulty {
    Easy,
    #[default]
    Normal,
    Hard,
}

impl Difficulty {
    pub const ALL: [Self; 3] = [Self::Easy, Self::Normal, Self::Hard];

    /// The name in the tuning, and the end of the key of its text.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        }
    }

    /// The one `by` places after this one, cyclically.
    pub fn next(self, by: i32) -> Self {
        Self::ALL[(self as i32 + by).rem_euclid(3) as usize]
    }
}

/// Reads any number, clamped to 0 to `MAX`; NaN is 0.
fn up_to<'de, const MAX: u8, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let number = f64::deserialize(deserializer)?;
    // The cast saturates at 0 and 255.
    Ok((number.round() as u8).min(MAX))
}

/// Reads any number as the nearest size of texts.
fn text_percent<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    let number = f64::deserialize(deserializer)?.clamp(0.0, 1000.0) as u32;
    let nearest = Settings::TEXT_SIZES.into_iter().min_by_key(|size| size.abs_diff(number));
    Ok(nearest.unwrap_or(100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_volume_out_of_range_is_clamped() {
        for (text, volume) in [("-3", 0), ("99999999999", 10), ("4.6", 5), ("inf", 10), ("NaN", 0)] {
            let settings: Settings = ron::from_str(&format!("(music_volume: {text})")).unwrap();
            assert_eq!(settings, Settings { music_volume: volume, ..Settings::default() }, "{text}");
        }
    }
}
