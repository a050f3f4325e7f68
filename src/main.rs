//! The demo of proscenium, and its instrument: see `--help`.

mod game;

#[cfg(not(target_arch = "wasm32"))]
use std::process::ExitCode;

#[cfg(not(target_arch = "wasm32"))]
use clap::Parser as _;

#[cfg(not(target_arch = "wasm32"))]
fn main() -> ExitCode {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    game::start::run(game::cli::Arguments::parse())
}

/// In a browser the page says what to do.
#[cfg(target_arch = "wasm32")]
fn main() {
    game::page::run();
}
