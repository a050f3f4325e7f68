//! The phases with their screens.
//!
//! ```text
//! logo ──► trailer ══► main_menu ◄═══► in_game
//!                      ├ settings      └ pause
//!                      │ └ controls      └ settings
//!                      └ credits           └ controls
//! ```
//!
//! `══►` leads through Loading, which frees the resources of the old phase and then loads one resource of the new one
//! in each tick. What follows the logo is preloaded while it is shown, so that it comes at once.
//!
//! A screen is a file of this folder. A new one stands here as a `mod` and in its phase, and in `MENU` if the main menu
//! opens it.

pub mod controls;
pub mod credits;
mod hills;
pub mod in_game;
mod intro;
pub mod logo;
pub mod main_menu;
pub mod pause;
pub mod settings;
mod touch;
pub mod trailer;

use std::time::Duration;

use proscenium::flow::{Phase, ScreenManager};
use proscenium::ui::MenuScreen;

use credits::Credits;
use in_game::InGame;
use intro::Intro;
use main_menu::MainMenu;
use pause::Pause;
use settings::SettingsMenu;

/// The phases.
pub const LOGO: &str = "logo";
pub const TRAILER: &str = "trailer";
pub const MAIN_MENU: &str = "main_menu";
pub const IN_GAME: &str = "in_game";

/// What the main menu opens, in the order of its entries, whose texts are the titles: `ID-title`.
const MENU: &[&str] = &[settings::ID, credits::ID];

/// The time of a fade from one music to another.
const MUSIC_FADE: Duration = Duration::from_secs(1);

/// Registers the phases with their screens. The game starts with the first phase.
pub fn register(manager: &mut ScreenManager) {
    manager.add_phase(logo());
    manager.add_phase(trailer());
    manager.add_phase(main_menu());
    manager.add_phase(in_game());
}

fn logo() -> Phase {
    Phase::new(LOGO).manifest("phases/common.ron").screen(logo::ID, |_| Intro::new(logo::PART))
}

fn trailer() -> Phase {
    Phase::new(TRAILER).manifest("phases/trailer.ron").screen(trailer::ID, |_| Intro::new(trailer::PART))
}

fn main_menu() -> Phase {
    let phase = Phase::new(MAIN_MENU)
        .manifest("phases/main_menu.ron")
        .screen(main_menu::ID, MenuScreen::of(MainMenu))
        .screen(credits::ID, MenuScreen::of(Credits));
    with_settings(phase)
}

fn in_game() -> Phase {
    let phase = Phase::new(IN_GAME)
        .manifest("phases/in_game.ron")
        .screen(in_game::ID, |_| InGame::new())
        .screen(pause::ID, MenuScreen::of(Pause));
    with_settings(phase)
}

/// The settings, and the screen that they open.
fn with_settings(phase: Phase) -> Phase {
    phase
        .screen(settings::ID, MenuScreen::of(SettingsMenu))
        .screen(controls::ID, MenuScreen::of(controls::MENU))
}
