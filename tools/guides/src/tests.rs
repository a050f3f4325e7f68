use std::fs;
use std::path::Path;

use crate::counts::Counts;
use crate::{Follower, change, compare, names_of_all, parse};

/// Follows a guide that works in an empty folder. Returns the steps, or the line and the first line of the error.
fn follow(name: &str, steps: &str) -> Result<usize, (usize, String)> {
    let root = std::env::temp_dir().join(format!("guide-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(root.join("src/docs")).unwrap();
    fs::write(root.join("Cargo.lock"), "").unwrap();
    fs::write(root.join("src/docs/guide.md"), format!("# A guide\n\nIn an empty folder:\n\n{steps}"))
        .unwrap();
    let follower = Follower { root: &root, place: root.join("place"), takes_pictures: false };
    let followed = follower.follow("guide");
    fs::remove_dir_all(&root).unwrap();
    followed.map_err(|(line, error)| (line, error.lines().next().unwrap_or_default().to_owned()))
}

#[test]
fn the_steps_of_a_guide_are_applied_one_after_another() {
    let steps = "Make `a/b.txt`:\n\n```toml\none\ntwo\n```\n\nMore.\n\nChange `a/b.txt`:\n\n```diff\n one\n-two\n+2\n```\n\
        \nRun:\n\n```sh\ncat a/b.txt\n```\n\n```text\none\n2\n```\n";
    assert_eq!(follow("steps", steps), Ok(4));
}

#[test]
fn what_does_not_work_is_an_error_with_its_line() {
    let error = |line, error: &str| Err((line, error.to_owned()));
    let make = "Make `a`:\n\n```text\none\none\n```\n\n";
    let change = |diff: &str| follow("change", &format!("{make}Change `a`:\n\n```diff\n{diff}\n```\n"));
    assert_eq!(change("-two"), error(14, "expected once in the file, and found 0 times:"));
    assert_eq!(change("-one"), error(14, "expected once in the file, and found 2 times:"));
    assert_eq!(follow("make", &[make, make].concat()), error(14, "a exists already"));
    let run = |command: &str| follow("run", &format!("Run:\n\n```sh\n{command}\n```\n\n```text\nout\n```\n"));
    assert_eq!(run("echo out; false"), error(7, "expected success, and found exit status: 1:"));
    assert_eq!(run("echo other"), error(11, "expected in the output, below the lines before it: out"));
    assert_eq!(run("echo out >&2"), Ok(2));
    let picture = "Run:\n\n```sh\necho 'a --> b: go'\n```\n\n```mermaid\na --> c\n```\n";
    assert_eq!(
        follow("run", picture),
        error(11, "expected in the output, below the lines before it: a --> c")
    );
}

#[test]
fn files_lines_and_commands_of_a_guide_are_counted() {
    let guide = "Make `a`:\n\n```text\none\ntwo\n```\n\nChange `b`:\n\n```diff\n-old\n+new\n@@\n old\n+new\n```\n\n\
        Change `a`:\n\n```diff\n-two\n```\n\nMake `assets/scripts/a.txt`:\n\n```text\nrun 1\n```\n\nRun:\n\n```sh\na\nb\n```\n\n\
        ```text\nout\n```\n";
    let counts = Counts { changed: 1, new: 2, lines: 4, script: 1, commands: 2 };
    assert_eq!(Counts::of(&parse(guide).ok().unwrap()), counts);
    assert_eq!(counts.to_string(), "      1    2      4       1         2");
}

#[test]
fn a_block_that_no_line_explains_is_an_error() {
    let line = |guide: &str| {
        let (line, error) = follow("unknown", guide).unwrap_err();
        assert!(error.starts_with("unknown block"), "{error}");
        line
    };
    assert_eq!(line("Look:\n\n```rust,ignore\n```\n"), 7);
    assert_eq!(line("Change `a`:\n\n```rust,ignore\n```\n"), 7);
    assert_eq!(line("Run:\n\n```sh\n```\n\nWords.\n\n```text\n```\n"), 12);
    assert_eq!(parse("a\n```sh\n").err(), Some((2, "expected an end of this block".to_owned())));
}

#[test]
fn a_diff_changes_each_place_that_it_names() {
    let old = "a\nb\nc\n\nd\nb\n";
    assert_eq!(change(old, " a\n-b\n+B\n@@\n \n-d\n+D\n+e\n"), Ok("a\nB\nc\n\nD\ne\nb\n".to_owned()));
    let unsigned = "expected a blank, `-`, `+` or `@@` at the start of a line of a diff: b";
    assert_eq!(change(old, " a\nb\n"), Err(unsigned.to_owned()));
}

#[test]
fn the_lines_of_an_output_are_found_in_order() {
    assert_eq!(compare("   Compiling\nfirst line\nnoise\nlast line\n", "first\n...\n  last line\n"), Ok(()));
    let error = compare("first\nlast\n", "last\nfirst\n").unwrap_err();
    assert_eq!(error, "expected in the output, below the lines before it: first\nfirst\nlast\n");
}

#[test]
fn each_guide_is_in_the_documentation_and_in_the_readme() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let [shown, readme] =
        ["src/docs.rs", "README.md"].map(|file| fs::read_to_string(root.join(file)).unwrap());
    let guides = names_of_all(&root);
    assert!(guides.len() > 8, "{guides:?}");
    for guide in guides {
        assert!(shown.contains(&format!("\"docs/{guide}.md\")]\npub mod {guide} {{}}")), "{guide}");
        assert!(readme.contains(&format!("](src/docs/{guide}.md)")), "{guide}");
    }
}
