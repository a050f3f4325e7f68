//! The screens around the game.

mod logo;
mod trailer;

mod credits;
mod main_menu;
mod question;
mod settings;

mod continue_run;
mod pause;
mod save_list;
mod save_run;

mod loading;

#[cfg(any(test, not(target_arch = "wasm32")))]
mod pages;

pub use continue_run::ContinueRun;
pub use credits::Credits;
#[cfg(feature = "window")]
pub use loading::Stage;
pub use loading::{Failed, Loading};
pub use logo::Logo;
pub use main_menu::MainMenu;
#[cfg(test)]
pub use pages::together;
#[cfg(any(test, not(target_arch = "wasm32")))]
pub use pages::{Shown, pages};
pub use pause::Pause;
pub use save_run::SaveRun;
pub use settings::{CONTROLS, SettingsScreen};
pub use trailer::Trailer;
