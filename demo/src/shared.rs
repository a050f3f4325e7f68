//! State that screens share: settings, the mixer, saved runs, unlocked levels.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::LazyLock;

use proscenium::flow::ScreenContext;
#[cfg(any(test, not(target_arch = "wasm32")))]
use proscenium::kit::Saves;
use proscenium::kit::{Look, Mixer, Scaling, SettingsFile, SetupContext, Theme, Volumes};
use proscenium::phase::Resources;
use proscenium::platform::{Control, Device, InputMap};

use super::commander::ACTIONS;
use super::controls::{self, Label};
use super::levels::LEVELS;
use super::saves::RunSaves;
use super::settings::Settings;
use super::view::View;

/// The state that screens share. Each screen has a clone of the handle.
#[derive(Clone)]
pub struct Shared(Rc<Inner>);

struct Inner {
    settings: RefCell<Settings>,
    file: SettingsFile<Settings>,
    mixer: Mixer,
    input_map: Rc<RefCell<InputMap>>,
    saves: RunSaves,
    problem: RefCell<Option<String>>,
    /// Whether the settings apply to the window; a script plays in a window of fixed size, so that
    /// screenshots can be compared.
    has_own_window: bool,
    scaling: Rc<Cell<Scaling>>,
    can_quit: Cell<bool>,
    vsync: Cell<Option<bool>>,
    /// The last unlocked level.
    unlocked: Cell<u32>,
}

impl Shared {
    /// Loads the settings. Logs a problem with them and uses the defaults instead.
    pub fn new(cx: &SetupContext<'_>) -> Self {
        let file = SettingsFile::new(Rc::clone(cx.storage));
        let has_own_window = cx.has_window && !cx.is_scripted;
        let (mixer, input_map) = (cx.mixer.clone(), Rc::clone(cx.input_map));
        let (saves, scaling) = (RunSaves::new(cx), Rc::clone(cx.scaling));
        let locale = cx.option("locale").unwrap_or_default();
        let shared = Self::load(file, mixer, input_map, saves, scaling, has_own_window, locale);
        // A page is closed with its tab.
        shared.0.can_quit.set(!cx.is_page);
        if cx.is_page || cx.option("os") == Some("macos") {
            shared.0.vsync.set(None);
        }
        #[cfg(feature = "window")]
        if shared.0.has_own_window && shared.settings().fullscreen && shared.can_quit() {
            crate::paint::window::set_fullscreen(true);
        }
        shared
    }

    /// A handle for tests and for the tool `check`: no window, settings in memory.
    #[cfg(any(test, not(target_arch = "wasm32")))]
    pub fn in_memory(audio: impl proscenium::platform::Audio + 'static) -> Self {
        Self::in_storage(Rc::new(proscenium::platform::MemoryStorage::default()), audio)
    }

    /// A handle for tests and for the tool `check`: no window, settings and saves in `storage`.
    #[cfg(any(test, not(target_arch = "wasm32")))]
    pub fn in_storage(
        storage: Rc<dyn proscenium::platform::Storage>,
        audio: impl proscenium::platform::Audio + 'static,
    ) -> Self {
        let saves = RunSaves::of(Saves::new(storage.clone()));
        let input_map = Rc::new(RefCell::new(controls::defaults()));
        Self::load(SettingsFile::new(storage), Mixer::new(audio), input_map, saves, Rc::default(), false, "")
    }

    fn load(
        file: SettingsFile<Settings>,
        mixer: Mixer,
        input_map: Rc<RefCell<InputMap>>,
        saves: RunSaves,
        scaling: Rc<Cell<Scaling>>,
        has_own_window: bool,
        locale: &str,
    ) -> Self {
        let (mut settings, problem) = file.load();
        if settings.language.is_empty() {
            settings.language = if locale.is_empty() { "en" } else { locale }.to_owned();
        }
        if let Some(problem) = problem {
            log::warn!("{problem}");
        }
        set_volumes(&mixer, &settings);
        for unknown in set_controls(&input_map, &settings) {
            log::warn!("controls in the settings: {unknown}");
        }
        scaling.set(scaling_of(&settings));
        let vsync = Cell::new(Some(settings.vsync));
        Self(Rc::new(Inner {
            settings: RefCell::new(settings),
            file,
            mixer,
            input_map,
            saves,
            problem: RefCell::default(),
            has_own_window,
            scaling,
            can_quit: Cell::new(true),
            vsync,
            unlocked: Cell::new(1),
        }))
    }

    /// The current settings, saved or not.
    pub fn settings(&self) -> Settings {
        self.0.settings.borrow().clone()
    }

