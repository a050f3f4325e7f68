//! The repository uses the words of the field: retired words stay out of names, docs and texts.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Words that are not used any more, each with what is written instead.
const RETIRED: [(&str, &str); 18] = [
    ("heed", "handle"),
    ("heeds", "handles"),
    ("heeded", "handled"),
    ("told", "`is called with`, `gets`, `receives`"),
    ("anew", "again, or the operation that starts over: restart, reload"),
    ("lacks", "`is missing`, `has no`"),
    ("lacked", "missing"),
    ("settle", "apply"),
    ("settles", "applies"),
    ("settled", "applied, idle"),
    ("nobody", "no unit, no screen, none"),
    ("somebody", "a unit, a user"),
    ("whoever", "the caller, the unit that"),
    ("obey", "apply"),
    ("obeys", "applies"),
    ("obeyed", "applied"),
    ("hush", "fade"),
    ("hushed", "quiet"),
];

/// Phrases that are not used any more.
const PHRASES: [&str; 3] = ["those who", "without end", "is over already"];

/// Files in which one of the words may stand, and why.
const EXCEPTIONS: [(&str, &str); 2] = [
    ("demo/tests/instrument/words.rs", "the list itself"),
    ("assets/strings/en.ftl", "lines that characters speak"),
];

const EXTENSIONS: [&str; 10] = ["rs", "md", "toml", "ron", "rhai", "ftl", "txt", "js", "html", "events"];
const SKIPPED: [&str; 4] = ["target", "node_modules", ".git", "corpus"];

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The text files below a folder.
fn texts(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("its entry can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if path.is_dir() && !SKIPPED.contains(&name) {
            texts(&path, found);
        } else if EXTENSIONS.contains(&extension) {
            found.insert(path);
        }
    }
}

/// The words of a line in lower case; a name in snake or camel case is several.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut last = ' ';
    for letter in line.chars() {
        let is_boundary = !letter.is_ascii_alphabetic() || (letter.is_uppercase() && last.is_lowercase());
        if is_boundary {
            words.push(String::new());
        }
        if letter.is_ascii_alphabetic() {
            words.last_mut().expect("it has one").extend(letter.to_lowercase());
        }
        last = letter;
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn retired_words_are_not_used() {
    let mut files = BTreeSet::new();
    texts(&top(), &mut files);
    assert!(files.len() > 300, "only {} files were found", files.len());
    let mut found = Vec::new();
    for path in files {
        let name =
            path.strip_prefix(top()).expect("it is below the top").to_string_lossy().replace('\\', "/");
        if EXCEPTIONS.iter().any(|(file, _)| *file == name) {
            continue;
        }
        let text = fs::read_to_string(&path).expect("it is text");
        for (number, line) in text.lines().enumerate() {
            let words = words(line);
            let retired = RETIRED.iter().filter(|(word, _)| words.iter().any(|other| other == word));
            found.extend(
                retired.map(|(word, instead)| format!("{name}:{}: `{word}`; write {instead}", number + 1)),
            );
            let line = line.to_lowercase();
            let phrases = PHRASES.iter().filter(|phrase| line.contains(**phrase));
            found.extend(phrases.map(|phrase| format!("{name}:{}: \"{phrase}\"", number + 1)));
        }
    }
    assert!(found.is_empty(), "{} retired words:\n{}", found.len(), found.join("\n"));
}

#[test]
fn each_exception_is_needed() {
    for (file, why) in EXCEPTIONS {
        let text = fs::read_to_string(top().join(file)).expect("an exception names a file");
        let words = words(&text);
        let is_used = RETIRED.iter().any(|(word, _)| words.iter().any(|other| other == word));
        assert!(is_used || PHRASES.iter().any(|phrase| text.contains(phrase)), "{file} ({why}) needs none");
    }
}

#[test]
fn test_names_have_at_most_90_characters() {
    let mut files = BTreeSet::new();
    texts(&top(), &mut files);
    let sources = files.iter().filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let long: Vec<String> = sources
        .flat_map(|path| {
            let text = fs::read_to_string(path).expect("it is text");
            let tests =
                text.split("#[test]").skip(1).filter_map(|rest| rest.split_once("fn ")?.1.split_once('('));
            tests.map(|(name, _)| name.to_owned()).collect::<Vec<_>>()
        })
        .filter(|name| name.len() > 90)
        .collect();
    assert!(long.is_empty(), "{} long names:\n{}", long.len(), long.join("\n"));
}
