use super::*;
use crate::platform::Pointer;
use proptest::prelude::*;

/// Three buttons of 100 x 20 at 0, 0; 0, 30; 0, 60.
fn three() -> Menu {
    Menu::column(0.0, 0.0, 100.0, 20.0, 10.0, 3)
}

fn key(menu: &mut Menu, action: Action) -> Option<MenuEvent> {
    let event = menu.update(&Input::pressing([action]));
    assert_eq!(menu.update(&Input::releasing([action])), None);
    event
}

fn pointer(x: f32, y: f32) -> Pointer {
    Pointer { position: Some((x, y)), ..Pointer::default() }
}

fn point(menu: &mut Menu, pointer: Pointer) -> Option<MenuEvent> {
    menu.update(&Input { pointer, ..Input::default() })
}

fn press(menu: &mut Menu, x: f32, y: f32) -> Option<MenuEvent> {
    point(menu, Pointer { pressed: true, held: true, ..pointer(x, y) })
}

fn hold(menu: &mut Menu, x: f32, y: f32) -> Option<MenuEvent> {
    point(menu, Pointer { held: true, moved: true, ..pointer(x, y) })
}

fn release(menu: &mut Menu, x: f32, y: f32) -> Option<MenuEvent> {
    point(menu, Pointer { released: true, ..pointer(x, y) })
}

#[test]
fn the_focus_goes_round_the_ends_and_past_disabled_entries() {
    let mut menu = three();
    menu.set_enabled(0, false);
    assert_eq!(menu.focused(), Some(1));
    key(&mut menu, Action::DOWN);
    assert_eq!(menu.focused(), Some(2));
    key(&mut menu, Action::DOWN);
    assert_eq!(menu.focused(), Some(1));
    key(&mut menu, Action::UP);
    assert_eq!(menu.focused(), Some(2));
    assert_eq!(key(&mut menu, Action::ACCEPT), Some(MenuEvent::Activated(2)));
    assert_eq!(key(&mut menu, Action::CANCEL), Some(MenuEvent::Cancelled));
}

#[test]
fn a_menu_in_which_nothing_is_enabled_can_only_be_left() {
    let mut menu = three();
    (0..3).for_each(|index| menu.set_enabled(index, false));
    assert_eq!(menu.focused(), None);
    assert_eq!(key(&mut menu, Action::DOWN), None);
    assert_eq!(key(&mut menu, Action::ACCEPT), None);
    assert_eq!(key(&mut menu, Action::CANCEL), Some(MenuEvent::Cancelled));
    menu.set_enabled(1, true);
    assert_eq!(menu.focused(), Some(1));
}

#[test]
fn a_held_key_repeats_after_24_frames_and_then_every_6() {
    let mut menu = Menu::column(0.0, 0.0, 10.0, 10.0, 0.0, 50);
    menu.update(&Input::pressing([Action::DOWN]));
    let mut moves = Vec::new();
    for frame in 1..=40 {
        let before = menu.focused();
        menu.update(&Input::holding([Action::DOWN]));
        if menu.focused() != before {
            moves.push(frame);
        }
    }
    assert_eq!(moves, [24, 30, 36]);
}

#[test]
fn a_key_held_over_from_another_screen_does_not_repeat() {
    let mut menu = three();
    for _ in 0..100 {
        menu.update(&Input::holding([Action::DOWN]));
    }
    assert_eq!(menu.focused(), Some(0));
}

#[test]
fn a_pointer_at_rest_leaves_the_focus_to_the_keys() {
    let mut menu = three();
    point(&mut menu, Pointer { moved: true, ..pointer(5.0, 65.0) });
    assert_eq!((menu.focused(), menu.hovered()), (Some(2), Some(2)));
    menu.update(&Input { pointer: pointer(5.0, 65.0), ..Input::pressing([Action::UP]) });
    point(&mut menu, pointer(5.0, 65.0));
    assert_eq!((menu.focused(), menu.hovered()), (Some(1), Some(2)));
    point(&mut menu, Pointer { moved: true, ..pointer(5.0, 25.0) });
    assert_eq!((menu.focused(), menu.hovered()), (Some(1), None));
}

