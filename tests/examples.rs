//! The examples: each keeps to its length and has a header, and each that writes text writes what
//! its header says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The examples that write text, and a test of each.
macro_rules! examples_with_text {
    ($($(#[$needs:meta])? $name:ident,)*) => {
        const TEXT: &[&str] = &[$(stringify!($name)),*];

        mod it_writes_what_its_header_says {
            $(
                $(#[$needs])?
                #[test]
                fn $name() {
                    super::compare(stringify!($name));
                }
            )*
        }
    };
}

examples_with_text! {
    aseprite_slices,
    #[cfg(feature = "atlases")]
    atlas,
    screen_stack,
    popups,
    ldtk_levels,
    loading_phase,
    preload,
    side_load,
    custom_kind,
    events,
    singleton,
    table_moods,
    pushdown_marine,
    hierarchy_runner,
    template_monster,
    swarm,
}

/// The most lines of an example, and of those that show how little a program needs.
const MAX_LINES: usize = 160;
const SHORT: [(&str, usize); 2] = [("minimal", 40), ("embed", 80)];

fn source(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(format!("{name}.rs"));
    // Git may check files out with the line ends of Windows.
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).replace("\r\n", "\n")
}

/// The lines of the header, without the slashes.
fn header(source: &str) -> impl Iterator<Item = &str> {
    let lines = source.lines().map_while(|line| line.strip_prefix("//!"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line))
}

/// The text block of the header, if there is one.
fn promised(source: &str) -> Option<Vec<&str>> {
    let mut lines = header(source).skip_while(|line| *line != "```text");
    lines.next()?;
    Some(lines.take_while(|line| *line != "```").collect())
}

/// The program of an example: Cargo puts it into a folder beside this test's.
fn program(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).expect("a test lies in the folder `deps`");
    let program = profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "there is no {}; run `cargo build --examples`", program.display());
    program
}

/// Compares what an example writes with the text block of its header.
fn compare(name: &str) {
    let source = source(name);
    let promised = promised(&source).unwrap_or_else(|| panic!("the header of {name} has no ```text block"));
    let output = Command::new(program(name)).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name} ended with {}: {errors}", output.status);
    assert_eq!(errors, "", "{name} writes to stderr");
    let written = String::from_utf8(output.stdout).unwrap();
    let written: Vec<&str> = written.lines().collect();
    let longest = promised.len().max(written.len());
    let Some(line) = (0..longest).find(|&line| promised.get(line) != written.get(line)) else { return };
    let show = |lines: &[&str]| lines.get(line).map_or("(the end)".to_owned(), |text| format!("`{text}`"));
    panic!(
        "{name}, line {} of its output\n  its header says: {}\n  it writes:       {}\n\
         (if it was changed since: `cargo build --examples`)\nall that it writes:\n{}\n",
        line + 1,
        show(&promised),
        show(&written),
        written.join("\n"),
    );
}

#[cfg(feature = "window")]
#[test]
fn the_smallest_game_starts_where_there_is_no_other_file() {
    let folder = std::env::temp_dir().join(format!("proscenium-smallest-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let copy = folder.join(format!("game{}", std::env::consts::EXE_SUFFIX));
    fs::copy(program("minimal"), &copy).unwrap();
    let mut game = Command::new(&copy);
    let game = game.current_dir(&folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = game.output().unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "it ended with {}: {errors}", output.status);
    assert!(errors.contains("running two seconds without a window"), "{errors}");
    // The image that stands in for the missing one.
    assert!(errors.contains("`logo` from textures/logo.png is replaced by a stand-in"), "{errors}");
}

#[test]
fn every_example_has_a_header_and_is_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            continue;
        }
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let source = source(&name);
        let most = SHORT.iter().find(|(short, _)| *short == name).map_or(MAX_LINES, |(_, most)| *most);
        let lines = source.lines().count();
        assert!(lines <= most, "{name} has {lines} lines; the limit is {most}");
        assert!(header(&source).any(|line| line.len() > 20), "{name} has no header that says what it shows");
        assert_eq!(promised(&source).is_some(), TEXT.contains(&name.as_str()), "{name}: run it, or not?");
        names.push(name);
    }
    for name in TEXT.iter().copied().chain(SHORT.map(|(short, _)| short)) {
        assert!(names.iter().any(|known| known == name), "there is no example {name}");
    }
}
