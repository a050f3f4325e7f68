//! State that screens share: the profile, saved runs.

use std::cell::Cell;
use std::ops::Deref;
use std::rc::Rc;

use proscenium::flow::ScreenContext;
#[cfg(any(test, not(target_arch = "wasm32")))]
use proscenium::game::Saves;
use proscenium::game::{Host, Profile};
use proscenium::platform::Scaling;
use proscenium::sound::Mixer;

use super::controls::Layout;
use super::levels::LEVELS;
use super::saves::{RunSaves, Saving};
use super::settings::Settings;

/// What all screens share: `cx.shared::<Shared>()`.
#[derive(Clone)]
pub struct Shared {
    profile: Profile<Settings>,
    pub saves: RunSaves,
    /// How views are scaled to the window.
    scaling: Rc<Cell<Scaling>>,
    vsync: Option<bool>,
    /// The loads so far.
    loads: Rc<Cell<usize>>,
    /// The offset of the camera, which the inspector sets. The play does not depend on it.
    pub pan: (f32, f32),
    /// Whether the level that is entered next is a new game: with lessons.
    pub is_new_game: bool,
    /// The last level that this run of the program unlocks and that is not kept.
    start_level: u32,
}

impl Deref for Shared {
    type Target = Profile<Settings>;

    fn deref(&self) -> &Profile<Settings> {
        &self.profile
    }
}

impl Shared {
    /// What the screens of a run share.
    pub fn new(profile: &Profile<Settings>, host: &Host) -> Self {
        let mut shared = Self::of(profile.clone(), RunSaves::new(host), Rc::clone(&host.scaling));
        if host.is_page || host.option("os") == Some("macos") {
            shared.vsync = None;
        }
        shared
    }

    /// For tests and for the tool `check`: no window, settings in memory.
    #[cfg(any(test, not(target_arch = "wasm32")))]
    pub fn in_memory(audio: impl proscenium::platform::Audio + 'static) -> Self {
        Self::in_storage(Rc::new(proscenium::platform::MemoryStorage::default()), audio)
    }

    /// For tests and for the tool `check`: no window, settings and saves in `storage`.
    #[cfg(any(test, not(target_arch = "wasm32")))]
    pub fn in_storage(
        storage: Rc<dyn proscenium::platform::Storage>,
        audio: impl proscenium::platform::Audio + 'static,
    ) -> Self {
        let saves = RunSaves::of(Saves::new(storage.clone()));
        Self::of(Profile::with(storage, Mixer::new(audio)), saves, Rc::default())
    }

    fn of(profile: Profile<Settings>, saves: RunSaves, scaling: Rc<Cell<Scaling>>) -> Self {
        let settings = profile.settings();
        scaling.set(scaling_of(&settings));
        Self {
            profile,
            saves,
            scaling,
            vsync: Some(settings.vsync),
            loads: Rc::default(),
            pan: (0.0, 0.0),
            is_new_game: false,
            start_level: 1,
        }
    }

    /// Applies new settings without saving them.
    pub fn apply(&self, settings: &Settings) {
        self.profile.apply(settings);
        self.scaling.set(scaling_of(settings));
    }

    /// Removes from the menus what a page does not have.
    #[cfg(test)]
    pub fn be_page(&mut self) {
        self.set_can_quit(false);
        self.vsync = None;
    }

    /// The vertical sync of this run; `None` where it cannot be set.
    pub const fn vsync(&self) -> Option<bool> {
        self.vsync
    }

    /// Sets the layout of the keys if none was chosen before. Returns whether it did. It is saved with the next change of
    /// the settings: a key that walks writes no file.
    pub fn choose_layout(&self, layout: Layout) -> bool {
        let settings = self.settings();
        let is_first = settings.layout.is_none();
        if is_first {
            self.apply(&Settings { layout: Some(layout), ..settings });
        }
        is_first
    }

    /// Counts a load. Returns how many there were before it.
    pub fn count_load(&self) -> usize {
        self.loads.replace(self.loads.get() + 1)
    }

    pub fn unlocked(&self) -> u32 {
        self.settings().unlocked.clamp(self.start_level, LEVELS.len() as u32)
    }

    /// Unlocks the levels up to this one until the program ends.
    pub fn start_at(&mut self, level: u32) {
        self.start_level = level.min(LEVELS.len() as u32);
    }

    /// Saves that a level was won in this time, which unlocks the next one.
    pub fn note_win(&self, level: u32, seconds: u32) {
        self.change(|settings| {
            settings.unlocked = settings.unlocked.max(level + 1).min(LEVELS.len() as u32);
            let best = settings.best_seconds.entry(level).or_insert(seconds);
            *best = (*best).min(seconds);
        });
    }

    /// Unlocks the levels up to this one, and saves that.
    pub fn unlock(&self, number: u32) {
        let number = number.min(LEVELS.len() as u32);
        if number > self.settings().unlocked {
            self.change(|settings| settings.unlocked = number);
        }
    }
}

impl Saving {
    /// Begins to save the run that is played.
    pub fn begin(cx: &mut ScreenContext<'_>) -> Self {
        let ticket = cx.save();
        Self::of(ticket, &mut cx.shared_mut::<Shared>().saves)
    }
}

fn scaling_of(settings: &Settings) -> Scaling {
    if settings.whole_pixels { Scaling::Whole } else { Scaling::Smooth }
}
