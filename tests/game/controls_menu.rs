//! The menu of keys and buttons, played, and the names of keys in texts.

use std::rc::Rc;
use std::sync::Arc;

use proscenium::flow::{GameScreen, ManagerSettings, Phase, ScreenContext, ScreenManager};
use proscenium::game::{ControlChanges, ControlsMenu, Preferences, Profile};
use proscenium::platform::{
    Action, Control, Device, HeadlessAudio, Input, InputMap, MemorySource, MemoryStorage, Pointer,
};
use proscenium::sound::Mixer;
use proscenium::ui::{Look, MenuPage, MenuScreen};
use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(default)]
struct Settings {
    controls: ControlChanges,
    is_left_handed: bool,
}

impl Preferences for Settings {
    fn controls(&mut self) -> Option<&mut ControlChanges> {
        Some(&mut self.controls)
    }

    fn default_controls(&self, map: InputMap) -> InputMap {
        if self.is_left_handed {
            map.bind(Control::K, Action::JUMP).bind(Control::K, Action::PAUSE)
        } else {
            map
        }
    }
}

struct Game;

impl GameScreen for Game {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.push("controls");
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

const TEXTS: &str = "
controls-press = { $device ->
    [pad] { $action }: a button
   *[keyboard] { $action }: a key
}
controls-needed = { $action } needs it
controls-taken = { $control } is the last of { $action }
controls-moved = { $control } is no more of { $action }
action-jump = Jump
action-pause = Pause
control-space = Spacebar
hint = { $device }: { $jump } jumps, { $pause } stops, { $points } points
";

/// The menu of jump and pause, and the player whose keys it changes.
fn menu() -> (ScreenManager, Profile<Settings>) {
    let profile = Profile::with(Rc::new(MemoryStorage::default()), Mixer::new(HeadlessAudio::default()));
    let menu = ControlsMenu::<Settings>::new(&[Action::JUMP, Action::PAUSE]);
    let files = MemorySource::default().with("en.ftl", TEXTS.as_bytes());
    let files = files.with("game.ron", b"(resources: [strings(id: \"en\", path: \"en.ftl\")])".as_slice());
    let mut manager =
        ScreenManager::new(ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() });
    proscenium::game::register_kinds(&mut manager);
    profile.share(&mut manager);
    let game = Phase::new("game").manifest("game.ron").screen("game", |_| Game);
    manager.add_phase(game.screen("controls", MenuScreen::of(menu)));
    manager.start("game");
    while depth(&manager) < 2 {
        manager.step(&Input::default());
    }
    (manager, profile)
}

fn depth(manager: &ScreenManager) -> usize {
    manager.stack().ids().count()
}

/// A key goes down, which has this action by now.
fn press(manager: &mut ScreenManager, control: Control, action: Action) {
    let device = control.device();
    manager.step(&Input { control: Some(control), device, ..Input::pressing([action]) });
    manager.step(&Input { device, ..Input::releasing([action]) });
}

/// Chooses the row that is this many rows below the focus, with the keyboard.
fn choose(manager: &mut ScreenManager, below: usize) {
    (0..below).for_each(|_| press(manager, Control::Down, Action::DOWN));
    press(manager, Control::Enter, Action::ACCEPT);
}

fn look(manager: &ScreenManager) -> Look<'_> {
    Look::for_view(manager.assets().resources(), manager.shared(), (640.0, 360.0))
}

/// Whether the line above the menu has this text.
fn says(manager: &ScreenManager, text: &str) -> bool {
    let menu = manager.stack().screen::<MenuScreen<ControlsMenu<Settings>>>("controls").unwrap();
    format!("{:?}", menu.page.message(&look(manager))).contains(text)
}

fn controls(profile: &Profile<Settings>, action: Action) -> Vec<Control> {
    profile.input_map().borrow().controls(action).to_vec()
}

#[test]
fn the_key_after_a_choice_is_added_or_removed_and_does_nothing_else() {
    let (mut manager, profile) = menu();
    choose(&mut manager, 1);
    assert!(says(&manager, "Jump: a key"));
    press(&mut manager, Control::P, Action::PAUSE);
    assert_eq!(controls(&profile, Action::JUMP), [Control::Space, Control::PadA, Control::P]);
    assert_eq!(controls(&profile, Action::PAUSE), [Control::Escape, Control::PadStart]);
    assert!(says(&manager, "P is no more of Pause"));
    assert_eq!(depth(&manager), 2);
    // The focus has stayed, and no further key is waited for.
    press(&mut manager, Control::X, Action::JUMP);
    choose(&mut manager, 0);
    press(&mut manager, Control::Space, Action::ACCEPT);
    assert_eq!(controls(&profile, Action::JUMP), [Control::PadA, Control::P]);
    press(&mut manager, Control::Escape, Action::CANCEL);
    assert_eq!(depth(&manager), 1);
}

