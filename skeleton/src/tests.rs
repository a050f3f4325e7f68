//! The menus without a window.

use std::process::ExitCode;

use proscenium::kit::{RunOptions, Strings};
use proscenium::platform::{Device, Input};

use crate::game;
use crate::screens::menu::{MenuPage, MenuScreen};
use crate::screens::{Credits, MainMenu, Pause, SettingsMenu};
use crate::view::View;

#[test]
fn no_text_of_a_menu_is_clipped_in_any_language_or_size() {
    let mut laid_out = 0;
    game().run_tool(&RunOptions::default(), |manager| {
        manager.start("main_menu");
        while manager.active().is_none_or(|screen| screen.name() != "main_menu") {
            manager.step(&Input::default());
        }
        let shared = &manager.screen::<MenuScreen<MainMenu>>("main_menu").unwrap().shared;
        let hints =
            |view: &View<'_>| ["skip-hint", "game-hint", "game-won"].map(|key| view.hint(key, Device::Pad));
        for language in ["en", "zh-CN", Strings::PSEUDO] {
            for (text_percent, size) in
                [100, 150, 200].map(|size| [(size, (640.0, 360.0)), (size, (360.0, 640.0))]).concat()
            {
                shared.change(|settings| {
                    (settings.language, settings.text_percent) = (language.to_owned(), text_percent);
                });
                let view = View::new(shared, manager.resources(), size);
                let pages =
                    [MainMenu.page(&view), SettingsMenu.page(&view), Credits.page(&view), Pause.page(&view)];
                for page in pages.iter().chain(&hints(&view)) {
                    assert_eq!(
                        page.layout(&view).clipped(),
                        [""; 0],
                        "{language}, {text_percent} %, {size:?}"
                    );
                    laid_out += 1;
                }
            }
        }
        ExitCode::SUCCESS
    });
    assert_eq!(laid_out, 3 * 6 * 7);
}