#[test]
fn a_press_and_a_release_on_the_same_entry_activate_it() {
    let mut menu = three();
    assert_eq!(press(&mut menu, 5.0, 35.0), None);
    assert_eq!((menu.focused(), menu.pressed()), (Some(1), Some(1)));
    assert_eq!(release(&mut menu, 9.0, 39.0), Some(MenuEvent::Activated(1)));
    assert_eq!(menu.pressed(), None);
}

#[test]
fn a_press_and_a_release_within_one_frame_activate_too() {
    let mut menu = three();
    let tap = Pointer { pressed: true, released: true, ..pointer(5.0, 35.0) };
    assert_eq!(point(&mut menu, tap), Some(MenuEvent::Activated(1)));
}

#[test]
fn sliding_off_before_the_release_is_a_change_of_mind() {
    let mut menu = three();
    press(&mut menu, 5.0, 5.0);
    hold(&mut menu, 5.0, 35.0);
    assert_eq!((menu.focused(), menu.pressed()), (Some(0), None));
    assert_eq!(release(&mut menu, 5.0, 35.0), None);
    press(&mut menu, 5.0, 5.0);
    hold(&mut menu, 5.0, 35.0);
    hold(&mut menu, 5.0, 5.0);
    assert_eq!(menu.pressed(), Some(0));
    assert_eq!(release(&mut menu, 5.0, 5.0), Some(MenuEvent::Activated(0)));
}

#[test]
fn a_release_whose_press_was_elsewhere_does_nothing() {
    let mut menu = three();
    hold(&mut menu, 5.0, 5.0);
    assert_eq!(release(&mut menu, 5.0, 5.0), None);
    press(&mut menu, 5.0, 25.0); // between two entries
    assert_eq!(release(&mut menu, 5.0, 5.0), None);
    press(&mut menu, 5.0, 5.0);
    point(&mut menu, pointer(5.0, 5.0)); // the release went to a screen above
    assert_eq!(release(&mut menu, 5.0, 5.0), None);
}

#[test]
fn a_choice_asks_for_the_value_before_or_the_next() {
    let mut menu = three();
    menu.set_kind(0, EntryKind::Choice);
    let changed = |by| Some(MenuEvent::Changed { index: 0, by });
    assert_eq!(key(&mut menu, Action::LEFT), changed(-1));
    assert_eq!(key(&mut menu, Action::RIGHT), changed(1));
    assert_eq!(key(&mut menu, Action::ACCEPT), changed(1));
    press(&mut menu, 10.0, 5.0);
    assert_eq!(release(&mut menu, 10.0, 5.0), changed(-1));
    press(&mut menu, 90.0, 5.0);
    assert_eq!(release(&mut menu, 90.0, 5.0), changed(1));
}

#[test]
fn a_slider_stops_at_its_ends() {
    let mut menu = three();
    menu.set_kind(0, EntryKind::slider(99, 10));
    assert_eq!(menu.value(0), Some(10));
    assert_eq!(key(&mut menu, Action::RIGHT), None);
    assert_eq!(key(&mut menu, Action::LEFT), Some(MenuEvent::SetTo { index: 0, value: 9 }));
    menu.set_value(0, 0);
    assert_eq!(key(&mut menu, Action::LEFT), None);
    assert_eq!(key(&mut menu, Action::ACCEPT), None);
}

