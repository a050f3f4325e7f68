//! Tests of the whole game without a window.

use std::error::Error;
use std::process::ExitCode;

use proscenium::formats::Strings;
use proscenium::game::{RunOptions, TestRun};
use proscenium::platform::{Device, Input};
use proscenium::ui::{Look, MenuPage, Page};

use crate::game;
use crate::screens::{self, controls, credits::Credits, main_menu, pause::Pause, settings::SettingsMenu};
use crate::settings::{Profile, Settings};

/// A run that is in the main menu.
fn run_in_menu() -> Result<TestRun, Box<dyn Error>> {
    let mut run = TestRun::new(game())?;
    run.script("wait logo\ntap accept\nwait trailer\ntap accept\nwait main_menu")?;
    Ok(run)
}

#[test]
fn the_game_is_paused_and_goes_on() -> Result<(), Box<dyn Error>> {
    let mut run = run_in_menu()?;
    run.script("tap accept\nwait in_game\nhold right 30\ntap pause")?;
    assert_eq!(run.stack(), ["in_game", "pause"]);
    run.script("tap pause")?;
    assert_eq!(run.stack(), ["in_game"]);
    Ok(())
}

#[test]
fn random_input_crashes_nothing() -> Result<(), Box<dyn Error>> {
    for seed in 0..4 {
        run_in_menu()?.monkey(seed, 5_000)?;
    }
    Ok(())
}

#[test]
fn no_text_of_a_menu_is_clipped_in_any_language_or_size() {
    let mut laid_out = 0;
    game().run_tool(&RunOptions::default(), |manager| {
        manager.start(screens::MAIN_MENU);
        while manager.stack().active().is_none_or(|screen| screen.name() != main_menu::ID) {
            manager.step(&Input::default());
        }
        let profile = manager.shared().get::<Profile>().expect("the game has settings");
        let languages: Vec<_> = Strings::languages(manager.assets().resources())
            .into_iter()
            .map(|(tag, _)| tag.to_owned())
            .collect();
        for language in languages.iter().map(String::as_str).chain([Strings::PSEUDO]) {
            for (text_percent, size) in
                [100, 150, 200].map(|size| [(size, (640.0, 360.0)), (size, (360.0, 640.0))]).concat()
            {
                profile.apply(&Settings {
                    language: language.to_owned(),
                    text_percent,
                    ..profile.settings()
                });
                let look = &Look::for_view(manager.assets().resources(), manager.shared(), size);
                let hint = |key| Page::hint(look.area(), look.text_for(Device::Pad, key));
                let clipped = [
                    main_menu::MainMenu.page(look).clipped(look),
                    SettingsMenu.page(look).clipped(look),
                    controls::MENU.page(look).clipped(look),
                    controls::MENU.message(look).map_or(Vec::new(), |message| message.clipped(look)),
                    Credits.page(look).clipped(look),
                    Pause.page(look).clipped(look),
                    hint("skip-hint").clipped(look),
                    hint("game-hint").clipped(look),
                    hint("game-won").clipped(look),
                ];
                for clipped in clipped {
                    assert_eq!(clipped, [""; 0], "{language}, {text_percent} %, {size:?}");
                    laid_out += 1;
                }
            }
        }
        ExitCode::SUCCESS
    });
    assert_ne!(laid_out, 0);
}
