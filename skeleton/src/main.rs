//! A whole game in small: all screens, one kind of unit with its machine, two languages.
//!
//! | file | what it is |
//! |---|---|
//! | `main` | the title, the sizes of the view, the start of the program |
//! | `phases` | the phases with their screens, and where each screen leads |
//! | `screens` | the screens |
//! | `settings`, `shared` | the player's settings, and what screens share |
//! | `view` | what a screen is laid out and drawn with |
//! | `units`, `world` | the kinds of units, and the world that they live in |

mod phases;
mod screens;
mod settings;
mod shared;
#[cfg(test)]
mod tests;
mod units;
mod view;
mod world;

use proscenium::kit::Game;

/// The title of the game. The program and its folder for settings are named after the package.
const TITLE: &str = "Skeleton";

fn game() -> Game {
    Game::new(env!("CARGO_PKG_NAME"))
        .title(TITLE)
        .version(env!("CARGO_PKG_VERSION"))
        .size(640, 360)
        .upright_size(360, 640)
        .setup(|cx| phases::register(cx.manager, &shared::Shared::new(cx)))
        .check(units::check)
}

fn main() -> std::process::ExitCode {
    game().run()
}
