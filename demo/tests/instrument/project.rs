//! Rules for the sources and the READMEs.

use std::fs;
use std::path::Path;

#[test]
fn the_rust_code_in_the_readme_is_the_minimal_example() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    // Git may check out files with CRLF.
    let text = |file: &str| fs::read_to_string(project.join(file)).unwrap().replace("\r\n", "\n");
    let readme = text("README.md");
    let blocks = readme.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    assert_eq!(blocks.collect::<Vec<_>>(), [text("examples/minimal.rs")]);
}

#[test]
fn only_drawing_code_names_macroquad() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let drawing = [folder.join("paint"), folder.join("paint.rs")];
    let (mut open, mut read) = (vec![folder], 0);
    while let Some(path) = open.pop() {
        if drawing.contains(&path) {
            continue;
        }
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        read += 1;
        for line in fs::read_to_string(&path).unwrap().lines() {
            let code = line.split("//").next().unwrap_or_default();
            let names = ["macroquad", "miniquad"].iter().any(|name| code.contains(name));
            assert!(!names, "{}: {line}", path.display());
        }
    }
    assert!(read > 30, "{read} files");
}
