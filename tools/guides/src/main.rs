//! Follows the guides of `src/docs` as a reader does: makes what a guide works on, applies its steps one after
//! another, runs its commands, and compares what they write. `--pictures` also takes the guides' pictures, in a
//! window. `README` is what the README prints below "Use the library", pasted into an empty package.
//!
//! ```text
//! cargo run -p guides
//! .ci/display cargo run -p guides -- --pictures pong
//! cargo run -p guides -- --counts
//! ```
//!
//! In the end it prints what each guide asks of its reader; `--counts` prints that alone.
//!
//! The first line after the title says what a guide works on: `In an empty folder:`, `In the demo:`, or ``In a game made by
//! `new-game`:`` with any options, such as ``In a game made by `new-game --languages en`:``. Each block has a line above it:
//!
//! | line | block |
//! |---|---|
//! | ``Make `FILE`:`` | the whole new file |
//! | ``Change `FILE`:`` | `diff`: hunks with `@@` lines between them; the old lines of each are once in the file |
//! | `Run:` | `sh`: commands that succeed in the folder; a block `text` or `mermaid` after it has lines of their output, in order |
//! | | `![DESCRIPTION][NAME]`: the screenshot NAME of the last run, with a window instead of `--headless` |

#![expect(clippy::print_stdout, reason = "this is the output of a program")]

mod counts;
#[cfg(test)]
mod tests;

use std::fs;
use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Instant;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use counts::Counts;
use image::codecs::png::{CompressionType, FilterType, PngEncoder};

/// The game that the guides for `new-game` work on.
const GAME: &str = "star-herder";
/// The beginning of the base of the guides for `new-game`, which its options and a backtick follow.
const MADE: &str = "In a game made by `new-game";
/// The base of the guides that change the demo.
const DEMO: &str = "In the demo";
/// The name that stands for the README.
const README: &str = "README";

/// A fenced block of a guide, with the line above it; or a picture, a line without a block.
struct Block<'a> {
    /// The line of the guide, counted from 1.
    line: usize,
    above: &'a str,
    language: &'a str,
    text: String,
}

fn main() -> ExitCode {
    let words = std::env::args().skip(1);
    let (options, mut names): (Vec<_>, Vec<_>) = words.partition(|word| word.starts_with('-'));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap_or(Path::new("."));
    if names.is_empty() {
        names = names_of_all(root);
        names.insert(0, README.to_owned());
    }
    if options.iter().any(|option| option == "--counts") {
        print_counts(root, &names);
        return ExitCode::SUCCESS;
    }
    let of_root = BuildHasherDefault::<DefaultHasher>::default().hash_one(root);
    let place = std::env::temp_dir().join(format!("guides-{of_root:x}"));
    let follower =
        Follower { root, place, takes_pictures: options.iter().any(|option| option == "--pictures") };
    let mut code = ExitCode::SUCCESS;
    for name in &names {
        let start = Instant::now();
        if name == README {
            match follower.paste_readme() {
                Ok(()) => println!("README.md: it runs as printed, in {} s", start.elapsed().as_secs()),
                Err(error) => {
                    println!("README.md: {error}");
                    code = ExitCode::FAILURE;
                }
            }
            continue;
        }
        match follower.follow(name) {
            Ok(steps) => println!("src/docs/{name}.md: {steps} steps in {} s", start.elapsed().as_secs()),
            Err((line, error)) => {
                println!("src/docs/{name}.md:{line}: {error}");
                code = ExitCode::FAILURE;
            }
        }
    }
    print_counts(root, &names);
    code
}

/// Prints what the guides ask of their readers. One that cannot be read has an error already.
fn print_counts(root: &Path, names: &[String]) {
    println!("\n{:18}  {}", "guide", Counts::COLUMNS.join("  "));
    for name in names {
        let guide = read(&root.join("src/docs"), &Path::new(name).with_extension("md")).unwrap_or_default();
        if let Some(blocks) = parse(&guide).ok().filter(|blocks| !blocks.is_empty()) {
            println!("{name:18}  {}", Counts::of(&blocks));
        }
    }
}

