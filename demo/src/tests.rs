//! The program without a window: its menus, and what the tests of the game begin with.

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;

use proscenium::flow::{ManagerSettings, ScreenId, ScreenManager};
use proscenium::phase::Pace;
use proscenium::platform::{
    Action, AssetSource, DirSource, HeadlessAudio, Input, MemoryStorage, Storage, StorageError, Trace,
};

mod settings;

use super::shared::Shared;
use super::view::View;
use super::{phases, theme};

pub fn assets() -> Arc<dyn AssetSource> {
    Arc::new(DirSource::new(Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets")))
}

/// A manager with the program registered.
pub fn manager_with(settings: ManagerSettings, shared: &Shared) -> ScreenManager {
    let mut manager = ScreenManager::new(settings);
    phases::register(&mut manager, shared);
    manager
}

pub fn shared() -> Shared {
    Shared::in_memory(HeadlessAudio::default())
}

pub fn manager_of(shared: &Shared) -> ScreenManager {
    manager_seeded(shared, 0)
}

pub fn manager_seeded(shared: &Shared, seed: u64) -> ScreenManager {
    let settings = ManagerSettings {
        source: assets(),
        transition: Some(Rc::new(theme::fade())),
        trace: Trace::recording(),
        pace: Pace::OneItemPerTick,
        view: theme::VIEW,
        upright_view: Some(theme::UPRIGHT_VIEW),
        seed,
        ..ManagerSettings::default()
    };
    manager_with(settings, shared)
}

/// The game in a phase whose first screen has the same name, at that screen.
pub fn started(shared: &Shared, phase: &'static str) -> ScreenManager {
    begun(manager_of(shared), phase)
}

/// Starts with a phase, and waits for its screen.
pub fn begun(mut manager: ScreenManager, phase: &'static str) -> ScreenManager {
    manager.start(phase);
    wait(&mut manager, phase);
    manager
}

pub fn stack(manager: &ScreenManager) -> Vec<&'static str> {
    manager.stack().ids().map(ScreenId::name).collect()
}

/// Steps until `screen` is active and no transition runs.
pub fn wait(manager: &mut ScreenManager, screen: &str) {
    for _ in 0..3600 {
        if manager.is_idle() && manager.stack().active().is_some_and(|id| id.name() == screen) {
            return;
        }
        manager.step(&Input::default());
    }
    panic!("`{screen}` did not become active");
}

pub fn tap(manager: &mut ScreenManager, action: Action) {
    manager.step(&Input::pressing([action]));
    manager.step(&Input::releasing([action]));
}

/// Taps actions one after the other, and waits for a screen.
pub fn go(manager: &mut ScreenManager, actions: &[Action], screen: &str) {
    actions.iter().for_each(|action| tap(manager, *action));
    wait(manager, screen);
}

#[test]
fn a_page_does_not_offer_to_quit() {
    let mut shared = shared();
    shared.be_page();
    let mut manager = started(&shared, "main_menu");
    go(&mut manager, &[Action::CANCEL], "main_menu");
    assert_eq!(manager.stack().ids().count(), 1);
    // The entry above the first one is the last one: the credits instead of quit.
    go(&mut manager, &[Action::UP, Action::ACCEPT], "credits");
}

/// A storage that takes nothing.
pub struct Full;

impl Storage for Full {
    fn load(&self, _key: &str) -> Result<Option<String>, StorageError> {
        Ok(None)
    }

    fn save(&self, key: &str, _text: &str) -> Result<(), StorageError> {
        Err(StorageError { action: "write", place: key.to_owned(), cause: "full".to_owned() })
    }
}
