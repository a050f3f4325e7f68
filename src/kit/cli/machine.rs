//! The tool `machine`: one machine by itself, on a list of events.

mod events;
mod run;

use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::ai::{Blueprint, StateId};
use crate::kit::line_reader::ScriptLineError;
use crate::kit::script::Script;
use crate::platform::{AssetPath, DirSource};

pub(super) use events::read_events;
pub(super) use run::MachineRun;

/// Why a machine was not run to the end of its list.
#[derive(Debug, thiserror::Error)]
pub(super) enum MachineToolError {
    #[error("cannot read {}: {cause}", path.display())]
    File { path: PathBuf, cause: String },
    #[error("{}: {cause}", path.display())]
    Events { path: PathBuf, cause: ScriptLineError },
    #[error("{0}")]
    Machine(String),
}

impl MachineToolError {
    /// 2 for what cannot be read, as with an input script; 1 for a machine that is not in order.
    pub(super) const fn exit_code(&self) -> u8 {
        match self {
            Self::File { .. } | Self::Events { .. } => 2,
            Self::Machine(_) => 1,
        }
    }
}

fn unreadable(path: &Path, cause: impl Display) -> MachineToolError {
    MachineToolError::File { path: path.to_owned(), cause: cause.to_string() }
}

/// What is written: the trace, or a picture of the machine as it is in the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Diagram {
    /// For Markdown pages and mermaid.live.
    Mermaid,
}

/// Runs the machine and writes its trace to standard output. What came to nothing is told on
/// standard error.
pub(super) fn run(
    file: &Path,
    events: Option<&Path>,
    assets: Option<&Path>,
    diagram: Option<Diagram>,
) -> Result<ExitCode, MachineToolError> {
    let (machine, script) = read(file, assets)?;
    let mut run = MachineRun::new(&machine, script.as_ref())
        .map_err(|error| MachineToolError::Machine(error.to_string()))?;
    let events = match events {
        None => Vec::new(),
        Some(path) => {
            let bytes = std::fs::read(path).map_err(|cause| unreadable(path, cause))?;
            read_events(&bytes, run.machine().definition())
                .map_err(|cause| MachineToolError::Events { path: path.to_owned(), cause })?
        }
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let ended = run.run(&events, |record| {
        if diagram.is_none()
            && let Ok(line) = serde_json::to_string(&record)
        {
            // Whoever closed the pipe has read enough.
            let _ = writeln!(out, "{line}");
        }
    });
    ended.map_err(|error| MachineToolError::Machine(error.to_string()))?;
    let unit = run.machine();
    let active: Vec<StateId> = unit.population().stack(unit.unit()).collect();
    let _ = match diagram {
        Some(Diagram::Mermaid) => write!(out, "{}", unit.definition().mermaid(&active)),
        None => Ok(()),
    };
    let _ = out.flush();
    tell(&run);
    Ok(ExitCode::SUCCESS)
}

/// How it ended, for the reader of the trace. Why functions of the script failed is in the log.
fn tell(run: &MachineRun) {
    let unit = run.machine();
    let mut text = format!("in the end: {}", unit.path());
    let below: Vec<_> = unit.stack().skip(1).collect();
    if !below.is_empty() {
        text.push_str(&format!(", above {}", below.join(", ")));
    }
    let vars = unit.data();
    let values = vars.names().filter_map(|name| Some(format!("{name} = {}", vars.get(name)?)));
    let values: Vec<_> = values.collect();
    if !values.is_empty() {
        text.push_str(&format!("; {}", values.join(", ")));
    }
    for (what, count) in run.notes() {
        text.push_str(&format!("\n{what}: {count}"));
    }
    let _ = writeln!(std::io::stderr(), "{text}");
}

/// Reads the machine. In an assets folder it may name a script of another folder of it; elsewhere
/// scripts are looked for from the folder that the file is in.
fn read(file: &Path, assets: Option<&Path>) -> Result<(Blueprint, Option<Script>), MachineToolError> {
    // A path that leads nowhere is told here, in the words of the system.
    let whole = file.canonicalize().map_err(|cause| unreadable(file, cause))?;
    let root = assets.and_then(|assets| assets.canonicalize().ok()).filter(|root| whole.starts_with(root));
    let root = root.or_else(|| whole.parent().map(Path::to_owned)).unwrap_or_default();
    let inside = whole.strip_prefix(&root).unwrap_or(&whole);
    let parts: Vec<_> = inside.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    let path = AssetPath::new(&parts.join("/")).map_err(|cause| unreadable(file, cause))?;
    MachineRun::read(&DirSource::new(root), &path)
        .map_err(|cause| MachineToolError::Machine(cause.to_string()))
}