/// The names of all guides.
fn names_of_all(root: &Path) -> Vec<String> {
    let files = files_in(&root.join("src/docs"), Path::new(""));
    let names = files.iter().filter_map(|file| file.to_str()?.strip_suffix(".md"));
    names.filter(|name| !name.contains(['/', '\\'])).map(str::to_owned).collect()
}

struct Follower<'a> {
    root: &'a Path,
    /// Where copies are changed: outside of the repository, and the same in each run, so that Cargo builds only
    /// what is different.
    place: PathBuf,
    takes_pictures: bool,
}

impl Follower<'_> {
    /// Lays out what a guide works on, and follows it to its end. Returns the number of its steps; or what was expected,
    /// and its line.
    fn follow(&self, name: &str) -> Result<usize, (usize, String)> {
        let docs = self.root.join("src/docs");
        let at = |line| move |error| (line, error);
        let guide = read(&docs, &Path::new(name).with_extension("md")).map_err(at(1))?;
        let blocks = parse(&guide)?;
        let base =
            guide.lines().filter(|line| !line.is_empty()).nth(1).and_then(|line| line.split(':').next());
        let folder = self.lay(base.unwrap_or_default()).map_err(at(3))?;
        self.take_steps(name, &folder, &blocks)?;
        self.define_pictures(&docs.join(name)).map_err(at(1))?;
        Ok(blocks.len())
    }

    fn take_steps(&self, name: &str, folder: &Path, blocks: &[Block<'_>]) -> Result<(), (usize, String)> {
        let at = |line| move |error| (line, error);
        let (mut command, mut output) = ("", None);
        for Block { line, above, language, text } in blocks {
            let (word, file) = above.split_once(" `").unwrap_or((above, ""));
            let file = Path::new(file.trim_end_matches("`:"));
            let done = match (word, *language, output.take()) {
                ("Make", ..) if folder.join(file).exists() => {
                    Err(format!("{} exists already", file.display()))
                }
                ("Make", ..) => write(folder, file, text),
                ("Change", "diff", _) => read(folder, file)
                    .and_then(|old| change(&old, text))
                    .and_then(|new| write(folder, file, new)),
                ("Run:", "sh", _) => {
                    command = text;
                    self.run(folder, command).map(|written| output = Some(written))
                }
                ("```", "text" | "mermaid", Some(written)) => compare(&written, text),
                (_, "picture", _) if !self.takes_pictures || !command.contains("--headless") => Ok(()),
                (_, "picture", _) => {
                    let shot = text.trim_end_matches(']').rsplit('[').next().unwrap_or_default();
                    self.shoot(folder, command, &Path::new(name).join(shot).with_extension("png"))
                }
                _ => Err(
                    "unknown block: expected above it `Make `FILE`:`, `Change `FILE`:` (for diff) or `Run:` \
                          (for sh); or, for text, the block of a run"
                        .to_owned(),
                ),
            };
            done.map_err(at(*line))?;
        }
        Ok(())
    }

    /// Makes a package of what the README prints below "Use the library", word for word, and runs it without a window.
    fn paste_readme(&self) -> Result<(), String> {
        let readme = read(self.root, Path::new("README.md"))?;
        let (_, section) =
            readme.split_once("\n## Use the library\n").ok_or("there is no `Use the library`")?;
        let block = |language: &str| {
            let (_, rest) = section.split_once(&format!("\n```{language}\n"))?;
            Some(rest.split_once("\n```\n")?.0.to_owned() + "\n")
        };
        let [dependencies, code] =
            [block("toml"), block("rust")].map(|block| block.ok_or("a block is missing"));
        let folder = self.lay("In an empty folder")?;
        let package = "[package]\nname = \"pasted\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n";
        write(&folder, Path::new("Cargo.toml"), package.to_owned() + &dependencies?)?;
        write(&folder, Path::new("src/main.rs"), code?)?;
        // Above Cargo's folder for builds are the assets of the demo.
        let run = "cargo build\ncp \"$CARGO_TARGET_DIR/debug/pasted\" .\n./pasted";
        compare(&self.run(&folder, run)?, "; running two seconds without a window instead")
    }

    /// Makes what a guide works on, as it is before the first step.
    fn lay(&self, base: &str) -> Result<PathBuf, String> {
        let options = base.strip_prefix(MADE).and_then(|options| options.strip_suffix('`'));
        let (from, folder) = match (base, options) {
            (DEMO, _) => (self.root.to_owned(), self.place.join("demo")),
            (_, Some(_)) => (self.place.join("made"), self.place.join(GAME)),
            ("In an empty folder", _) => (self.place.join("nothing"), self.place.join("empty")),
            _ => {
                return Err(format!(
                    "expected the base of a guide before the first colon, and found `{base}`"
                ));
            }
        };
        let files = if from == self.root {
            let list = self.run(self.root, "git ls-files --cached --others --exclude-standard")?;
            list.lines().map(PathBuf::from).filter(|file| from.join(file).is_file()).collect()
        } else {
            let _ = fs::remove_dir_all(&from);
            if let Some(options) = options {
                let made = from.display();
                self.run(self.root, &format!("cargo run --package new-game -- {GAME} '{made}'{options}"))?;
            }
            // The versions that everything else here is tested with.
            write(&from, Path::new("Cargo.lock"), read(self.root, Path::new("Cargo.lock"))?)?;
            files_in(&from, Path::new(""))
        };
        for file in files_in(&folder, Path::new("")).iter().filter(|file| !files.contains(file)) {
            fs::remove_file(folder.join(file)).map_err(about(file))?;
            // Empty folders too.
            let _ = file.ancestors().skip(1).try_for_each(|above| fs::remove_dir(folder.join(above)));
        }
        for file in &files {
            write(&folder, file, fs::read(from.join(file)).map_err(about(file))?)?;
        }
        #[cfg(unix)]
        let _ = std::os::unix::fs::symlink(self.root, self.place.join("proscenium"));
        Ok(folder)
    }

    /// Runs a command of a guide. Returns what it has written.
    fn run(&self, folder: &Path, command: &str) -> Result<String, String> {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("exec 2>&1; set -e\n{command}")).current_dir(folder);
        // As in the workspace, whose builds of dependencies then fit; but programs have the same names there.
        let target = self.root.join("target");
        shell.env("CARGO_TARGET_DIR", target.join("guides")).env("CARGO_BUILD_BUILD_DIR", target);
        // The changed demo has its crates built apart: Cargo takes crates at one place of two workspaces for one.
        let debug = if folder == self.place.join("demo") { "none" } else { "line-tables-only" };
        shell.env("CARGO_PROFILE_DEV_DEBUG", debug).env("CARGO_TERM_COLOR", "never");
        if !self.takes_pictures {
            shell.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
        }
        let result = shell.output().map_err(about(Path::new("sh")))?;
        let output = String::from_utf8_lossy(&result.stdout).into_owned();
        let status = result.status;
        if status.success() {
            Ok(output)
        } else {
            Err(format!("expected success, and found {status}:\n{output}"))
        }
    }

    /// Takes a picture of the last command, in a window.
    fn shoot(&self, folder: &Path, command: &str, picture: &Path) -> Result<(), String> {
        let shots = self.place.join("shots");
        let window = format!("--window 640x360 --screenshots '{}'", shots.display());
        self.run(folder, &command.replace("--headless", &window))?;
        let shot = shots.join(picture.file_name().unwrap_or_default());
        let mut small = Vec::new();
        // Half as large as with other filters: the guides' pictures have few colours.
        let encoder = PngEncoder::new_with_quality(&mut small, CompressionType::Best, FilterType::NoFilter);
        let coded = image::open(&shot).and_then(|image| image.write_with_encoder(encoder));
        coded.map_err(|cause| format!("{}: {cause}", shot.display()))?;
        write(&self.root.join("src/docs"), picture, small)
    }

    /// Writes the pictures of a guide as rustdoc can show them, which has no files beside its pages. Without
    /// `--pictures` it compares.
    fn define_pictures(&self, folder: &Path) -> Result<(), String> {
        let mut text = String::new();
        for png in
            files_in(folder, Path::new("")).iter().filter(|file| file.extension() == Some("png".as_ref()))
        {
            let data = STANDARD.encode(fs::read(folder.join(png)).map_err(about(png))?);
            text += &format!("[{}]: data:image/png;base64,{data}\n", png.with_extension("").display());
        }
        let file = Path::new("pictures.md");
        match text.is_empty() || read(folder, file).is_ok_and(|old| old == text) {
            true => Ok(()),
            false if self.takes_pictures => write(folder, file, text),
            false => {
                Err("expected in pictures.md what `--pictures` makes of the PNG files beside it".to_owned())
            }
        }
    }
}

