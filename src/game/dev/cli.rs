//! The command line of a game. Its names are fixed: scripts and tests rely on them.

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

use super::RunOptions;
use super::tools::Tool;
use crate::game::builder::Game;

#[derive(Debug, clap::Parser)]
struct Arguments {
    #[command(subcommand)]
    tool: Option<Tool>,
    #[command(flatten)]
    options: RunOptions,
}

pub(in crate::game) fn run(game: Game) -> ExitCode {
    let mut command = Arguments::command().name(game.name).about(game.shown_title());
    if !game.version.is_empty() {
        command = command.version(game.version);
    }
    let arguments = Arguments::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    match arguments.tool {
        Some(tool) => tool.run(game, &arguments.options),
        None => game.run_with(&arguments.options),
    }
}
