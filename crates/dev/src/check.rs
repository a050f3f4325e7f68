//! The tool `check`: what the files of a game are, and all their problems at once.

use std::collections::HashMap;

use proscenium_ai::Blueprint;
use proscenium_core::flow::ScreenManager;
use proscenium_core::phase::{Asset as _, PhaseCheck};
use proscenium_core::platform::read_now;
use proscenium_core::platform::{Action, AssetPath, AssetSource, ReadError};

use crate::input_script::InputScript;
use crate::machine::{read_events, read_machine};

/// A game's own check for each file; its error says what is wrong.
pub type CheckFile = Box<dyn Fn(&AssetPath, &dyn AssetSource) -> Result<(), String>>;

/// Checks the files of a game that is not started. Returns what was read with all problems, as lines of text, and the
/// number of the problems. The files of a phase are read as the kinds that its manifest names, as in a load. Other
/// files are read as their folders and extensions say; a broken one is a warning, or a problem if it is an input script
/// in `scripts`.
///
/// `actions` are all actions of the game, for its input scripts; `more` checks each file as
/// the game wants it.
///
/// ```
/// use std::sync::Arc;
///
/// use proscenium_core::flow::{ManagerSettings, ScreenManager};
/// use proscenium_core::platform::{Action, MemorySource};
/// use proscenium_dev::check;
///
/// let source = Arc::new(MemorySource::default().with("scripts/tour.txt", "tapp accept"));
/// let manager = ScreenManager::new(ManagerSettings { source, ..ManagerSettings::default() });
/// let (report, problems) = check::report(&manager, &Action::BUILT_IN, None);
/// assert!(report.contains("there is no command `tapp`; did you mean `tap`?"), "{report}");
/// assert_eq!(problems, 1);
/// ```
pub fn report(manager: &ScreenManager, actions: &[Action], more: Option<CheckFile>) -> (String, usize) {
    let phases = manager.assets().check_phases();
    let source = manager.assets().source().as_ref();
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
    let problems = of_phases.len() + found.len();
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

/// The files whose paths differ by case only, each with the one before it.
fn case_twins(files: &[String]) -> Vec<(&String, &String)> {
    let mut seen: HashMap<String, &String> = HashMap::new();
    let twins = files.iter().filter_map(|file| Some((file, seen.insert(file.to_lowercase(), file)?)));
    twins.collect()
}

/// Checks one file. The files of a phase were checked as the kinds that its manifest names. Input scripts are played by
/// name. Of other files only the folders and extensions say what they may be.
fn check_asset(
    manager: &ScreenManager,
    path: &AssetPath,
    content: Result<Vec<u8>, ReadError>,
    loaded: Option<&Loaded>,
    actions: &[Action],
) -> Option<Finding> {
    let source = manager.assets().source().as_ref();
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
        ("phases", "ron", _) => manager.assets().check_manifest(path).map(Finding::Warning),
        ("machines", "ron", _) => check_machine(path, source).map(Finding::Warning),
        _ => manager.assets().check_file(path).map(Finding::Warning),
    }
}

/// The problem of a machine, of its script, or of the list of events beside it. The game knows whether all names are
/// bound.
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
