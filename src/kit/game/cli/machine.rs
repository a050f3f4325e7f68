//! The tool `machine`: one unit of a machine on a list of events.

mod events;
mod run;

use std::fmt::Display;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::ai::{Blueprint, StateId};
use crate::kit::script::Script;
use crate::phase::{Asset, DecodeError, LoadError};
use crate::platform::{AssetPath, AssetSource, DirSource};

pub(super) use events::read_events;
use run::MachineRun;

/// Reads a machine from its file, and the script that it names.
pub(super) fn read_machine(
    source: &dyn AssetSource,
    path: &AssetPath,
) -> Result<(Blueprint, Option<Script>), LoadError> {
    let blueprint = Blueprint::read(source, path)?;
    let Some(named) = &blueprint.script else { return Ok((blueprint, None)) };
    let file = path.sibling(named)?;
    match Script::read(source, &file) {
        Ok(script) => Ok((blueprint, Some(script))),
        Err(LoadError::Read(read)) => {
            let what = format!("it needs the script `{file}`: {}", read.cause);
            Err(DecodeError { path: path.clone(), position: None, what }.into())
        }
        Err(error) => Err(error),
    }
}

/// An error message and the exit code: 2 for a file that cannot be read, 1 for a broken machine.
type ToolError = (String, u8);

fn unreadable(path: &Path, cause: impl Display) -> ToolError {
    (format!("cannot read {}: {cause}", path.display()), 2)
}

fn broken(cause: impl Display) -> ToolError {
    (cause.to_string(), 1)
}

/// Runs the machine, writes its trace to standard output and a summary to standard error.
pub(super) fn run(
    file: &Path,
    events: Option<&Path>,
    assets: Option<&Path>,
    diagram: bool,
) -> Result<(), ToolError> {
    let (blueprint, script) = read(file, assets)?;
    let mut run = MachineRun::new(&blueprint, script.as_ref()).map_err(broken)?;
    let mut lines = Vec::new();
    if let Some(path) = events {
        let bytes = std::fs::read(path).map_err(|cause| unreadable(path, cause))?;
        lines = read_events(&bytes, run.machine.definition())
            .map_err(|cause| (format!("{}: {cause}", path.display()), 2))?;
    }
    let mut out = BufWriter::new(std::io::stdout().lock());
    let ended = run.run(&lines, |record| {
        if !diagram && let Ok(line) = serde_json::to_string(&record) {
            // A reader may close the pipe early.
            let _ = writeln!(out, "{line}");
        }
    });
    ended.map_err(broken)?;
    if diagram {
        let active: Vec<StateId> = run.machine.population().stack(run.machine.unit()).collect();
        let _ = write!(out, "{}", run.machine.definition().mermaid(&active));
    }
    let _ = out.flush();
    let _ = writeln!(std::io::stderr(), "{}", run.summary());
    Ok(())
}

/// Reads the machine. The root of its paths is the assets folder if that contains the file,
/// otherwise the file's own folder.
fn read(file: &Path, assets: Option<&Path>) -> Result<(Blueprint, Option<Script>), ToolError> {
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
