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
use crate::settings::Player;

/// Registers the kinds of resources, the phases and the screens. The game starts with the first phase.
pub fn register(manager: &mut ScreenManager, player: &Player) {
    manager.register_kinds();
    for phase in [logo(player), trailer(player), main_menu(player), in_game(player)] {
        manager.add_phase(phase);
    }
    player.set_system_screens(manager, "main_menu");
}

fn logo(player: &Player) -> Phase {
    let player = player.clone();
    Phase::new("logo")
        .manifest("phases/common.ron")
        .screen("logo", move |_| Intro::new(&player, LOGO))
        .leads_to([Exit::preloaded("trailer")])
}

fn trailer(player: &Player) -> Phase {
    let player = player.clone();
    Phase::new("trailer")
        .manifest("phases/trailer.ron")
        .screen("trailer", move |_| Intro::new(&player, TRAILER))
        .leads_to([Exit::load("main_menu")])
}

fn main_menu(player: &Player) -> Phase {
    Phase::new("main_menu")
        .manifest("phases/main_menu.ron")
        .backdrop("morning", |_| Morning)
        .screen("main_menu", MenuScreen::of(player, MainMenu))
        .leads_to([Exit::load("in_game"), Exit::push("settings"), Exit::push("credits"), Exit::Quit])
        .screen("settings", MenuScreen::of(player, SettingsMenu))
        .leads_to([Exit::Pop])
        .screen("credits", MenuScreen::of(player, Credits))
        .leads_to([Exit::Pop])
}

fn in_game(player: &Player) -> Phase {
    let game = player.clone();
    Phase::new("in_game")
        .manifest("phases/in_game.ron")
        .screen("in_game", move |_| InGame::new(&game))
        .leads_to([Exit::push("pause"), Exit::replace("in_game")])
        .screen("pause", MenuScreen::of(player, Pause))
        .leads_to([Exit::Pop, Exit::push("settings"), Exit::load("main_menu")])
        .screen("settings", MenuScreen::of(player, SettingsMenu))
        .leads_to([Exit::Pop])
}
