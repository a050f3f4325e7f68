//! The demo of proscenium, and its instrument: see `--help`.

mod game;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    // A browser has no standard error and no clock in the system library; there macroquad's own
    // log goes to the console.
    #[cfg(not(target_arch = "wasm32"))]
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    game::start::run(game::cli::Arguments::parse())
}
