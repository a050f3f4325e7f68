//! The phases with their screens, and the flow rules.
//!
//! ```text
//! logo ──► trailer ══► main_menu ◄═════► in_game ═══► in_game, the next level
//!                      ├ continue_run    ├ won, lost
//!                      ├ settings        │ └ credits
//!                      │ └ controls      ├ bestiary
//!                      └ credits         └ pause
//!                                          ├ bestiary
//!                                          ├ save_run
//!                                          └ settings
//!                                            └ controls
//! ```
//!
//! `══►` leads through Loading, which frees the resources of the old phase and then loads one resource of the new one
//! in each tick. The trailer is preloaded while the logo is shown, so that it follows at once.

use proscenium::flow::{Phase, ScreenCommand, ScreenManager};
use proscenium::game::register_kinds;
use proscenium::ui::MenuScreen;

use super::levels::{LEVELS, LevelNumber};
use super::screens::{
    CONTROLS, ContinueRun, Credits, Failed, Loading, Logo, MainMenu, Pause, SettingsScreen, Trailer,
};
use super::shared::Shared;

/// Registers the game; its screens share a clone of `shared`.
pub fn register(manager: &mut ScreenManager, shared: &Shared) {
    manager.flow().set_reduced_motion(shared.settings().reduced_motion);
    register_kinds(manager);
    manager.share(shared.clone());
    all(manager, shared.unlocked()).into_iter().for_each(|phase| manager.add_phase(phase));
    shared.share(manager);
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
pub fn all(manager: &mut ScreenManager, level: u32) -> [Phase; 4] {
    [logo(), trailer(), main_menu(), in_game(manager, level)]
}

fn logo() -> Phase {
    Phase::new("logo").manifest("phases/logo.ron").screen("logo", Logo::new)
}

fn trailer() -> Phase {
    Phase::new("trailer").manifest("phases/trailer.ron").screen("trailer", Trailer::new)
}

fn main_menu() -> Phase {
    let phase = Phase::new("main_menu")
        .manifest("phases/main_menu.ron")
        .screen("main_menu", |_| MainMenu::default())
        .screen("continue_run", |cx| ContinueRun::new(cx.shared()));
    with_pages(phase)
}

fn in_game(manager: &mut ScreenManager, level: u32) -> Phase {
    let phase = Phase::new("in_game").payload(move || LevelNumber(level)).keep_payload::<LevelNumber>();
    let phase = LEVELS.iter().fold(phase, |phase, info| {
        phase.manifest_for(LevelNumber(info.number), &format!("phases/{}.ron", info.level))
    });
    let phase = super::game::add_to(phase, manager);
    with_pages(phase.screen("pause", |_| Pause::default()))
}

/// What the menu and the game open.
fn with_pages(phase: Phase) -> Phase {
    phase
        .screen("settings", |_| SettingsScreen::default())
        .screen("controls", MenuScreen::of(CONTROLS))
        .screen("credits", MenuScreen::of(Credits::default()))
}
