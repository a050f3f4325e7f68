//! The licences of all that is compiled into a program.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::Value;
use spdx::{Expression, ParseMode};

use crate::project::list;

/// How the files begin that a package comes with.
const FILES: [&str; 6] = ["license", "licence", "copying", "copyright", "notice", "unlicense"];

/// The licences of the package `root` and of what it is linked with: a list of the packages, and each text
/// once. A package without a text has SPDX's text.
pub fn text(metadata: &Value, root: &str) -> Result<String, Box<dyn Error>> {
    let linked = linked(metadata, root);
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut all = String::from("This program contains:\n\n");
    for package in list(&metadata["packages"]).iter().filter(|package| linked.contains(name(&package["id"])))
    {
        let title = format!("{} {}", name(&package["name"]), name(&package["version"]));
        let licence = package["license"].as_str().unwrap_or("see the text");
        let _ = writeln!(all, "* {title}: {licence}  {}", name(&package["repository"]));
        // A package of this workspace may have its texts in a folder around it.
        let around = if package["source"].is_null() { 3 } else { 1 };
        let mut folders = Path::new(name(&package["manifest_path"])).ancestors().skip(1).take(around);
        let found = folders.find_map(own_texts).or_else(|| usual_texts(licence));
        for text in found.ok_or_else(|| format!("{title} has no licence"))? {
            texts.entry(text).or_default().push(title.clone());
        }
    }
    all += "* the standard library of Rust: MIT OR Apache-2.0  https://github.com/rust-lang/rust\n";
    for (text, packages) in texts {
        let _ = write!(all, "\n{}\n{}\n\n{}\n", "=".repeat(80), packages.join(", "), text.trim_end());
    }
    Ok(all)
}

fn name(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The ids of `root` and its dependencies, without the dependencies of build scripts and of macros.
fn linked<'a>(metadata: &'a Value, root: &'a str) -> BTreeSet<&'a str> {
    let is_macro = |package: &&Value| {
        list(&package["targets"]).iter().any(|target| list(&target["kind"]).contains(&"proc-macro".into()))
    };
    let macros = list(&metadata["packages"]).iter().filter(is_macro).map(|package| name(&package["id"]));
    let macros: BTreeSet<&str> = macros.collect();
    let nodes = list(&metadata["resolve"]["nodes"]).iter();
    let nodes: HashMap<&str, &[Value]> = nodes.map(|node| (name(&node["id"]), list(&node["deps"]))).collect();
    let (mut linked, mut waiting) = (BTreeSet::new(), vec![root]);
    while let Some(id) = waiting.pop() {
        if macros.contains(id) || !linked.insert(id) {
            continue;
        }
        for dependency in nodes.get(id).copied().unwrap_or_default() {
            if list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()) {
                waiting.push(name(&dependency["pkg"]));
            }
        }
    }
    linked
}

/// The texts in a folder.
fn own_texts(folder: &Path) -> Option<Vec<String>> {
    let is_licence = |name: &str| FILES.iter().any(|start| name.to_ascii_lowercase().starts_with(start));
    let entries = fs::read_dir(folder).ok()?.flatten();
    let files = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_licence));
    let mut texts: Vec<String> = files.filter_map(|file| fs::read_to_string(file.path()).ok()).collect();
    texts.sort();
    Some(texts).filter(|texts| !texts.is_empty())
}

/// The texts of SPDX for an expression.
fn usual_texts(licence: &str) -> Option<Vec<String>> {
    // Old packages write `MIT/Apache-2.0`.
    let expression = Expression::parse_mode(licence, ParseMode::LAX).ok()?;
    let ids = expression.requirements().filter_map(|asked| asked.req.license.id());
    Some(ids.map(|id| id.text().to_owned()).collect::<Vec<_>>()).filter(|texts| !texts.is_empty())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_package_without_a_file_has_the_text_of_its_licence() {
        let texts = usual_texts("MIT OR Zlib").unwrap();
        assert!(texts[0].contains("Permission is hereby granted") && texts[1].contains("misrepresented"));
        assert_eq!(usual_texts("MIT/Zlib").as_ref(), Some(&texts));
        assert_eq!(usual_texts("made up"), None);
    }

    #[test]
    fn macros_and_dependencies_of_builds_are_not_linked() {
        let package = |id: &str, kind: &str| json!({ "id": id, "targets": [{ "kind": [kind] }] });
        let metadata = json!({
            "packages": [package("game", "bin"), package("used", "lib"), package("derive", "proc-macro")],
            "resolve": { "nodes": [{ "id": "game", "deps": [
                { "pkg": "used", "dep_kinds": [{ "kind": "dev" }, { "kind": null }] },
                { "pkg": "derive", "dep_kinds": [{ "kind": null }] },
                { "pkg": "cc", "dep_kinds": [{ "kind": "build" }] },
            ] }] },
        });
        assert_eq!(Vec::from_iter(linked(&metadata, "game")), ["game", "used"]);
    }
}