    /// Applies new settings without saving them.
    pub fn apply(&self, settings: &Settings) {
        self.0.settings.borrow_mut().clone_from(settings);
        set_volumes(&self.0.mixer, settings);
        set_controls(&self.0.input_map, settings);
        self.0.scaling.set(scaling_of(settings));
        #[cfg(feature = "window")]
        if self.0.has_own_window {
            crate::paint::window::set_fullscreen(settings.fullscreen);
        }
    }

    /// The mixer for sounds and music.
    pub fn mixer(&self) -> &Mixer {
        &self.0.mixer
    }

    /// The keys and buttons of the actions.
    pub fn input_map(&self) -> &Rc<RefCell<InputMap>> {
        &self.0.input_map
    }

    /// The saved runs.
    pub fn saves(&self) -> &RunSaves {
        &self.0.saves
    }

    /// Saves the settings. A failure is stored for [`save_problem`](Self::save_problem).
    pub fn save(&self) {
        let saved = self.0.file.save(&self.0.settings.borrow());
        *self.0.problem.borrow_mut() = saved.err().map(|error| {
            log::warn!("{error}");
            error.to_string()
        });
    }

    /// The error of the last [`save`](Self::save), if it failed.
    pub fn save_problem(&self) -> Option<String> {
        self.0.problem.borrow().clone()
    }

    /// Removes from the menus what a page does not have.
    #[cfg(test)]
    pub fn be_page(&self) {
        self.0.can_quit.set(false);
        self.0.vsync.set(None);
    }

    /// The vertical sync of this run; `None` where it cannot be set.
    pub fn vsync(&self) -> Option<bool> {
        self.0.vsync.get()
    }

    /// Whether menus offer to quit.
    pub fn can_quit(&self) -> bool {
        self.0.can_quit.get()
    }

    /// The entries of a menu whose last one is quit; without it where the game cannot quit.
    pub fn with_quit<'a>(&self, entries: &'a [&'a str]) -> &'a [&'a str] {
        &entries[..entries.len() - usize::from(!self.can_quit())]
    }

    /// The last unlocked level.
    pub fn unlocked(&self) -> u32 {
        self.0.unlocked.get()
    }

    /// Unlocks the levels up to this one.
    pub fn unlock(&self, number: u32) {
        self.0.unlocked.set(self.unlocked().max(number.min(LEVELS.len() as u32)));
    }

    /// The theme and the text size of the player.
    pub fn look<'a>(&self, resources: &'a Resources) -> Look<'a> {
        static PLAIN: LazyLock<Theme> = LazyLock::new(Theme::default);
        let settings = self.0.settings.borrow();
        let theme = if settings.high_contrast { "theme_contrast" } else { "theme" };
        let theme = resources.find(theme).unwrap_or(&*PLAIN);
        Look { resources, theme, text_size: settings.text_size() }
    }

    /// The view of the player, for a page.
    pub fn view<'a, 'c: 'a>(&'a self, cx: &ScreenContext<'c>) -> View<'a> {
        View::new(self, cx.resources(), cx.view_size())
    }

    /// The name of a key or button.
    pub fn label(&self, view: &View<'_>, control: Control) -> String {
        match controls::label(control) {
            Label::Plain(name) => name,
            Label::Text(key, name) => view.text_with(key, "name", name),
        }
    }

    /// The hint of `key` for the player's device. Its variables are `device`, and the name of each action for the
    /// first key or button of it.
    pub fn hint(&self, view: &View<'_>, key: &str, device: Device) -> String {
        let map = self.0.input_map.borrow();
        let (name, bound) = match device {
            Device::Pad => ("pad", Device::Pad),
            Device::Touch => ("touch", Device::Keyboard),
            Device::Keyboard | Device::Mouse => ("keyboard", Device::Keyboard),
        };
        let mut arguments = vec![("device", name.to_owned())];
        for action in ACTIONS {
            let control = map.control_on(bound, action);
            let label = control.map_or_else(|| "-".to_owned(), |control| self.label(view, control));
            arguments.push((action.name(), label));
        }
        view.format(key, &arguments)
    }
}

/// Sets the default controls with those that the player has changed; returns what is unknown of them.
fn set_controls(map: &RefCell<InputMap>, settings: &Settings) -> Vec<String> {
    let mut map = map.borrow_mut();
    *map = controls::defaults();
    map.dead_zones = [f32::from(settings.dead_zone) / 100.0; 2];
    map.apply(&settings.controls)
}

fn scaling_of(settings: &Settings) -> Scaling {
    if settings.whole_pixels { Scaling::Whole } else { Scaling::Smooth }
}

fn set_volumes(mixer: &Mixer, settings: &Settings) {
    let part = |volume: u8| f32::from(volume) / f32::from(Settings::MAX_VOLUME);
    mixer.set_volumes(Volumes {
        master: part(settings.master_volume),
        music: part(settings.music_volume),
        effects: part(settings.effects_volume),
        voice: part(settings.voice_volume),
    });
}
