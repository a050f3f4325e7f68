//! The focus of menus: keys, pointer, choices, sliders.

use std::cell::{Ref, RefCell};
use std::rc::Rc;

use proptest::prelude::*;
use proscenium_core::flow::ScreenManager;
use proscenium_core::phase::Resources;
use proscenium_core::platform::{Action, Control, Input, InputMap, Pointer, Rect};
use proscenium_ui::{Look, Menu, Page, PlayerLook, Theme};

/// What a menu gives back.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Choice {
    Pressed(usize),
    By(i32),
    To(u32),
    Back,
}

use Choice::{Back, By, Pressed, To};

/// A page whose entries are 20 high, at 0, 0; 0, 30; 0, 60. A button is 176 wide, all others are 280.
fn page() -> Page<Choice> {
    let page = Page::new(Rect::new(-8.0, -8.0, 640.0, 2000.0)).plain().anchor(0.0, 0.0);
    page.on(Action::CANCEL, Back)
}

/// Adds buttons, which are numbered from `first`.
fn with_buttons(page: Page<Choice>, first: usize, count: usize) -> Page<Choice> {
    page.buttons((first..).take(count).map(|number| (Pressed(number), "a")))
}

/// A menu with its page, which is made from the value of its slider.
struct Shown {
    menu: Menu,
    page: Box<dyn Fn(u32) -> Page<Choice>>,
    value: u32,
}

impl Shown {
    fn new(page: impl Fn(u32) -> Page<Choice> + 'static, value: u32) -> Self {
        let mut shown = Self { menu: Menu::default(), page: Box::new(page), value };
        shown.update(&Input::default());
        shown
    }

    fn update(&mut self, input: &Input) -> Option<Choice> {
        let theme = Theme { inset: 2.0, gap: 10.0, ..Theme::default() };
        let page = (self.page)(self.value);
        let choice = self.menu.update_with(&page, &Look::new(&Resources::default(), &theme), input);
        if let Some(To(value)) = choice {
            self.value = value;
        }
        choice
    }
}

impl std::ops::Deref for Shown {
    type Target = Menu;

    fn deref(&self) -> &Menu {
        &self.menu
    }
}

fn menu(page: impl Fn() -> Page<Choice> + 'static) -> Shown {
    Shown::new(move |_| page(), 0)
}

fn three() -> Shown {
    menu(|| with_buttons(page(), 0, 3))
}

#[test]
fn entries_are_where_the_page_has_them() {
    let places = [0, 1, 2, 3].map(|index| three().place(index));
    let place = |y| Some(Rect::new(0.0, y, 176.0, 20.0));
    assert_eq!(places, [place(0.0), place(30.0), place(60.0), None]);
}

#[test]
fn entries_are_whole_with_sizes_that_are_no_whole_numbers() {
    for inset in [0.1, 0.3, 3.7] {
        let mut menu = Menu::default();
        let theme = Theme { inset, gap: inset, ..Theme::default() };
        let page = with_buttons(Page::new(Rect::new(0.0, 0.0, 640.0, 360.0)), 0, 8);
        menu.update_with(&page, &Look::new(&Resources::default(), &theme), &Input::default());
        let is_shown = |index| menu.place(index).is_some_and(|place| place.h > 0.0);
        assert!((0..8).all(is_shown), "{inset}");
    }
}

fn key(menu: &mut Shown, action: Action) -> Option<Choice> {
    let event = menu.update(&Input::pressing([action]));
    assert_eq!(menu.update(&Input::releasing([action])), None);
    event
}

fn pointer(x: f32, y: f32) -> Pointer {
    Pointer { position: Some((x, y)), ..Pointer::default() }
}

fn point(menu: &mut Shown, pointer: Pointer) -> Option<Choice> {
    menu.update(&Input { pointer, ..Input::default() })
}

fn press(menu: &mut Shown, x: f32, y: f32) -> Option<Choice> {
    point(menu, Pointer { pressed: true, held: true, ..pointer(x, y) })
}

fn hold(menu: &mut Shown, x: f32, y: f32) -> Option<Choice> {
    point(menu, Pointer { held: true, moved: true, ..pointer(x, y) })
}

