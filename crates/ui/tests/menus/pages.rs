//! Pages: places from texts, views and text sizes, scrolling, text fields, themes.

use std::collections::BTreeSet;

use proscenium_core::phase::{Asset, LoadError, Resources};
use proscenium_core::platform::{Action, AssetPath, Input, MemorySource, Pointer, Rect};
use proscenium_ui::{Ink, Look, Menu, Page, Rgb, TextField, Theme};

const VIEW: Rect = Rect::new(0.0, 0.0, 640.0, 360.0);

/// What the menus give back.
#[derive(Clone, Debug, PartialEq)]
enum Choice {
    Pressed(usize),
    Edited(TextField),
    To(u32),
}

use Choice::{Edited, Pressed, To};

/// A menu of buttons, higher than the view, and its page.
struct Long(Menu, Page<Choice>, Theme);

impl Long {
    fn new() -> Self {
        let buttons = (0..14).map(|number| (Pressed(number), format!("Button {number}")));
        let page = Page::new(VIEW).title("Long").buttons(buttons);
        let mut long = Self(Menu::default(), page, Theme::default());
        long.update(&Input::default());
        long
    }

    fn update(&mut self, input: &Input) -> Option<Choice> {
        self.0.update_with(&self.1, &Look::new(&Resources::default(), &self.2), input)
    }

    fn pointer(&mut self, at: (f32, f32), pointer: Pointer) -> Option<Choice> {
        self.update(&Input { pointer: Pointer { position: Some(at), ..pointer }, ..Input::default() })
    }
}

#[test]
fn a_page_stays_in_its_view_at_every_text_size() {
    let (resources, theme) = (Resources::default(), Theme::default());
    for view in [VIEW, Rect::new(0.0, 0.0, 360.0, 640.0), Rect::new(20.0, 10.0, 200.0, 200.0)] {
        for text_size in [1.0, 1.5, 2.0] {
            let look = Look { text_size, ..Look::new(&resources, &theme) };
            let page = Page::new(view).title("Title").text("Some words in some lines. ".repeat(9), Ink::Text);
            let page = page.slider(To, "Music", 3, 10).choice(|_| To(0), "Size", "x1").button(To(1), "Back");
            let frame = page.frame(&look);
            assert!(frame.x >= view.x && frame.right() <= view.right(), "{frame:?} in {view:?}");
            assert!(frame.y >= view.y && frame.bottom() <= view.bottom(), "{frame:?} in {view:?}");
            assert_eq!(page.clipped(&look), [""; 0], "{text_size} in {view:?}");
        }
    }
}

#[test]
fn a_word_wider_than_its_line_is_reported() {
    let (resources, theme) = (Resources::default(), Theme::default());
    let page =
        Page::new(Rect::new(0.0, 0.0, 160.0, 90.0)).text("indistinguishable", Ink::Text).button((), "Back");
    assert_eq!(page.clipped(&Look::new(&resources, &theme)), ["indistinguishable"]);
}

#[test]
fn a_word_of_a_card_goes_on_in_the_next_line() {
    let (resources, theme) = (Resources::default(), Theme::default());
    let look = Look { text_size: 2.0, ..Look::new(&resources, &theme) };
    let card = |name: &str| {
        Page::new(Rect::new(0.0, 0.0, 200.0, 360.0)).card((), 40.0, 20.0, [(name.into(), Ink::Text)])
    };
    let (short, long) = (card("W"), card(&"W".repeat(32)));
    assert_eq!(long.clipped(&look), [""; 0]);
    // In letters of full size: at most 7 beside the picture.
    assert!(long.frame(&look).h - short.frame(&look).h >= 4.0 * look.line_height());
}

#[test]
fn the_focus_scrolls_a_menu_that_does_not_fit() {
    let mut long = Long::new();
    assert_eq!(long.0.scrolled(), 0.0);
    for _ in 0..13 {
        assert_eq!(long.update(&Input::pressing([Action::DOWN])), None);
    }
    assert_eq!(long.0.focused(), Some(13));
    long.update(&Input::default());
    let end = long.0.scrolled();
    assert!(end > 0.0);
    let shown = long.0.place(13).unwrap();
    assert!(shown.h > 20.0 && shown.bottom() < VIEW.bottom(), "{shown:?}");
    // What is scrolled away cannot be clicked.
    assert_eq!(long.0.place(0).unwrap().h, 0.0);
    // At the end the focus wraps, and the view follows, up to the title.
    long.update(&Input::pressing([Action::DOWN]));
    assert_eq!((long.0.focused(), long.0.scrolled()), (Some(0), 0.0));
}

#[test]
fn an_initial_focus_below_the_view_is_scrolled_to() {
    for lines in 1..18 {
        let page = Page::new(VIEW)
            .text("line\n".repeat(lines), Ink::Text)
            .buttons([(Pressed(0), "One"), (Pressed(1), "Two")]);
        let mut long = Long(Menu::default(), page, Theme::default());
        long.update(&Input::default());
        long.update(&Input::default());
        let place = long.0.place(0).unwrap();
        assert!(place.h > 20.0 && place.bottom() < VIEW.bottom(), "{place:?} below {lines} lines");
    }
}