/// Reads the blocks of a guide.
fn parse(guide: &str) -> Result<Vec<Block<'_>>, (usize, String)> {
    let (mut blocks, mut above) = (Vec::new(), "");
    let mut lines = (1..).zip(guide.lines());
    while let Some((line, text)) = lines.next() {
        if let Some(language) = text.strip_prefix("```") {
            let mut block = String::new();
            loop {
                match lines.next() {
                    Some((_, "```")) => break,
                    Some((_, text)) => block = block + text + "\n",
                    None => return Err((line, "expected an end of this block".to_owned())),
                }
            }
            blocks.push(Block { line, above, language, text: block });
            above = "```";
        } else if text.starts_with("![") {
            blocks.push(Block { line, above, language: "picture", text: text.to_owned() });
        } else if !text.trim().is_empty() {
            above = text;
        }
    }
    Ok(blocks)
}

/// Returns a file with the hunks of a diff applied: the lines of each are found exactly once.
fn change(file: &str, diff: &str) -> Result<String, String> {
    let mut lines: Vec<&str> = file.lines().collect();
    for hunk in diff.split("@@\n").filter(|hunk| !hunk.is_empty()) {
        if let Some(line) = hunk.lines().find(|line| !line.is_empty() && !line.starts_with([' ', '-', '+'])) {
            return Err(format!(
                "expected a blank, `-`, `+` or `@@` at the start of a line of a diff: {line}"
            ));
        }
        let side = |signs: [char; 2]| {
            let of_side = hunk.lines().filter(move |line| line.is_empty() || line.starts_with(signs));
            of_side.map(|line| line.get(1..).unwrap_or_default()).collect::<Vec<_>>()
        };
        let (old, new) = (side([' ', '-']), side([' ', '+']));
        let found: Vec<_> = (0..=lines.len()).filter(|&place| lines[place..].starts_with(&old)).collect();
        let [place] = found[..] else {
            return Err(format!(
                "expected once in the file, and found {} times:\n{}",
                found.len(),
                old.join("\n")
            ));
        };
        lines.splice(place..place + old.len(), new);
    }
    Ok(lines.join("\n") + "\n")
}