fn release(menu: &mut Shown, x: f32, y: f32) -> Option<Choice> {
    point(menu, Pointer { released: true, ..pointer(x, y) })
}

#[test]
fn the_focus_wraps_and_skips_disabled_entries() {
    let mut menu = menu(|| with_buttons(page().button(Pressed(0), "a").enabled(false), 1, 2));
    let mut focused = vec![menu.focused()];
    for action in [Action::DOWN, Action::DOWN, Action::UP] {
        assert_eq!(key(&mut menu, action), None);
        focused.push(menu.focused());
    }
    assert_eq!(focused, [Some(1), Some(2), Some(1), Some(2)]);
    assert_eq!(key(&mut menu, Action::ACCEPT), Some(Pressed(2)));
}

#[test]
fn left_and_right_move_the_focus_along_a_row() {
    let mut menu = menu(|| with_buttons(page().in_row(), 0, 3));
    let mut focus = |action| {
        assert_eq!(key(&mut menu, action), None);
        menu.focused()
    };
    let keys = [Action::LEFT, Action::RIGHT, Action::RIGHT, Action::RIGHT, Action::LEFT, Action::DOWN];
    assert_eq!(keys.map(&mut focus), [0, 1, 2, 2, 1, 2].map(Some));
}

#[test]
fn a_menu_without_enabled_entries_can_only_be_cancelled() {
    // Its value is whether the second one is enabled.
    let of = |value| {
        let off = |page: Page<Choice>| page.button(Pressed(0), "off").enabled(false);
        off(off(page()).button(Pressed(1), "b").enabled(value == 1))
    };
    let mut menu = Shown::new(of, 0);
    assert_eq!((key(&mut menu, Action::DOWN), key(&mut menu, Action::ACCEPT)), (None, None));
    assert_eq!(key(&mut menu, Action::CANCEL), Some(Back));
    assert_eq!(menu.focused(), None);
    menu.value = 1;
    menu.update(&Input::default());
    assert_eq!(menu.focused(), Some(1));
}

#[test]
fn a_held_key_repeats_after_24_ticks_and_then_every_6() {
    let mut menu = menu(|| with_buttons(page(), 0, 50));
    menu.update(&Input::pressing([Action::DOWN]));
    let mut moves = Vec::new();
    for tick in 1..=40 {
        let before = menu.focused();
        menu.update(&Input::holding([Action::DOWN]));
        if menu.focused() != before {
            moves.push(tick);
        }
    }
    assert_eq!(moves, [24, 30, 36]);
}

