//! The tools of a game's program. Their names are fixed: scripts and tests rely on them.

use std::cell::RefCell;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use super::files::read;
use super::run::{TOUR, find_tour, finish, read_script};
use super::{RunOptions, attach};
use crate::dev::machine::{self, Form};
use crate::dev::{FlowGraph, check};
use crate::game::desktop::{begin_log, fail, find_assets, host, say};
use crate::game::{Game, Session};

/// The tools of a game's program, as subcommands of clap (feature `dev`). A game with its own command line flattens it
/// into that (`#[command(flatten)]`).
///
/// The page [`scripts`](crate::docs::scripts) lists the commands of a list of events, which `machine --events` runs.
/// Its trace has an `event` for each event and message, and a `machine` for each change of state.
/// A file `NAME.events` beside a machine `NAME.ron` is read by the tool `check`.
#[derive(Clone, Debug, clap::Subcommand)]
pub enum Tool {
    /// Validate every asset, phase, machine, script and string; list all problems.
    ///
    /// The files of a phase are read as the kinds that its manifest names, as in a load. Other files are read as their
    /// folders and extensions say; a broken one is a warning, or a problem if it is an input script in `scripts`.
    Check,
    /// Write one pack of files for each phase, and one for what phases share. A folder of packs is an
    /// assets folder; a file laid into it replaces the one in the packs.
    Pack {
        /// The folder of the packs.
        #[arg(default_value = "packs")]
        folder: PathBuf,
    },
    /// Print the flow of the game as Mermaid: the screens of each phase, and the commands between them, as a trace has
    /// seen them. Without `--from` it is the trace of the tour, `scripts/tour.txt`, which is played without a window.
    Graph {
        /// Draw this trace, which `--trace` has written.
        #[arg(long, value_name = "TRACE")]
        from: Option<PathBuf>,
        /// Print it as Graphviz instead.
        #[arg(long)]
        dot: bool,
    },
    /// Print what a machine is: its states, events and rows. With `--events`, run it from its data file on a list of
    /// events and print its trace. The library's `docs/machines.md` lists all fields of a machine.
    Machine {
        /// The machine: a file such as assets/machines/marine.ron.
        file: PathBuf,
        /// The list of events, one a line: `tick MS [COUNT]`, `event NAME [PAYLOAD]`,
        /// `message NAME [PAYLOAD]`, `set VAR VALUE`, `snapshot`, `restore`.
        #[arg(long, value_name = "FILE")]
        events: Option<PathBuf>,
        /// Print the shortest list of events to each state and row of the machine, or why there is none: one list that
        /// `--events` runs, such as a NAME.events beside the machine.
        #[arg(long, conflicts_with_all = ["events", "text", "json", "diagram"])]
        paths: bool,
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
    /// Runs the tool for `game`. The exit code is the same as for [`Game::run`].
    pub fn run(self, mut game: Game, options: &RunOptions) -> ExitCode {
        begin_log();
        match self {
            Self::Check => {
                let (actions, more) = (game.tools.actions.clone(), game.tools.check.take());
                game.run_tool(options, |manager| {
                    let (report, problems) = check::report(manager, &actions, more);
                    // If the pipe is closed, the exit code remains.
                    let _ = io::stdout().write_all(report.as_bytes());
                    if problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
                })
            }
            Self::Pack { folder } => game.run_tool(options, |manager| match manager.assets().pack(&folder) {
                Ok(packs) => {
                    for (name, length) in packs {
                        let file = folder.join(name.as_str());
                        // If the pipe is closed, the exit code remains.
                        let _ = writeln!(io::stdout(), "{}: {} kB", file.display(), length / 1000);
                    }
                    ExitCode::SUCCESS
                }
                Err(problems) => {
                    problems.iter().for_each(|problem| say(problem));
                    ExitCode::FAILURE
                }
            }),
            Self::Graph { from, dot } => {
                let name = game.name;
                let graph = match from {
                    Some(trace) => read(&trace, FlowGraph::read).map_err(|error| fail(name, &error, 2)),
                    None => play_tour(game, options)
                        .and_then(|trace| FlowGraph::read(&trace).map_err(|error| fail(name, &error, 2))),
                };
                match graph {
                    Ok(graph) => {
                        let text = if dot { graph.as_dot() } else { graph.as_mermaid() };
                        // If the pipe is closed, the exit code remains.
                        let _ = io::stdout().write_all(text.as_bytes());
                        ExitCode::SUCCESS
                    }
                    Err(code) => code,
                }
            }
            Self::Machine { file, events, paths, text, json, diagram } => {
                // The machine's script may be elsewhere in the assets folder, if there is one.
                let assets = find_assets(options.assets.as_deref(), &game.assets).ok();
                let form = [(text, Form::Text), (json, Form::Json), (diagram.is_some(), Form::Mermaid)];
                let form = form.into_iter().find_map(|(is_on, form)| is_on.then_some(form));
                let (events, out) = (events.as_deref(), io::stdout().lock());
                let ended = match paths {
                    true => machine::paths(&file, assets.as_deref(), out).map(Some),
                    false => machine::run(&file, events, assets.as_deref(), form, out),
                };
                match ended {
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

/// Plays the tour without a window and returns its trace. An error is shown, and is the exit code.
fn play_tour(game: Game, options: &RunOptions) -> Result<Vec<u8>, ExitCode> {
    let (name, trace) = (game.name, Written::default());
    match start_tour(game, options, &trace).map(Session::run_headless) {
        Ok((_, Ok(()))) => Ok(trace.0.take()),
        Ok(outcome) => Err(finish(name, options, outcome)),
        Err(error) => Err(fail(name, &error, 2)),
    }
}

fn start_tour(game: Game, options: &RunOptions, trace: &Written) -> Result<Session, String> {
    let (mut host, assets) = host(&game, options.assets.as_deref())?;
    let tour = find_tour(assets.as_deref()).ok_or_else(|| {
        format!(
            "there is no `{TOUR}` in the assets to play; write it, or draw the trace of another run: \
             `--trace FILE` writes one, and `graph --from FILE` draws it"
        )
    })?;
    attach::script(&mut host, read_script(&tour, &game)?);
    attach::trace(&mut host, trace.clone(), false);
    game.start(host)
}

/// What a run has written, in memory.
#[derive(Clone, Default)]
struct Written(Rc<RefCell<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
