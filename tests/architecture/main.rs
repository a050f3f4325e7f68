//! The arrows between the modules, and other rules that a reader of the sources relies on.

mod source;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use source::{Source, module};

/// The modules of the library: `ai` is a crate, `flow`, `phase` and `platform` are those of the crate `core`.
const MODULES: [&str; 5] = ["ai", "flow", "kit", "phase", "platform"];
/// How many names the library may export, with what its crates need of each other.
const MAX_EXPORTS: usize = 236;
/// The parts of modules that may use each other in a circle. The docs of `flow::screen` say why those of `flow`
/// do; in a page the window has the time.
const CIRCLES: [&str; 8] = [
    "flow/command",
    "flow/context",
    "flow/draw_context",
    "flow/handle",
    "flow/request",
    "flow/screen",
    "platform/clock",
    "platform/window",
];
/// The most lines of a file, without its tests.
const MAX_LINES: usize = 400;

fn library() -> impl Iterator<Item = Source> {
    MODULES.into_iter().flat_map(module)
}

/// Fails with every file and path that breaks a rule.
fn assert_none(wrong: Vec<String>, rule: &str) {
    assert!(wrong.is_empty(), "{rule}:\n{}", wrong.join("\n"));
}

/// Fails with the paths that `is_wrong` in the files that are in none of the `allowed` parts.
fn nothing_but(allowed: &[&str], rule: &str, is_wrong: impl Fn(&str) -> bool) {
    let files = library().filter(|source| !allowed.iter().any(|part| source.is_in(part)));
    let wrong = files.flat_map(|source| {
        let paths = source.paths().into_iter().filter(|path| is_wrong(path));
        paths.map(|path| format!("{}: {path}", source.file)).collect::<Vec<_>>()
    });
    assert_none(wrong.collect(), rule);
}

