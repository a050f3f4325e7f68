//! The tools of a game's program (feature `tools`). Their names are fixed: scripts and tests rely on them.

#[cfg(feature = "scripts")]
mod scripted;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use proscenium_dev::check;
#[cfg(not(feature = "scripts"))]
use proscenium_dev::machine::NoScript as OfMachine;
use proscenium_dev::machine::{self, Form};

use super::desktop::{begin_log, fail, find_assets, say};
use super::{Game, RunOptions};
#[cfg(feature = "scripts")]
use scripted::Scripted as OfMachine;

/// The tools of a game's program, as subcommands of clap (feature `tools`). A game with a command line
/// of its own flattens it into that (`#[command(flatten)]`).
///
/// # Event lists
///
/// The tool `machine` prints what a machine is. With `--events` it runs one unit of it on a list of events, one command
/// a line:
///
/// ```text
/// # the marine's first three steps
/// set enemies 1
/// event enemy_in_range
/// tick 20 50             # fifty ticks of 20 ms
/// event enemy_dead
/// ```
///
/// | line | effect |
/// |---|---|
/// | `tick MS [COUNT]` | runs COUNT (1) ticks of MS milliseconds |
/// | `event NAME [PAYLOAD]` | dispatches the event at once |
/// | `message NAME [PAYLOAD]` | puts the event into the unit's queue, for the next ticks |
/// | `set VAR VALUE` | sets a variable to `true`, `false`, a number, or a word |
/// | `snapshot` | saves the unit |
/// | `restore` | restores the unit from the last snapshot |
///
/// A payload is what the machine declares for the event: a number, a whole number, the number of a unit, or a point
/// (`3.5,-1`). If it declares nothing, it is a number or a point.
///
/// Guards, actions and handlers are functions of the machine's script (feature `scripts`). Those without a function are
/// code of the game, which is absent here: such a guard is the unit's variable of its name, such an
/// action does nothing, and such a handler handles no event.
///
/// The trace has an `event` for each event and message, and a `machine` for each change of state.
/// A file `NAME.events` beside a machine `NAME.ron` is read by the tool `check`.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Tool {
    /// Validate every asset, phase, machine, script, string and the flow graph; list all problems.
    ///
    /// What a phase loads is read as the kind that its manifest names, as a load does. Other files are read as what their
    /// folders and extensions say; a broken one is a warning, and an input script in `scripts` a problem.
    Check,
    /// Write one pack of files for each phase, and one for what phases share. A folder of packs is an
    /// assets folder; a file laid into it replaces the one in the packs.
    Pack {
        /// The folder of the packs.
        #[arg(default_value = "packs")]
        folder: PathBuf,
    },
    /// Print the flow graph as Mermaid.
    Graph {
        /// Print it as Graphviz instead.
        #[arg(long)]
        dot: bool,
    },
    /// Print what a machine is: its states, events and rows. With `--events`, run it from its data file on a list of
    /// events and print its trace.
    Machine {
        /// The machine: a file such as assets/machines/marine.ron.
        file: PathBuf,
        /// The list of events, one a line: `tick MS [COUNT]`, `event NAME [PAYLOAD]`,
        /// `message NAME [PAYLOAD]`, `set VAR VALUE`, `snapshot`, `restore`.
        #[arg(long, value_name = "FILE")]
        events: Option<PathBuf>,
        /// Print lines for people, as without events; by default a trace is one JSON object a line.
        #[arg(long, conflicts_with_all = ["json", "diagram"])]
        text: bool,
        /// Print JSON, as for a trace; by default a machine is printed as lines for people.
        #[arg(long, conflicts_with = "diagram")]
        json: bool,
        /// Print a diagram instead, in which the last active states are marked.
        #[arg(long, value_name = "AS", value_parser = ["mermaid"])]
        diagram: Option<String>,
    },
}

impl Tool {
    /// Runs the tool for `game`. The exit code is that of [`Game::run`].
    pub fn run(self, mut game: Game, options: &RunOptions) -> ExitCode {
        begin_log();
        match self {
            Self::Check => {
                let (actions, more) = (game.actions.clone(), game.check.take());
                game.run_tool(options, |manager| {
                    let (report, problems) = check::report::<OfMachine>(manager, &actions, more);
                    // If the pipe is closed, the exit code remains.
                    let _ = std::io::stdout().write_all(report.as_bytes());
                    if problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
                })
            }
            Self::Pack { folder } => game.run_tool(options, |manager| match manager.pack(&folder) {
                Ok(packs) => {
                    for (name, length) in packs {
                        let file = folder.join(name.as_str());
                        // If the pipe is closed, the exit code remains.
                        let _ = writeln!(std::io::stdout(), "{}: {} kB", file.display(), length / 1000);
                    }
                    ExitCode::SUCCESS
                }
                Err(problems) => {
                    problems.iter().for_each(|problem| say(problem));
                    ExitCode::FAILURE
                }
            }),
            Self::Graph { dot } => game.run_tool(options, |manager| {
                let text = if dot { manager.flow_as_dot() } else { manager.flow_as_mermaid() };
                let _ = write!(std::io::stdout(), "{text}");
                ExitCode::SUCCESS
            }),
            Self::Machine { file, events, text, json, diagram } => {
                // The machine's script may be elsewhere in the assets folder, if there is one.
                let assets = find_assets(options.assets.as_deref(), &game.assets).ok();
                let form = [(text, Form::Text), (json, Form::Json), (diagram.is_some(), Form::Mermaid)];
                let form = form.into_iter().find_map(|(is_on, form)| is_on.then_some(form));
                let (events, out) = (events.as_deref(), std::io::stdout().lock());
                match machine::run::<OfMachine>(&file, events, assets.as_deref(), form, out) {
                    Ok(summary) => {
                        summary.iter().for_each(|summary| say(summary));
                        ExitCode::SUCCESS
                    }
                    Err((what, code)) => fail(game.name, &what, code),
                }
            }
        }
    }
}
