//! Every screen in every language at every text size: no text is clipped, and each can be read.

use std::sync::Arc;

use proscenium::formats::Strings;

use proscenium::phase::{Activity, Asset, LoadStatus, PhaseId};
use proscenium::platform::{AssetPath, Device, Fault, FaultySource, Storage as _};
use proscenium::platform::{Placed, Scaling, WindowSize};
use proscenium::ui::{Look, Menu, Theme};

use super::*;
use crate::game::play::units::UNITS;
use crate::game::play::{Outcome, Tally};
use crate::game::screens::{Ended, Ending, has_pictures};
use crate::levels::LevelNumber;
use crate::screens::{ContinueRun, Failed, Loading, SaveRun, Shown, pages, together};
use crate::settings::Settings;

/// A wide and an upright view.
const VIEWS: [(f32, f32); 3] =
    [(theme::WIDTH, theme::HEIGHT), (theme::HEIGHT, theme::WIDTH), (840.0, theme::HEIGHT)];

/// Windows of desktops and phones. What is laid out is one of the views, scaled to the window.
const WINDOWS: [(u32, u32); 6] = [(640, 400), (960, 540), (1280, 720), (1920, 1080), (400, 700), (844, 390)];

#[test]
fn every_window_shows_a_whole_view_at_least_at_its_own_size() {
    for (width, height) in WINDOWS {
        let view = if width < height { theme::UPRIGHT_VIEW } else { theme::VIEW };
        let (w, h) = (width as f32, height as f32);
        let Placed { size, place: fit } = view.placed(WindowSize::new(w, h), Scaling::Smooth);
        assert!(fit.w >= size.0 && fit.h >= size.1, "{fit:?} in {width} x {height}");
        assert!(fit.right() <= w && fit.bottom() <= h, "{fit:?} in {width} x {height}");
    }
}

