//! Last Outpost, the game that comes with proscenium: **replace me**. It uses the library as any
//! other package can; a fork keeps the shape of this folder and exchanges its contents piece by piece.
//!
//! | file | what it is | in a fork |
//! |---|---|---|
//! | `main` | the name, the command line, how all is put together | change |
//! | `check`, `measure` | its own tools | replace |
//! | `settings`, `shared` | what the player sets, and what several screens have in common | change |
//! | `phases` | which phases there are, with their screens and rules | change |
//! | `theme` | colours and sizes | change |
//! | `sounds` | which sound is played when | change |
//! | `paint` | drawing of texts, panels, buttons and menus | keep or change |
//! | `screens` | the screens, in the order in which a player meets them | change |
//! | `levels` | which levels there are | change |
//! | `play`, `commander`, `hens`, `camera` | the game itself | replace |
//! | `inspector` | what F3 shows of all this | keep, let it choose your own units |

#![cfg_attr(
    not(feature = "window"),
    allow(dead_code, reason = "what only drawing needs is not used where nothing is drawn")
)]

// The tools, which a page does not have.
#[cfg(not(target_arch = "wasm32"))]
mod check;
#[cfg(not(target_arch = "wasm32"))]
mod measure;

mod phases;
mod screens;
mod settings;
mod shared;
mod theme;

mod camera;
mod commander;
mod hens;
#[cfg(feature = "inspector")]
mod inspector;
mod levels;
mod play;
mod sounds;

#[cfg(feature = "window")]
mod paint;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use proscenium::kit::Game;

/// The game; it begins with this level, and those before it count as won.
fn game(first_level: u32) -> Game {
    let game = Game::new("last-outpost")
        .title("Last Outpost")
        .actions(&commander::ACTIONS)
        .transition(theme::fade())
        .setup(move |cx| {
            let asked = cx.query("level").map(levels::parse);
            let level = asked.transpose().unwrap_or_else(|error| {
                log::error!("the page's level cannot be read: {error}");
                None
            });
            let shared = shared::Shared::new(cx);
            shared.unlock(level.unwrap_or(first_level));
            phases::register(cx.manager, &shared);
            #[cfg(feature = "inspector")]
            cx.overlay(inspector::Inspector::new(&shared));
        });
    #[cfg(feature = "window")]
    let game = game.bindings(paint::bindings());
    #[cfg(not(target_arch = "wasm32"))]
    let game =
        game.check(check::check_asset).recorded(theme::FILM_INTERVAL, (theme::FILM_TOP, theme::FILM_HEIGHT));
    game
}

/// The command line: the library's, and what is the game's own.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug, clap::Parser)]
#[command(version, about = "Last Outpost: a game in a window, or an instrument without one.")]
struct Arguments {
    /// What to do instead of playing.
    #[command(subcommand)]
    tool: Option<Tool>,

    #[command(flatten)]
    options: proscenium::kit::RunOptions,

    /// Begin the game with this level; those before it count as won.
    #[arg(long, value_name = "N", default_value = "1", value_parser = levels::parse)]
    level: u32,
}

#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug, clap::Subcommand)]
enum Tool {
    #[command(flatten)]
    Kit(proscenium::kit::Tool),
    /// Measure a tick of a very full level: what each part of it costs.
    Measure {
        /// How many marines.
        #[arg(long, default_value_t = 500)]
        marines: u32,
        /// How many monsters.
        #[arg(long, default_value_t = 2000)]
        monsters: u32,
        /// How many ticks.
        #[arg(long, alias = "frames", default_value_t = 600)]
        ticks: u32,
    },
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    let Arguments { tool, options, level } = clap::Parser::parse();
    let game = game(level);
    match tool {
        None => game.run_with(&options),
        Some(Tool::Kit(tool)) => tool.run(game, &options),
        Some(Tool::Measure { marines, monsters, ticks }) => {
            game.run_tool(&options, |manager| measure::run(manager, marines, monsters, ticks))
        }
    }
}

/// What the heap of a page is given at once, in bytes. The files of a phase arrive in an order that the
/// network chooses, so that what they need together differs by about a megabyte from one visit to the
/// next; with this the memory of the page has its size from the start, and does not grow late in a session.
#[cfg(target_arch = "wasm32")]
const HEAP: usize = 12 << 20;

/// In a browser the page's query string says what to do.
#[cfg(target_arch = "wasm32")]
fn main() -> ExitCode {
    // A page's memory only ever grows. What is given back here stays with the allocator.
    drop(std::hint::black_box(Vec::<u8>::with_capacity(HEAP)));
    game(1).run()
}
