//! The phases with their screens and exits, and the flow rules.
//!
//! ```text
//! logo ──► trailer ══► main_menu ◄═════► in_game ═══► in_game, the next level
//!                      ├ continue_run    ├ won, lost
//!                      ├ settings        ├ bestiary
//!                      │ └ controls      └ pause
//!                      └ credits           ├ bestiary
//!                                          ├ save_run
//!                                          └ settings
//!                                            └ controls
//! ```
//!
//! `══►` leads through Loading, which frees the resources of the old phase and then loads one resource of the new one
//! in each tick. The trailer is preloaded while the logo is shown, so that it follows at once.

use proscenium::flow::{Exit, Phase, ScreenCommand, ScreenManager};
use proscenium::kit::MenuScreen;

use super::levels::{LEVELS, LevelNumber};
use super::play::tuning::Tuning;
use super::screens::{
    Bestiary, ContinueRun, Controls, Credits, InGame, Loading, Logo, MainMenu, Pause, SettingsScreen, Trailer,
};
use super::shared::Shared;

#[cfg(test)]
pub fn assets() -> std::sync::Arc<dyn proscenium::platform::AssetSource> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets");
    std::sync::Arc::new(proscenium::platform::DirSource::new(folder))
}

/// A manager with the game registered and files from a source, for tests.
#[cfg(test)]
pub fn manager_from(
    source: std::sync::Arc<dyn proscenium::platform::AssetSource>,
    shared: &Shared,
) -> ScreenManager {
    manager(proscenium::flow::ManagerSettings { source, ..Default::default() }, shared)
}

/// A manager with the game registered, for tests.
#[cfg(test)]
pub fn manager(settings: proscenium::flow::ManagerSettings, shared: &Shared) -> ScreenManager {
    let mut manager = ScreenManager::new(settings);
    register(&mut manager, shared);
    manager
}

pub fn register(manager: &mut ScreenManager, shared: &Shared) {
    manager.set_reduced_motion(shared.settings().reduced_motion);
    manager.register_kinds();
    manager.register::<Tuning>();
    all(shared).into_iter().for_each(|phase| manager.add_phase(phase));
    shared.set_system_screens(manager, "main_menu");
    let loading = shared.clone();
    manager.set_loading_screen(move || Loading::new(&loading));
    // An example of a flow rule: a named event changes the phase.
    manager.add_rule(|event: &String, cx| {
        if event == "game_over" && cx.is_on_stack("in_game") {
            cx.command(ScreenCommand::load("main_menu"));
        }
    });
}

pub fn all(shared: &Shared) -> [Phase; 4] {
    [logo(shared), trailer(shared), main_menu(shared), in_game(shared)]
}

fn logo(shared: &Shared) -> Phase {
    let shared = shared.clone();
    Phase::new("logo")
        .manifest("phases/logo.ron")
        .screen("logo", move |cx| Logo::new(cx, &shared))
        .leads_to([Exit::preloaded("trailer")])
}

fn trailer(shared: &Shared) -> Phase {
    let shared = shared.clone();
    Phase::new("trailer")
        .manifest("phases/trailer.ron")
        .screen("trailer", move |cx| Trailer::new(cx, &shared))
        .leads_to([Exit::load("main_menu")])
}

fn main_menu(shared: &Shared) -> Phase {
    let [menu, continue_run] = [(); 2].map(|()| shared.clone());
    let phase = Phase::new("main_menu")
        .manifest("phases/main_menu.ron")
        .screen("main_menu", move |_| MainMenu::new(&menu))
        .leads_to([
            Exit::load("in_game"),
            Exit::push("continue_run"),
            Exit::push("settings"),
            Exit::push("credits"),
            Exit::ask("question"),
            Exit::Quit,
        ])
        .screen("continue_run", move |_| ContinueRun::new(&continue_run))
        .leads_to([Exit::load("in_game"), Exit::Pop])
        .screen("credits", MenuScreen::of(shared, Credits))
        .leads_to([Exit::Pop]);
    with_settings(phase, shared)
}

fn in_game(shared: &Shared) -> Phase {
    let [game, unlocked, bestiary, pause] = [(); 4].map(|()| shared.clone());
    let phase =
        Phase::new("in_game").payload(move || LevelNumber(unlocked.unlocked())).keep_payload::<LevelNumber>();
    let phase = LEVELS.iter().fold(phase, |phase, info| {
        phase.manifest_for(LevelNumber(info.number), &format!("phases/{}.ron", info.level))
    });
    let phase = phase
        .try_screen("in_game", move |cx| InGame::new(cx, &game))
        .leads_to([
            Exit::push("pause"),
            Exit::push("bestiary"),
            Exit::ask("won"),
            Exit::ask("lost"),
            Exit::load("in_game"),
            Exit::load("main_menu"),
        ])
        .try_screen("bestiary", move |cx| Bestiary::new(cx, &bestiary))
        .leads_to([Exit::Pop])
        .screen("pause", move |_| Pause::new(&pause))
        .leads_to([
            Exit::Pop,
            Exit::push("settings"),
            Exit::push("bestiary"),
            Exit::ask("save_run"),
            Exit::ask("question"),
            Exit::load("main_menu"),
        ]);
    with_settings(phase, shared)
}

fn with_settings(phase: Phase, shared: &Shared) -> Phase {
    let [settings, controls] = [(); 2].map(|()| shared.clone());
    phase
        .screen("settings", move |_| SettingsScreen::new(&settings))
        .leads_to([Exit::ask("question"), Exit::push("controls"), Exit::Pop])
        .screen("controls", move |_| Controls::new(&controls))
        .leads_to([Exit::Pop])
}
