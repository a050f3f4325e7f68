//! What is asked of one run, by the command line or by a page's query string.

#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
use std::time::Duration;

use crate::phase::Pace;

/// What is asked of one run of a [`Game`](super::Game). With the feature `cli` it is a part of a
/// command line (`#[command(flatten)]` of clap).
#[derive(Clone, Debug, Default)]
#[cfg_attr(all(feature = "cli", not(target_arch = "wasm32")), derive(clap::Args))]
pub struct RunOptions {
    /// No window: a virtual clock, as fast as the machine can.
    #[cfg(not(target_arch = "wasm32"))]
    #[cfg_attr(feature = "cli", arg(long))]
    pub headless: bool,

    /// Play this input script, in a window too.
    #[cfg(not(target_arch = "wasm32"))]
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    pub script: Option<PathBuf>,
    #[cfg(target_arch = "wasm32")]
    pub(super) script: Option<String>,

    /// Write what happens to this file, one JSON object a line.
    #[cfg(not(target_arch = "wasm32"))]
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    pub trace: Option<PathBuf>,
    #[cfg(target_arch = "wasm32")]
    pub(super) trace: bool,

    /// Put the changes of all AI machines into the trace too.
    #[cfg_attr(all(feature = "cli", not(target_arch = "wasm32")), arg(long))]
    pub trace_machines: bool,

    /// Write what the run took to this file, one JSON object.
    #[cfg(not(target_arch = "wasm32"))]
    #[cfg_attr(feature = "cli", arg(long, value_name = "FILE"))]
    pub report: Option<PathBuf>,

    /// Another assets folder.
    #[cfg(not(target_arch = "wasm32"))]
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR", global = true))]
    pub assets: Option<PathBuf>,

    /// Start with this phase, instead of the first one.
    #[cfg_attr(all(feature = "cli", not(target_arch = "wasm32")), arg(long, value_name = "NAME"))]
    pub phase: Option<String>,

    /// How load queues are worked through: `one` item a tick, or so many milliseconds a tick.
    #[cfg_attr(
        all(feature = "cli", not(target_arch = "wasm32")),
        arg(long, value_name = "one|MILLISECONDS", default_value = "one", value_parser = parse_pace)
    )]
    pub pace: Pace,

    /// The seed of everything random.
    #[cfg_attr(
        all(feature = "cli", not(target_arch = "wasm32")),
        arg(long, value_name = "N", default_value_t = 0)
    )]
    pub seed: u64,

    /// In a window: save a PNG here at each `shot NAME` of the script.
    #[cfg(not(target_arch = "wasm32"))]
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR"))]
    pub screenshots: Option<PathBuf>,

    /// In a window: save numbered PNGs here of what is drawn between `emit record_on` and
    /// `emit record_off` of the script.
    #[cfg(not(target_arch = "wasm32"))]
    #[cfg_attr(feature = "cli", arg(long, value_name = "DIR", requires = "script"))]
    pub record: Option<PathBuf>,
}

impl RunOptions {
    pub(super) const fn is_traced(&self) -> bool {
        #[cfg(not(target_arch = "wasm32"))]
        return self.trace.is_some();
        #[cfg(target_arch = "wasm32")]
        self.trace
    }

    /// Takes one pair of a query string; names that it does not know belong to others.
    #[cfg(target_arch = "wasm32")]
    pub(super) fn take(&mut self, name: &str, value: &str) -> Result<(), String> {
        let is_on = !matches!(value, "0" | "false" | "off");
        match name {
            "script" => self.script = Some(value.to_owned()),
            "trace" => self.trace = is_on,
            "trace_machines" => self.trace_machines = is_on,
            "phase" => self.phase = Some(value.to_owned()),
            "pace" => self.pace = parse_pace(value)?,
            "seed" => self.seed = value.parse().map_err(|_| "write a whole number".to_owned())?,
            _ => {}
        }
        Ok(())
    }
}

/// Reads a pace: `one`, or milliseconds.
#[cfg_attr(
    not(any(feature = "cli", target_arch = "wasm32")),
    allow(dead_code, reason = "only a command line and a query string have it as text")
)]
fn parse_pace(text: &str) -> Result<Pace, String> {
    if text == "one" {
        return Ok(Pace::default());
    }
    match text.parse::<f64>() {
        Ok(milliseconds) if (0.0..=1000.0).contains(&milliseconds) => {
            Ok(Pace::Budget(Duration::from_secs_f64(milliseconds / 1000.0)))
        }
        _ => Err("write `one`, or milliseconds from 0 to 1000".to_owned()),
    }
}
