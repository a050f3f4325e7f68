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
    Bestiary, CONTROLS, ContinueRun, Credits, Failed, InGame, Loading, Logo, MainMenu, Pause, SettingsScreen,
    Trailer,
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

/// Registers the game; its screens share a clone of `shared`.
pub fn register(manager: &mut ScreenManager, shared: &Shared) {
    manager.set_reduced_motion(shared.settings().reduced_motion);
    manager.register_kinds();
    manager.register::<Tuning>();
    manager.share(shared.clone());
    all(shared.unlocked()).into_iter().for_each(|phase| manager.add_phase(phase));
    shared.set_system_screens(manager, "main_menu");
    manager.set_loading_screen(Loading::default);
    manager.set_failure_screen(|failure| MenuScreen::new(Failed(failure)));
    // An example of a flow rule: a named event changes the phase.
    manager.add_rule(|event: &String, cx| {
        if event == "game_over" && cx.is_on_stack("in_game") {
            cx.command(ScreenCommand::load("main_menu"));
        }
    });
}

/// The phases; the game begins at this level where nothing else is asked for.
pub fn all(level: u32) -> [Phase; 4] {
    [logo(), trailer(), main_menu(), in_game(level)]
}

fn logo() -> Phase {
    Phase::new("logo")
        .manifest("phases/logo.ron")
        .screen("logo", Logo::new)
        .leads_to([Exit::preloaded("trailer")])
}

fn trailer() -> Phase {
    Phase::new("trailer")
        .manifest("phases/trailer.ron")
        .screen("trailer", Trailer::new)
        .leads_to([Exit::load("main_menu")])
}

fn main_menu() -> Phase {
    let phase = Phase::new("main_menu")
        .manifest("phases/main_menu.ron")
        .screen("main_menu", |_| MainMenu::default())
        .leads_to([
            Exit::load("in_game"),
            Exit::push("continue_run"),
            Exit::push("settings"),
            Exit::push("credits"),
            Exit::ask("question"),
            Exit::Quit,
        ])
        .screen("continue_run", |cx| ContinueRun::new(cx.shared()))
        .leads_to([Exit::load("in_game"), Exit::ask("question"), Exit::Pop])
        .screen("credits", MenuScreen::of(Credits))
        .leads_to([Exit::Pop]);
    with_settings(phase)
}

fn in_game(level: u32) -> Phase {
    let phase = Phase::new("in_game").payload(move || LevelNumber(level)).keep_payload::<LevelNumber>();
    let phase = LEVELS.iter().fold(phase, |phase, info| {
        phase.manifest_for(LevelNumber(info.number), &format!("phases/{}.ron", info.level))
    });
    let phase = phase
        .try_screen("in_game", InGame::new)
        .leads_to([
            Exit::push("pause"),
            Exit::push("bestiary"),
            Exit::ask("won"),
            Exit::ask("lost"),
            Exit::load("in_game"),
            Exit::load("main_menu"),
        ])
        .try_screen("bestiary", Bestiary::new)
        .leads_to([Exit::Pop])
        .screen("pause", |_| Pause::default())
        .leads_to([
            Exit::Pop,
            Exit::push("settings"),
            Exit::push("bestiary"),
            Exit::ask("save_run"),
            Exit::ask("question"),
            Exit::load("main_menu"),
        ]);
    with_settings(phase)
}

fn with_settings(phase: Phase) -> Phase {
    phase
        .screen("settings", |_| SettingsScreen::default())
        .leads_to([Exit::ask("question"), Exit::push("controls"), Exit::Pop])
        .screen("controls", MenuScreen::of(CONTROLS))
        .leads_to([Exit::Pop])
}