#[test]
fn escape_and_the_button_b_end_the_wait_without_a_change() {
    for (control, action) in [(Control::Escape, Action::CANCEL), (Control::PadB, Action::CANCEL)] {
        let (mut manager, profile) = menu();
        let before = profile.input_map().borrow().clone();
        choose(&mut manager, 1);
        press(&mut manager, control, action);
        assert!(says(&manager, "controls-hint"), "{control:?}");
        assert_eq!((&*profile.input_map().borrow(), depth(&manager)), (&before, 2));
    }
}

#[test]
fn what_would_leave_an_action_without_a_key_is_refused_in_words_until_the_next_key() {
    let (mut manager, profile) = menu();
    let before = profile.input_map().borrow().clone();
    choose(&mut manager, 1);
    press(&mut manager, Control::Space, Action::ACCEPT);
    assert!(says(&manager, "Jump needs it"));
    choose(&mut manager, 1);
    assert!(says(&manager, "Pause: a key"));
    press(&mut manager, Control::Space, Action::ACCEPT);
    assert!(says(&manager, "Spacebar is the last of Jump"));
    assert_eq!(*profile.input_map().borrow(), before);
    press(&mut manager, Control::Up, Action::UP);
    assert!(says(&manager, "controls-hint"));
}

#[test]
fn the_list_is_of_the_device_that_was_used_last_or_is_chosen() {
    let (mut manager, profile) = menu();
    press(&mut manager, Control::PadDown, Action::DOWN);
    press(&mut manager, Control::PadA, Action::ACCEPT);
    assert!(says(&manager, "Jump: a button"));
    press(&mut manager, Control::PadX, Action::JUMP);
    // The keyboard chooses the list of the pad.
    press(&mut manager, Control::Up, Action::UP);
    press(&mut manager, Control::Right, Action::RIGHT);
    choose(&mut manager, 1);
    assert!(says(&manager, "Jump: a button"));
    press(&mut manager, Control::PadY, Action::JUMP);
    assert_eq!(
        controls(&profile, Action::JUMP),
        [Control::Space, Control::PadA, Control::PadX, Control::PadY]
    );
}

#[test]
fn a_click_another_device_or_five_seconds_end_the_wait_without_a_change() {
    let (mut manager, profile) = menu();
    let before = profile.input_map().borrow().clone();
    let pointer = Pointer { pressed: true, ..Pointer::default() };
    let click = Input { control: Some(Control::MouseLeft), pointer, ..Input::default() };
    let ends: [&dyn Fn(&mut ScreenManager); 3] = [
        &|manager| manager.step(&click),
        &|manager| press(manager, Control::PadX, Action::JUMP),
        &|manager| (0..302).for_each(|_| manager.step(&Input::default())),
    ];
    choose(&mut manager, 1);
    for end in ends {
        end(&mut manager);
        press(&mut manager, Control::K, Action::JUMP);
        assert_eq!(*profile.input_map().borrow(), before);
        choose(&mut manager, 0);
        assert!(says(&manager, "Jump: a key"));
    }
}

#[test]
fn the_defaults_come_back() {
    let (mut manager, profile) = menu();
    let before = profile.input_map().borrow().clone();
    choose(&mut manager, 1);
    press(&mut manager, Control::K, Action::JUMP);
    assert_ne!(*profile.input_map().borrow(), before);
    choose(&mut manager, 2);
    assert_eq!(*profile.input_map().borrow(), before);
}

#[test]
fn a_setting_changes_the_defaults_and_what_they_share() {
    let (mut manager, profile) = menu();
    profile.apply(&Settings { is_left_handed: true, ..Settings::default() });
    assert_eq!(controls(&profile, Action::JUMP), [Control::Space, Control::PadA, Control::K]);
    choose(&mut manager, 1);
    press(&mut manager, Control::Space, Action::ACCEPT);
    assert_eq!(profile.settings().controls["jump"], ["PadA", "K"]);
    choose(&mut manager, 0);
    press(&mut manager, Control::Space, Action::ACCEPT);
    choose(&mut manager, 0);
    press(&mut manager, Control::K, Action::JUMP);
    choose(&mut manager, 0);
    press(&mut manager, Control::K, Action::JUMP);
    assert_eq!(controls(&profile, Action::JUMP), [Control::PadA, Control::Space, Control::K]);
    assert_eq!(controls(&profile, Action::PAUSE).last(), Some(&Control::K));
}

#[test]
fn a_hint_names_what_is_bound_now_in_the_words_of_the_game_or_in_english() {
    let (manager, profile) = menu();
    let hint = |device| look(&manager).format_for(device, "hint", &[("points", 3.into())]);
    assert_eq!(hint(Device::Keyboard), "keyboard: Spacebar jumps, Esc stops, 3 points");
    profile.change_controls(|map| map.bind(Control::LeftControl, Action::JUMP));
    profile.change_controls(|map| map.unbind(Control::Space, Action::JUMP));
    profile.change_controls(|map| map.unbind(Control::PadStart, Action::PAUSE));
    assert_eq!(hint(Device::Touch), "touch: L Ctrl jumps, Esc stops, 3 points");
    assert_eq!(hint(Device::Pad), "pad: A jumps, - stops, 3 points");
    assert_eq!(look(&manager).control_name(Control::LeftStickUp), "Left stick ↑");
}
