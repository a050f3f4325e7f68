//! The options of one run.

use std::path::PathBuf;

use crate::phase::Pace;
use crate::platform::View;

/// The options of one run of a [`Game`](crate::game::Game) (feature `dev`), and a part of a
/// command line (`#[command(flatten)]` of clap). A page takes `script`, `record`, `replay`, `trace`,
/// `trace_machines`, `phase`, `screen`, `pace` and `seed` from its query string.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct RunOptions {
    /// Run without a window, on a virtual clock, as fast as the machine can: the script, or else `scripts/tour.txt` of
    /// the assets, or else two seconds.
    #[arg(long)]
    pub headless: bool,

    /// Play this input script, in a window too. The library's `docs/scripts.md` lists all commands of a script.
    #[arg(long, value_name = "FILE")]
    pub script: Option<PathBuf>,

    /// Record the run to this file. Without it, the last run of a window is kept in the system's state folder
    /// (`~/.local/state/NAME` on Linux), and with `--storage` in that folder.
    #[arg(long, value_name = "FILE", conflicts_with = "replay")]
    pub record: Option<PathBuf>,

    /// Replay a recorded run, in a window too. The seed, the phase, the pace, the game's own options, and what it reads
    /// from the storage come from the recording.
    #[arg(long, value_name = "FILE", conflicts_with = "script")]
    pub replay: Option<PathBuf>,

    /// Cut the recording of `--replay FILE` down to the inputs that its panic or its failure screen needs, or with TEXT the
    /// first record of its trace that has this text. The result is the recording `FILE-shrunk`. The game is replayed many
    /// times, without a window.
    #[arg(long, value_name = "TEXT", requires = "replay", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub shrink: Option<String>,

    /// Write the trace to this file, one JSON object a line.
    #[arg(long, value_name = "FILE")]
    pub trace: Option<PathBuf>,

    /// Add the changes of all AI machines to the trace.
    #[arg(long)]
    pub trace_machines: bool,

    /// Write the report of the run to this file, one JSON object.
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,

    /// Use another assets folder.
    #[arg(long, value_name = "DIR", global = true)]
    pub assets: Option<PathBuf>,

    /// Keep settings, saved games, the log and recordings in this folder instead of the system's own. Without it they are
    /// in memory while a script plays and where there is no window.
    #[arg(long, value_name = "DIR")]
    pub storage: Option<PathBuf>,

    /// Start with this phase instead of the first one of the game.
    #[arg(long, value_name = "NAME")]
    pub phase: Option<String>,

    /// Start with this screen: its phase is loaded, and the screen is shown over the phase's first one. Of several phases
    /// that have it `--phase` names one; without it, it is the one that is added first. The log says why a screen
    /// does not open, such as one that needs a payload.
    #[arg(long, value_name = "ID")]
    pub screen: Option<String>,

    /// The pace of load queues: `one` item a tick, or a budget in milliseconds a tick. Without it the game's own.
    #[arg(long, value_name = "one|MILLISECONDS", value_parser = parse_pace)]
    pub pace: Option<Pace>,

    /// The seed of everything random. Without it, and without a seed of the game, a script has the seed 0, and each run
    /// of a player another one, which its recording keeps.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// Read files of the assets again when they are saved. A debug build starts itself again with `--resume` when the
    /// program was built again. (Desktop only.)
    #[arg(long)]
    pub watch: bool,

    /// Go on with the last run, about half a second before its end: its screens, units and random numbers. A debug build
    /// keeps the run in the folder of recordings, also when it crashes or is killed. What the changed program cannot
    /// restore is a warning. Without a kept run the game starts as usual and says why.
    #[arg(long, conflicts_with = "replay")]
    pub resume: bool,

    /// Stop the time where a unit of this machine enters this state, and open the inspector; the state may have others inside.
    /// Without a window, and with `--screenshots` or `--frames`, the run ends there.
    #[arg(long, value_name = "MACHINE:STATE")]
    pub stop_at: Option<String>,

    /// Open a window of this size in pixels, such as 960x540, even if the display is smaller. A run without a window
    /// has the same views.
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    pub window: Option<(u32, u32)>,

    /// In a window: save a PNG here at each `shot NAME` of the script, which plays as fast as the machine can.
    #[arg(long, value_name = "DIR")]
    pub screenshots: Option<PathBuf>,

    /// In a window: save every frame between `emit record_on` and `emit record_off` of the script here, as
    /// a numbered PNG.
    #[arg(long, value_name = "DIR", requires = "script")]
    pub frames: Option<PathBuf>,
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let side = |text: &str| text.parse().ok().filter(|side| (1..=View::MAX_SIDE).contains(side));
    let size = text.split_once('x').and_then(|(width, height)| Some((side(width)?, side(height)?)));
    size.ok_or_else(|| "write width and height in pixels, such as 960x540".to_owned())
}

/// Reads a pace: `one`, or milliseconds.
pub(super) fn parse_pace(text: &str) -> Result<Pace, String> {
    match text.parse::<f64>() {
        _ if text == "one" => Ok(Pace::default()),
        Ok(milliseconds) if (0.0..=1000.0).contains(&milliseconds) => {
            Ok(Pace::Budget(std::time::Duration::from_secs_f64(milliseconds / 1000.0)))
        }
        _ => Err("write `one`, or milliseconds from 0 to 1000".to_owned()),
    }
}
