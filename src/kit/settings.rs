//! What the player has set, and the file that keeps it.

mod file;
mod language;

pub use file::{SettingsFile, SettingsProblem};
pub use language::Language;

use serde::{Deserialize, Deserializer, Serialize};

/// What the player has set.
///
/// ```
/// use proscenium::kit::{Language, Settings};
///
/// let settings = Settings { language: Language::Chinese, ..Settings::default() };
/// assert!(settings.music_volume <= Settings::MAX_VOLUME);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language of all texts.
    pub language: Language,
    /// How loud music is, 0 (silent) to [`MAX_VOLUME`](Self::MAX_VOLUME).
    #[serde(deserialize_with = "volume")]
    pub music_volume: u8,
    /// How loud effects are, 0 (silent) to [`MAX_VOLUME`](Self::MAX_VOLUME).
    #[serde(deserialize_with = "volume")]
    pub effects_volume: u8,
    /// Whether the window fills the display.
    pub fullscreen: bool,
    /// Whether what moves only for its looks (shaking, sliding, flashing) is left out.
    pub reduced_motion: bool,
}

impl Settings {
    /// The loudest volume.
    pub const MAX_VOLUME: u8 = 10;

    /// These settings with volumes that are too large taken down to the loudest.
    #[must_use]
    pub fn clamped(self) -> Self {
        Self {
            music_volume: self.music_volume.min(Self::MAX_VOLUME),
            effects_volume: self.effects_volume.min(Self::MAX_VOLUME),
            ..self
        }
    }
}

impl Default for Settings {
    /// English, music a little below the effects, in a window, with all motion.
    fn default() -> Self {
        Self {
            language: Language::English,
            music_volume: 7,
            effects_volume: 8,
            fullscreen: false,
            reduced_motion: false,
        }
    }
}

/// Any number as a volume: it is moved into the range, and what is not a number is silence. A file
/// that somebody has written by hand is not refused for one number.
fn volume<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    let number = f64::deserialize(deserializer)?;
    // A cast cuts off at 0 and 255.
    Ok((number.round() as u8).min(Settings::MAX_VOLUME))
}
