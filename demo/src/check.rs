//! The tool `check`: all that is wrong with the assets, at once.

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use proscenium::ai::{Blueprint, BuildError};
use proscenium::flow::ScreenManager;
use proscenium::kit::{InputScript, MachineEvents, MachineRun, MachineScript, Script, ScriptVars};
use proscenium::phase::{Problem, read_asset};
use proscenium::platform::{AssetPath, AssetSource};

use super::commander::ACTIONS;
use super::hens;
use super::play::{Director, Now, hero, marine, monster};

/// Functions that a level's script must have, with the number of their arguments.
const SCRIPT_FUNCTIONS: [(&str, usize); 3] = [("start", 0), ("read_sign", 2), ("second", 1)];

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
        ("phases", "ron") => manager.check_manifest(path),
        ("scripts", "txt") => {
            let script = InputScript::from_bytes(&read().ok()?, &ACTIONS);
            script.err().map(|error| format!("{path}: {error}"))
        }
        ("scripts", "rhai") => check_script(path, source),
        ("machines", "ron") => check_machine(path, source),
        _ => manager.check_file(path),
    }
}

/// A machine must be in order, all of its names must mean something, and the list of events that
/// lies beside it, if there is one, must fit to it.
fn check_machine(path: &AssetPath, source: &Arc<dyn AssetSource>) -> Option<String> {
    let (blueprint, script) = match MachineRun::read(source, path) {
        Ok(read) => read,
        Err(cause) => return Some(cause.to_string()),
    };
    let structure = blueprint.check().ok()?;
    if let Some(Err(error)) = built_by_the_game(path, &blueprint) {
        return Some(format!("{path}: {error}"));
    }
    let built = match script {
        Some(script) => {
            let script = MachineScript::new(&structure, &script);
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
    let bytes = proscenium::platform::read_now(source.as_ref(), &events).ok()?;
    MachineEvents::from_bytes(&bytes, &structure).err().map(|error| format!("{events}: {error}"))
}

/// The machines of the game: what their names mean is known, so they are checked. `None` for others.
fn built_by_the_game(path: &AssetPath, blueprint: &Blueprint) -> Option<Result<(), BuildError>> {
    let built = match path.as_str() {
        "machines/hen.ron" => blueprint.build(&hens::bindings()).map(|_| ()),
        "machines/runner.ron" => blueprint.build(&hero::bindings()).map(|_| ()),
        "machines/marine.ron" => blueprint.build(&marine::bindings()).map(|_| ()),
        "machines/monster.ron" => {
            monster::bindings(blueprint).and_then(|bindings| blueprint.build(&bindings)).map(|_| ())
        }
        _ => return None,
    };
    Some(built)
}

/// A level's script must compile, have its functions, and come to an end when it is asked.
fn check_script(path: &AssetPath, source: &Arc<dyn AssetSource>) -> Option<String> {
    let script: Script = match read_asset(source, path) {
        Ok(script) => script,
        Err(error) => return Some(error.to_string()),
    };
    for (function, arguments) in SCRIPT_FUNCTIONS {
        if !script.has_function(function, arguments) {
            return Some(format!("{path}: there is no function `{function}` with {arguments} arguments"));
        }
    }
    let mut director = Director::default();
    let told = director
        .text(&script, "start", ())
        .and_then(|_| director.text(&script, "read_sign", ("sign-start".to_owned(), 1_i64)))
        .map(|_| ());
    // Ten minutes in which all goes well, and ten in which it does not.
    let minutes = (0..600).flat_map(|time| {
        let well = Now { time, marines: 4, beacon: 1.0, hero: 1.0, ..Now::default() };
        [well, Now { beacon: 0.5, monsters: 3, kills: time, ..well }]
    });
    let told = minutes.fold(told, |told, now| told.and_then(|()| director.second(&script, &now).map(|_| ())));
    told.err()
}

/// Every file of the assets folder as a path.
fn asset_paths(manager: &ScreenManager) -> Vec<Result<AssetPath, String>> {
    let files = manager.source().list().unwrap_or_default();
    files.iter().map(|file| AssetPath::new(file).map_err(|bad| bad.to_string())).collect()
}
