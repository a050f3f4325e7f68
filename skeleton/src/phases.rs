//! The phases with their screens, and where each screen leads.
//!
//! ```text
//! logo ──► trailer ──► main_menu ──► in_game
//!                      ├ settings    └ pause
//!                      └ credits       └ settings
//! ```

use proscenium::flow::{BuildContext, Exit, Phase, ScreenManager};
use proscenium::kit::register_kinds;

use crate::screens::menu::{MenuPage, MenuScreen};
use crate::screens::{Credits, FailureMenu, InGame, Intro, Loading, MainMenu, Morning, Pause, SettingsMenu};
use crate::shared::Shared;

/// Registers the kinds of resources, the phases and the screens. The game starts with the first phase.
pub fn register(manager: &mut ScreenManager, shared: &Shared) {
    register_kinds(manager);
    for phase in [logo(shared), trailer(shared), main_menu(shared), in_game(shared)] {
        manager.add_phase(phase);
    }
    let [loading, failure] = [shared.clone(), shared.clone()];
    manager.set_loading_screen(move || Loading(loading.clone()));
    manager.set_failure_screen(move |cause| MenuScreen::new(&failure, FailureMenu(cause)));
}

fn logo(shared: &Shared) -> Phase {
    let shared = shared.clone();
    Phase::new("logo")
        .manifest("phases/common.ron")
        .screen("logo", move |_| Intro::logo(&shared))
        .leads_to([Exit::load("trailer")])
}

fn trailer(shared: &Shared) -> Phase {
    let shared = shared.clone();
    Phase::new("trailer")
        .manifest("phases/common.ron")
        .screen("trailer", move |_| Intro::trailer(&shared))
        .leads_to([Exit::load("main_menu")])
}

fn main_menu(shared: &Shared) -> Phase {
    Phase::new("main_menu")
        .manifest("phases/common.ron")
        .backdrop("morning", |_| Morning)
        .screen("main_menu", menu(shared, MainMenu))
        .leads_to([Exit::load("in_game"), Exit::push("settings"), Exit::push("credits"), Exit::Quit])
        .screen("settings", menu(shared, SettingsMenu))
        .leads_to([Exit::Pop])
        .screen("credits", menu(shared, Credits))
        .leads_to([Exit::Pop])
}

fn in_game(shared: &Shared) -> Phase {
    let game = shared.clone();
    Phase::new("in_game")
        .manifest("phases/in_game.ron")
        .screen("in_game", move |_| InGame::new(&game))
        .leads_to([Exit::push("pause"), Exit::replace("in_game")])
        .screen("pause", menu(shared, Pause))
        .leads_to([Exit::Pop, Exit::push("settings"), Exit::load("main_menu")])
        .screen("settings", menu(shared, SettingsMenu))
        .leads_to([Exit::Pop])
}

fn menu<P: MenuPage + Copy>(
    shared: &Shared,
    page: P,
) -> impl Fn(&BuildContext<'_>) -> MenuScreen<P> + 'static {
    let shared = shared.clone();
    move |_| MenuScreen::new(&shared, page)
}
