//! What a player keeps besides the settings: values under a name, and keys and buttons.

use std::cell::Cell;
use std::rc::Rc;

use proscenium::game::{ControlChanges, Preferences, Profile};

use proscenium::platform::{Action, Control, HeadlessAudio, InputMap, MemoryStorage, Storage, StorageError};
use proscenium::sound::Mixer;
use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    controls: ControlChanges,
}

impl Preferences for Settings {
    fn controls(&mut self) -> Option<&mut ControlChanges> {
        Some(&mut self.controls)
    }
}

/// A storage that may have no room.
#[derive(Default)]
struct Refusing {
    storage: MemoryStorage,
    refuses: Cell<bool>,
}

impl Storage for Refusing {
    fn load(&self, key: &str) -> Result<Option<String>, StorageError> {
        self.storage.load(key)
    }

    fn save(&self, key: &str, text: &str) -> Result<(), StorageError> {
        let (action, place, cause) = ("write", key.to_owned(), "the disk is full".to_owned());
        if self.refuses.get() {
            Err(StorageError { action, place, cause })
        } else {
            self.storage.save(key, text)
        }
    }
}

/// The game starts, with what is stored.
fn profile(storage: &Rc<MemoryStorage>) -> Profile<Settings> {
    Profile::with(Rc::clone(storage) as Rc<dyn Storage>, Mixer::new(HeadlessAudio::default()))
}

#[test]
fn what_is_kept_is_there_after_a_restart() {
    let storage = Rc::new(MemoryStorage::default());
    assert_eq!(profile(&storage).kept::<Vec<u32>>("scores"), [0; 0]);
    profile(&storage).keep("scores", |scores: &mut Vec<u32>| scores.push(70));
    profile(&storage).keep("scores", |scores: &mut Vec<u32>| scores.push(90));
    profile(&storage).keep("level", |level: &mut u32| *level += 1);
    assert_eq!(profile(&storage).kept::<Vec<u32>>("scores"), [70, 90]);
    assert_eq!(profile(&storage).kept::<u32>("level"), 1);
    assert!(storage.load("settings.ron").unwrap().is_none(), "the settings are another file");
}

#[test]
fn a_kept_value_that_cannot_be_read_has_its_default_and_its_text_is_not_lost() {
    let storage = Rc::new(MemoryStorage::default());
    storage.save("scores.ron", "(settings: [70, many])").unwrap();
    assert_eq!(profile(&storage).kept::<Vec<u32>>("scores"), [0; 0]);
    profile(&storage).keep("scores", |scores: &mut Vec<u32>| scores.push(90));
    assert_eq!(profile(&storage).kept::<Vec<u32>>("scores"), [90]);
    assert_eq!(storage.load("scores.ron.broken").unwrap().as_deref(), Some("(settings: [70, many])"));
}

#[test]
fn a_value_that_cannot_be_kept_is_the_problem_of_the_profile_until_one_is_saved() {
    let storage = Rc::new(Refusing::default());
    let profile = Profile::<Settings>::with(Rc::clone(&storage) as _, Mixer::new(HeadlessAudio::default()));
    storage.refuses.set(true);
    profile.keep("scores", |scores: &mut Vec<u32>| scores.push(70));
    assert_eq!(profile.save_problem().as_deref(), Some("cannot write scores.ron: the disk is full"));
    storage.refuses.set(false);
    profile.keep("scores", |scores: &mut Vec<u32>| scores.push(90));
    assert_eq!((profile.save_problem(), profile.kept::<Vec<u32>>("scores")), (None, vec![90]));
}

#[test]
fn changed_keys_are_there_after_a_restart_until_they_are_reset() {
    let storage = Rc::new(MemoryStorage::default());
    let keys = |profile: &Profile<Settings>| profile.input_map().borrow().controls(Action::JUMP).to_vec();
    let first = profile(&storage);
    first.change_controls(|map| map.unbind(Control::Space, Action::JUMP));
    first.change_controls(|map| map.bind(Control::J, Action::JUMP));
    assert_eq!(keys(&first), [Control::PadA, Control::J]);
    let second = profile(&storage);
    assert_eq!(keys(&second), [Control::PadA, Control::J]);
    assert_eq!(second.settings().controls.keys().collect::<Vec<_>>(), ["jump"]);
    second.reset_controls();
    assert_eq!(*second.input_map().borrow(), InputMap::default());
    assert_eq!(*profile(&storage).input_map().borrow(), InputMap::default());
}
