//! The arrows between the modules, and other rules that a reader of the sources relies on. The
//! tests read the sources; a line that is a comment does not count.

use std::fs;
use std::path::{Path, PathBuf};

/// A line of code: its file as seen from the project, its number, and its text.
struct Line {
    file: String,
    number: usize,
    code: String,
}

fn files(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = vec![root.join(folder)];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().flatten().map(|entry| entry.path()));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().replace('\\', "/");
            found.push((name, fs::read_to_string(&path).unwrap()));
        }
    }
    found.sort();
    found
}

fn lines(folder: &str) -> Vec<Line> {
    let of_file = |(file, text): (String, String)| {
        let code = text.lines().take_while(|line| line.trim() != "#[cfg(test)]");
        let lines = code.enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
        let line = |(number, code): (usize, &str)| Line {
            file: file.clone(),
            number: number + 1,
            code: code.split(" //").next().unwrap_or_default().to_owned(),
        };
        lines.map(line).collect::<Vec<_>>()
    };
    files(folder).into_iter().filter(|(file, _)| !file.ends_with("tests.rs")).flat_map(of_file).collect()
}

/// Fails with every line of `folder` that has one of `words`, unless `may` lets its file.
fn nobody_says(folder: &str, words: &[&str], rule: &str, may: impl Fn(&str) -> bool) {
    let wrong: Vec<String> = lines(folder)
        .iter()
        .filter(|line| !may(&line.file) && words.iter().any(|word| line.code.contains(word)))
        .map(|line| format!("{}:{}: {}", line.file, line.number, line.code.trim()))
        .collect();
    assert!(wrong.is_empty(), "{rule}\n{}", wrong.join("\n"));
}

fn is_in(part: &str) -> impl Fn(&str) -> bool {
    let (file, folder) = (format!("src/{part}.rs"), format!("src/{part}/"));
    move |path| path == file || path.starts_with(&folder)
}

#[test]
fn only_the_window_and_the_demos_drawing_name_macroquad() {
    let rule = "macroquad is named in platform::window and in the demo's drawing only";
    nobody_says("src", &["macroquad::", "miniquad::"], rule, |file| {
        is_in("platform/window")(file) || is_in("game/paint")(file)
    });
}

#[test]
fn platform_knows_nobody() {
    nobody_says(
        "src/platform",
        &["crate::phase", "crate::flow", "crate::kit", "crate::ai"],
        "platform is the lowest",
        |_| false,
    );
}

#[test]
fn ai_knows_nobody_and_uses_only_std_log_and_serde() {
    let ours = ["crate::platform", "crate::phase", "crate::flow", "crate::kit"];
    let rule = "the machines know nothing of the rest of the crate";
    nobody_says("src/ai", &ours, rule, |_| false);
    nobody_says("src/ai.rs", &ours, rule, |_| false);
    let may = ["std::", "serde::", "thiserror::", "super::", "self::", "crate::ai", "log::"];
    let wrong: Vec<String> = lines("src/ai")
        .iter()
        .filter(|line| line.code.starts_with("use ") && !line.code.starts_with("use with_units"))
        .filter(|line| !may.iter().any(|root| line.code["use ".len()..].starts_with(root)))
        .map(|line| format!("{}:{}: {}", line.file, line.number, line.code))
        .collect();
    assert!(
        wrong.is_empty(),
        "the machines use std, log, serde and derived errors only\n{}",
        wrong.join("\n")
    );
}

#[test]
fn phase_knows_only_platform_and_the_data_of_machines() {
    nobody_says("src/phase", &["crate::flow", "crate::kit"], "phase uses platform and ai", |_| false);
    let rule = "a machine's file is data; nothing else of a phase knows machines";
    nobody_says("src/phase", &["crate::ai"], rule, |file| file == "src/phase/decode/machine.rs");
    let rule = "loading does not know the window; pictures go through the trait Gpu";
    nobody_says("src/phase", &["platform::window"], rule, |_| false);
}

#[test]
fn flow_does_not_know_the_kit() {
    nobody_says("src/flow", &["crate::kit"], "flow uses phase, ai and platform", |_| false);
}

#[test]
fn the_library_does_not_know_the_demo() {
    nobody_says("src", &["crate::game", "mod game"], "the demo lives in the binary", |file| {
        is_in("game")(file) || file == "src/main.rs"
    });
}

#[test]
fn only_the_platform_asks_what_time_it_is_and_touches_files_and_threads() {
    let may_time = |file: &str| file == "src/platform/clock.rs";
    nobody_says(
        "src",
        &["Instant::now", "SystemTime", "time::Instant"],
        "time comes in as a value",
        may_time,
    );
    nobody_says("src", &["std::fs", "fs::read", "fs::write"], "files come in through a source", |file| {
        // What the command line names is not an asset.
        is_in("platform")(file) || ["src/game/start.rs", "src/game/machine.rs"].contains(&file)
    });
    nobody_says(
        "src",
        &["std::thread", "thread::spawn"],
        "threads belong to the background executor",
        |file| file == "src/phase/background.rs",
    );
}

#[test]
fn nothing_is_imported_by_a_star() {
    let tests_may = ["use super::*;", "use proptest::prelude::*;"];
    let wrong: Vec<String> = lines("src")
        .iter()
        .filter(|line| line.code.contains("::*;") && !tests_may.contains(&line.code.trim()))
        .map(|line| format!("{}:{}: {}", line.file, line.number, line.code.trim()))
        .collect();
    assert!(wrong.is_empty(), "names are imported one by one\n{}", wrong.join("\n"));
}

#[test]
fn files_are_read_in_one_sitting() {
    let mut lengths: Vec<(usize, String)> = files("src")
        .into_iter()
        .filter(|(file, _)| !file.ends_with("tests.rs"))
        .map(|(file, text)| (text.lines().take_while(|line| *line != "#[cfg(test)]").count(), file))
        .collect();
    lengths.sort();
    let too_long: Vec<_> = lengths.iter().filter(|(length, _)| *length > 400).collect();
    assert!(too_long.is_empty(), "a file has at most 400 lines without its tests: {too_long:?}");
    let median = lengths[lengths.len() / 2].0;
    assert!(median <= 170, "half of the files should have about 150 lines or fewer; the median is {median}");
    assert!(
        !lengths.iter().any(|(_, file)| file.ends_with("mod.rs")),
        "`foo.rs` stands beside `foo/`, never mod.rs"
    );
}

#[test]
fn the_smallest_game_and_the_readmes_screen_are_small() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let minimal = fs::read_to_string(root.join("examples/minimal.rs")).unwrap();
    assert!(minimal.lines().count() <= 60, "examples/minimal.rs has {} lines", minimal.lines().count());
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let screen = readme.split("```rust").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert!(
        screen.trim().lines().count() <= 30,
        "README's screen has {} lines",
        screen.trim().lines().count()
    );
}
