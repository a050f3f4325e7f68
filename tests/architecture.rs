//! What the compiler does not hold: a file of the library is read in one sitting, and the parts of a module do not use
//! each other in a circle. A part is a file with the folder beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The most lines of a file, without its tests.
const MAX_LINES: usize = 400;
/// The parts that use each other in a circle. The docs of `flow::screen` say why.
const CIRCLES: [&str; 6] = [
    "core::flow::command",
    "core::flow::context",
    "core::flow::draw_context",
    "core::flow::handle",
    "core::flow::request",
    "core::flow::screen",
];

/// A file of the library: its module, which begins with the crate, and its lines without comments and tests.
struct Source {
    module: Vec<String>,
    lines: usize,
    code: String,
}

impl Source {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let text = text.split("#[cfg(test)]\nmod ").next().unwrap();
        let code: Vec<_> = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
        let names = path.with_extension("");
        let names = names.strip_prefix("crates").unwrap_or(&names).iter().map(|name| name.to_str().unwrap());
        let module = names.enumerate().filter(|(at, name)| *at == 0 || !["src", "lib"].contains(name));
        let module = module.map(|(_, name)| name.to_owned()).collect();
        Self { module, lines: text.lines().count(), code: code.join("\n") }
    }

    /// What the file imports and names, from the root of its crate.
    fn paths(&self) -> Vec<Vec<String>> {
        let imported =
            self.code.split("use ").skip(1).flat_map(|text| expand(text.split(';').next().unwrap()));
        let named =
            self.code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')).map(str::to_owned);
        let named = named.filter(|path| path.starts_with("crate::") || path.starts_with("super::"));
        imported.chain(named).map(|path| self.resolve(&path)).collect()
    }

    fn resolve(&self, path: &str) -> Vec<String> {
        let mut resolved = self.module.clone();
        for name in path.split("::").filter(|name| !name.is_empty()) {
            match name {
                "crate" => resolved.truncate(1),
                "super" => drop(resolved.pop()),
                "self" => {}
                _ => resolved.push(name.to_owned()),
            }
        }
        resolved
    }
}

/// The paths of a `use`: `a::{b, c::D as E}` is `a::b` and `a::c::D`.
fn expand(tree: &str) -> Vec<String> {
    let Some((start, rest)) = tree.split_once('{') else {
        return vec![tree.split(" as ").next().unwrap().trim().to_owned()];
    };
    let mut depth = 0;
    let branches = rest.rsplit_once('}').map_or(rest, |(inner, _)| inner).split(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        c == ',' && depth == 0
    });
    branches.flat_map(expand).map(|path| format!("{}{path}", start.trim())).collect()
}

fn library() -> Vec<Source> {
    let (mut open, mut sources) = (vec![PathBuf::from("src"), PathBuf::from("crates")], Vec::new());
    // A test runs in the folder of its package.
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|end| end == "rs") && path.iter().any(|name| name == "src") {
            sources.push(Source::read(&path));
        }
    }
    sources
}

#[test]
fn a_file_is_read_in_one_sitting() {
    let mut lines: Vec<_> = library().iter().map(|file| (file.lines, file.module.join("::"))).collect();
    lines.sort();
    assert!(lines.last().unwrap().0 <= MAX_LINES, "{:?}", lines.last());
    assert!(lines[lines.len() / 2].0 <= 150, "half of the files have at most 150 lines");
}

#[test]
fn the_parts_of_a_module_do_not_use_each_other_in_a_circle() {
    let sources = library();
    let parts: BTreeSet<_> = sources.iter().map(|source| source.module.clone()).collect();
    // The part in which a name lies that its module exports.
    let mut homes = BTreeMap::new();
    for source in &sources {
        for path in source.paths() {
            let part = path.get(..=source.module.len()).filter(|part| parts.contains(*part));
            if let Some(part) = part.filter(|part| part.starts_with(&source.module)) {
                let name = [&source.module[..], &path[path.len() - 1..]].concat();
                homes.insert(name, part.to_vec());
            }
        }
    }
    let mut uses = BTreeMap::<_, BTreeSet<_>>::new();
    for source in &sources {
        for path in source.paths() {
            let common = source.module.iter().zip(&path).take_while(|(a, b)| a == b).count();
            if let (Some(part), Some(name)) = (source.module.get(..=common), path.get(..=common)) {
                let used = if parts.contains(name) { Some(name) } else { homes.get(name).map(Vec::as_slice) };
                uses.entry(part.join("::")).or_default().extend(used.map(|used| used.join("::")));
            }
        }
    }
    for (part, used) in &mut uses {
        used.remove(part);
    }
    // What uses nothing that is left, or is not used by it, is in no circle.
    loop {
        let left: BTreeSet<String> = uses.keys().cloned().collect();
        let used: BTreeSet<String> = uses.values().flatten().cloned().collect();
        uses.retain(|part, uses| used.contains(part) && !uses.is_disjoint(&left));
        if uses.len() == left.len() {
            break;
        }
    }
    assert_eq!(uses.into_keys().collect::<Vec<_>>(), CIRCLES);
}
