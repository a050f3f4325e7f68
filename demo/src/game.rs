//! The game itself. **A fork deletes this folder**, with the lines that name it in `main`, `phases` and `check`.
//! What is left is a program with menus, settings, saves and loading, and no game.
//!
//! | file | what it is |
//! |---|---|
//! | `play` | the rules and the units of a level, without drawing and keys |
//! | `commander`, `camera` | the player's orders; the visible part of the level |
//! | `screens` | the screens of the phase `in_game`: the play, its end, the bestiary |
//! | `paint`, `pages`, `sounds` | what is drawn, the texts over a play, and what is heard |
//! | `check` | its part of the tool `check` |
//! | `inspector` | what the library's inspector on F3 shows of units |
//! | `tests` | the tests that play it, and its instruments: `measure`, `skills`, `soak` |

mod camera;
#[cfg(all(feature = "dev", not(target_arch = "wasm32")))]
mod check;
mod commander;
#[cfg(feature = "dev")]
mod inspector;
mod pages;
#[cfg(feature = "window")]
mod paint;
mod play;
mod screens;
mod sounds;
#[cfg(test)]
mod tests;

use proscenium::flow::{Phase, ScreenManager};

use play::tuning::Tuning;
use screens::{Bestiary, InGame};

#[cfg(all(feature = "dev", not(target_arch = "wasm32")))]
pub use check::check_asset as check;
#[cfg(feature = "dev")]
pub use inspector::Inspector;

/// Adds the game's screens to the phase in which it is played, and registers its kind of resource.
pub fn add_to(phase: Phase, manager: &mut ScreenManager) -> Phase {
    manager.assets_mut().register::<Tuning>();
    phase.try_screen("in_game", InGame::new).try_screen("bestiary", Bestiary::new)
}