/// Compares what a command has written with what the guide says.
fn compare(output: &str, expected: &str) -> Result<(), String> {
    let mut written = output.lines();
    let mut lines = expected.lines().map(str::trim).filter(|line| !["", "..."].contains(line));
    match lines.find(|line| !written.any(|written| written.contains(line))) {
        Some(line) => Err(format!("expected in the output, below the lines before it: {line}\n{output}")),
        None => Ok(()),
    }
}

/// The files in a folder and in the folders below it, in the order of their names.
fn files_in(folder: &Path, below: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder.join(below)).into_iter().flatten().flatten().collect();
    entries.sort_by_key(fs::DirEntry::file_name);
    let files = entries.into_iter().flat_map(|entry| {
        let path = below.join(entry.file_name());
        if folder.join(&path).is_dir() { files_in(folder, &path) } else { vec![path] }
    });
    files.collect()
}

fn read(folder: &Path, path: &Path) -> Result<String, String> {
    fs::read_to_string(folder.join(path)).map_err(about(path))
}

/// Writes a file, if it is not there as it is to be: Cargo builds again what was written.
fn write(folder: &Path, path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), String> {
    let file = folder.join(path);
    if fs::read(&file).is_ok_and(|old| old == bytes.as_ref()) {
        return Ok(());
    }
    let above = file.parent().unwrap_or(folder);
    fs::create_dir_all(above).and_then(|()| fs::write(&file, bytes)).map_err(about(path))
}

fn about(path: &Path) -> impl FnOnce(io::Error) -> String {
    move |cause| format!("{}: {cause}", path.display())
}