#[test]
fn a_slider_follows_the_pointer_also_outside_of_its_entry() {
    let mut menu = three();
    let track = Rect::new(50.0, 0.0, 40.0, 20.0);
    menu.set_kind(0, EntryKind::Slider { value: 0, steps: 10, track: Some(track) });
    let set_to = |value| Some(MenuEvent::SetTo { index: 0, value });
    assert_eq!(press(&mut menu, 10.0, 5.0), None); // on the label
    assert_eq!(release(&mut menu, 10.0, 5.0), None);
    assert_eq!(press(&mut menu, 70.0, 5.0), set_to(5));
    assert_eq!(hold(&mut menu, 70.0, 6.0), None);
    assert_eq!(hold(&mut menu, 500.0, 300.0), set_to(10));
    assert_eq!((menu.focused(), menu.pressed()), (Some(0), Some(0)));
    assert_eq!(release(&mut menu, -9.0, 300.0), set_to(0));
    assert_eq!(menu.pressed(), None);
    assert_eq!(hold(&mut menu, 70.0, 5.0), None);
}

#[test]
fn the_wheel_moves_the_slider_under_the_pointer_by_whole_notches() {
    let mut menu = three();
    menu.set_kind(1, EntryKind::slider(5, 10));
    let mut turn = |y, wheel| point(&mut menu, Pointer { wheel, ..pointer(5.0, y) });
    assert_eq!(turn(35.0, 1.0), Some(MenuEvent::SetTo { index: 1, value: 6 }));
    assert_eq!(turn(35.0, -0.5), None);
    assert_eq!(turn(35.0, -0.5), Some(MenuEvent::SetTo { index: 1, value: 5 }));
    assert_eq!(turn(5.0, 1.0), None);
    assert_eq!(turn(35.0, f32::NAN), None);
}

fn any_input() -> impl Strategy<Value = Input> {
    let actions = prop::collection::vec(prop::sample::select(Action::BUILT_IN.to_vec()), 0..3);
    let position = prop::option::of((-20.0_f32..150.0, -20.0_f32..200.0));
    let flags = any::<(bool, bool, bool, bool, bool)>();
    (actions, position, flags, -3.0_f32..3.0).prop_map(|(actions, position, flags, wheel)| {
        let (keys_pressed, moved, held, pressed, released) = flags;
        let input = if keys_pressed { Input::pressing(actions) } else { Input::holding(actions) };
        Input {
            pointer: Pointer { position, moved, held, pressed, released, wheel, ..Pointer::default() },
            ..input
        }
    })
}

proptest! {
    #[test]
    fn whatever_the_input_an_enabled_entry_has_the_focus(
        kinds in prop::collection::vec((any::<bool>(), 0_u8..3), 0..6),
        steps in prop::collection::vec((any_input(), any::<Option<(prop::sample::Index, bool)>>()), 0..80),
    ) {
        let mut menu = Menu::column(0.0, 0.0, 100.0, 20.0, 10.0, kinds.len());
        for (index, (enabled, kind)) in kinds.iter().enumerate() {
            menu.set_enabled(index, *enabled);
            menu.set_kind(index, match kind { 0 => EntryKind::Button, 1 => EntryKind::Choice, _ => EntryKind::slider(3, 7) });
        }
        for (input, change) in steps {
            if let (Some((index, enabled)), false) = (change, kinds.is_empty()) {
                menu.set_enabled(index.index(kinds.len()), enabled);
            }
            let event = menu.update(&input);
            let is_any_enabled = menu.entries().iter().any(|entry| entry.enabled);
            prop_assert_eq!(menu.focused().is_some(), is_any_enabled);
            let about = match event {
                Some(MenuEvent::Activated(index) | MenuEvent::Changed { index, .. }) => Some(index),
                Some(MenuEvent::SetTo { index, value }) => {
                    prop_assert!(value <= 7 && menu.value(index) == Some(value));
                    Some(index)
                }
                Some(MenuEvent::Cancelled) | None => None,
            };
            for index in [menu.focused(), menu.hovered(), menu.pressed(), about].into_iter().flatten() {
                prop_assert!(menu.entries()[index].enabled);
            }
        }
    }
}
