//! A game as a program: its start, its settings and saved games, and its tests.
//!
//! | for | see |
//! |---|---|
//! | starting a program | [`Game`] |
//! | what all screens share | [`Game::share`], [`Game::settings`], [`Shared`](crate::flow::Shared) |
//! | own parts around each tick | [`Game::plugin`], [`Plugin`](crate::flow::Plugin) |
//! | the storage, the date and the language of the machine | [`Game::setup`], [`Host`] |
//! | virtual pixels in windows of all sizes | [`Game::view`], [`View`](crate::platform::View) |
//! | persistent settings, high scores | [`Profile`], [`Preferences`], [`SettingsFile`] |
//! | saved games in slots | [`Saves`] |
//! | keys and buttons that the player changes | `ControlsMenu`, [`Preferences::controls`] |
//! | a manager in a program's own loop, with a report | [`Session`], [`Report`], [`register_kinds`] |
//! | the log in a file, reports of crashes | [`Game::logger`], [`SessionError::Crashed`] |
//! | playing a game in its tests | `TestRun` (feature `dev`) |
//! | scripts, recordings, traces, tools | `RunOptions`, `Tool`, [`Game::overlay`] (feature `dev`), and [`dev`](crate::dev) |

mod builder;
#[cfg(feature = "strings")]
mod controls_menu;
mod crash;
#[cfg(not(target_arch = "wasm32"))]
mod desktop;
#[cfg(feature = "dev")]
mod dev;
mod host;
mod kinds;
mod local_time;
mod log_tee;
#[cfg(all(feature = "window", target_arch = "wasm32"))]
mod page;
mod profile;
#[cfg(all(any(feature = "dev", feature = "glyphs"), feature = "window", target_arch = "wasm32"))]
mod request;
mod run;
mod saves;
mod session;
mod session_error;
mod settings;
#[cfg(all(feature = "dev", feature = "window"))]
mod shots;
mod start;
#[cfg(feature = "strings")]
mod system_screens;
#[cfg(test)]
mod tests;
#[cfg(feature = "window")]
mod window_loop;

pub use builder::Game;
#[cfg(feature = "strings")]
pub use controls_menu::{ControlsChoice, ControlsMenu};
#[cfg(feature = "dev")]
pub use dev::RunOptions;
#[cfg(all(feature = "dev", not(target_arch = "wasm32")))]
pub use dev::{TestRun, Tool};
pub use host::Host;
pub use kinds::register_kinds;
pub use profile::{ControlChanges, Preferences, Profile};
pub use saves::Saves;
pub use session::{Report, RunOutcome, Session};
pub use session_error::SessionError;
pub use settings::SettingsFile;
