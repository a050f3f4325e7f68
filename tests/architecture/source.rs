//! The sources of the library as tokens and paths. Comments, texts and tests are left out.

use std::fs;
use std::path::Path;

/// A file of the library, without its tests.
pub struct Source {
    /// The file as seen from the `src` of the module, with `/`; of a crate as if it were a module: `ai.rs`, `ai/id.rs`.
    pub file: String,
    /// How many lines it has.
    pub lines: usize,
    /// Whether it is in a crate of its own.
    is_in_crate: bool,
    /// Identifiers and single characters of punctuation; `::` is one token.
    tokens: Vec<String>,
}

impl Source {
    fn new(file: String, is_in_crate: bool, text: &str) -> Self {
        let text = without_tests(text);
        let (lines, tokens) = (text.lines().count(), tokens(text));
        Self { file, lines, is_in_crate, tokens }
    }

    /// Whether the file is `part.rs` or in the folder `part`.
    pub fn is_in(&self, part: &str) -> bool {
        self.file.strip_prefix(part).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'))
    }

    /// Whether an identifier occurs anywhere.
    pub fn names(&self, identifier: &str) -> bool {
        self.tokens.iter().any(|token| token == identifier)
    }

    /// All paths with `::`, and what `use` imports. Groups are written out, paths of the library
    /// begin with `crate`: `use super::{a, b::C}` in `flow/x.rs` is `crate::flow::a` and
    /// `crate::flow::b::C`, and `crate::id` in the crate `ai` is `crate::ai::id`.
    pub fn paths(&self) -> Vec<String> {
        let mut paths = Vec::new();
        let mut at = 0;
        while at < self.tokens.len() {
            let follows = self.tokens.get(at + 1).is_some_and(|next| next == "::");
            let is_imported = at > 0 && self.tokens[at - 1] == "use";
            let is_path = is_identifier(&self.tokens[at]) && (follows || is_imported);
            at = if is_path { self.expand(at, "", &mut paths) } else { at + 1 };
        }
        paths.iter().map(|path| self.resolve(path)).collect()
    }

    /// The names that the file exports: `pub use`, `pub struct` and so on, but no modules.
    pub fn exports(&self) -> Vec<String> {
        let (mut names, mut depth) = (Vec::new(), 0);
        for (at, token) in self.tokens.iter().enumerate() {
            match token.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if token != "pub" || depth > 0 {
                continue;
            }
            let after = |distance: usize| self.tokens.get(at + distance).map_or("", String::as_str);
            match after(1) {
                "use" => {
                    let mut paths = Vec::new();
                    self.expand(at + 2, "", &mut paths);
                    names.extend(paths.iter().filter_map(|path| path.rsplit("::").next()).map(str::to_owned));
                }
                "const" if after(2) == "fn" => names.push(after(3).to_owned()),
                "struct" | "enum" | "trait" | "type" | "const" | "static" | "fn" => {
                    names.push(after(2).to_owned());
                }
                _ => {}
            }
        }
        names
    }

    /// The files of the modules that the file declares as `pub mod`.
    pub fn public_modules(&self) -> Vec<String> {
        let folder = self.file.trim_end_matches(".rs");
        let declared = self.tokens.windows(3).filter(|tokens| tokens[..2] == ["pub", "mod"]);
        declared.map(|tokens| format!("{folder}/{}.rs", tokens[2])).collect()
    }

    /// Follows a path from a token; returns the token after it.
    fn expand(&self, mut at: usize, prefix: &str, paths: &mut Vec<String>) -> usize {
        let token = |at: usize| self.tokens.get(at).map_or("", String::as_str);
        let mut path = prefix.to_owned();
        loop {
            if token(at) == "{" {
                at += 1;
                while token(at) != "}" && !token(at).is_empty() {
                    at = self.expand(at, &path, paths);
                    if token(at) == "," {
                        at += 1;
                    }
                }
                return at + 1;
            }
            path = if path.is_empty() { token(at).to_owned() } else { format!("{path}::{}", token(at)) };
            at += 1;
            if token(at) != "::" {
                break;
            }
            at += 1;
        }
        if token(at) == "as" {
            paths.push(path);
            return at + 2;
        }
        paths.push(path);
        at
    }

    fn resolve(&self, path: &str) -> String {
        let mut module: Vec<&str> = self.file.trim_end_matches(".rs").split('/').collect();
        if let Some(rest) = path.strip_prefix("crate::").filter(|_| self.is_in_crate) {
            return format!("crate::{}::{rest}", module[0]);
        }
        let mut rest = path;
        while let Some(after) = rest.strip_prefix("super::") {
            module.pop();
            rest = after;
        }
        if rest.len() == path.len() && !path.starts_with("self::") {
            return path.to_owned();
        }
        let rest = rest.trim_start_matches("self::");
        ["crate"].into_iter().chain(module).chain([rest]).collect::<Vec<_>>().join("::")
    }
}