#[test]
fn a_focus_in_the_view_stays_there_when_the_texts_grow() {
    let (resources, theme) = (Resources::default(), Theme::default());
    let page = Page::new(VIEW).buttons([((), "Play"); 14]);
    let mut menu = Menu::default();
    let mut place_at = |text_size, input: &Input| {
        menu.update_with(&page, &Look { text_size, ..Look::new(&resources, &theme) }, input);
        menu.place(7)
    };
    place_at(1.0, &Input::default());
    for _ in 0..7 {
        place_at(1.0, &Input::pressing([Action::DOWN]));
    }
    place_at(2.0, &Input::default());
    let place = place_at(2.0, &Input::default()).unwrap();
    assert!(place.h > 40.0 && place.bottom() < VIEW.bottom(), "{place:?}");
}

#[test]
fn keys_scroll_texts_before_they_move_the_focus() {
    let page = Page::new(VIEW)
        .text("line\n".repeat(60), Ink::Text)
        .buttons([(Pressed(0), "One"), (Pressed(1), "Two")]);
    let mut long = Long(Menu::default(), page, Theme::default());
    long.update(&Input::default());
    let mut places = Vec::new();
    while long.0.focused() == Some(0) && places.len() < 20 {
        places.push(long.0.scrolled());
        long.update(&Input::pressing([Action::DOWN]));
    }
    assert!(places.len() > 4 && places.is_sorted() && places[0] == 0.0, "{places:?}");
    assert!(places.windows(2).all(|pair| pair[1] - pair[0] <= 180.0), "{places:?}");
    assert_eq!(long.0.focused(), Some(1));
}

#[test]
fn the_wheel_and_a_finger_scroll_and_press_nothing() {
    let mut long = Long::new();
    long.pointer((320.0, 200.0), Pointer { wheel: -1.0, ..Pointer::default() });
    let after_wheel = long.0.scrolled();
    assert!(after_wheel > 0.0);
    // The parts of entries at both ends are in the view.
    long.update(&Input::default());
    let places: Vec<_> =
        (0..14).map(|index| long.0.place(index).unwrap()).filter(|place| place.h > 0.0).collect();
    let gaps: BTreeSet<_> = places.windows(2).map(|pair| (pair[1].y - pair[0].bottom()) as u32).collect();
    assert!(gaps.len() == 1 && places.len() > 4, "{places:?}");
    assert!(places[0].h < places[1].h, "{places:?}");
    let down = Pointer { pressed: true, held: true, is_touch: true, ..Pointer::default() };
    let held = Pointer { pressed: false, moved: true, ..down };
    let up = Pointer { held: false, released: true, ..held };
    long.pointer((320.0, 200.0), down);
    long.pointer((320.0, 190.0), held);
    assert_eq!(long.0.scrolled(), after_wheel + 10.0);
    assert_eq!(long.pointer((320.0, 190.0), up), None);
    // A tap that does not move activates.
    long.pointer((320.0, 200.0), down);
    assert!(matches!(long.pointer((320.0, 201.0), up), Some(Pressed(_))));
    for wheel in [f32::NAN, f32::INFINITY, 1e30] {
        long.pointer((320.0, 200.0), Pointer { wheel, ..Pointer::default() });
    }
    assert_eq!(long.0.scrolled(), 0.0);
}

#[test]
fn a_field_takes_letters_whose_keys_are_actions_too() {
    let field = TextField::new("Ann", 5);
    let page = Page::new(VIEW).field(Edited, Pressed(0), "Name", &field).button(Pressed(1), "Save");
    let mut menu = Long(Menu::default(), page, Theme::default());
    menu.update(&Input::default());
    let typing = Input { text: " ".to_owned(), ..Input::pressing([Action::ACCEPT]) };
    assert_eq!(menu.update(&typing), Some(Edited(TextField::new("Ann ", 5))));
    let mut moved = field.clone();
    moved.move_caret(-1);
    assert_eq!(menu.update(&Input::pressing([Action::LEFT])), Some(Edited(moved)));
    assert_eq!(menu.update(&Input::pressing([Action::ACCEPT])), Some(Pressed(0)));
    menu.update(&Input::pressing([Action::DOWN]));
    // Only the field that has the focus.
    assert_eq!(menu.update(&typing), Some(Pressed(1)));
}

#[test]
fn a_text_field_counts_characters_and_drops_controls() {
    let mut field = TextField::new("a\tb", 4);
    field.type_text("好\n好!!");
    assert_eq!((field.text().as_str(), field.caret()), ("ab好好", 4));
    field.move_caret(i32::MIN);
    field.type_text("\u{8}\u{8}");
    assert_eq!((field.text().as_str(), field.caret()), ("ab好好", 0));
    field.move_caret(i32::MAX);
    field.type_text("\u{8}c");
    assert_eq!((field.text().as_str(), field.caret()), ("ab好c", 4));
}