/// Whether a path is `root` or below it.
fn is_below(path: &str, root: &str) -> bool {
    path.strip_prefix(root).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

#[test]
fn modules_use_only_those_below_them() {
    let in_core = ["crate::flow", "crate::phase", "crate::platform", "proscenium_ai"];
    for (part, below) in
        [("platform", &["crate::platform"][..]), ("phase", &["crate::phase", "crate::platform"])]
    {
        let above: Vec<_> = in_core.into_iter().filter(|other| !below.contains(other)).collect();
        let wrong = module(part).into_iter().flat_map(|source| {
            let paths = source.paths().into_iter();
            let paths = paths.filter(|path| above.iter().any(|above| is_below(path, above)));
            paths.map(|path| format!("{}: {path}", source.file)).collect::<Vec<_>>()
        });
        assert_none(wrong.collect(), &format!("`{part}` uses {below:?} only"));
    }
}

/// The parts of a module, each a file and the folder beside it, with the other parts that it uses.
fn uses(name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let sources = module(name);
    let part_of = |source: &Source| Some(source.file.strip_suffix(".rs")?.split('/').nth(1)?.to_owned());
    let mut exports = BTreeMap::new();
    let mut uses = BTreeMap::<String, BTreeSet<String>>::new();
    for source in &sources {
        let Some(part) = part_of(source) else {
            // The file of the module has paths such as `clock::Clock`.
            let paths = source.paths().into_iter();
            exports.extend(paths.filter_map(|path| {
                let (part, name) = path.split_once("::")?;
                Some((name.to_owned(), part.to_owned()))
            }));
            continue;
        };
        let root = format!("crate::{name}::");
        let paths = source.paths().into_iter();
        let used = paths.filter_map(|path| Some(path.strip_prefix(&root)?.split("::").next()?.to_owned()));
        uses.entry(part).or_default().extend(used);
    }
    for (part, used) in &mut uses {
        let names = std::mem::take(used).into_iter();
        used.extend(names.map(|name| exports.get(&name).cloned().unwrap_or(name)));
        used.remove(part);
    }
    uses
}

#[test]
fn the_parts_of_a_module_do_not_use_each_other_in_a_circle() {
    for name in MODULES {
        let mut uses = uses(name);
        assert!(uses.len() > 1, "`{name}` has no parts");
        // What uses nothing that is left, or is not used by it, is in no circle.
        loop {
            let left: BTreeSet<String> = uses.keys().cloned().collect();
            let used: BTreeSet<String> = uses.values().flatten().cloned().collect();
            uses.retain(|part, uses| used.contains(part) && !uses.is_disjoint(&left));
            if uses.len() == left.len() {
                break;
            }
        }
        let circle = uses.into_keys().map(|part| format!("{name}/{part}"));
        let circle = circle.filter(|part| !CIRCLES.contains(&part.as_str())).collect();
        assert_none(circle, "a part is understood without those that use it");
    }
}

#[test]
fn only_the_window_and_drawing_name_macroquad() {
    let files = library().filter(|source| !source.is_in("platform/window") && !source.is_in("kit/draw"));
    let wrong = files.filter(|source| source.names("macroquad") || source.names("miniquad"));
    assert_none(
        wrong.map(|source| source.file).collect(),
        "macroquad is named in the window and in drawing only",
    );
}

#[test]
fn only_flow_and_kit_know_the_window() {
    nothing_but(&["flow", "kit", "platform"], "textures go through the trait `Gpu`", |path| {
        is_below(path, "crate::platform::window")
    });
}

#[test]
fn time_files_and_threads_come_in_as_values() {
    nothing_but(&["platform"], "time comes in through `platform`", |path| {
        path.contains("time::Instant") || path.contains("time::SystemTime")
    });
    // What the command line names is not an asset.
    nothing_but(&["platform", "kit/game"], "files come in through `platform`", |path| {
        is_below(path, "std::fs")
    });
    let allowed = [
        "phase/background",
        "platform/window/audio",
        "platform/window/hidden",
        "platform/window/open",
        "kit/game/writer",
    ];
    nothing_but(&allowed, "threads decode and play, and a window waits", |path| {
        is_below(path, "std::thread") && path != "std::thread::LocalKey"
    });
}

#[test]
fn nothing_is_imported_by_a_star() {
    nothing_but(&[], "names are imported one by one", |path| path.ends_with("::*"));
}

#[test]
fn a_file_has_at_most_400_lines_without_tests() {
    let mut files: Vec<(usize, String)> = library().map(|source| (source.lines, source.file)).collect();
    files.sort();
    let long =
        files.iter().filter(|(lines, _)| *lines > MAX_LINES).map(|(lines, file)| format!("{file}: {lines}"));
    assert_none(long.collect(), "a file is read in one sitting");
    assert!(files[files.len() / 2].0 <= 170, "half of the files should have about 150 lines or fewer");
    assert!(!Path::new(env!("CARGO_MANIFEST_DIR")).join("src/main.rs").exists(), "the library is no program");
}

#[test]
fn two_public_types_never_have_the_same_name() {
    let mut exports: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut count = 0;
    let roots = MODULES.map(|module| format!("{module}.rs"));
    let declared: Vec<String> = library().flat_map(|source| source.public_modules()).collect();
    assert!(declared.iter().any(|file| file == "platform/window.rs"), "{declared:?}");
    let is_public = |file: &String| roots.contains(file) || declared.contains(file);
    for source in library().filter(|source| is_public(&source.file)) {
        for name in source.exports() {
            count += 1;
            exports.entry(name).or_default().push(source.file.clone());
        }
    }
    eprintln!("{count} exported names");
    assert!(count <= MAX_EXPORTS, "{count} exported names, {MAX_EXPORTS} at most");
    let twice = exports.into_iter().filter(|(_, files)| files.len() > 1);
    assert_none(twice.map(|(name, files)| format!("{name}: {files:?}")).collect(), "one name for one thing");
}
