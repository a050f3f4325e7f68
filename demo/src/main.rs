//! The game that comes with proscenium: **replace it with your own**. It uses the library
//! as any other package can; a fork keeps the structure of this folder and replaces its contents.
//!
//! | file | what it is | in a fork |
//! |---|---|---|
//! | `main` | the name, the command line, the setup | change |
//! | `check` | the checks of assets that the tool `check` adds to the library's | change |
//! | `settings`, `saves`, `shared` | the player's settings, saved runs, and what screens share | change |
//! | `phases` | the phases with their screens and flow rules | change |
//! | `controls` | keys and buttons of the actions | change |
//! | `theme` | sizes and times | change |
//! | `sounds` | the sounds of menus | change |
//! | `paint`, `view` | drawing of menus, and what pages are made with | keep or change |
//! | `screens` | the screens around the game | change |
//! | `levels` | the list of levels | change |
//! | `game` | the game itself: rules, units, its screens and their drawing | delete |

#![cfg_attr(
    any(not(all(feature = "window", feature = "dev")), target_arch = "wasm32"),
    allow(dead_code, unused_imports, reason = "code that only drawing, the inspector or `check` needs")
)]

// A page and a player have no command line.
#[cfg(all(feature = "dev", not(target_arch = "wasm32")))]
mod check;

mod controls;
mod phases;
mod screens;
mod settings;
mod shared;
mod theme;
mod view;

mod game;
mod levels;
mod saves;
mod sounds;

#[cfg(feature = "window")]
mod paint;
#[cfg(test)]
mod tests;

use std::process::ExitCode;
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
use std::rc::Rc;

use proscenium::game::Game;
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
use proscenium::game::SettingsFile;
use proscenium::platform::Action;

/// The title of the game, in every language. To rename the game, change it and the name of the package in
/// `Cargo.toml`. A page has only those characters beyond ASCII that are in a text of the string files too.
pub const TITLE: &str = "Last Outpost";

/// The game. Its option `level` unlocks the levels up to that one.
fn game() -> Game {
    let game = Game::new(env!("CARGO_PKG_NAME"))
        .title(TITLE)
        .version(env!("CARGO_PKG_VERSION"))
        .actions(&controls::ACTIONS[Action::BUILT_IN.len()..])
        .view(theme::VIEW)
        .upright_view(theme::UPRIGHT_VIEW)
        .transition(theme::fade())
        .settings::<settings::Settings>()
        .setup(|manager, host| {
            let level = host.option("level").map(levels::parse);
            let level = level.transpose().unwrap_or_else(|error| {
                log::error!("invalid `level`: {error}");
                None
            });
            let Some(profile) = manager.shared().get() else { return };
            let mut shared = shared::Shared::new(profile, host);
            shared.start_at(level.unwrap_or(1));
            phases::register(manager, &shared);
        });
    #[cfg(feature = "dev")]
    let game = game.overlay(game::Inspector::default());
    #[cfg(all(feature = "window", not(target_arch = "wasm32")))]
    let game = game
        .icon(include_bytes!("../../assets/icon.png"))
        .vsync(|storage| SettingsFile::<settings::Settings>::new(Rc::clone(storage)).load().0.vsync);
    #[cfg(all(feature = "dev", not(target_arch = "wasm32")))]
    let game = game.check(check::check_asset);
    game
}

/// The command line: the library's options and the game's own.
#[cfg(all(feature = "dev", not(target_arch = "wasm32")))]
#[derive(Debug, clap::Parser)]
#[command(version, about = format!("{TITLE}: a game in a window, or headless for automation."))]
struct Arguments {
    /// A tool to run instead of the game.
    #[command(subcommand)]
    tool: Option<proscenium::game::Tool>,

    #[command(flatten)]
    options: proscenium::game::RunOptions,

    /// Start with this level; the levels before it count as won.
    #[arg(long, value_name = "N", default_value = "1", value_parser = levels::parse)]
    level: u32,
}

#[cfg(all(feature = "dev", not(target_arch = "wasm32")))]
fn main() -> ExitCode {
    let Arguments { tool, options, level } = clap::Parser::parse();
    let game = game().option("level", level.to_string());
    match tool {
        None => game.run_with(&options),
        Some(tool) => tool.run(game, &options),
    }
}

/// Without a command line: for a player, or in a page, whose query string has the options.
#[cfg(any(not(feature = "dev"), target_arch = "wasm32"))]
fn main() -> ExitCode {
    game().run()
}
