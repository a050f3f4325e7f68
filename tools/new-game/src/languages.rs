//! The languages of a game.

use std::fs;
use std::path::Path;

use super::{Failure, read, write};

/// The folder of the texts, one file for each language.
const STRINGS: &str = "assets/strings";
/// The manifest that loads them, in which each has a line.
const MANIFEST: &str = "assets/phases/common.ron";

/// Fails if one of these languages is not in the skeleton.
pub fn check(skeleton: &Path, wanted: &[String]) -> Result<(), Failure> {
    let there = all(skeleton)?;
    match wanted.iter().find(|language| !there.contains(language)) {
        Some(language) => {
            let there = there.join(", ");
            Err(Failure::Arguments(format!("there is no language `{language}`; there are: {there}")))
        }
        None => Ok(()),
    }
}

/// Takes all other languages out of a game.
pub fn keep(game: &Path, wanted: &[String]) -> Result<(), Failure> {
    let mut manifest = String::from_utf8_lossy(&read(&game.join(MANIFEST))?).into_owned();
    for language in all(game)?.iter().filter(|language| !wanted.contains(language)) {
        let file = format!("{language}.ftl");
        let path = game.join(STRINGS).join(&file);
        fs::remove_file(&path).map_err(|cause| Failure::Write { path, cause })?;
        manifest = without(&manifest, &file);
    }
    write(&game.join(MANIFEST), manifest.as_bytes())
}

/// The tags of the languages in a folder.
fn all(game: &Path) -> Result<Vec<String>, Failure> {
    let path = game.join(STRINGS);
    let files = fs::read_dir(&path).map_err(|cause| Failure::Read { path, cause })?;
    let names = files.flatten().filter_map(|file| file.file_name().into_string().ok());
    let mut tags: Vec<_> = names.filter_map(|name| Some(name.strip_suffix(".ftl")?.to_owned())).collect();
    tags.sort();
    Ok(tags)
}

/// A manifest without the line of this file, and without its id where others are listed.
fn without(manifest: &str, file: &str) -> String {
    let end = format!("/{file}\"),");
    let mut lines: Vec<&str> = manifest.lines().collect();
    let Some(at) = lines.iter().position(|line| line.ends_with(&end)) else { return manifest.to_owned() };
    let id = lines.remove(at).split('"').nth(1).unwrap_or_default();
    let rest = lines.join("\n") + "\n";
    rest.replace(&format!(", \"{id}\""), "").replace(&format!("\"{id}\", "), "")
}
