//! The tool `check`: all that is wrong with the assets, at once.

use std::io::Write as _;
use std::process::ExitCode;

use proscenium::flow::ScreenManager;
use proscenium::kit::{InputScript, MachineEvents, MachineScript, ScriptVars};
use proscenium::phase::{MachineData, Manifest, Problem, Script, check_file, script_engine};
use proscenium::platform::{Action, AssetPath, AssetSource};

use super::hens;

/// The machine that the hens think with: what its names mean is known, so they are checked.
const HEN_MACHINE: &str = "machines/hen.ron";

/// Functions that a level's script must have, with the number of their arguments.
const SCRIPT_FUNCTIONS: [(&str, usize); 2] = [("start", 0), ("read_sign", 2)];

/// Lists all problems on the standard output; the exit code is 1 if there are any.
pub fn run(manager: &ScreenManager) -> ExitCode {
    let problems = problems(manager);
    let mut out = std::io::stdout().lock();
    // Whoever closed the pipe has read enough; the exit code still tells.
    for problem in &problems {
        let _ = writeln!(out, "{problem}");
    }
    let _ = match problems.len() {
        0 => writeln!(out, "all good"),
        1 => writeln!(out, "1 problem"),
        more => writeln!(out, "{more} problems"),
    };
    if problems.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn problems(manager: &ScreenManager) -> Vec<Problem> {
    let mut problems = manager.check();
    let known = problems.clone();
    let mut add = |what: String| {
        // A file that a phase names was told of there, with the phase.
        if !known.iter().any(|problem| problem.what.contains(&what)) {
            problems.push(Problem { place: "assets".to_owned(), what });
        }
    };
    for path in asset_paths(manager) {
        match path {
            Ok(path) => {
                if let Some(what) = check_asset(manager, &path) {
                    add(what);
                }
            }
            Err(bad) => add(bad),
        }
    }
    problems
}

/// What is wrong with one file, by where it is and what it ends with.
fn check_asset(manager: &ScreenManager, path: &AssetPath) -> Option<String> {
    let source = manager.source();
    let read = || proscenium::platform::read_now(source.as_ref(), path);
    let folder = path.as_str().split('/').next().unwrap_or_default();
    match (folder, path.extension().as_str()) {
        ("phases", "ron") => Manifest::parse(path, &read().ok()?).err().map(|error| error.to_string()),
        ("scripts", "txt") => {
            let script = InputScript::from_bytes(&read().ok()?, &Action::BUILT_IN);
            script.err().map(|error| format!("{path}: {error}"))
        }
        ("scripts", "rhai") => check_script(path, &read().ok()?),
        ("machines", "ron") => check_machine(path, source.as_ref()),
        _ => check_file(path, source).map(|cause| cause.to_string()),
    }
}

/// A machine must be in order, all of its names must mean something, and the list of events that
/// lies beside it, if there is one, must fit to it.
fn check_machine(path: &AssetPath, source: &dyn AssetSource) -> Option<String> {
    let data = match MachineData::read_now(path, source) {
        Ok(data) => data,
        Err(cause) => return Some(cause.to_string()),
    };
    let blueprint = data.blueprint()?;
    let structure = blueprint.check().ok()?;
    let built = match data.script() {
        _ if path.as_str() == HEN_MACHINE => blueprint.build(&hens::bindings()).map(|_| ()),
        Some(script) => {
            let script = MachineScript::new(&structure, script);
            blueprint.build(&script.bindings::<ScriptVars>()).map(|_| ())
        }
        // Nobody says yet what the names mean.
        None => Ok(()),
    };
    if let Err(error) = built {
        return Some(format!("{path}: {error}"));
    }
    let events = AssetPath::new(path.as_str().strip_suffix(".ron")?).ok()?;
    let events = AssetPath::new(&format!("{events}.events")).ok()?;
    let bytes = proscenium::platform::read_now(source, &events).ok()?;
    MachineEvents::from_bytes(&bytes, &structure).err().map(|error| format!("{events}: {error}"))
}

/// A level's script must compile, have its functions, and come to an end when it is asked.
fn check_script(path: &AssetPath, bytes: &[u8]) -> Option<String> {
    let script = match Script::compile(path, bytes) {
        Ok(script) => script,
        Err(error) => return Some(error.to_string()),
    };
    for (function, arguments) in SCRIPT_FUNCTIONS {
        if !script.has_function(function, arguments) {
            return Some(format!("{path}: there is no function `{function}` with {arguments} arguments"));
        }
    }
    let engine = script_engine();
    let mut scope = rhai::Scope::new();
    let start = script.call(&engine, &mut scope, "start", ());
    let read = script.call(&engine, &mut scope, "read_sign", ("sign-start".to_owned(), 1_i64));
    start.err().or(read.err()).map(|error| error.to_string())
}

/// Every file of the assets folder as a path.
fn asset_paths(manager: &ScreenManager) -> Vec<Result<AssetPath, String>> {
    let files = manager.source().list().unwrap_or_default();
    files.iter().map(|file| AssetPath::new(file).map_err(|bad| bad.to_string())).collect()
}
