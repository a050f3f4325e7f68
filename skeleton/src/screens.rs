//! The screens.

mod credits;
mod in_game;
mod intro;
mod logo;
mod main_menu;
mod pause;
mod settings;
mod trailer;

use std::time::Duration;

pub use credits::Credits;
pub use in_game::InGame;
pub use intro::Intro;
pub use logo::LOGO;
pub use main_menu::MainMenu;
pub use pause::Pause;
pub use settings::SettingsMenu;
pub use trailer::{Morning, TRAILER};

/// The time of a fade from one music to another.
const MUSIC_FADE: Duration = Duration::from_secs(1);
