//! The player's settings, kept over the end of the program and never lost half-way.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::platform::{Storage, StorageError};

/// The name under which settings are kept.
const KEY: &str = "settings.ron";
/// Where settings that cannot be read are put aside.
const BROKEN_KEY: &str = "settings.ron.broken";
/// The largest volume.
const MAX_VOLUME: u8 = 10;

/// A language of the game's texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// Simplified Chinese.
    #[serde(rename = "zh-CN")]
    Chinese,
}

impl Language {
    /// The tag of the language, which is also the name of its file.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-CN",
        }
    }

    /// What the language calls itself.
    #[must_use]
    pub const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Chinese => "简体中文",
        }
    }

    /// The next one in the list, after the last the first.
    #[must_use]
    pub const fn next(self) -> Self {
        match self {
            Self::English => Self::Chinese,
            Self::Chinese => Self::English,
        }
    }
}

/// What the player can set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// The language of the texts.
    pub language: Language,
    /// How loud music is, 0 to 10.
    pub music_volume: u8,
    /// How loud effects are, 0 to 10.
    pub effects_volume: u8,
    /// Whether the game fills the whole display.
    pub fullscreen: bool,
    /// Whether things that move only for show stand still.
    pub reduced_motion: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            language: Language::default(),
            music_volume: 7,
            effects_volume: 8,
            fullscreen: false,
            reduced_motion: false,
        }
    }
}

/// The settings were there and could not be used; the defaults count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingsProblem {
    /// They could not be read.
    Storage(StorageError),
    /// They were read, but are not settings. They were put aside, not thrown away.
    Broken(String),
}

impl fmt::Display for SettingsProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Storage(error) => write!(f, "{error}; the default settings count"),
            Self::Broken(cause) => {
                write!(f, "{KEY}: {cause}; it was put aside as {BROKEN_KEY}, the default settings count")
            }
        }
    }
}

/// Where the settings are kept.
///
/// ```
/// use proscenium::kit::{Settings, SettingsFile};
/// use proscenium::platform::MemoryStorage;
///
/// let file = SettingsFile::new(Box::new(MemoryStorage::default()));
/// let settings = Settings { music_volume: 3, ..Settings::default() };
/// file.save(&settings)?;
/// assert_eq!(file.load(), (settings, None));
/// # Ok::<(), proscenium::platform::StorageError>(())
/// ```
pub struct SettingsFile {
    storage: Box<dyn Storage>,
}

impl SettingsFile {
    /// Keeps settings in `storage`.
    #[must_use]
    pub fn new(storage: Box<dyn Storage>) -> Self {
        Self { storage }
    }

    /// The settings, or the defaults and the reason. Fields that are missing take their defaults
    /// and unknown ones are passed over, so that an older and a newer game can read each other's.
    #[must_use]
    pub fn load(&self) -> (Settings, Option<SettingsProblem>) {
        let text = match self.storage.load(KEY) {
            Ok(Some(text)) => text,
            Ok(None) => return (Settings::default(), None),
            Err(error) => return (Settings::default(), Some(SettingsProblem::Storage(error))),
        };
        match ron::from_str::<Settings>(&text) {
            Ok(mut settings) => {
                settings.music_volume = settings.music_volume.min(MAX_VOLUME);
                settings.effects_volume = settings.effects_volume.min(MAX_VOLUME);
                (settings, None)
            }
            Err(error) => {
                // The next save overwrites what is there; somebody may want to mend it by hand.
                let aside = self.storage.save(BROKEN_KEY, &text);
                let cause = match aside {
                    Ok(()) => error.to_string(),
                    Err(storage) => format!("{error}, and {storage}"),
                };
                (Settings::default(), Some(SettingsProblem::Broken(cause)))
            }
        }
    }

    /// Keeps `settings`.
    ///
    /// # Errors
    ///
    /// [`StorageError`]; then the old settings are still there.
    pub fn save(&self, settings: &Settings) -> Result<(), StorageError> {
        let pretty = ron::ser::PrettyConfig::default();
        let text = ron::ser::to_string_pretty(settings, pretty).map_err(|error| StorageError {
            action: "write",
            place: KEY.to_owned(),
            cause: error.to_string(),
        })?;
        self.storage.save(KEY, &format!("// The settings of the game. Volumes are 0 to 10.\n{text}\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{DirStorage, MemoryStorage};

    #[test]
    fn broken_settings_are_put_aside_and_the_defaults_count() {
        let storage = MemoryStorage::default();
        storage.save(KEY, "(music_volume: loud)").unwrap();
        let file = SettingsFile::new(Box::new(storage.clone()));
        let (settings, problem) = file.load();
        assert_eq!(settings, Settings::default());
        assert!(problem.unwrap().to_string().contains("1:"));
        file.save(&settings).unwrap();
        assert_eq!(storage.load(BROKEN_KEY).unwrap().as_deref(), Some("(music_volume: loud)"));
    }

    #[test]
    fn unknown_fields_are_passed_over_and_missing_and_wild_ones_mended() {
        let storage = MemoryStorage::default();
        storage.save(KEY, "(music_volume: 200, from_the_future: true)").unwrap();
        let (settings, problem) = SettingsFile::new(Box::new(storage)).load();
        assert_eq!((settings, problem), (Settings { music_volume: 10, ..Settings::default() }, None));
    }

    #[test]
    fn a_save_that_fails_leaves_the_old_settings() {
        let folder = tempfile::tempdir().unwrap();
        let file = || SettingsFile::new(Box::new(DirStorage::new(folder.path())));
        let old = Settings { effects_volume: 1, ..Settings::default() };
        file().save(&old).unwrap();
        // A folder in the place of the new file lets the write fail.
        let beside = folder.path().join(format!("{KEY}.{}.new", std::process::id()));
        std::fs::create_dir(&beside).unwrap();
        assert!(file().save(&Settings::default()).is_err());
        assert_eq!(file().load(), (old, None));
    }
}
