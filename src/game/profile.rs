//! The profile of the player: the settings as they apply, and the look and the sounds of menus.

use std::cell::{Cell, Ref, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::host::Host;
use super::settings::SettingsFile;
use crate::flow::ScreenManager;
use crate::phase::Resources;
use crate::platform::{Bus, HeadlessAudio, InputMap, Storage, StorageError};
use crate::sound::Mixer;
use crate::ui::{Look, PlayerLook, Theme};

/// The names of actions, each with the names of its keys and buttons.
pub type ControlChanges = BTreeMap<String, Vec<String>>;

/// The settings of a game. The library applies what these methods return; all else is the game's own.
pub trait Preferences: Clone + Default + Serialize + DeserializeOwned + 'static {
    /// Returns the language tag of all texts; empty for the language of the system, which is the default.
    fn language(&self) -> &str {
        ""
    }

    /// Returns the volume of a bus, as [`Mixer::set_volume`] takes it: by default 1 for each.
    fn volume(&self, _bus: Bus) -> f32 {
        1.0
    }

    /// Returns the size of texts as a factor, 1 by default.
    fn text_size(&self) -> f32 {
        1.0
    }

    /// Returns the id of the [`Theme`], `theme` by default.
    fn theme(&self) -> &str {
        "theme"
    }

    /// Returns the keys and buttons that the player has changed, as [`InputMap::changes`] makes them: a field of the
    /// settings. By default there is none, and the input map stays as the game has set it.
    fn controls(&mut self) -> Option<&mut ControlChanges> {
        None
    }

    /// Returns the keys and buttons without the player's changes in [`controls`](Self::controls): by default `map`, the
    /// input map of the game. Settings such as a layout of keys or a dead zone of sticks change it here.
    fn default_controls(&self, map: InputMap) -> InputMap {
        map
    }

    /// Whether the window fills the display; by default it does not.
    fn is_fullscreen(&self) -> bool {
        false
    }
}

/// The profile of the player: loads, applies and saves the settings, and has the mixer. It is a handle that all screens
/// [share](crate::flow::Shared), `cx.shared::<Profile<Settings>>()`.
///
/// ```
/// use std::rc::Rc;
///
/// use proscenium::game::{Preferences, Profile};
/// use proscenium::sound::Mixer;
/// use proscenium::platform::{HeadlessAudio, MemoryStorage};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Clone, Default, Serialize, Deserialize)]
/// #[serde(default)]
/// struct Settings {
///     language: String,
///     hints: bool,
/// }
///
/// impl Preferences for Settings {
///     fn language(&self) -> &str {
///         &self.language
///     }
/// }
///
/// // In a game: `Game::new("herd").settings::<Settings>()`.
/// let profile = Profile::<Settings>::with(Rc::new(MemoryStorage::default()), Mixer::new(HeadlessAudio::default()));
/// profile.change(|settings| settings.hints = true);
/// assert!(profile.settings().hints);
/// ```
#[derive(Clone)]
pub struct Profile<S>(Rc<Inner<S>>);

struct Inner<S> {
    settings: RefCell<S>,
    file: SettingsFile<S>,
    problem: RefCell<Option<String>>,
    mixer: Mixer,
    input_map: Rc<RefCell<InputMap>>,
    /// The input map of the game, without the settings.
    own_map: InputMap,
    locale: String,
    can_quit: Cell<bool>,
    /// Whether the settings apply to the window.
    #[cfg_attr(not(feature = "window"), allow(dead_code, reason = "there is no window"))]
    has_own_window: bool,
    #[cfg(feature = "window")]
    fills_display: Cell<bool>,
}

impl<S: Preferences> Profile<S> {
    /// Gives a clone to all screens: `cx.shared::<Profile<S>>()`. Their pages then have its look.
    pub fn share(&self, manager: &mut ScreenManager) {
        manager.share(self.clone());
        manager.share(self.mixer().clone());
        manager.share::<Rc<dyn PlayerLook>>(Rc::new(self.clone()));
    }

    /// Makes a profile without a window, for tests and tools.
    pub fn with(storage: Rc<dyn Storage>, mixer: Mixer) -> Self {
        Self::load(storage, mixer, &Rc::default(), "en", false)
    }

