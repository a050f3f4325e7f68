//! The demo of proscenium, and its instrument: see `--help`.

mod game;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let default = env_logger::Env::default().default_filter_or("warn,rhai=error");
    env_logger::Builder::from_env(default).init();
    game::start::run(game::cli::Arguments::parse())
}
