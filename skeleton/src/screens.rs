//! The screens.

mod credits;
mod failure;
mod in_game;
mod intro;
mod loading;
mod logo;
mod main_menu;
pub mod menu;
mod pause;
mod settings;
mod trailer;

pub use credits::Credits;
pub use failure::FailureMenu;
pub use in_game::InGame;
pub use intro::Intro;
pub use loading::Loading;
pub use main_menu::MainMenu;
pub use pause::Pause;
pub use settings::SettingsMenu;
pub use trailer::Morning;
