//! A whole game in small: all screens, one kind of unit with its machine, two languages.
//! The README lists the files.

mod screens;
mod settings;
#[cfg(test)]
mod tests;
mod title;
mod units;
mod world;

use proscenium::kit::Game;

use settings::Settings;
use title::TITLE;

fn game() -> Game {
    Game::new(env!("CARGO_PKG_NAME"))
        .title(TITLE)
        .version(env!("CARGO_PKG_VERSION"))
        .size(640, 360)
        .upright_size(360, 640)
        .settings::<Settings>()
        .system_screens(screens::MAIN_MENU)
        .setup(|cx| {
            #[cfg(feature = "dev")]
            cx.overlay(proscenium::kit::Inspector::default());
            screens::register(cx.manager);
        })
        .check(units::check)
}

fn main() -> std::process::ExitCode {
    game().run()
}