#[test]
fn a_key_held_since_another_screen_does_not_repeat() {
    let mut menu = three();
    assert!((0..100).all(|_| menu.update(&Input::holding([Action::DOWN])).is_none()));
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
fn a_press_and_a_release_on_one_entry_activate_it() {
    let mut menu = three();
    assert_eq!(press(&mut menu, 5.0, 35.0), None);
    assert_eq!((menu.focused(), menu.pressed()), (Some(1), Some(1)));
    assert_eq!(release(&mut menu, 9.0, 39.0), Some(Pressed(1)));
    assert_eq!(menu.pressed(), None);
    let tap = Pointer { pressed: true, released: true, ..pointer(5.0, 5.0) };
    assert_eq!(point(&mut menu, tap), Some(Pressed(0)));
}

#[test]
fn a_release_outside_of_the_pressed_entry_does_nothing() {
    let mut menu = three();
    press(&mut menu, 5.0, 5.0);
    hold(&mut menu, 5.0, 35.0);
    assert_eq!((menu.focused(), menu.pressed()), (Some(0), None));
    assert_eq!(release(&mut menu, 5.0, 35.0), None);
    press(&mut menu, 5.0, 5.0);
    hold(&mut menu, 5.0, 35.0);
    hold(&mut menu, 5.0, 5.0);
    assert_eq!(release(&mut menu, 5.0, 5.0), Some(Pressed(0)));
}

#[test]
fn a_release_without_a_press_on_the_entry_does_nothing() {
    let mut menu = three();
    hold(&mut menu, 5.0, 5.0);
    assert_eq!(release(&mut menu, 5.0, 5.0), None);
    press(&mut menu, 5.0, 25.0); // between two entries
    assert_eq!(release(&mut menu, 5.0, 5.0), None);
    press(&mut menu, 5.0, 5.0);
    point(&mut menu, pointer(5.0, 5.0)); // a screen above took the release
    assert_eq!(release(&mut menu, 5.0, 5.0), None);
}

#[test]
fn a_choice_changes_to_the_previous_or_the_next_value() {
    let mut menu = menu(|| with_buttons(page().choice(By, "a", "x"), 1, 2));
    let changed = |by| Some(By(by));
    for (action, by) in [(Action::LEFT, -1), (Action::RIGHT, 1), (Action::ACCEPT, 1)] {
        assert_eq!(key(&mut menu, action), changed(by));
    }
    for (x, by) in [(10.0, -1), (270.0, 1)] {
        press(&mut menu, x, 5.0);
        assert_eq!(release(&mut menu, x, 5.0), changed(by));
    }
}

#[test]
fn a_button_with_a_value_is_activated_and_not_changed() {
    let mut menu = menu(|| page().button_with(Pressed(0), "a", "x"));
    assert_eq!([Action::LEFT, Action::RIGHT].map(|action| key(&mut menu, action)), [None; 2]);
    assert_eq!(key(&mut menu, Action::ACCEPT), Some(Pressed(0)));
    // It is as wide as a choice.
    press(&mut menu, 270.0, 5.0);
    assert_eq!(release(&mut menu, 270.0, 5.0), Some(Pressed(0)));
}

#[test]
fn a_slider_stops_at_its_ends() {
    let mut menu = Shown::new(|value| page().slider(To, "a", value, 10), 99);
    assert_eq!(key(&mut menu, Action::RIGHT), None);
    assert_eq!(key(&mut menu, Action::LEFT), Some(To(9)));
    menu.value = 0;
    assert_eq!((key(&mut menu, Action::LEFT), key(&mut menu, Action::ACCEPT)), (None, None));
}

#[test]
fn a_dragged_slider_follows_the_pointer_everywhere() {
    // Its track is from 156 to 256.
    let mut menu = Shown::new(|value| page().slider(To, "a", value, 10), 0);
    let set_to = |value| Some(To(value));
    assert_eq!(press(&mut menu, 10.0, 5.0), None); // on the label
    assert_eq!(release(&mut menu, 10.0, 5.0), None);
    assert_eq!(press(&mut menu, 206.0, 5.0), set_to(5));
    assert_eq!(hold(&mut menu, 206.0, 6.0), None);
    assert_eq!(hold(&mut menu, 500.0, 300.0), set_to(10));
    assert_eq!((menu.focused(), menu.pressed()), (Some(0), Some(0)));
    assert_eq!(release(&mut menu, -9.0, 300.0), set_to(0));
    assert_eq!(hold(&mut menu, 206.0, 5.0), None);
}

#[test]
fn the_wheel_moves_the_hovered_slider_by_whole_notches() {
    let mut menu = Shown::new(|value| page().button(Pressed(0), "a").slider(To, "b", value, 10), 5);
    let mut turn = |y, wheel| point(&mut menu, Pointer { wheel, ..pointer(5.0, y) });
    assert_eq!(turn(35.0, 1.0), Some(To(6)));
    assert_eq!(turn(35.0, -0.5), None);
    assert_eq!(turn(35.0, -0.5), Some(To(5)));
    assert_eq!((turn(5.0, 1.0), turn(35.0, f32::NAN)), (None, None));
}

fn any_input() -> impl Strategy<Value = Input> {
    let actions = prop::collection::vec(prop::sample::select(Action::BUILT_IN.to_vec()), 0..3);
    let position = prop::option::of((-20.0_f32..150.0, -20.0_f32..200.0));
    let flags = any::<(bool, bool, bool, bool, bool)>();
    (actions, position, flags, -3.0_f32..3.0).prop_map(|(actions, position, flags, wheel)| {
        let (keys_pressed, moved, held, pressed, released) = flags;
        let input = if keys_pressed { Input::pressing(actions) } else { Input::holding(actions) };
        let pointer = Pointer { position, moved, held, pressed, released, wheel, ..Pointer::default() };
        Input { pointer, ..input }
    })
}

proptest! {
    #[test]
    fn only_enabled_entries_are_focused_and_changed(
        kinds in prop::collection::vec((any::<bool>(), 0_u8..3), 1..6),
        steps in prop::collection::vec((any_input(), any::<Option<(prop::sample::Index, bool)>>()), 0..80),
    ) {
        let mut kinds = kinds;
        let page_of = |kinds: &[(bool, u8)]| (0..).zip(kinds).fold(page(), |page, (at, (enabled, kind))| {
            let page = match kind {
                0 => page.button(Pressed(at), "a"),
                1 => page.choice(move |_| Pressed(at), "b", "x"),
                _ => page.slider(move |value| if value <= 7 { Pressed(at) } else { To(value) }, "c", 3, 7),
            };
            page.enabled(*enabled)
        });
        let mut menu = Menu::default();
        let (resources, theme) = (Resources::default(), Theme { inset: 2.0, gap: 10.0, ..Theme::default() });
        for (input, change) in steps {
            if let Some((index, enabled)) = change {
                let index = index.index(kinds.len());
                kinds[index].0 = enabled;
            }
            let choice = menu.update_with(&page_of(&kinds), &Look::new(&resources, &theme), &input);
            let is_any_enabled = kinds.iter().any(|(enabled, _)| *enabled);
            prop_assert_eq!(menu.focused().is_some(), is_any_enabled);
            let about = match choice {
                Some(Pressed(at)) => Some(at),
                Some(Back) | None => None,
                Some(By(_) | To(_)) => return Err(TestCaseError::fail("a slider is out of its range")),
            };
            for index in [menu.focused(), menu.hovered(), menu.pressed(), about].into_iter().flatten() {
                prop_assert!(kinds[index].0);
            }
        }
    }
}

#[test]
fn a_page_says_which_entry_has_the_first_focus_and_which_keys_return_what() {
    let page = || {
        let page = with_buttons(page(), 0, 2).button(Pressed(2), "c").focused().button(Pressed(3), "d");
        page.on(Action::PAUSE, Pressed(9))
    };
    let mut menu = menu(page);
    assert_eq!(menu.focused(), Some(2));
    assert_eq!(key(&mut menu, Action::DOWN), None);
    assert_eq!(menu.focused(), Some(3));
    let keys = [Action::ACCEPT, Action::CANCEL, Action::PAUSE, Action::JUMP];
    assert_eq!(
        keys.map(|action| key(&mut menu, action)),
        [Some(Pressed(3)), Some(Back), Some(Pressed(9)), None]
    );
}

/// A player with the default keys.
#[derive(Default)]
struct Player(RefCell<InputMap>);

impl PlayerLook for Player {
    fn look_for<'a>(&self, resources: &'a Resources, size: (f32, f32)) -> Look<'a> {
        Look { size, ..Look::new(resources, Theme::find(resources, "theme")) }
    }

    fn controls(&self) -> Ref<'_, InputMap> {
        self.0.borrow()
    }
}

#[test]
fn a_move_and_accept_in_one_tick_count_in_the_order_of_their_keys() {
    let mut manager = ScreenManager::headless();
    manager.share::<Rc<dyn PlayerLook>>(Rc::new(Player::default()));
    let look = Look::for_view(manager.assets().resources(), manager.shared(), (640.0, 360.0));
    let both = |first, way| Input { control: Some(first), ..Input::pressing([way, Action::ACCEPT]) };
    for (input, chosen) in [
        (both(Control::Down, Action::DOWN), 1),
        (both(Control::Up, Action::UP), 2),
        (both(Control::Enter, Action::DOWN), 0),
        (Input::pressing([Action::DOWN, Action::ACCEPT]), 0),
    ] {
        let (mut menu, page) = (Menu::default(), with_buttons(page(), 0, 3));
        assert_eq!(menu.update_with(&page, &look, &Input::default()), None);
        assert_eq!(menu.update_with(&page, &look, &input), Some(Pressed(chosen)), "{input:?}");
    }
}
