//! The tool `check`: all problems of the assets at once.

use std::collections::HashMap;
use std::io::Write as _;
use std::process::ExitCode;

use super::machine::{read_events, read_machine};
use crate::flow::ScreenManager;
use crate::kit::game::CheckFile;
use crate::kit::input_script::InputScript;
use crate::phase::Problem;
use crate::platform::{Action, AssetPath, AssetSource, ReadCause, ReadError, read_now};

/// Lists all problems on the standard output; the exit code is 1 if there are any.
pub(super) fn run(manager: &ScreenManager, actions: &[Action], more: Option<CheckFile>) -> ExitCode {
    let problems = problems(manager, actions, more);
    let mut out = std::io::stdout().lock();
    // If the pipe is closed, the exit code remains.
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

fn problems(manager: &ScreenManager, actions: &[Action], more: Option<CheckFile>) -> Vec<Problem> {
    let mut problems = manager.check();
    let known = problems.clone();
    let mut add = |what: String| {
        // The problems of a phase's file are listed with the phase.
        if !known.iter().any(|problem| problem.what.contains(&what)) {
            problems.push(Problem { place: "assets".to_owned(), what });
        }
    };
    let files = manager.source().list().unwrap_or_default();
    for (file, other) in case_twins(&files) {
        add(format!("{file} and {other} are one file on Windows and macOS; rename one"));
    }
    for file in files {
        match AssetPath::new(&file) {
            Ok(path) => {
                let found = check_asset(manager, &path, actions);
                let more = || more.as_ref().and_then(|more| more(&path, manager.source().as_ref()).err());
                found.or_else(more).into_iter().for_each(&mut add);
            }
            Err(bad) => add(bad.to_string()),
        }
    }
    problems
}

/// The files whose paths differ by case only, each with the one before it.
fn case_twins(files: &[String]) -> Vec<(&String, &String)> {
    let mut seen: HashMap<String, &String> = HashMap::new();
    let twins = files.iter().filter_map(|file| Some((file, seen.insert(file.to_lowercase(), file)?)));
    twins.collect()
}

/// The problem of one file, whose folder and extension say what it is.
fn check_asset(manager: &ScreenManager, path: &AssetPath, actions: &[Action]) -> Option<String> {
    let source = manager.source();
    // Files of every kind are in packs.
    if let Err(error @ ReadError { cause: ReadCause::Damaged(_), .. }) = read_now(source.as_ref(), path) {
        return Some(error.to_string());
    }
    let folder = path.as_str().split('/').next().unwrap_or_default();
    match (folder, path.extension().as_str()) {
        ("phases", "ron") => manager.check_manifest(path),
        ("scripts", "txt") => {
            let bytes = read_now(source.as_ref(), path).ok()?;
            InputScript::parse(&bytes, actions).err().map(|error| format!("{path}: {error}"))
        }
        ("machines", "ron") => check_machine(path, source.as_ref()),
        _ => manager.check_file(path).or_else(|| check_ron(path, source.as_ref())),
    }
}

/// A RON file of an unknown kind must be RON at least.
fn check_ron(path: &AssetPath, source: &dyn AssetSource) -> Option<String> {
    if path.extension() != "ron" {
        return None;
    }
    let bytes = read_now(source, path).ok()?;
    let error = ron::de::from_bytes::<serde::de::IgnoredAny>(&bytes).err()?;
    Some(format!("{path}:{}:{}: {}", error.span.start.line, error.span.start.col, error.code))
}

/// The problem of a machine, of its script, or of the list of events beside it. Whether all names are
/// bound the game knows: [`Game::check`](crate::kit::Game::check).
fn check_machine(path: &AssetPath, source: &dyn AssetSource) -> Option<String> {
    let (blueprint, _) = match read_machine(source, path) {
        Ok(read) => read,
        Err(cause) => return Some(cause.to_string()),
    };
    let structure = blueprint.check().ok()?;
    let events = AssetPath::new(path.as_str().strip_suffix(".ron")?).ok()?;
    let events = AssetPath::new(&format!("{events}.events")).ok()?;
    let bytes = read_now(source, &events).ok()?;
    read_events(&bytes, &structure).err().map(|error| format!("{events}: {error}"))
}