    /// Loads and applies the settings of a run.
    pub(super) fn new(manager: &ScreenManager, host: &Host) -> Self {
        // A script plays in a window of fixed size, so that screenshots can be compared.
        let has_own_window = host.has_window() && !host.is_scripted;
        let locale = host.option("locale").unwrap_or("en");
        let mixer =
            manager.shared().get::<Mixer>().cloned().unwrap_or_else(|| Mixer::new(HeadlessAudio::default()));
        let profile = Self::load(Rc::clone(&host.storage), mixer, &host.input_map, locale, has_own_window);
        profile.set_can_quit(!host.is_page);
        // A page fills the display only after a click.
        #[cfg(feature = "window")]
        if !host.is_page {
            profile.fill_display();
        }
        profile
    }

    fn load(
        storage: Rc<dyn Storage>,
        mixer: Mixer,
        input_map: &Rc<RefCell<InputMap>>,
        locale: &str,
        has_own_window: bool,
    ) -> Self {
        let file = SettingsFile::new(storage);
        let (settings, problem): (S, _) = file.load();
        if let Some(problem) = problem {
            log::warn!("{problem}");
        }
        set_volumes(&mixer, &settings);
        let profile = Self(Rc::new(Inner {
            settings: RefCell::new(settings),
            file,
            problem: RefCell::default(),
            mixer,
            own_map: input_map.borrow().clone(),
            input_map: Rc::clone(input_map),
            locale: locale.to_owned(),
            can_quit: Cell::new(true),
            has_own_window,
            #[cfg(feature = "window")]
            fills_display: Cell::new(false),
        }));
        for unknown in profile.set_controls() {
            log::warn!("controls in the settings: {unknown}");
        }
        profile
    }

    /// Returns the storage of the settings, for instance for saved games.
    pub fn storage(&self) -> Rc<dyn Storage> {
        Rc::clone(&self.0.file.storage)
    }

    /// Returns the settings, saved or not.
    pub fn settings(&self) -> S {
        self.0.settings.borrow().clone()
    }

    /// Applies new settings without saving them.
    pub fn apply(&self, settings: &S) {
        self.0.settings.borrow_mut().clone_from(settings);
        set_volumes(&self.0.mixer, settings);
        self.set_controls();
        #[cfg(feature = "window")]
        self.fill_display();
    }

    /// Sets the default keys and buttons with the player's changes. Returns a message for each unknown name.
    fn set_controls(&self) -> Vec<String> {
        let mut map = self.default_controls();
        let mut settings = self.0.settings.borrow_mut();
        let Some(changes) = settings.controls() else { return Vec::new() };
        let unknown = map.apply(changes);
        self.0.input_map.replace(map);
        unknown
    }

    /// Returns the keys and buttons of each action as they are now. The next change of the settings sets them again.
    pub fn input_map(&self) -> &Rc<RefCell<InputMap>> {
        &self.0.input_map
    }

    /// Returns the keys and buttons of the settings, without the player's changes.
    pub fn default_controls(&self) -> InputMap {
        self.0.settings.borrow().default_controls(self.0.own_map.clone())
    }

    /// Changes, applies and saves the keys and buttons, if the settings [have them](Preferences::controls).
    pub fn change_controls(&self, change: impl FnOnce(InputMap) -> InputMap) {
        let map = change(self.input_map().borrow().clone());
        let defaults = self.default_controls();
        self.change(|settings| {
            if let Some(changes) = settings.controls() {
                *changes = map.changes(&defaults, changes);
            }
        });
    }

    /// Sets the [default](Self::default_controls) keys and buttons, and saves that.
    pub fn reset_controls(&self) {
        self.change(|settings| settings.controls().into_iter().for_each(BTreeMap::clear));
    }

    /// Applies the setting for the window, if it has changed: Windows moves a window that it asks to be one.
    #[cfg(feature = "window")]
    fn fill_display(&self) {
        let fills = self.settings().is_fullscreen();
        if self.0.has_own_window && self.0.fills_display.replace(fills) != fills {
            crate::window::set_fullscreen(fills);
        }
    }

    /// Saves the settings. A failure is logged, and is the [`save_problem`](Self::save_problem).
    pub fn save(&self) {
        self.note(self.0.file.save(&self.0.settings.borrow()));
    }

    fn note(&self, saved: Result<(), StorageError>) {
        let problem = saved.err().map(|error| error.to_string());
        problem.iter().for_each(|problem| log::warn!("{problem}"));
        self.0.problem.replace(problem);
    }

