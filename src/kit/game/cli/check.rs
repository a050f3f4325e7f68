//! The tool `check`: what the files and the flow of a game are, and all their problems at once.

use std::collections::HashMap;
use std::io::Write as _;
use std::process::ExitCode;

use super::machine::{read_events, read_machine};
use crate::ai::Blueprint;
use crate::flow::ScreenManager;
use crate::kit::game::CheckFile;
use crate::kit::input_script::InputScript;
use crate::phase::{Asset as _, PhaseCheck};
use crate::platform::{Action, AssetPath, AssetSource, ReadError, read_now};

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
    let loaded = loaded(&phases);
    let (mut bytes, mut warnings) = (0, Vec::new());
    for file in &files {
        let path = match AssetPath::new(file) {
            Ok(path) => path,
            Err(bad) => {
                found.push(bad.to_string());
                continue;
            }
        };
        let content = read_now(source, &path);
        bytes += content.as_ref().map_or(0, Vec::len);
        let loaded = loaded.get(&path);
        if loaded.is_some_and(|loaded| loaded.has_failed) {
            // That is listed with the phase.
            continue;
        }
        match check_asset(manager, &path, content, loaded, actions) {
            Some(Finding::Problem(what)) => found.push(what),
            Some(Finding::Warning(what)) => warnings.push(what),
            None => found.extend(more.as_ref().and_then(|more| more(&path, source).err())),
        }
    }
    let of_phases = PhaseCheck::problems(&phases);
    let flow = manager.flow_problems();
    let mut report = format!("files: {}, {}\n", files.len(), megabytes(bytes as u64));
    for PhaseCheck { name, decoded, image_bytes, other_bytes, .. } in &phases {
        let (images, other) = (megabytes(*image_bytes), megabytes(*other_bytes));
        report +=
            &format!("  {name}: {decoded} resources, in memory {images} of images, {other} of others\n");
    }
    report.extend(of_phases.iter().map(|problem| format!("  {problem}\n")));
    report.extend(found.iter().map(|what| format!("  assets: {what}\n")));
    if !warnings.is_empty() {
        report += "warnings: files that no phase loads, and that are not what their extensions say\n";
        report.extend(warnings.iter().map(|what| format!("  {what}\n")));
    }
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

/// What the loads of all phases do with a file.
#[derive(Default)]
struct Loaded {
    has_failed: bool,
    is_machine: bool,
}

fn loaded(phases: &[PhaseCheck]) -> HashMap<&AssetPath, Loaded> {
    let mut files: HashMap<_, Loaded> = HashMap::new();
    for read in phases.iter().flat_map(|phase| &phase.read) {
        let file = files.entry(&read.path).or_default();
        file.has_failed |= read.has_failed;
        file.is_machine |= read.kind == Some(Blueprint::KIND);
    }
    files
}

