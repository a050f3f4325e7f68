//! Every screen in every language at every text size: no text is clipped, and each can be read.

use proscenium::kit::{Strings, Theme};
use proscenium::phase::read_asset;
use proscenium::platform::AssetPath;

use super::*;
use crate::screens::pages;
use crate::settings::Settings;
use crate::view::View;

/// A wide and an upright view.
const VIEWS: [(f32, f32); 2] = [(theme::WIDTH, theme::HEIGHT), (theme::HEIGHT, theme::WIDTH)];

#[test]
fn no_text_is_clipped_in_any_language_at_any_size() {
    let shared = shared();
    let mut manager = manager_of(&shared);
    manager.start("in_game");
    wait(&mut manager, "in_game");
    tap(&mut manager, BESTIARY);
    wait(&mut manager, "bestiary");
    let known = texts("en");
    let keys: Vec<&str> = known.iter().map(String::as_str).collect();
    let mut laid_out = 0;
    for _ in 0..5 {
        for language in ["en", "zh-CN", Strings::PSEUDO] {
            for (text_percent, view) in
                Settings::TEXT_SIZES.iter().flat_map(|size| VIEWS.map(|view| (*size, view)))
            {
                let language = language.to_owned();
                shared.apply(&Settings { language, text_percent, ..Settings::default() });
                let view = View::new(&shared, manager.resources(), view);
                let bestiary = manager.screen::<Bestiary>("bestiary").unwrap();
                let mut pages = pages(&shared, &view, &keys);
                pages.push(("bestiary".to_owned(), bestiary.menu_page(&view)));
                for (name, page) in pages {
                    let layout = page.layout(&view.look);
                    let (frame, size) = (layout.frame(), view.size);
                    assert_eq!(layout.clipped(), [""; 0], "{name} at {text_percent} in {size:?}");
                    assert!(frame.x >= 0.0 && frame.right() <= size.0, "{name}: {frame:?} in {size:?}");
                    assert!(frame.y >= 0.0 && frame.bottom() <= size.1, "{name}: {frame:?} in {size:?}");
                    laid_out += 1;
                }
            }
        }
        shared.apply(&Settings::default());
        tap(&mut manager, Action::RIGHT);
    }
    assert!(laid_out > 5000, "{laid_out}");
}

#[test]
fn a_text_that_does_not_fit_is_found() {
    let shared = shared();
    let mut manager = manager_of(&shared);
    manager.start("main_menu");
    wait(&mut manager, "main_menu");
    let view = View::new(&shared, manager.resources(), (200.0, 360.0));
    let page = view.page("pause-title").button("Donaudampfschifffahrtsgesellschaft");
    assert_eq!(page.layout(&view.look).clipped(), ["Donaudampfschifffahrtsgesellschaft"]);
}

#[test]
fn texts_have_enough_contrast_in_every_theme() {
    let source = phases::assets();
    for name in ["outpost", "contrast"] {
        let path = AssetPath::new(&format!("themes/{name}.ron")).unwrap();
        let theme: Theme = read_asset(source.as_ref(), &path).unwrap();
        assert_eq!(theme.problems(), [""; 0], "{name}");
    }
    assert_eq!(Theme::default().problems(), [""; 0]);
    // The middle of the textures of panels and entries.
    let path = AssetPath::new("themes/outpost.ron").unwrap();
    let theme: Theme = read_asset(source.as_ref(), &path).unwrap();
    for (file, rows, height) in [("ui_panel", 1, 48), ("ui_button", 4, 24)] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/textures");
        let image = image::open(folder.join(format!("{file}.png"))).unwrap().to_rgb8();
        for row in 0..rows {
            let ground = proscenium::kit::Rgb(image.get_pixel(24, row * height + height / 2).0);
            let contrast = theme.text.contrast(ground);
            assert!(contrast >= 4.5, "{file} {row}: {ground} {contrast}");
            eprintln!("{file} {row} {ground} {contrast}");
        }
    }
}
