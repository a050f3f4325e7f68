//! The file of the settings: RON, read leniently, never overwritten before it was understood.

use serde::{Deserialize, Serialize};

use super::Settings;
use crate::platform::{Storage, StorageError};

/// The version that is written. Fields can be added without a new one; only a field that changes
/// its meaning needs it.
const VERSION: u32 = 1;
/// The longest file that is read, in bytes. Settings have a few hundred.
const MAX_BYTES: usize = 64 << 10;
const COMMENT: &str =
    "// The player's settings. The game writes this file; change it only while it is not running.\n";

/// Why settings are the defaults although there is a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SettingsProblem {
    /// The file cannot be read at all.
    #[error("the settings cannot be read, so the defaults are used: {0}")]
    Unreadable(#[source] StorageError),
    /// The file is no settings. Its text is kept under [`SettingsFile::BROKEN_KEY`].
    #[error("the settings are broken, so the defaults are used: line {line}, column {column}: {what}{}", kept(not_kept.as_ref()))]
    Broken {
        /// The line of the mistake, counted from 1.
        line: usize,
        /// The column of the mistake, counted from 1.
        column: usize,
        /// What is wrong.
        what: String,
        /// Why the text could not be kept aside, if it could not; then it is still in its place.
        not_kept: Option<StorageError>,
    },
}

/// Keeps [`Settings`] in a [`Storage`].
///
/// Older and newer versions of a game read each other's files: a field that is missing has its
/// default, one that is not known is skipped, a number out of range is moved into it.
///
/// ```
/// use proscenium::kit::{Settings, SettingsFile};
/// use proscenium::platform::MemoryStorage;
///
/// let file = SettingsFile::new(Box::new(MemoryStorage::default()));
/// assert_eq!(file.load(), (Settings::default(), None)); // there is none yet
///
/// let settings = Settings { music_volume: 3, ..Settings::default() };
/// file.save(&settings)?;
/// assert_eq!(file.load(), (settings, None));
/// # Ok::<(), proscenium::platform::StorageError>(())
/// ```
pub struct SettingsFile {
    storage: Box<dyn Storage>,
}

impl SettingsFile {
    /// The key of the settings.
    pub const KEY: &'static str = "settings.ron";
    /// The key under which a broken text is kept, the latest one only.
    pub const BROKEN_KEY: &'static str = "settings.ron.broken";

    /// The settings in `storage`.
    #[must_use]
    pub fn new(storage: Box<dyn Storage>) -> Self {
        Self { storage }
    }

    /// The settings, or the defaults together with the reason. That there are none yet is no
    /// problem. A broken text is kept aside at once.
    #[must_use]
    pub fn load(&self) -> (Settings, Option<SettingsProblem>) {
        let text = match self.storage.load(Self::KEY) {
            Ok(Some(text)) => text,
            Ok(None) => return (Settings::default(), None),
            Err(error) => return (Settings::default(), Some(SettingsProblem::Unreadable(error))),
        };
        match read(&text) {
            Ok(settings) => (settings, None),
            Err(Mistake { line, column, what }) => {
                let not_kept = self.keep_aside(&text).err();
                let problem = SettingsProblem::Broken { line, column, what, not_kept };
                (Settings::default(), Some(problem))
            }
        }
    }

    /// Keeps `settings`, with numbers out of range moved into it.
    ///
    /// # Errors
    ///
    /// [`StorageError`] when they could not be written, but also when the text that they would
    /// overwrite cannot be read, or is broken and cannot be kept aside: nothing is overwritten
    /// that would be lost.
    pub fn save(&self, settings: &Settings) -> Result<(), StorageError> {
        if let Some(old) = self.storage.load(Self::KEY)?
            && read(&old).is_err()
        {
            self.keep_aside(&old)?;
        }
        let error = |cause: ron::Error| StorageError {
            action: "write",
            place: Self::KEY.to_owned(),
            cause: cause.to_string(),
        };
        self.storage.save(Self::KEY, &write(settings).map_err(error)?)
    }

    fn keep_aside(&self, text: &str) -> Result<(), StorageError> {
        self.storage.save(Self::BROKEN_KEY, text)
    }
}

/// The file as a value. The settings are one level down, so that the version can be read whatever
/// becomes of them.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct SettingsText {
    version: u32,
    settings: Settings,
}

/// Why a text is no settings.
struct Mistake {
    line: usize,
    column: usize,
    what: String,
}

fn read(text: &str) -> Result<Settings, Mistake> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > MAX_BYTES {
        let what = format!("it has {} bytes; {MAX_BYTES} are the most", text.len());
        return Err(Mistake { line: 1, column: 1, what });
    }
    match ron::from_str::<SettingsText>(text) {
        Ok(text) => Ok(text.settings),
        Err(error) => {
            let at = error.span.start;
            Err(Mistake { line: at.line, column: at.col, what: error.code.to_string() })
        }
    }
}

fn write(settings: &Settings) -> Result<String, ron::Error> {
    let text = SettingsText { version: VERSION, settings: settings.clamped() };
    // The line ends do not depend on the system, so that the same settings are the same file.
    let pretty = ron::ser::PrettyConfig::new().new_line("\n");
    let text = ron::ser::to_string_pretty(&text, pretty)?;
    Ok(format!("{COMMENT}{text}\n"))
}

