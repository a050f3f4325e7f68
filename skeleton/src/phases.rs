//! The phases with their screens, and where each screen leads.
//!
//! ```text
//! logo ──► trailer ══► main_menu ◄═══► in_game
//!                      ├ settings      └ pause
//!                      └ credits         └ settings
//! ```
//!
//! `══►` leads through Loading, which frees the resources of the old phase and then loads one resource of the new one
//! in each tick. The trailer is preloaded while the logo is shown, so that it follows at once.

use proscenium::flow::{Exit, Phase, ScreenManager};
use proscenium::kit::MenuScreen;

use crate::screens::{Credits, InGame, Intro, LOGO, MainMenu, Morning, Pause, SettingsMenu, TRAILER};

/// Registers the kinds of resources, the phases and the screens. The game starts with the first phase.
pub fn register(manager: &mut ScreenManager) {
    manager.register_kinds();
    for phase in [logo(), trailer(), main_menu(), in_game()] {
        manager.add_phase(phase);
    }
}

fn logo() -> Phase {
    Phase::new("logo")
        .manifest("phases/common.ron")
        .screen("logo", |_| Intro::new(LOGO))
        .leads_to([Exit::preloaded("trailer")])
}

fn trailer() -> Phase {
    Phase::new("trailer")
        .manifest("phases/trailer.ron")
        .screen("trailer", |_| Intro::new(TRAILER))
        .leads_to([Exit::load("main_menu")])
}

fn main_menu() -> Phase {
    Phase::new("main_menu")
        .manifest("phases/main_menu.ron")
        .backdrop("morning", |_| Morning)
        .screen("main_menu", MenuScreen::of(MainMenu))
        .leads_to([Exit::load("in_game"), Exit::push("settings"), Exit::push("credits"), Exit::Quit])
        .screen("settings", MenuScreen::of(SettingsMenu))
        .leads_to([Exit::Pop])
        .screen("credits", MenuScreen::of(Credits))
        .leads_to([Exit::Pop])
}

fn in_game() -> Phase {
    Phase::new("in_game")
        .manifest("phases/in_game.ron")
        .screen("in_game", |_| InGame::new())
        .leads_to([Exit::push("pause"), Exit::replace("in_game")])
        .screen("pause", MenuScreen::of(Pause))
        .leads_to([Exit::Pop, Exit::push("settings"), Exit::load("main_menu")])
        .screen("settings", MenuScreen::of(SettingsMenu))
        .leads_to([Exit::Pop])
}