#[test]
fn a_text_field_counts_moves_and_removes_what_a_reader_takes_for_a_character() {
    let (family, flag, skin, accent) = ("👨‍👩‍👧‍👦", "🇩🇪", "👍🏽", "e\u{301}");
    let all = [family, flag, skin, accent, "ที่"].concat();
    let mut field = TextField::new(&format!("{all}abc"), 5);
    assert_eq!((field.text(), field.caret()), (all.clone(), 5));
    field.type_text("x");
    assert_eq!(field.text(), all, "there is no room for a sixth one");
    field.move_caret(-2);
    field.type_text("\u{8}");
    assert_eq!((field.text(), field.caret()), ([family, flag, accent, "ที่"].concat(), 2));
    field.type_text("\u{7f}");
    assert_eq!((field.text(), field.caret()), ([family, flag, "ที่"].concat(), 2));
    field.type_text("\u{8}\u{8}\u{8}");
    assert_eq!((field.text(), field.caret()), ("ที่".to_owned(), 0));
    field.type_text("\u{7f}\u{7f}");
    assert_eq!((field.text(), field.caret()), (String::new(), 0));
}

#[test]
fn a_caret_is_never_inside_a_character() {
    let mut field = TextField::new("🇪!", 9);
    field.move_caret(-2);
    // The half of a flag joins the other half.
    field.type_text("🇩");
    assert_eq!((field.text().as_str(), field.caret()), ("🇩🇪!", 1));
    field.type_text("\u{8}");
    assert_eq!((field.text().as_str(), field.caret()), ("!", 0));
    // An accent joins what is before it.
    let mut field = TextField::new("e", 1);
    field.type_text("\u{301}");
    assert_eq!((field.text().as_str(), field.caret()), ("e\u{301}", 1));
}

#[test]
fn a_text_field_is_one_line_of_bounded_length() {
    assert_eq!(TextField::new("a\u{2028}b\u{2029}c\u{85}d", 9).text(), "abcd");
    let marks = "\u{301}".repeat(1000);
    assert_eq!(TextField::new(&format!("e{marks}"), 3).text().chars().count(), 48);
    assert_eq!(TextField::new("a", 0).text(), "");
}

#[test]
fn a_click_on_a_field_gives_it_the_focus_and_no_event() {
    let field = TextField::new("Ann", 5);
    let page = Page::new(VIEW).button(Pressed(0), "Save").field(Edited, Pressed(1), "Name", &field);
    let mut menu = Long(Menu::default(), page, Theme::default());
    menu.update(&Input::default());
    let at = menu.0.place(1).unwrap().centre();
    menu.pointer(at, Pointer { pressed: true, held: true, ..Pointer::default() });
    assert_eq!(menu.pointer(at, Pointer { released: true, ..Pointer::default() }), None);
    assert_eq!(menu.0.focused(), Some(1));
}

#[test]
fn entries_in_a_row_are_below_the_texts_of_their_page() {
    let (resources, theme) = (Resources::default(), Theme::default());
    let look = Look::new(&resources, &theme);
    let page = Page::new(VIEW).text("Save it?", Ink::Text).in_row();
    let page = page.button(Pressed(0), "Yes").slider(To, "Music", 3, 10);
    let mut menu = Menu::default();
    menu.update_with(&page, &look, &Input::default());
    let [yes, music] = [0, 1].map(|entry| menu.place(entry).unwrap());
    assert!(yes.y == music.y && yes.right() < music.x, "{yes:?} {music:?}");
    let text_only: Page = Page::new(VIEW).text("Save it?", Ink::Text);
    assert!(page.frame(&look).h > text_only.frame(&look).h + yes.h);
    // The track of a slider is dragged where the slider is.
    let at = (music.right() - 60.0, music.centre().1);
    let press = Pointer { position: Some(at), pressed: true, held: true, ..Pointer::default() };
    let choice = menu.update_with(&page, &look, &Input { pointer: press, ..Input::default() });
    assert!(matches!(choice, Some(To(_))), "{choice:?}");
}

/// Decodes a theme.
fn read(text: &str) -> Result<Theme, LoadError> {
    let file = "themes/a.ron";
    Theme::read(&MemorySource::default().with(file, text.as_bytes()), &AssetPath::new(file).unwrap())
}

#[test]
fn a_theme_is_read_and_its_contrast_checked() {
    assert!((Rgb::hex(0).contrast(Rgb::hex(0xff_ff_ff)) - 21.0).abs() < 0.001);
    assert_eq!(Theme::default().problems(), [""; 0]);
    let theme = read(r##"(text: "#777777", ground: "#ffffff")"##).unwrap();
    let problem = "`text` #777777 on `ground` #ffffff has a contrast of 4.4; texts need 4.5";
    assert!(theme.problems().iter().any(|other| other == problem), "{:?}", theme.problems());
    for (text, expected) in [
        ("(text: \"red\")", "themes/a.ron:1:9: `red` is not a colour such as `#f9d258`"),
        ("(padding: inf)", "themes/a.ron: `padding` is inf; it must be 0 to 64"),
        ("(colour: \"#000000\")", "Unexpected field named `colour`"),
    ] {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
