//! What screens share: the player's settings, and the sound.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use proscenium::kit::{Mixer, SettingsFile, SetupContext, Volumes};

use crate::settings::Settings;

/// What screens share. Each screen has a clone of the handle.
#[derive(Clone)]
pub struct Shared(Rc<Inner>);

struct Inner {
    settings: RefCell<Settings>,
    file: SettingsFile<Settings>,
    mixer: Mixer,
    can_quit: bool,
    /// A script plays in a window of fixed size, so that screenshots can be compared.
    has_own_window: bool,
}

impl Shared {
    /// Loads the settings, and begins the music. If the file is broken, the settings are the defaults.
    pub fn new(cx: &SetupContext<'_>) -> Self {
        let file = SettingsFile::new(Rc::clone(cx.storage));
        let (mut settings, problem): (Settings, _) = file.load();
        if let Some(problem) = problem {
            log::warn!("{problem}");
        }
        if settings.language.is_empty() {
            settings.language = cx.option("locale").unwrap_or("en").to_owned();
        }
        cx.mixer.play_music("music", Duration::from_secs(1));
        let shared = Self(Rc::new(Inner {
            settings: RefCell::new(settings),
            file,
            mixer: cx.mixer.clone(),
            // A page is closed with its tab.
            can_quit: !cx.is_page,
            has_own_window: cx.has_window && !cx.is_scripted && !cx.is_page,
        }));
        shared.apply();
        shared
    }

    /// The settings.
    pub fn settings(&self) -> Settings {
        self.0.settings.borrow().clone()
    }

    /// Changes, applies and saves the settings.
    pub fn change(&self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.0.settings.borrow_mut());
        self.apply();
        self.0.file.save(&self.0.settings.borrow()).unwrap_or_else(|error| log::warn!("{error}"));
    }

    fn apply(&self) {
        let Settings { master, music, effects, fullscreen, .. } = self.settings();
        let [master, music, effects] =
            [master, music, effects].map(|volume| volume as f32 / Settings::MAX_VOLUME as f32);
        self.0.mixer.set_volumes(Volumes { master, music, effects, ..Volumes::default() });
        if self.0.has_own_window {
            macroquad::window::set_fullscreen(fullscreen);
        }
    }

    /// Plays a sound.
    pub fn play(&self, sound: &str) {
        self.0.mixer.play(sound, 0.7);
    }

    /// Whether menus offer to quit.
    pub fn can_quit(&self) -> bool {
        self.0.can_quit
    }
}
