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
//! in each tick. The trailer is preloaded while the logo is shown, so that it follows at once.
//!
//! A screen is a file of this folder, with its id and what adds it to a phase. A new one that the main menu opens stands
//! here twice: as a `mod`, and in `MENU`.

pub mod controls;
pub mod credits;
pub mod in_game;
mod intro;
pub mod logo;
pub mod main_menu;
pub mod pause;
pub mod settings;
pub mod trailer;

use std::time::Duration;

use proscenium::flow::{Phase, ScreenManager};

/// The phases.
pub const LOGO: &str = "logo";
pub const TRAILER: &str = "trailer";
pub const MAIN_MENU: &str = "main_menu";
pub const IN_GAME: &str = "in_game";

/// What the main menu opens, in the order of its entries, whose texts are the titles: `ID-title`.
const MENU: &[Screen] = &[settings::SCREEN, credits::SCREEN];

/// The id of a screen, and what adds it to a phase, with where it leads.
type Screen = (&'static str, fn(Phase) -> Phase);

/// The time of a fade from one music to another.
const MUSIC_FADE: Duration = Duration::from_secs(1);

/// Registers the kinds of resources, the phases and the screens. The game starts with the first phase.
pub fn register(manager: &mut ScreenManager) {
    manager.register_kinds();
    let main_menu = [&[main_menu::SCREEN], MENU].concat();
    for phase in [
        phase(LOGO, "phases/common.ron", &[logo::SCREEN]),
        phase(TRAILER, "phases/trailer.ron", &[trailer::SCREEN]),
        phase(MAIN_MENU, "phases/main_menu.ron", &main_menu).backdrop("morning", |_| trailer::Morning),
        phase(IN_GAME, "phases/in_game.ron", &[in_game::SCREEN, pause::SCREEN, settings::SCREEN]),
    ] {
        manager.add_phase(phase);
    }
}

/// A phase with these resources and screens. It starts with the first screen.
fn phase(name: &str, manifest: &str, screens: &[Screen]) -> Phase {
    screens.iter().fold(Phase::new(name).manifest(manifest), |phase, (_, add)| add(phase))
}
