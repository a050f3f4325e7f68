//! The tool `check`: what the files and the flow of a game are, and all their problems at once.

use std::collections::HashMap;
use std::io::Write as _;
use std::process::ExitCode;

use super::machine::{read_events, read_machine};
use crate::flow::ScreenManager;
use crate::kit::game::CheckFile;
use crate::kit::input_script::InputScript;
use crate::phase::PhaseCheck;
use crate::platform::{Action, AssetPath, AssetSource, file_key, read_now};

/// Writes what was read, and all problems, on the standard output; the exit code is 1 if there are any.
pub(super) fn run(manager: &ScreenManager, actions: &[Action], more: Option<CheckFile>) -> ExitCode {
    let (report, problems) = report(manager, actions, more);
    // If the pipe is closed, the exit code remains.
    let _ = std::io::stdout().write_all(report.as_bytes());
    if problems == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The text, and the number of problems.
fn report(manager: &ScreenManager, actions: &[Action], more: Option<CheckFile>) -> (String, usize) {
    let phases = manager.check_phases();
    let source = manager.source().as_ref();
    let files = source.list().unwrap_or_default();
    let twin = |(file, other)| format!("{file} and {other} are one file on Windows and macOS; rename one");
    let mut found: Vec<String> = case_twins(&files).into_iter().map(twin).collect();
    let has_machines = files.iter().any(|file| file.starts_with("machines/") && file.ends_with(".ron"));
    let mut bytes = 0;
    for file in &files {
        match AssetPath::new(file) {
            Ok(path) => {
                let problem = match read_now(source, &path) {
                    Ok(read) => {
                        bytes += read.len();
                        check_asset(manager, &path, &read, actions)
                    }
                    Err(error) => Some(error.to_string()),
                };
                let more = || more.as_ref().and_then(|more| more(&path, source).err());
                found.extend(problem.or_else(more));
            }
            Err(bad) => found.push(bad.to_string()),
        }
    }
    let of_phases = PhaseCheck::problems(&phases);
    // The problems of a phase's file are listed with the phase.
    found.retain(|what| !of_phases.iter().any(|problem| problem.contains(what)));
    let flow = manager.flow_problems();
    let mut report = format!("files: {}, {}\n", files.len(), megabytes(bytes as u64));
    for PhaseCheck { name, decoded, image_bytes, other_bytes, .. } in &phases {
        let (images, other) = (megabytes(*image_bytes), megabytes(*other_bytes));
        report +=
            &format!("  {name}: {decoded} resources, in memory {images} of images, {other} of others\n");
    }
    report.extend(of_phases.iter().map(|problem| format!("  {problem}\n")));
    report.extend(found.iter().map(|what| format!("  assets: {what}\n")));
    if has_machines && more.is_none() {
        report += "machines: whether the names of guards, actions and handlers are bound is not checked; \
                   the game checks it with `Game::check`\n";
    }
    report += &format!("flow: {} phases, {} screens", manager.phases().count(), manager.screen_count());
    report += if manager.has_exits() { "\n" } else { ", none with declared exits (`Phase::leads_to`)\n" };
    report.extend(flow.iter().map(|problem| format!("  {problem}\n")));
    let problems = of_phases.len() + found.len() + flow.len();
    report += &match problems {
        0 => "all good\n".to_owned(),
        1 => "1 problem\n".to_owned(),
        more => format!("{more} problems\n"),
    };
    (report, problems)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.2} MB", bytes as f64 / 1e6)
}

/// The files whose paths differ by case or by the form of their accents only, each with the one before it.
fn case_twins(files: &[String]) -> Vec<(&String, &String)> {
    let mut seen: HashMap<String, &String> = HashMap::new();
    let twins = files.iter().filter_map(|file| Some((file, seen.insert(file_key(file), file)?)));
    twins.collect()
}

/// The problem of one file, whose folder and extension say what it is.
fn check_asset(
    manager: &ScreenManager,
    path: &AssetPath,
    bytes: &[u8],
    actions: &[Action],
) -> Option<String> {
    let source = manager.source();
    let folder = path.as_str().split('/').next().unwrap_or_default();
    match (folder, path.extension().as_str()) {
        ("phases", "ron") => manager.check_manifest(path),
        ("scripts", "txt") => {
            InputScript::parse(bytes, actions).err().map(|error| format!("{path}: {error}"))
        }
        ("machines", "ron") => check_machine(path, source.as_ref()),
        (_, "ron") => manager.check_file(path).or_else(|| check_ron(path, bytes)),
        _ => manager.check_file(path),
    }
}

/// A RON file of an unknown kind must be RON at least.
fn check_ron(path: &AssetPath, bytes: &[u8]) -> Option<String> {
    let error = ron::de::from_bytes::<serde::de::IgnoredAny>(bytes).err()?;
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::flow::ManagerSettings;
    use crate::platform::{MemorySource, ReadFuture};

    #[test]
    fn a_file_that_cannot_be_read_is_a_problem() {
        struct Gone;

        impl AssetSource for Gone {
            fn read(&self, path: &AssetPath) -> ReadFuture {
                MemorySource::default().read(path)
            }

            fn list(&self) -> Option<Vec<String>> {
                Some(vec!["scripts/tour.txt".to_owned()])
            }
        }

        let settings = ManagerSettings { source: Arc::new(Gone), ..ManagerSettings::default() };
        let (text, problems) = report(&ScreenManager::new(settings), &[], None);
        assert!(text.contains("assets: cannot read scripts/tour.txt: there is no such file\n"), "{text}");
        assert_eq!(problems, 1);
    }

    #[test]
    fn names_of_machines_that_nothing_checks_are_mentioned() {
        let machine = "Machine(name: \"m\", family: Table, initial: \"a\", states: [State(name: \"a\")])";
        let report = |files: MemorySource, more| {
            let settings = ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() };
            report(&ScreenManager::new(settings), &[], more).0
        };
        let line = "\nmachines: whether the names of guards, actions and handlers are bound is not checked; \
                    the game checks it with `Game::check`\n";
        let files = MemorySource::default().with("machines/m.ron", machine);
        assert!(report(files.clone(), None).contains(line), "{}", report(files, None));
        assert!(!report(MemorySource::default(), None).contains(line));
        let files = MemorySource::default().with("machines/m.ron", machine);
        assert!(!report(files, Some(Box::new(|_, _| Ok(())))).contains(line));
    }
}
