//! Last Outpost, the game that comes with proscenium: **replace me**. It uses the library as any
//! other package can; a fork keeps the shape of this folder and exchanges its contents piece by piece.
//!
//! | file | what it is | in a fork |
//! |---|---|---|
//! | `cli`, `start`, `check`, `machine`, `measure` | the command line, how the program starts, its tools | keep |
//! | `page` | how the program starts in a browser | keep |
//! | `run` | what every run needs, however it was started | keep |
//! | `shared` | what several screens have in common: the settings | keep, add yours |
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

// The command line and its tools, which a page does not have.
#[cfg(not(target_arch = "wasm32"))]
mod check;
#[cfg(not(target_arch = "wasm32"))]
mod cli;
#[cfg(not(target_arch = "wasm32"))]
mod machine;
#[cfg(not(target_arch = "wasm32"))]
mod measure;
#[cfg(not(target_arch = "wasm32"))]
mod start;
// And how a page starts.
#[cfg(target_arch = "wasm32")]
mod page;

mod phases;
mod run;
mod screens;
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

#[cfg(not(target_arch = "wasm32"))]
use std::process::ExitCode;

#[cfg(not(target_arch = "wasm32"))]
use clap::Parser as _;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    start::run(cli::Arguments::parse())
}

/// In a browser the page says what to do.
#[cfg(target_arch = "wasm32")]
fn main() {
    page::run();
}
