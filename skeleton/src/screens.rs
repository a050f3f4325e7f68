//! The screens. Each is a file of this folder, with its id and what adds it to a phase. A new one that the main menu opens
//! stands here twice: as a `mod`, and in `MENU`.

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

use proscenium::flow::Phase;

/// What the main menu opens, in the order of its entries, whose texts are the titles: `ID-title`.
pub const MENU: &[Screen] = &[settings::SCREEN, credits::SCREEN];

/// The id of a screen, and what adds it to a phase, with where it leads.
pub type Screen = (&'static str, fn(Phase) -> Phase);

/// The time of a fade from one music to another.
const MUSIC_FADE: Duration = Duration::from_secs(1);