/// What is wrong with a file.
enum Finding {
    /// Something that loads or plays it fails.
    Problem(String),
    /// Nothing is known to load it.
    Warning(String),
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

/// Checks one file. What a phase loads was checked as the kind that the manifest names. Input scripts are played by
/// name. As for other files, only their folders and extensions say what they may be.
fn check_asset(
    manager: &ScreenManager,
    path: &AssetPath,
    content: Result<Vec<u8>, ReadError>,
    loaded: Option<&Loaded>,
    actions: &[Action],
) -> Option<Finding> {
    let source = manager.source().as_ref();
    if let Some(loaded) = loaded {
        return loaded.is_machine.then(|| check_machine(path, source))?.map(Finding::Problem);
    }
    let folder = path.as_str().split('/').next().unwrap_or_default();
    match (folder, path.extension().as_str(), content) {
        ("scripts", "txt", content) => {
            let content = content.map_err(|error| error.to_string());
            let script = content.and_then(|bytes| {
                InputScript::parse(&bytes, actions).map_err(|error| format!("{path}: {error}"))
            });
            script.err().map(Finding::Problem)
        }
        (_, _, Err(error)) => Some(Finding::Warning(error.to_string())),
        ("phases", "ron", _) => manager.check_manifest(path).map(Finding::Warning),
        ("machines", "ron", _) => check_machine(path, source).map(Finding::Warning),
        _ => manager.check_file(path).map(Finding::Warning),
    }
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

/// What is the same of two paths that are one file where a system ignores case (Windows, macOS) or how an accent is
/// written (macOS).
fn file_key(path: &str) -> String {
    use unicode_normalization::UnicodeNormalization as _;

    path.nfd().flat_map(char::to_lowercase).nfc().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use crate::flow::{GameScreen, ManagerSettings, Phase, ScreenContext};
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

    /// The report on a game with a phase of these `resources`.
    fn report_on(files: MemorySource, resources: &str) -> (String, usize) {
        let files = files.with("phases/a.ron", format!("(resources: [{resources}])"));
        let settings = ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() };
        let mut manager = ScreenManager::new(settings);
        manager.register_kinds();
        manager.add_phase(Phase::new("a").manifest("phases/a.ron").screen("a", |_| Nothing));
        report(&manager, &[], None)
    }

    struct Nothing;

    impl GameScreen for Nothing {
        fn update(&mut self, _: &mut ScreenContext<'_>) {}
    }

    #[test]
    fn a_file_is_what_its_manifest_says_wherever_it_is() {
        let files = MemorySource::default()
            .with("dialogue.json", "{\"hello\": 1}")
            .with("scripts/intro.txt", "Once upon a time")
            .with("machines/notes.ron", "(a: 1")
            .with("phases/b.ron", "no manifest")
            .with("picture.wav", "no sound");
        let entries = "bytes(id: \"a\", path: \"dialogue.json\"), bytes(id: \"b\", path: \"scripts/intro.txt\"), \
            bytes(id: \"c\", path: \"machines/notes.ron\"), bytes(id: \"d\", path: \"phases/b.ron\"), \
            bytes(id: \"e\", path: \"picture.wav\")";
        let (text, problems) = report_on(files, entries);
        assert!(text.ends_with("\nall good\n") && !text.contains("warnings"), "{text}");
        assert_eq!(problems, 0);
        // The other way round.
        let files = MemorySource::default().with("door.txt", "Machine(name: 3)").with("b.png", "x");
        let entries = "machine(id: \"door\", path: \"door.txt\"), sound(id: \"b\", path: \"b.png\")";
        let (text, problems) = report_on(files, entries);
        assert!(text.contains("phase `a`: machine `door`: door.txt:1:14: "), "{text}");
        assert!(text.contains("phase `a`: sound `b`: b.png: the file does not start like an OGG"), "{text}");
        assert_eq!((problems, text.matches("b.png").count()), (2, 1), "{text}");
    }

    #[test]
    fn a_broken_file_that_no_phase_loads_is_a_warning() {
        let files = MemorySource::default()
            .with("a.png", "x")
            .with("phases/other.ron", "(")
            .with("machines/m.ron", "(")
            .with("tuning.ron", "\u{feff}(speed: 1.5, name: \"a\")")
            .with("scripts/tour.txt", "fly");
        let (text, problems) = report_on(files, "");
        let line = "warnings: files that no phase loads, and that are not what their extensions say\n";
        let (before, after) = text.split_once(line).unwrap();
        let (warnings, _) = after.split_once("\nflow: ").unwrap();
        let files: Vec<_> = warnings.lines().filter_map(|line| line.trim().split(':').next()).collect();
        assert_eq!(files, ["a.png", "machines/m.ron", "phases/other.ron", "machines"], "{text}");
        // The headless run plays it.
        assert!(before.contains("  assets: scripts/tour.txt: line 1, column 1: `fly`"), "{text}");
        assert_eq!(problems, 1);
    }

    #[test]
    fn the_folder_is_listed_once_for_all_missing_files() {
        /// Counts how often its files are listed.
        struct Counted(MemorySource, Arc<AtomicU32>);

        impl AssetSource for Counted {
            fn read(&self, path: &AssetPath) -> ReadFuture {
                self.0.read(path)
            }

            fn list(&self) -> Option<Vec<String>> {
                self.1.fetch_add(1, Ordering::Relaxed);
                self.0.list()
            }
        }

        let lists = |missing: u32| {
            let entries = (0..missing).map(|n| format!("bytes(id: \"{n}\", path: \"data/{n}.bin\"),"));
            let manifest = format!("(resources: [{}])", entries.collect::<String>());
            let count = Arc::new(AtomicU32::new(0));
            let files = Counted(MemorySource::default().with("a.ron", manifest), Arc::clone(&count));
            let settings = ManagerSettings { source: Arc::new(files), ..ManagerSettings::default() };
            let mut manager = ScreenManager::new(settings);
            manager.add_phase(Phase::new("a").manifest("a.ron").screen("a", |_| Nothing));
            assert_eq!(report(&manager, &[], None).1, missing as usize);
            count.load(Ordering::Relaxed)
        };
        assert_eq!(lists(1500), lists(1));
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

    #[test]
    fn paths_that_are_one_file_on_some_system_have_one_key() {
        let same = [
            ("a/B.png", "A/b.PNG"),
            ("caf\u{e9}", "cafe\u{301}"),
            ("\u{c9}", "e\u{301}"),
            ("Ω", "ω"),
            ("각", "\u{1100}\u{1161}\u{11a8}"),
        ];
        for (one, other) in same {
            assert_eq!(file_key(one), file_key(other), "{one} {other}");
        }
        for (one, other) in [("a", "b"), ("e", "é"), ("ss", "ß"), ("か", "が"), ("1", "①")] {
            assert_ne!(file_key(one), file_key(other), "{one} {other}");
        }
    }
}
