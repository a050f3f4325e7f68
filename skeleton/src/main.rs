//! A whole game in small: all screens, one kind of unit with its machine, and the player's settings.
//! The README lists the files.

mod screens;
mod settings;
#[cfg(test)]
mod tests;
mod title;
mod units;
mod world;

use proscenium::game::Game;
use proscenium::platform::View;

use settings::Settings;
use title::TITLE;

fn game() -> Game {
    let game = Game::new(env!("CARGO_PKG_NAME"))
        .title(TITLE)
        .version(env!("CARGO_PKG_VERSION"))
        .view(View::fit(640, 360))
        .upright_view(View::fit(360, 640))
        .settings::<Settings>()
        .system_screens(screens::MAIN_MENU)
        .setup(|manager, _| screens::register(manager))
        .check(units::check);
    #[cfg(feature = "dev")]
    let game = game.overlay(proscenium::dev::Inspector::default());
    game
}

fn main() -> std::process::ExitCode {
    game().run()
}
