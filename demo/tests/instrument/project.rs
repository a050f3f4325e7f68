//! Rules for the sources and the READMEs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The code spans of a line of Markdown.
fn code_spans(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// Whether a path exists; `*` in its last part stands for any name.
fn exists(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let Some(end) = name.strip_prefix('*') else { return path.exists() };
    let folder = fs::read_dir(path.parent().unwrap());
    folder.is_ok_and(|mut files| files.any(|file| file.unwrap().file_name().to_string_lossy().ends_with(end)))
}

#[test]
fn paths_in_the_readme_of_the_assets_exist() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let assets = project.join("assets");
    let folders = [assets.join("textures"), assets.join("sounds"), assets.clone(), project];
    let text = fs::read_to_string(assets.join("README.md")).unwrap();
    let extensions =
        [".ron", ".rhai", ".events", ".txt", ".png", ".webp", ".wav", ".tsx", ".tmx", ".rs", "/"];
    let is_path = |span: &&str| extensions.iter().any(|end| span.ends_with(end) && span != end);
    let mut count = 0;
    for path in text.lines().flat_map(code_spans).filter(is_path) {
        count += 1;
        assert!(folders.iter().any(|folder| folder.join(path).exists()), "`{path}` does not exist");
    }
    assert!(count > 50, "{count} paths");
}

#[test]
fn paths_in_the_table_of_the_guide_to_forking_exist() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(project.join("docs/forking.md")).unwrap();
    let rows = text.lines().filter_map(|line| line.strip_prefix('|')?.split('|').next());
    let mut count = 0;
    for row in rows.filter(|row| code_spans(row).next().is_some_and(|first| first.contains('/'))) {
        // The first path is whole; the others may be in the same folder.
        let folder = code_spans(row).next().and_then(|first| Path::new(first).parent()).unwrap();
        for path in code_spans(row) {
            count += 1;
            let is_there =
                [project.join(path), project.join(folder).join(path)].iter().any(|path| exists(path));
            assert!(is_there, "`{path}` does not exist");
        }
    }
    assert!(count > 25, "{count} paths");
}

/// The files of Markdown in a folder and in those below it, without what is built.
fn markdown(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        // What is built and what the tests of pages install is not ours.
        let is_ours = !name.starts_with('.') && !name.starts_with("target") && name != "node_modules";
        if entry.file_type().unwrap().is_dir() && is_ours {
            markdown(&path, found);
        } else if name.ends_with(".md") {
            found.push(path);
        }
    }
}

/// The targets of the links and pictures of a text, without those in its blocks of code.
fn links(text: &str) -> Vec<String> {
    let mut is_code = false;
    let lines = text.lines().filter(|line| {
        is_code ^= line.trim_start().starts_with("```");
        !is_code
    });
    let links = lines.flat_map(|line| {
        let inline = line.split("](").skip(1).filter_map(|rest| rest.split([')', ' ']).next());
        let named = line.strip_prefix('[').and_then(|rest| Some(rest.split_once("]: ")?.1.trim()));
        let bare = line.split('<').skip(1).filter_map(|rest| rest.split('>').next());
        inline
            .chain(named)
            .chain(bare.filter(|link| link.contains("://")))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    });
    links.collect()
}

#[test]
fn links_are_found_wherever_they_stand() {
    let text =
        "[a](b.md), ![c](d/e.png \"f\")\n```text\n[not](this)\n```\n[g]: https://h\n<ftp://i>, `<j>`\n";
    assert_eq!(links(text), ["b.md", "d/e.png", "https://h", "ftp://i"]);
}