/// All files of a module: `part.rs` and those in the folder `part` of the library or its core, or those of the crate
/// `part`.
///
/// # Panics
///
/// Panics when there is no such file.
pub fn module(part: &str) -> Vec<Source> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = format!("{part}.rs");
    let in_crate = top.join("crates").join(part).join("src");
    let is_in_crate = in_crate.is_dir();
    let own_folder = ["src", "crates/core/src"].map(|src| top.join(src).join(part));
    let folder = own_folder.into_iter().find(|folder| folder.is_dir()).unwrap_or(in_crate);
    let root = if is_in_crate { folder.join("lib.rs") } else { folder.with_file_name(&own) };
    assert!(root.is_file(), "there is no {}", root.display());
    let mut open = vec![folder.clone()];
    let mut found = vec![Source::new(own, is_in_crate, &fs::read_to_string(&root).unwrap())];
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && path != root
            && !path.ends_with("tests.rs")
        {
            let file = path.strip_prefix(&folder).unwrap().to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path).unwrap();
            found.push(Source::new(format!("{part}/{file}"), is_in_crate, &text));
        }
    }
    assert!(found.len() > 1, "{} has no other files", folder.display());
    found.retain(|source| !source.file.contains("/tests/"));
    found.sort_by(|a, b| a.file.cmp(&b.file));
    found
}

fn is_identifier(token: &str) -> bool {
    token.starts_with(|c: char| c == '_' || c.is_alphabetic())
}

/// The file up to the tests at its end.
fn without_tests(text: &str) -> &str {
    let tests = text.find("#[cfg(test)]\nmod tests {").or(text.find("#[cfg(test)]\r\nmod tests {"));
    &text[..tests.unwrap_or(text.len())]
}

fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if first == '"' {
            text_length(rest)
        } else if let Some(hashes) = raw_text(rest) {
            let end = format!("\"{}", "#".repeat(hashes));
            let start = hashes + 2;
            rest[start..].find(&end).map_or(rest.len(), |at| start + at + end.len())
        } else if rest.starts_with("'\"'") || rest.starts_with("'\\") {
            rest[2..].find('\'').map_or(rest.len(), |at| at + 3)
        } else {
            let length = match first {
                _ if rest.starts_with("::") => 2,
                _ if is_identifier(rest) => {
                    rest.find(|c: char| c != '_' && !c.is_alphanumeric()).unwrap_or(rest.len())
                }
                _ => first.len_utf8(),
            };
            if !first.is_whitespace() {
                tokens.push(rest[..length].to_owned());
            }
            length
        };
        rest = &rest[length..];
    }
    tokens
}

/// The length of a text in quotes.
fn text_length(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !is_escaped => return at + 1,
            b'\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    rest.len()
}

/// How many `#` a raw text begins with, if `rest` begins with one.
fn raw_text(rest: &str) -> Option<usize> {
    let after = rest.strip_prefix('r')?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after[hashes..].starts_with('"').then_some(hashes)
}

#[test]
fn groups_and_relative_imports_become_whole_paths() {
    let text =
        "use super::{a, b::{C, self}}; use crate::kit as k; // use crate::flow;\nfn f() { x::y(\"::z::\") }";
    let source = Source::new("flow/x.rs".to_owned(), false, text);
    let wanted = ["crate::flow::a", "crate::flow::b::C", "crate::flow::b::self", "crate::kit", "x::y"];
    assert_eq!(source.paths(), wanted);
    let source = Source::new("ai/x/y.rs".to_owned(), true, "use crate::id::UnitId; use super::z;");
    assert_eq!(source.paths(), ["crate::ai::id::UnitId", "crate::ai::x::z"]);
}

#[test]
fn public_modules_are_found() {
    let source = Source::new("flow.rs".to_owned(), false, "mod a;\npub(crate) mod b;\npub mod c;");
    assert_eq!(source.public_modules(), ["flow/c.rs"]);
}

#[test]
fn only_the_tests_at_the_end_are_left_out() {
    let text = "#[cfg(test)]\nmod tests;\nuse macroquad as mq;\n#[cfg(test)]\nmod tests {\n    use rhai::Engine;\n}\n";
    let source = Source::new("kit/x.rs".to_owned(), false, text);
    assert!(source.names("macroquad") && !source.names("rhai") && source.lines == 3);
}

#[test]
fn exports_are_counted_one_by_one() {
    let text = "pub use a::{B, c as d};\npub(crate) use e::F;\npub struct G;\nimpl G { pub fn new() {} }\npub fn h() {}";
    let source = Source::new("kit.rs".to_owned(), false, text);
    assert_eq!(source.exports(), ["B", "c", "G", "h"]);
}
