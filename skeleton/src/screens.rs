//! The screens.

mod credits;
mod in_game;
mod intro;
pub mod logo;
mod main_menu;
mod pause;
mod settings;
pub mod trailer;

pub use credits::Credits;
pub use in_game::InGame;
pub use intro::Intro;
pub use main_menu::MainMenu;
pub use pause::Pause;
pub use settings::SettingsMenu;