#[test]
fn no_link_is_dead_or_leads_to_a_host() {
    let mut files = Vec::new();
    markdown(&Path::new(env!("CARGO_MANIFEST_DIR")).join(".."), &mut files);
    let (mut count, mut wrong) = (0, Vec::new());
    for file in &files {
        // Pictures of guides are in the text itself, and rustdoc checks links to items.
        for link in links(&fs::read_to_string(file).unwrap())
            .into_iter()
            .filter(|link| !["data:", "crate::"].iter().any(|start| link.starts_with(start)))
        {
            count += 1;
            let path = link.split('#').next().unwrap();
            if link.contains(':') || !(path.is_empty() || file.parent().unwrap().join(path).exists()) {
                wrong.push(format!("{}: {link}", file.display()));
            }
        }
    }
    assert!(files.len() > 10 && count > 20, "{count} links in {} files", files.len());
    assert!(
        wrong.is_empty(),
        "a package has a name and no address, and a file is there:\n{}",
        wrong.join("\n")
    );
}

#[test]
fn the_rust_code_in_the_readme_is_the_minimal_example() {
    // Git may check files out with the line ends of Windows.
    let [readme, minimal] = ["README.md", "examples/minimal.rs"].map(|file| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
        fs::read_to_string(file).unwrap().replace("\r\n", "\n")
    });
    let blocks = readme.split("```rust\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    assert_eq!(blocks.collect::<Vec<_>>(), [minimal]);
}

/// The sources of the game with their paths, without the files and folders `except`.
fn sources(except: &[&str]) -> Vec<(PathBuf, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let except: Vec<_> = except.iter().map(|path| folder.join(path)).collect();
    assert!(except.iter().all(|path| path.exists()), "{except:?}");
    let (mut open, mut sources) = (vec![folder], Vec::new());
    while let Some(path) = open.pop() {
        if except.contains(&path) {
            continue;
        }
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        sources.push((path, text));
    }
    assert!(sources.len() > 30, "{} files", sources.len());
    sources
}

#[test]
fn only_drawing_code_names_macroquad() {
    for (path, text) in sources(&["paint", "paint.rs", "game/paint"]) {
        for line in text.lines() {
            let code = line.split("//").next().unwrap_or_default();
            let names = ["macroquad", "miniquad"].iter().any(|name| code.contains(name));
            assert!(!names, "{}: {line}", path.display());
        }
    }
}

#[test]
fn three_files_outside_of_the_game_name_it() {
    let names = ["mod game;", "crate::game::", "super::game::"];
    let outside = sources(&["game", "game.rs"]).into_iter();
    let named = outside.filter(|(_, text)| names.iter().any(|name| text.contains(name)));
    let mut files: Vec<_> =
        named.map(|(path, _)| path.file_name().unwrap().to_string_lossy().into_owned()).collect();
    files.sort();
    assert_eq!(files, ["check.rs", "main.rs", "phases.rs"]);
}

#[test]
fn only_drawing_code_and_the_inspector_read_the_state_of_a_unit() {
    /// The methods of a population that give it. Others of these names take no argument, or a value that is made there.
    const CALLS: [&str; 5] = [".state(", ".states(", ".stack(", ".is_in(", ".count_in("];
    let inspector = ["game/inspector", "game/inspector.rs", "game/play/survey.rs"];
    let tests = [
        "tests",
        "tests.rs",
        "game/tests",
        "game/tests.rs",
        "game/play/tests.rs",
        "game/play/tests",
        "game/play/units/hero/tests.rs",
    ];
    let mut readers = BTreeSet::new();
    for (path, text) in sources(&[&inspector[..], &tests].concat()) {
        let mut function = "";
        for line in text.lines() {
            let code = line.split("//").next().unwrap_or_default();
            if let Some((_, name)) = code.split_once("fn ") {
                function = name.split(['(', '<']).next().unwrap_or_default();
            }
            let mut arguments = CALLS.iter().flat_map(|call| code.split(call).skip(1));
            if arguments.any(|rest| rest.starts_with(char::is_lowercase)) {
                // How it is drawn, and what the inspector shows of it.
                assert!(["look", "survey"].contains(&function), "{}: {line}", path.display());
                readers.insert(path.clone());
            }
        }
    }
    assert!(readers.len() >= 4, "{readers:?}");
}