/// Lays out pages in every language, at every text size and in both views. Returns how many.
fn lay_out(shared: &Shared, manager: &ScreenManager, pages: impl Fn(&View<'_>) -> Vec<Shown>) -> usize {
    let mut count = 0;
    for language in ["en", "zh-CN", Strings::PSEUDO] {
        for (text_percent, view) in
            Settings::TEXT_SIZES.iter().flat_map(|size| VIEWS.map(|view| (*size, view)))
        {
            let language = language.to_owned();
            shared.apply(&Settings { language, text_percent, vsync: false, ..Settings::default() });
            let view = View::from(Look::for_view(manager.assets().resources(), manager.shared(), view));
            for Shown { name, frame, clipped, .. } in pages(&view) {
                let size = view.size;
                assert_eq!(clipped, [""; 0], "{name} at {text_percent} in {size:?}");
                assert!(frame.x >= 0.0 && frame.right() <= size.0, "{name}: {frame:?} in {size:?}");
                assert!(frame.y >= 0.0 && frame.bottom() <= size.1, "{name}: {frame:?} in {size:?}");
                count += 1;
            }
        }
    }
    shared.apply(&Settings::default());
    count
}

#[test]
fn no_text_is_clipped_in_any_language_at_any_size() {
    let shared = shared();
    let mut manager = started(&shared, "in_game");
    go(&mut manager, &[BESTIARY], "bestiary");
    let known = texts("en");
    let keys: Vec<&str> = known.iter().map(String::as_str).collect();
    let count = lay_out(&shared, &manager, |view| {
        let mut all = pages(view, &keys);
        all.extend(crate::game::pages::pages(view, &keys));
        all
    });
    assert!(count > 1000, "{count}");
}

#[test]
fn the_bestiary_has_words_and_a_machine_for_each_kind_that_touch_nothing() {
    let shared = shared();
    let mut manager = started(&shared, "in_game");
    go(&mut manager, &[BESTIARY], "bestiary");
    for page in 0..2 * UNITS.len() {
        let bestiary = manager.stack().screen::<Bestiary>("bestiary").unwrap();
        assert_eq!(bestiary.shows_machine(), page >= UNITS.len());
        lay_out(&shared, &manager, |view| {
            let look = &view.look;
            let all = format!("{:?}{:?}", bestiary.menu_page(view), bestiary.texts(view));
            assert!(!all.contains("bestiary-"), "a text is missing: {all}");
            let menu = Shown::new("bestiary", &bestiary.menu_page(view), look);
            if !has_pictures(view) {
                return together(vec![menu], view.size);
            }
            let beside = ["head", "texts"].into_iter().zip([bestiary.head(view), bestiary.texts(view)]);
            let pages = beside.map(|(name, page)| Shown::new(name, &page, look)).chain([menu]);
            together(pages.collect(), view.size)
        });
        tap(&mut manager, Action::RIGHT);
        if page + 1 == UNITS.len() {
            // Above the way back, which has the focus.
            tap(&mut manager, Action::UP);
            tap(&mut manager, Action::ACCEPT);
        }
    }
    // The way back leads through the words.
    tap(&mut manager, Action::CANCEL);
    assert!(!manager.stack().screen::<Bestiary>("bestiary").unwrap().shows_machine());
    go(&mut manager, &[Action::CANCEL], "in_game");
}

#[test]
fn saved_runs_with_long_names_or_damages_clip_no_text() {
    for (typed, name) in [
        ("The outpost, wave 0 Wwwwwwwwwwwwwwwwwwww", "The outpost, wave 0 Wwwwwwwwwwww"),
        (&"W".repeat(40), &"W".repeat(32)),
    ] {
        saved_runs_clip_no_text(typed, name);
    }
}

fn saved_runs_clip_no_text(typed: &str, name: &str) {
    let storage = Rc::new(MemoryStorage::default());
    storage.save("save_3.txt", "half a save").unwrap();
    let shared = Shared::in_storage(storage, HeadlessAudio::default());
    let mut manager = started(&shared, "in_game");
    go(&mut manager, &[Action::PAUSE], "pause");
    (0..2).for_each(|_| tap(&mut manager, Action::DOWN));
    go(&mut manager, &[Action::ACCEPT], "save_run");
    tap(&mut manager, Action::UP);
    manager.step(&Input { text: typed.to_owned(), ..Input::default() });
    tap(&mut manager, Action::DOWN);
    tap(&mut manager, Action::ACCEPT);
    let saved = shared.saves.list().remove(1).unwrap().unwrap();
    assert_eq!(saved.name, name);
    let saves = manager.stack().screen::<SaveRun>("save_run").unwrap();
    lay_out(&shared, &manager, |view| vec![Shown::new("save_run", &saves.page(view), &view.look)]);
    let runs = ContinueRun::new(&shared);
    lay_out(&shared, &manager, |view| vec![Shown::new("continue_run", &runs.page(view), &view.look)]);
}

#[test]
fn loads_that_go_on_stop_or_fail_clip_no_text() {
    let shared = shared();
    let source = FaultySource::new(faults::files()).with(3, Fault::Lose);
    let mut manager = manager_from(Arc::new(source), &shared);
    manager.start("main_menu");
    let mut loads = Vec::new();
    while manager.stack().active().is_none_or(|id| id.name() != "failure") {
        manager.step(&Input::default());
        loads.extend(manager.load().cloned());
        assert!(manager.tick() < 3600);
    }
    let status = loads.pop().unwrap();
    for activity in [Activity::Working, Activity::Slow, Activity::Stalled] {
        for phase in [status.phase, PhaseId::from("in_game")] {
            let status = LoadStatus { activity, phase, ..status.clone() };
            for loads in 0..9 {
                lay_out(&shared, &manager, |view| {
                    let captions = Loading::captions(view, &status, Device::Pad, loads).into_iter();
                    let look = |text_size| Look { text_size, ..view.look };
                    let captions = captions.map(|(page, size)| Shown::new("loading", &page, &look(size)));
                    together(captions.collect(), view.size)
                });
            }
        }
    }
    let cause = manager.failure().unwrap();
    lay_out(&shared, &manager, |view| {
        vec![Shown::new("failure", &Failed::page_for(cause, view), &view.look)]
    });
}

#[test]
fn each_load_shows_the_next_hint_for_the_game() {
    let shared = shared();
    let mut manager = started(&shared, "main_menu");
    manager.command(ScreenCommand::load("in_game"));
    wait(&mut manager, "in_game");
    assert_eq!(shared.count_load(), 2);
}

#[test]
fn the_end_of_a_level_is_entered_with_its_focus_in_the_view() {
    let shared = shared();
    let manager = started(&shared, "in_game");
    for (outcome, has_beacon) in [(Outcome::Won, true), (Outcome::Lost, true), (Outcome::Lost, false)] {
        let (level, tally) = (LevelNumber(1), Tally::default());
        let ended = Ended::new(Ending { level, outcome, has_beacon, tally, hens: 3 });
        lay_out(&shared, &manager, |view| {
            let (mut menu, page) = (Menu::default(), ended.page(view));
            for _ in 0..2 {
                menu.update_with(&page, &view.look, &Input::default());
            }
            let place = menu.place(menu.focused().unwrap()).unwrap();
            assert!(place.h > 0.0, "{outcome:?} in {} at {}", view.look.language, view.look.text_size);
            vec![Shown::new("ended", &page, &view.look)]
        });
    }
}

#[test]
fn a_slot_without_a_picture_leaves_no_room_for_one() {
    let shared = shared();
    let manager = started(&shared, "main_menu");
    let view = View::new(&shared, manager.assets().resources(), VIEWS[0]);
    let page = format!("{:?}", SaveRun::new(&shared, Err(String::new())).page(&view));
    let widths: Vec<_> = page.split("card: Some((").skip(1).map(|card| card.split(',').next()).collect();
    assert_eq!(widths, [Some("0.0"); 3]);
}

#[test]
fn a_text_that_does_not_fit_is_found() {
    let shared = shared();
    let manager = started(&shared, "main_menu");
    let view = View::new(&shared, manager.assets().resources(), (200.0, 360.0));
    let page = view.page("pause-title").button((), "Donaudampfschifffahrtsgesellschaft");
    assert_eq!(page.clipped(&view.look), ["Donaudampfschifffahrtsgesellschaft"]);
}

#[test]
fn texts_have_enough_contrast_in_every_theme() {
    let source = assets();
    for name in ["outpost", "contrast"] {
        let path = AssetPath::new(&format!("themes/{name}.ron")).unwrap();
        let theme = Theme::read(source.as_ref(), &path).unwrap();
        assert_eq!(theme.problems(), [""; 0], "{name}");
    }
    assert_eq!(Theme::default().problems(), [""; 0]);
    // The middle of the textures of panels and entries.
    let path = AssetPath::new("themes/outpost.ron").unwrap();
    let theme = Theme::read(source.as_ref(), &path).unwrap();
    for (file, rows, height) in [("ui_panel", 1, 48), ("ui_button", 4, 24)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/textures");
        let image = image::open(folder.join(format!("{file}.png"))).unwrap().to_rgb8();
        for row in 0..rows {
            let ground = proscenium::ui::Rgb(image.get_pixel(24, row * height + height / 2).0);
            let contrast = theme.text.contrast(ground);
            assert!(contrast >= 4.5, "{file} {row}: {ground} {contrast}");
            eprintln!("{file} {row} {ground} {contrast}");
        }
    }
}
