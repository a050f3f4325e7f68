//! The phases with their screens. Each screen says where it leads.
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

use proscenium::flow::{Phase, ScreenManager};

use crate::screens::{self, Screen, in_game, logo, main_menu, pause, settings, trailer};

pub const LOGO: &str = "logo";
pub const TRAILER: &str = "trailer";
pub const MAIN_MENU: &str = "main_menu";
pub const IN_GAME: &str = "in_game";

/// Registers the kinds of resources, the phases and the screens. The game starts with the first phase.
pub fn register(manager: &mut ScreenManager) {
    manager.register_kinds();
    let main_menu = [&[main_menu::SCREEN], screens::MENU].concat();
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