fn kept(not_kept: Option<&StorageError>) -> String {
    match not_kept {
        None => format!(" (its text is kept as {})", SettingsFile::BROKEN_KEY),
        Some(error) => format!(" (its text could not be kept aside: {error})"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::settings::Language;
    use crate::platform::{DirStorage, MemoryStorage};
    use proptest::prelude::*;

    fn with(text: &str) -> (MemoryStorage, SettingsFile) {
        let storage = MemoryStorage::default();
        storage.save(SettingsFile::KEY, text).unwrap();
        (storage.clone(), SettingsFile::new(Box::new(storage)))
    }

    fn loaded(text: &str) -> Settings {
        let (settings, problem) = with(text).1.load();
        assert_eq!(problem, None);
        settings
    }

    #[test]
    fn the_file_is_plain_to_read() {
        let (storage, file) = with("()");
        let settings = Settings { language: Language::Chinese, music_volume: 99, ..Settings::default() };
        file.save(&settings).unwrap();
        let text = storage.load(SettingsFile::KEY).unwrap().unwrap();
        let expected = r#"(
    version: 1,
    settings: (
        language: "zh-CN",
        music_volume: 10,
        effects_volume: 8,
        fullscreen: false,
        reduced_motion: false,
    ),
)
"#;
        assert_eq!(text, format!("{COMMENT}{expected}"));
        assert_eq!(file.load(), (settings.clamped(), None));
    }

    #[test]
    fn a_missing_field_has_its_default_and_an_unknown_one_is_skipped() {
        let newer = "(version: 9, cloud: (a: [1, Some(\"x\")]), settings: (music_volume: 2, hdr: On(3)))";
        assert_eq!(loaded(newer), Settings { music_volume: 2, ..Settings::default() });
        assert_eq!(loaded("(version: 1)"), Settings::default());
        assert_eq!(loaded("(settings: (language: \"xx\"))"), Settings::default());
    }

    #[test]
    fn a_volume_out_of_range_is_moved_into_it() {
        let text = "(settings: (music_volume: -3, effects_volume: 99999999999))";
        assert_eq!(loaded(text), Settings { music_volume: 0, effects_volume: 10, ..Settings::default() });
        assert_eq!(loaded("(settings: (music_volume: 4.6))").music_volume, 5);
        assert_eq!(loaded("(settings: (music_volume: inf, effects_volume: NaN))").music_volume, 10);
    }

    #[test]
    fn a_broken_text_gives_the_defaults_and_is_kept_aside() {
        let broken = "(\n    settings: (music_volume: ,)";
        let (storage, file) = with(broken);
        let (settings, problem) = file.load();
        assert_eq!(settings, Settings::default());
        let problem = problem.unwrap();
        assert!(matches!(problem, SettingsProblem::Broken { line: 2, not_kept: None, .. }), "{problem}");
        assert_eq!(storage.load(SettingsFile::BROKEN_KEY).unwrap().as_deref(), Some(broken));
        file.save(&settings).unwrap();
        assert_eq!(file.load(), (settings, None));
        assert_eq!(storage.load(SettingsFile::BROKEN_KEY).unwrap().as_deref(), Some(broken));
    }

    #[test]
    fn a_broken_text_that_was_never_loaded_is_kept_aside_too() {
        let (storage, file) = with("?");
        file.save(&Settings::default()).unwrap();
        assert_eq!(storage.load(SettingsFile::BROKEN_KEY).unwrap().as_deref(), Some("?"));
    }

    #[test]
    fn what_cannot_be_read_is_not_overwritten() {
        let folder = std::env::temp_dir().join(format!("proscenium-settings-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(SettingsFile::KEY);
        std::fs::write(&path, b"\xff\xfe").unwrap();
        let file = SettingsFile::new(Box::new(DirStorage::new(&folder)));
        let (settings, problem) = file.load();
        assert_eq!(settings, Settings::default());
        assert!(matches!(problem, Some(SettingsProblem::Unreadable(_))));
        assert!(file.save(&settings).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"\xff\xfe");
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn what_cannot_be_kept_aside_is_not_overwritten() {
        struct Full(MemoryStorage);
        impl Storage for Full {
            fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
                self.0.load(key)
            }
            fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
                if key == SettingsFile::BROKEN_KEY {
                    let (place, cause) = (key.to_owned(), "full".to_owned());
                    return Err(StorageError { action: "write", place, cause });
                }
                self.0.save(key, text)
            }
        }
        let (storage, _) = with("?");
        let file = SettingsFile::new(Box::new(Full(storage.clone())));
        assert!(matches!(file.load().1, Some(SettingsProblem::Broken { not_kept: Some(_), .. })));
        assert!(file.save(&Settings::default()).is_err());
        assert_eq!(storage.load(SettingsFile::KEY).unwrap().as_deref(), Some("?"));
    }

    #[test]
    fn a_hostile_text_is_a_problem_like_any_other() {
        for text in ["(".repeat(MAX_BYTES), "[".repeat(MAX_BYTES + 1), String::new(), "\0".to_owned()] {
            assert!(with(&text).1.load().1.is_some());
        }
        let deep = format!("(x: {}{})", "[".repeat(30_000), "]".repeat(30_000));
        assert!(with(&deep).1.load().1.is_some());
    }

    proptest! {
        #[test]
        fn whatever_the_text_there_are_settings_and_it_is_not_lost(text in "\\PC{0,60}") {
            let (storage, file) = with(&text);
            let (settings, problem) = file.load();
            prop_assert_eq!(settings, settings.clamped());
            file.save(&settings).unwrap();
            prop_assert_eq!(file.load(), (settings, None));
            let aside = storage.load(SettingsFile::BROKEN_KEY).unwrap();
            prop_assert_eq!(aside, problem.map(|_| text));
        }
    }
}
