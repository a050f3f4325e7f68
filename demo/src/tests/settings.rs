//! The settings, from opening to leaving them.

use super::*;
use crate::levels::LEVELS;
use crate::screens::SettingsScreen;

/// The game in the settings of the main menu.
fn in_settings(shared: &Shared) -> ScreenManager {
    let mut manager = started(shared, "main_menu");
    go(&mut manager, &[Action::DOWN, Action::ACCEPT], "settings");
    manager
}

/// To the tab of the picture, from the first entry.
fn to_picture(manager: &mut ScreenManager) {
    [Action::UP, Action::LEFT].into_iter().for_each(|action| tap(manager, action));
}

#[test]
fn leaving_changed_settings_asks_and_can_discard_them() {
    let mut manager = in_settings(&shared());
    go(&mut manager, &[Action::RIGHT, Action::CANCEL], "question");
    // Cancelling the question returns to the settings, by the key and by the last answer.
    go(&mut manager, &[Action::CANCEL], "settings");
    go(&mut manager, &[Action::CANCEL], "question");
    go(&mut manager, &[Action::UP, Action::ACCEPT], "settings");
    go(&mut manager, &[Action::CANCEL], "question");
    go(&mut manager, &[Action::DOWN, Action::ACCEPT], "main_menu");
}

#[test]
fn the_volume_of_all_sounds_is_the_first_one() {
    let shared = shared();
    let mut manager = in_settings(&shared);
    [Action::UP, Action::RIGHT, Action::DOWN, Action::LEFT]
        .into_iter()
        .for_each(|action| tap(&mut manager, action));
    assert_eq!((shared.settings().master_volume, shared.settings().music_volume), (9, 7));
}

#[test]
fn the_setting_reduced_motion_holds_for_transitions_at_once() {
    let shared = shared();
    let mut manager = in_settings(&shared);
    to_picture(&mut manager);
    (0..3).for_each(|_| tap(&mut manager, Action::DOWN));
    tap(&mut manager, Action::RIGHT);
    assert!(shared.settings().reduced_motion);
    (0..4).for_each(|_| tap(&mut manager, Action::DOWN));
    let before = manager.tick();
    go(&mut manager, &[Action::ACCEPT], "main_menu");
    // 0.2 seconds, and a tick each for the press, out and the cover.
    assert_eq!(manager.tick() - before, 15);
    // A game that starts with the setting has it from the first transition on.
    let mut manager = started(&shared, "main_menu");
    tap(&mut manager, Action::DOWN);
    let before = manager.tick();
    go(&mut manager, &[Action::ACCEPT], "settings");
    assert_eq!(manager.tick() - before, 15);
}

#[test]
fn vertical_sync_is_saved_for_the_next_start_and_not_in_a_page() {
    let storage = Rc::new(MemoryStorage::default());
    let open = || Shared::in_storage(storage.clone(), HeadlessAudio::default());
    let mut shared = open();
    let mut manager = in_settings(&shared);
    let shown = |manager: &ScreenManager, shared: &Shared| {
        let view = View::new(shared, manager.assets().resources(), (theme::WIDTH, theme::HEIGHT));
        let page = format!("{:?}", SettingsScreen::page(&view, proscenium::platform::Device::Keyboard, 2));
        ["Vertical sync", "at the next start"].map(|text| page.contains(text))
    };
    assert_eq!(shown(&manager, &shared), [true, false]);
    to_picture(&mut manager);
    // Above it is the entry that saves.
    (0..2).for_each(|_| tap(&mut manager, Action::UP));
    tap(&mut manager, Action::RIGHT);
    assert_eq!(shown(&manager, &shared), [true, true]);
    tap(&mut manager, Action::DOWN);
    go(&mut manager, &[Action::ACCEPT], "main_menu");
    assert_eq!((shared.vsync(), open().vsync()), (Some(true), Some(false)));
    shared.be_page();
    assert_eq!(shown(&manager, &shared), [false, false]);
}

#[test]
fn settings_that_cannot_be_saved_stay_on_the_screen_and_say_so() {
    let shared = Shared::in_storage(Rc::new(Full), HeadlessAudio::default());
    let mut manager = in_settings(&shared);
    go(&mut manager, &[Action::RIGHT, Action::CANCEL], "question");
    go(&mut manager, &[Action::ACCEPT], "settings");
    (0..60).for_each(|_| manager.step(&Input::default()));
    assert_eq!(manager.stack().active().map(ScreenId::name), Some("settings"));
    assert!(shared.save_problem().is_some());
    // The player has seen it.
    go(&mut manager, &[Action::CANCEL], "main_menu");
}

#[test]
fn an_unlocked_level_is_there_at_the_next_start() {
    let storage = Rc::new(MemoryStorage::default());
    let open = || Shared::in_storage(storage.clone(), HeadlessAudio::default());
    let mut shared = open();
    assert_eq!(shared.unlocked(), 1);
    shared.unlock(2);
    shared.unlock(1);
    assert_eq!((shared.unlocked(), open().unlocked()), (2, 2));
    // An option of the command line unlocks for one run.
    shared.start_at(3);
    assert_eq!((shared.unlocked(), open().unlocked()), (3, 2));
    shared.unlock(99);
    assert_eq!(open().unlocked(), LEVELS.len() as u32);
}
