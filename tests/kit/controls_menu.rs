//! The menu of keys and buttons, played.

use std::rc::Rc;

use proscenium::flow::{GameScreen, Phase, ScreenContext, ScreenManager};
use proscenium::kit::{ControlChanges, ControlsMenu, MenuScreen, Mixer, Player, Preferences};
use proscenium::platform::{Action, Control, HeadlessAudio, Input, MemoryStorage, Pointer};
use serde::{Deserialize, Serialize};

#[derive(Clone, Default, Serialize, Deserialize)]
struct Settings(ControlChanges);

impl Preferences for Settings {
    fn controls(&mut self) -> Option<&mut ControlChanges> {
        Some(&mut self.0)
    }
}

struct Game;

impl GameScreen for Game {
    fn on_enter(&mut self, cx: &mut ScreenContext<'_>) {
        cx.push("controls");
    }

    fn update(&mut self, _cx: &mut ScreenContext<'_>) {}
}

/// The menu of jump and pause, and the player whose keys it changes.
fn menu() -> (ScreenManager, Player<Settings>) {
    let player = Player::with(Rc::new(MemoryStorage::default()), Mixer::new(HeadlessAudio::default()));
    let menu = ControlsMenu::<Settings>::new(&[Action::JUMP, Action::PAUSE]);
    let mut manager = ScreenManager::headless();
    player.share(&mut manager);
    let game = Phase::new("game").screen("game", |_| Game);
    manager.add_phase(game.screen("controls", MenuScreen::of(menu)));
    manager.start("game");
    while depth(&manager) < 2 {
        manager.step(&Input::default());
    }
    (manager, player)
}

fn depth(manager: &ScreenManager) -> usize {
    manager.stack().count()
}

/// A key goes down, which has this action by now.
fn press(manager: &mut ScreenManager, control: Control, action: Action) {
    manager.step(&Input { control: Some(control), ..Input::pressing([action]) });
    manager.step(&Input::releasing([action]));
}

#[test]
fn the_key_after_a_choice_is_bound_and_does_nothing_else() {
    let (mut manager, player) = menu();
    press(&mut manager, Control::Enter, Action::ACCEPT);
    press(&mut manager, Control::Escape, Action::CANCEL);
    assert_eq!(player.input_map().controls(Action::JUMP), [Control::PadA, Control::Escape]);
    assert_eq!(player.input_map().controls(Action::PAUSE), [Control::P, Control::PadStart]);
    assert_eq!(depth(&manager), 2);
    // The focus has stayed, and no further key is waited for.
    press(&mut manager, Control::X, Action::JUMP);
    press(&mut manager, Control::Enter, Action::ACCEPT);
    press(&mut manager, Control::Enter, Action::ACCEPT);
    assert_eq!(player.input_map().controls(Action::JUMP), [Control::PadA, Control::Enter]);
    press(&mut manager, Control::Escape, Action::CANCEL);
    assert_eq!(depth(&manager), 1);
}

#[test]
fn a_click_or_five_seconds_end_the_wait_without_a_change() {
    let (mut manager, player) = menu();
    let before = player.input_map();
    press(&mut manager, Control::Enter, Action::ACCEPT);
    let pointer = Pointer { pressed: true, ..Pointer::default() };
    manager.step(&Input { control: Some(Control::MouseLeft), pointer, ..Input::default() });
    press(&mut manager, Control::K, Action::JUMP);
    press(&mut manager, Control::Enter, Action::ACCEPT);
    (0..302).for_each(|_| manager.step(&Input::default()));
    press(&mut manager, Control::K, Action::JUMP);
    assert_eq!(player.input_map(), before);
}

#[test]
fn the_defaults_come_back() {
    let (mut manager, player) = menu();
    let before = player.input_map();
    press(&mut manager, Control::Enter, Action::ACCEPT);
    press(&mut manager, Control::K, Action::JUMP);
    assert_ne!(player.input_map(), before);
    press(&mut manager, Control::Down, Action::DOWN);
    press(&mut manager, Control::Down, Action::DOWN);
    press(&mut manager, Control::Enter, Action::ACCEPT);
    assert_eq!(player.input_map(), before);
}
