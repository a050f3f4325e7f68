//! The command line of a game (feature `cli`). Its names are fixed: scripts and tests rely on them.

mod check;
mod machine;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _};

use super::game::{Game, RunOptions};
use machine::Diagram;

/// What the program of a game does besides playing, as subcommands of clap (feature `cli`). A game
/// with a command line of its own flattens it into that (`#[command(flatten)]`).
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Tool {
    /// Validate every asset, phase, machine, script, string and the flow graph; list all problems.
    Check,
    /// Print the flow graph as Mermaid.
    Graph {
        /// As Graphviz instead.
        #[arg(long)]
        dot: bool,
    },
    /// Run one machine from its data file on a list of events; print its trace.
    Machine {
        /// The machine: a file such as assets/machines/marine.ron.
        file: PathBuf,
        /// What happens to it: `tick MS [COUNT]`, `event NAME [PAYLOAD]`, `message NAME [PAYLOAD]`,
        /// `set VAR VALUE`, `snapshot`, `restore`, one a line.
        #[arg(long, value_name = "FILE")]
        events: Option<PathBuf>,
        /// Instead of the trace: a diagram, with the states marked that it is in at the end.
        #[arg(long, value_name = "AS")]
        diagram: Option<Diagram>,
    },
}

impl Tool {
    /// Does it for `game`. The exit code is that of [`Game::run`].
    pub fn run(self, mut game: Game, options: &RunOptions) -> ExitCode {
        match self {
            Self::Check => {
                let (actions, more) = (game.known_actions().to_vec(), game.take_check());
                game.run_tool(options, |manager| check::run(manager, &actions, more.as_deref()))
            }
            Self::Graph { dot } => game.run_tool(options, |manager| {
                let graph = manager.graph();
                let text = if dot { graph.to_dot() } else { graph.to_mermaid() };
                let _ = write!(std::io::stdout(), "{text}");
                ExitCode::SUCCESS
            }),
            Self::Machine { file, events, diagram } => {
                // A machine needs no game around it; the assets folder is only where its script may be.
                let assets = game.find_assets(options);
                machine::run(&file, events.as_deref(), assets.as_deref(), diagram).unwrap_or_else(|error| {
                    let _ = writeln!(std::io::stderr(), "{}: {error}", game.name());
                    ExitCode::from(error.exit_code())
                })
            }
        }
    }
}

/// The command line of a game that has no other.
#[derive(Debug, clap::Parser)]
struct Arguments {
    #[command(subcommand)]
    tool: Option<Tool>,
    #[command(flatten)]
    options: RunOptions,
}

/// Runs the game as the command line says.
pub(super) fn run(game: Game) -> ExitCode {
    let command = Arguments::command().name(game.name()).about(game.shown_title());
    let parsed = Arguments::from_arg_matches(&command.get_matches());
    match parsed.unwrap_or_else(|error| error.exit()) {
        Arguments { tool: Some(tool), options } => tool.run(game, &options),
        Arguments { tool: None, options } => game.run_with(&options),
    }
}
