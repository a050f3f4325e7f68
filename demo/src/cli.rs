//! The command line. Its names are fixed: scripts and tests rely on them.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use proscenium::phase::{Pace, PhaseId};

use super::machine::Diagram;
use super::run::{RunOptions, parse_level, parse_pace};

/// The demo of proscenium: a game in a window, or an instrument without one.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Arguments {
    /// What to do instead of playing.
    #[command(subcommand)]
    pub tool: Option<Tool>,

    /// No window: a virtual clock, as fast as the machine can.
    #[arg(long)]
    pub headless: bool,

    /// Play this input script, in a window too.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Write what happens to this file, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Put the changes of all AI machines into the trace too.
    #[arg(long)]
    pub trace_machines: bool,

    /// Write what the run took to this file, one JSON object.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Another assets folder.
    #[arg(long, value_name = "DIR", global = true)]
    pub assets: Option<PathBuf>,

    /// Start with this phase.
    #[arg(long, value_name = "NAME", default_value = "logo")]
    pub phase: String,

    /// Begin the game with this level; those before it count as won.
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_level)]
    pub level: u32,

    /// How load queues are worked through: `one` item a frame, or so many milliseconds a frame.
    #[arg(long, value_name = "one|MILLISECONDS", default_value = "one", value_parser = parse_pace)]
    pub pace: Pace,

    /// The seed of everything random.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// In a window: save a PNG here at each `shot NAME` of the script.
    #[arg(long, value_name = "DIR")]
    pub screenshots: Option<PathBuf>,

    /// In a window: save numbered PNGs here of what is drawn between `emit record_on` and
    /// `emit record_off` of the script.
    #[arg(long, value_name = "DIR", requires = "script")]
    pub record: Option<PathBuf>,
}

/// What the program can do besides playing.
#[derive(Debug, Subcommand)]
pub enum Tool {
    /// Validate every asset, phase, machine, script, string and the flow graph; list all problems.
    Check,
    /// Print the flow graph as Mermaid.
    Graph {
        /// As Graphviz instead.
        #[arg(long)]
        dot: bool,
    },
    /// Measure a frame of a very full level: what each part of it costs.
    Measure {
        /// How many marines.
        #[arg(long, default_value_t = 500)]
        marines: u32,
        /// How many monsters.
        #[arg(long, default_value_t = 2000)]
        monsters: u32,
        /// How many frames.
        #[arg(long, default_value_t = 600)]
        frames: u32,
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

impl Arguments {
    /// What they ask of a run that starts with `phase`.
    pub fn options(&self, phase: PhaseId) -> RunOptions {
        RunOptions {
            phase,
            pace: self.pace,
            seed: self.seed,
            level: self.level,
            trace: self.trace.is_some(),
            trace_machines: self.trace_machines,
        }
    }
}
