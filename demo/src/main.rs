//! The game that comes with proscenium: **replace it with your own**. It uses the library
//! as any other package can; a fork keeps the structure of this folder and replaces its contents.
//!
//! | file | what it is | in a fork |
//! |---|---|---|
//! | `main` | the name, the command line, the setup | change |
//! | `check`, `measure` | command line tools of the game | replace |
//! | `settings`, `saves`, `shared` | the player's settings, saved runs, and what screens share | change |
//! | `phases` | the phases with their screens and flow rules | change |
//! | `controls` | keys and buttons of the actions | change |
//! | `theme` | sizes and times | change |
//! | `sounds` | how sounds are heard | change |
//! | `paint`, `view` | drawing of the game, and what pages are made with | keep or change |
//! | `screens` | the screens | change |
//! | `levels` | the list of levels | change |
//! | `play`, `commander`, `camera` | the game itself | replace |
//! | `inspector` | what the library's inspector on F3 shows of units | keep, adapt to your own units |

#![cfg_attr(
    any(not(all(feature = "window", feature = "inspector")), target_arch = "wasm32"),
    allow(dead_code, reason = "code that only drawing, the inspector or `check` needs")
)]

// A page has no command line.
#[cfg(not(target_arch = "wasm32"))]
mod check;
#[cfg(not(target_arch = "wasm32"))]
mod measure;

mod controls;
mod phases;
mod screens;
mod settings;
mod shared;
mod theme;
mod view;

mod camera;
mod commander;
#[cfg(feature = "inspector")]
mod inspector;
mod levels;
mod play;
mod saves;
mod sounds;

#[cfg(feature = "window")]
mod paint;
#[cfg(test)]
mod tests;

use std::process::ExitCode;
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
use std::rc::Rc;

use proscenium::kit::Game;
#[cfg(all(feature = "window", not(target_arch = "wasm32")))]
use proscenium::kit::SettingsFile;
use proscenium::platform::Action;

/// The title of the game, in every language. To rename the game, change it and the name of the package in
/// `Cargo.toml`. A page has only those characters beyond ASCII that are in a text of the string files too.
pub const TITLE: &str = "Last Outpost";

/// The game. Its option `level` unlocks the levels up to that one.
fn game() -> Game {
    let game = Game::new(env!("CARGO_PKG_NAME"))
        .title(TITLE)
        .version(env!("CARGO_PKG_VERSION"))
        .actions(&commander::ACTIONS[Action::BUILT_IN.len()..])
        .size(theme::WIDTH as u32, theme::HEIGHT as u32)
        .upright_size(theme::HEIGHT as u32, theme::WIDTH as u32)
        .transition(theme::fade())
        .setup(move |cx| {
            let level = cx.option("level").map(levels::parse);
            let level = level.transpose().unwrap_or_else(|error| {
                log::error!("invalid `level`: {error}");
                None
            });
            let mut shared = shared::Shared::new(cx);
            shared.start_at(level.unwrap_or(1));
            phases::register(cx.manager, &shared);
            #[cfg(feature = "inspector")]
            cx.overlay(inspector::Inspector::default());
        });
    #[cfg(all(feature = "window", not(target_arch = "wasm32")))]
    let game = game
        .icon(include_bytes!("../../assets/icon.png"))
        .vsync(|storage| SettingsFile::<settings::Settings>::new(Rc::clone(storage)).load().0.vsync);
    #[cfg(not(target_arch = "wasm32"))]
    let game = game.check(check::check_asset);
    game
}

/// The command line: the library's options and the game's own.
#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug, clap::Parser)]
#[command(version, about = format!("{TITLE}: a game in a window, or headless for automation."))]
struct Arguments {
    /// A tool to run instead of the game.
    #[command(subcommand)]
    tool: Option<Tool>,

    #[command(flatten)]
    options: proscenium::kit::RunOptions,

    /// Start with this level; the levels before it count as won.
    #[arg(long, value_name = "N", default_value = "1", value_parser = levels::parse)]
    level: u32,
}

#[cfg(not(target_arch = "wasm32"))]
#[derive(Debug, clap::Subcommand)]
enum Tool {
    #[command(flatten)]
    Kit(proscenium::kit::Tool),
    /// Measure what each part of a tick costs in a crowded level.
    Measure {
        /// Number of marines.
        #[arg(long, default_value_t = 500)]
        marines: u32,
        /// Number of monsters.
        #[arg(long, default_value_t = 2000)]
        monsters: u32,
        /// Number of ticks.
        #[arg(long, alias = "frames", default_value_t = 600)]
        ticks: u32,
    },
}

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    let Arguments { tool, options, level } = clap::Parser::parse();
    let game = game().option("level", level.to_string());
    match tool {
        None => game.run_with(&options),
        Some(Tool::Kit(tool)) => tool.run(game, &options),
        Some(Tool::Measure { marines, monsters, ticks }) => {
            game.run_tool(&options, |manager| measure::run(manager, marines, monsters, ticks))
        }
    }
}

/// The initial size of a page's heap, in bytes. The peak of a load depends on the order in which files
/// arrive over the network; reserved at the start, the memory of a page does not grow late in a session.
#[cfg(target_arch = "wasm32")]
const HEAP: usize = 12 << 20;

/// In a browser the query string has the options.
#[cfg(target_arch = "wasm32")]
fn main() -> ExitCode {
    // WebAssembly memory never shrinks, so the allocator keeps what is freed here.
    drop(std::hint::black_box(Vec::<u8>::with_capacity(HEAP)));
    game().run()
}
