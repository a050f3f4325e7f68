//! The command line of a game (feature `cli`). Its names are fixed: scripts and tests rely on them.

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

#[cfg(not(feature = "tools"))]
use super::desktop::fail;
#[cfg(feature = "tools")]
use super::tools::Tool;
use super::{Game, RunOptions};

#[derive(Debug, clap::Parser)]
struct Arguments {
    #[cfg(feature = "tools")]
    #[command(subcommand)]
    tool: Option<Tool>,
    #[command(flatten)]
    options: RunOptions,
}

/// What the feature `tools` adds.
#[cfg(not(feature = "tools"))]
const TOOLS: [&str; 5] = ["check", "pack", "graph", "machine", "--watch"];

pub(super) fn run(game: Game) -> ExitCode {
    #[cfg(not(feature = "tools"))]
    if let Some(tool) = std::env::args().skip(1).find(|word| TOOLS.contains(&word.as_str())) {
        let what = format!("`{tool}` is a tool: build the program with the feature `tools` of proscenium");
        return fail(game.name, &what, 2);
    }
    let mut command = Arguments::command().name(game.name).about(game.shown_title());
    if !game.version.is_empty() {
        command = command.version(game.version);
    }
    let arguments = Arguments::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit());
    #[cfg(feature = "tools")]
    if let Some(tool) = arguments.tool {
        return tool.run(game, &arguments.options);
    }
    game.run_with(&arguments.options)
}
