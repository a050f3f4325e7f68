//! The name of the game stands in two places: the package's in `Cargo.toml`, and the title in `main.rs`. Pages of
//! documentation may name it too, and the lock file does.

use std::fs;
use std::path::{Path, PathBuf};

/// The words of the name, apart, so that this file does not contain it. A game made from this one keeps them: the
/// test then finds what was forgotten.
const WORDS: [&str; 2] = ["last", "outpost"];

/// All files below `folder` but those that a tool or an editor has made.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let made = ["target", "node_modules", ".git", "packs"];
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && !made.iter().any(|made| name == *made) => files(&path, found),
            Ok(kind) if kind.is_file() => found.push(path),
            _ => {}
        }
    }
}

#[test]
fn the_name_of_the_game_stands_in_two_places() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut all = Vec::new();
    files(&project, &mut all);
    let names = ["-", "_", " ", ""].map(|between| WORDS.join(between));
    let mut places = Vec::new();
    for path in &all {
        let is_documentation = path.extension().is_some_and(|extension| extension == "md");
        let Some(text) = fs::read_to_string(path).ok().filter(|_| !is_documentation) else { continue };
        for (index, line) in text.to_lowercase().lines().enumerate() {
            if names.iter().any(|name| line.contains(name)) {
                let file = path.strip_prefix(&project).unwrap().to_string_lossy().replace('\\', "/");
                places.push(format!("{file}:{}: {line}", index + 1));
            }
        }
    }
    let (package, title) =
        (format!("name = \"{}\"", names[0]), format!("const title: &str = \"{}\"", names[2]));
    let is_allowed = |place: &String| {
        (place.starts_with("demo/Cargo.toml:") && place.ends_with(&package))
            || (place.starts_with("demo/src/main.rs:") && place.contains(&title))
            || place.starts_with("Cargo.lock:")
    };
    assert!(all.iter().any(|path| path.ends_with("en.ftl")) && all.len() > 50, "{} files", all.len());
    places.retain(|place| !is_allowed(place));
    assert!(places.is_empty(), "the name stands in:\n{}", places.join("\n"));
}
