//! The menus without a window.

use std::process::ExitCode;

use proscenium::kit::{MenuPage, MenuScreen, Page, RunOptions, Strings};
use proscenium::platform::{Device, Input};

use crate::game;
use crate::screens::{Credits, MainMenu, Pause, SettingsMenu};
use crate::settings::Settings;

#[test]
fn no_text_of_a_menu_is_clipped_in_any_language_or_size() {
    let mut laid_out = 0;
    game().run_tool(&RunOptions::default(), |manager| {
        manager.start("main_menu");
        while manager.active().is_none_or(|screen| screen.name() != "main_menu") {
            manager.step(&Input::default());
        }
        let player = &manager.screen::<MenuScreen<Settings>>("main_menu").unwrap().player;
        let languages: Vec<_> =
            Strings::languages(manager.resources()).into_iter().map(|(tag, _)| tag.to_owned()).collect();
        for language in languages.iter().map(String::as_str).chain([Strings::PSEUDO]) {
            for (text_percent, size) in
                [100, 150, 200].map(|size| [(size, (640.0, 360.0)), (size, (360.0, 640.0))]).concat()
            {
                player.apply(&Settings { language: language.to_owned(), text_percent, ..player.settings() });
                let look = &player.look(manager.resources(), size);
                let hint = |key| Page::hint(look.area(), look.text_for(Device::Pad, key));
                let menus = [
                    MainMenu.page(player, look),
                    SettingsMenu.page(player, look),
                    Credits.page(player, look),
                    Pause.page(player, look),
                ];
                for page in menus.iter().chain(&["skip-hint", "game-hint", "game-won"].map(hint)) {
                    assert_eq!(page.clipped(look), [""; 0], "{language}, {text_percent} %, {size:?}");
                    laid_out += 1;
                }
            }
        }
        ExitCode::SUCCESS
    });
    assert!(laid_out >= 3 * 6 * 7, "{laid_out} pages");
}
