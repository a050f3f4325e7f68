//! The tool `machine`: what a machine is, and one unit of it on a list of events.

mod describe;
mod events;
mod paths;
#[cfg(not(feature = "machine_scripts"))]
mod plain;
mod run;
#[cfg(feature = "machine_scripts")]
mod scripted;
mod value;

use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use proscenium_ai::{Blueprint, StateId};
use proscenium_core::phase::{Asset, DecodeError, LoadError};
use proscenium_core::platform::{AssetPath, AssetSource, DirSource, TraceEvent, TraceRecord};

use events::MachineLine;
pub(crate) use events::read_events;
#[cfg(not(feature = "machine_scripts"))]
use plain as code;
use run::MachineRun;
#[cfg(feature = "machine_scripts")]
use scripted as code;

use code::MachineCode;

/// Reads a machine from its file, and the script that it names.
pub(crate) fn read_machine(
    source: &dyn AssetSource,
    path: &AssetPath,
) -> Result<(Blueprint, Option<MachineCode>), LoadError> {
    let blueprint = Blueprint::read(source, path)?;
    let Some(named) = &blueprint.script else { return Ok((blueprint, None)) };
    let file = path.sibling(named)?;
    match MachineCode::read(source, &file) {
        Ok(script) => Ok((blueprint, Some(script))),
        Err(LoadError::Read(read)) => {
            let what = format!("it needs the script `{file}`: {}", read.cause);
            Err(DecodeError { path: path.clone(), position: None, what }.into())
        }
        Err(error) => Err(error),
    }
}

/// An error message and the exit code: 2 for a file that cannot be read, 1 for a broken machine.
pub type ToolError = (String, u8);

fn unreadable(path: &Path, cause: impl Display) -> ToolError {
    (format!("cannot read {}: {cause}", path.display()), 2)
}

fn broken(cause: impl Display) -> ToolError {
    (cause.to_string(), 1)
}

/// What the tool writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines for people.
    Text,
    /// JSON, for a trace an object a line.
    Json,
    /// A diagram, in which the last active states are marked.
    Mermaid,
}

/// Writes a description of the machine of a file; or runs it on the list `events`, writes its trace, and returns a
/// summary. By default the description is text and the trace JSON. The path of the script that the machine names is in
/// the folder `assets`, if that has the machine's file. Guards, actions and handlers that are no function of the script
/// are code of the game, which is absent here: such a guard is the unit's variable of its name, such an action does
/// nothing, and such a handler handles no event.
///
/// # Errors
///
/// A file cannot be read, or the machine, its script or the list is broken.
pub fn run(
    file: &Path,
    events: Option<&Path>,
    assets: Option<&Path>,
    form: Option<Form>,
    out: impl Write,
) -> Result<Option<String>, ToolError> {
    let (blueprint, script) = read(file, assets)?;
    let mut out = BufWriter::new(out);
    // A reader may close the pipe early, here and below.
    let structure = blueprint.check().map_err(broken)?;
    let Some(path) = events else {
        let text = match form.unwrap_or(Form::Text) {
            Form::Text => describe::text(&blueprint, &structure),
            Form::Json => describe::json(&blueprint, &structure),
            Form::Mermaid => structure.mermaid(&[]),
        };
        let _ = write!(out, "{text}").and_then(|()| out.flush());
        return Ok(None);
    };
    let bytes = std::fs::read(path).map_err(|cause| unreadable(path, cause))?;
    let lines =
        read_events(&bytes, &structure).map_err(|cause| (format!("{}: {cause}", path.display()), 2))?;
    let sets = lines.iter().take_while(|line| matches!(line, MachineLine::Set { .. })).count();
    let (first, lines) = lines.split_at(sets);
    let mut run = MachineRun::new(&blueprint, &structure, script, first).map_err(broken)?;
    let form = form.unwrap_or(Form::Json);
    let ended = run.run(lines, |record| {
        let _ = match form {
            Form::Text => writeln!(out, "{}", line(&record)),
            Form::Json => writeln!(out, "{}", serde_json::to_string(&record).unwrap_or_default()),
            Form::Mermaid => Ok(()),
        };
    });
    ended.map_err(broken)?;
    if form == Form::Mermaid {
        let active: Vec<StateId> = run.machine.population().stack(run.machine.unit()).collect();
        let _ = write!(out, "{}", run.machine.definition().mermaid(&active));
    }
    let _ = out.flush();
    Ok(Some(run.summary()))
}

/// Writes the shortest list of events to each state, row, trigger and timeout of the machine of a file, or why there is
/// none, and returns a summary. The output is one list of events, in which each path begins at the same snapshot. The code
/// that is absent, and `assets`, are as for [`run()`].
///
/// The machine is run in breadth with each of its events, with ticks to its next timers, with the guards that its active
/// states ask for true and false, and with the variables of its script on both sides of the numbers that it compares them
/// with. It ends after 5,000 configurations.
///
/// # Errors
///
/// A file cannot be read, or the machine or its script is broken.
pub fn paths(file: &Path, assets: Option<&Path>, mut out: impl Write) -> Result<String, ToolError> {
    let (blueprint, script) = read(file, assets)?;
    let structure = blueprint.check().map_err(broken)?;
    let (text, summary) = paths::text(&blueprint, &structure, script).map_err(broken)?;
    // A reader may close the pipe early.
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    Ok(summary)
}

/// A record of the trace for people.
fn line(TraceRecord { tick, event }: &TraceRecord) -> String {
    match event {
        TraceEvent::Machine { change, from, to, .. } => format!("tick {tick}: {change} {from} -> {to}"),
        TraceEvent::Event { event } => format!("tick {tick}: event {event}"),
        other => format!("tick {tick}: {other:?}"),
    }
}

/// Reads the machine. The root of its paths is the assets folder if that contains the file,
/// otherwise the file's own folder.
fn read(file: &Path, assets: Option<&Path>) -> Result<(Blueprint, Option<MachineCode>), ToolError> {
    let whole = file.canonicalize().map_err(|cause| unreadable(file, cause))?;
    let root = assets.and_then(|assets| assets.canonicalize().ok()).filter(|root| whole.starts_with(root));
    let root = root.or_else(|| whole.parent().map(Path::to_owned)).unwrap_or_default();
    let inside: PathBuf = whole.strip_prefix(&root).unwrap_or(&whole).to_owned();
    let parts: Vec<_> = inside.components().map(|part| part.as_os_str().to_string_lossy()).collect();
    let path = AssetPath::new(&parts.join("/")).map_err(|cause| unreadable(file, cause))?;
    read_machine(&DirSource::new(root), &path).map_err(|error| match error {
        LoadError::Read(error) if error.path == path.as_str() => (error.to_string(), 2),
        error => broken(error),
    })
}