    /// Changes, applies and saves the settings.
    pub fn change(&self, change: impl FnOnce(&mut S)) {
        let mut settings = self.settings();
        change(&mut settings);
        self.apply(&settings);
        self.save();
    }

    /// Returns what the game keeps under a name besides the settings, such as high scores: any type that serde reads, or
    /// its default if there is none yet. A value that cannot be read is logged, and the default replaces it.
    ///
    /// ```
    /// # use std::rc::Rc;
    /// # use proscenium::game::{Preferences, Profile};
    /// # use proscenium::sound::Mixer;
    /// # use proscenium::platform::{HeadlessAudio, MemoryStorage};
    /// # #[derive(Clone, Default, serde::Serialize, serde::Deserialize)]
    /// # struct Settings;
    /// # impl Preferences for Settings {}
    /// # let profile = Profile::<Settings>::with(Rc::new(MemoryStorage::default()), Mixer::new(HeadlessAudio::default()));
    /// profile.keep("scores", |scores: &mut Vec<u32>| scores.push(250));
    /// assert_eq!(profile.kept::<Vec<u32>>("scores"), [250]);
    /// ```
    ///
    /// It reads the [storage](Self::storage): a screen calls it when it is entered, not in each frame.
    pub fn kept<T: Serialize + DeserializeOwned + Default>(&self, name: &str) -> T {
        self.kept_file(name).1
    }

    /// Changes and saves what the game [keeps](Self::kept) under a name: the letters, digits and `_` of a file `NAME.ron`
    /// beside the saved games. A failure is logged, and is the [`save_problem`](Self::save_problem).
    pub fn keep<T: Serialize + DeserializeOwned + Default>(&self, name: &str, change: impl FnOnce(&mut T)) {
        let (file, mut value) = self.kept_file(name);
        change(&mut value);
        self.note(file.save(&value));
    }

    fn kept_file<T: Serialize + DeserializeOwned + Default>(&self, name: &str) -> (SettingsFile<T>, T) {
        let file = SettingsFile::named(self.storage(), format!("{name}.ron"));
        let (value, problem) = file.load();
        problem.iter().for_each(|problem| log::warn!("{problem}"));
        (file, value)
    }

    /// Returns the error of the last [`save`](Self::save) or [`keep`](Self::keep), if it failed.
    pub fn save_problem(&self) -> Option<String> {
        self.0.problem.borrow().clone()
    }

    /// Returns the language of the settings as a tag, or else the languages that the player prefers, with commas between them.
    pub fn language(&self) -> String {
        let settings = self.0.settings.borrow();
        if settings.language().is_empty() { self.0.locale.clone() } else { settings.language().to_owned() }
    }

    /// Returns the mixer for sounds and music.
    pub fn mixer(&self) -> &Mixer {
        &self.0.mixer
    }

    /// Whether menus offer to quit. They do not in a page, which is closed with its tab.
    pub fn can_quit(&self) -> bool {
        self.0.can_quit.get()
    }

    /// Sets whether menus offer to quit.
    pub fn set_can_quit(&self, can_quit: bool) {
        self.0.can_quit.set(can_quit);
    }

    /// Returns the look for a view of this size: the theme, or the default one while it is not resident, with the
    /// player's text size and language.
    pub fn look<'a>(&self, resources: &'a Resources, size: (f32, f32)) -> Look<'a> {
        let settings = self.0.settings.borrow();
        let theme = Theme::find(resources, settings.theme());
        #[cfg(feature = "strings")]
        let wish = if settings.language().is_empty() { &self.0.locale } else { settings.language() };
        #[cfg(feature = "strings")]
        let language = crate::formats::Strings::nearest(resources, wish);
        #[cfg(not(feature = "strings"))]
        let language = "";
        Look { text_size: settings.text_size(), size, language, ..Look::new(resources, theme) }
    }
}

impl<S: Preferences> PlayerLook for Profile<S> {
    fn look_for<'a>(&self, resources: &'a Resources, size: (f32, f32)) -> Look<'a> {
        self.look(resources, size)
    }

    fn offers_to_quit(&self) -> bool {
        self.can_quit()
    }

    fn controls(&self) -> Ref<'_, InputMap> {
        self.input_map().borrow()
    }
}

fn set_volumes(mixer: &Mixer, settings: &impl Preferences) {
    Bus::ALL.into_iter().for_each(|bus| mixer.set_volume(bus, settings.volume(bus)));
}
