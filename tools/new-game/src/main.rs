//! Makes a new game from the folder `skeleton`:
//!
//! ```text
//! cargo run -p new-game -- star-herder ../star-herder
//! cargo run -p new-game -- star-herder ../star-herder --library git=https://example.org/proscenium
//! cargo run -p new-game -- star-herder ../star-herder --languages en --itch user/star-herder
//! ```
//!
//! `--library` is a path to the library, `git=URL` or `version=X`; without it, it is this project by its path.
//! `--languages` are those of the skeleton that the game has, with commas between them; without it, it has all. With
//! `--itch` it has a workflow that publishes it on itch.io.
//!
//! The game is made beside its folder and renamed, so that an error leaves nothing behind. Its licence names the user of
//! Git. It is a repository of Git, unless it is inside of one.

#![allow(clippy::print_stdout, reason = "a command line program")]

mod languages;
mod library;
mod order;
#[cfg(test)]
mod tests;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use order::Order;

const USAGE: &str =
    "usage: new-game NAME FOLDER [--library PATH|git=URL|version=X] [--languages LIST] [--itch USER/GAME]";

const HELP: &str = "\
Makes a game of its own, called NAME, in a new folder.
--library is a path to the library, git=URL or version=X; without it, it is this project by its path.
--languages are those that the game has: en or zh-CN. Without it, it has both.
--itch adds a workflow that publishes the game as this project on itch.io.";

/// Where a file has what `cargo install` takes to install `cargo web` from the library.
const BUILDER: &str = r#"{% if library contains "path = " %}{{library | replace: "path = ", "--path "}}/web/builder{% else %}proscenium-web --{{library | replace: " = ", " "}}{% endif %}"#;

/// Who has the copyright of this project, in its licence.
const DEVELOPERS: &str = "The Proscenium developers";

/// Files of this project that a game has too, in the name of its owner.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The workflow that publishes a game on itch.io, for those that want it.
const ITCH: &str = "itch.yml.liquid";

#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}\n{USAGE}")]
    Arguments(String),
    #[error("`{name}` cannot be the name of a game: {why}. A name such as `star-herder` can")]
    Name { name: String, why: &'static str },
    #[error("{} is there already, and it is no empty folder; name another one", .0.display())]
    Exists(PathBuf),
    #[error("{} is not the library: it has no Cargo.toml of the package `proscenium`", .0.display())]
    Library(PathBuf),
    #[error("cannot write {}: {cause}", path.display())]
    Write { path: PathBuf, cause: io::Error },
    #[error("cannot read {}: {cause}", path.display())]
    Read { path: PathBuf, cause: io::Error },
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        println!("{USAGE}\n{HELP}");
        return ExitCode::SUCCESS;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    match run(&arguments, &root) {
        Ok(made) => {
            println!("{made}");
            ExitCode::SUCCESS
        }
        Err(failure) => {
            eprintln!("new-game: {failure}");
            ExitCode::from(2)
        }
    }
}

/// A game that is made.
#[derive(Debug)]
struct Made {
    /// Its absolute path.
    folder: PathBuf,
    /// The beginning of its dependency on the library.
    library: String,
}

impl fmt::Display for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let folder = self.folder.display();
        write!(f, "the game is in {folder}\nto play: cd {folder}, then cargo run; to test: cargo test")?;
        if self.library.starts_with("path") {
            let library = &self.library;
            write!(
                f,
                "\nonly this machine can build it, because its library is a folder here ({library}); "
            )?;
            write!(f, "README.md says how others and the workflows in .github can")?;
        }
        Ok(())
    }
}

/// Makes a game from the project in `root`.
fn run(arguments: &[String], root: &Path) -> Result<Made, Failure> {
    let order = Order::parse(arguments, root)?;
    if let Some(languages) = &order.languages {
        languages::check(&root.join("skeleton"), languages)?;
    }
    check_free(&order.folder)?;
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<_> = order.folder.ancestors().take_while(is_missing).collect();
    let made = make_whole(root, &order);
    if made.is_err() {
        missing.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    made
}

/// Makes a game and the folders above it, or no more than empty folders.
fn make_whole(root: &Path, order: &Order) -> Result<Made, Failure> {
    let failed = |cause| Failure::Write { path: order.folder.clone(), cause };
    // An empty folder gives way. This is also how `.` has a name.
    fs::create_dir_all(&order.folder).map_err(failed)?;
    let folder = library::whole(&order.folder).map_err(failed)?;
    let draft = folder.with_file_name(format!(".{}.{}", order.name, std::process::id()));
    let library = order.library.dependency(&folder);
    let made = make(root, &draft, order, &library)
        .and_then(|()| fs::remove_dir(&folder).and_then(|()| fs::rename(&draft, &folder)).map_err(failed));
    if made.is_err() {
        let _ = fs::remove_dir_all(&draft);
    }
    made.map(|()| Made { folder, library })
}

/// Fails unless the folder is not there, or empty.
fn check_free(folder: &Path) -> Result<(), Failure> {
    let is_free = match fs::read_dir(folder) {
        Ok(mut files) => files.next().is_none(),
        Err(_) => fs::symlink_metadata(folder).is_err(),
    };
    if is_free { Ok(()) } else { Err(Failure::Exists(folder.to_owned())) }
}

/// Writes the game into a folder that is not there yet.
fn make(root: &Path, folder: &Path, order: &Order, library: &str) -> Result<(), Failure> {
    copy(&root.join("skeleton"), folder, order, library)?;
    if let Some(languages) = &order.languages {
        languages::keep(folder, languages)?;
    }
    let owner = git(folder, &["config", "user.name"]).filter(|owner| !owner.is_empty());
    let owner = owner.unwrap_or_else(|| format!("The developers of {}", title(&order.name)));
    for file in LICENCES {
        let text = String::from_utf8_lossy(&read(&root.join(file))?).replace(DEVELOPERS, &owner);
        write(&folder.join(file), text.as_bytes())?;
    }
    // The versions that this project is tested with; Cargo removes the other packages.
    write(&folder.join("Cargo.lock"), &read(&root.join("Cargo.lock"))?)?;
    let is_inside = folder.ancestors().skip(1).any(|folder| folder.join(".git").exists());
    if !is_inside {
        // Without Git the game has no repository.
        let _ = git(folder, &["init", "--quiet", "--initial-branch", "main"]);
    }
    Ok(())
}

/// What a command of Git prints in a folder, if there is Git and it succeeds.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).current_dir(folder).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Copies a folder. A file `NAME.liquid` takes the place of `NAME`, as `cargo generate` has it.
fn copy(from: &Path, to: &Path, order: &Order, library: &str) -> Result<(), Failure> {
    fs::create_dir(to).map_err(|cause| Failure::Write { path: to.to_owned(), cause })?;
    let failed = |cause| Failure::Read { path: from.to_owned(), cause };
    for entry in fs::read_dir(from).map_err(failed)? {
        let file = entry.map_err(failed)?.file_name();
        let file = file.to_string_lossy();
        let path = from.join(&*file);
        if path.is_dir() {
            if file != "target" {
                copy(&path, &to.join(&*file), order, library)?;
            }
        } else if file == ITCH && order.itch.is_none() {
            // Without a project there is nothing to publish.
        } else if let Some(file) = file.strip_suffix(".liquid") {
            let text = String::from_utf8_lossy(&read(&path)?).into_owned();
            write(&to.join(file), filled(&text, order, library).as_bytes())?;
        } else if file != "cargo-generate.toml" && !from.join(format!("{file}.liquid")).exists() {
            write(&to.join(&*file), &read(&path)?)?;
        }
    }
    Ok(())
}

/// The text of a file `NAME.liquid` with what its placeholders stand for.
fn filled(text: &str, order: &Order, library: &str) -> String {
    text.replace("{{project-name | title_case}}", &title(&order.name))
        .replace("{{project-name}}", &order.name)
        .replace("{{library}}", library)
        .replace(BUILDER, &library::installed(library, "web/builder", "proscenium-web"))
        .replace("{{bundle}}", &library::installed(library, "tools/bundle", "proscenium-bundle"))
        .replace("{{itch}}", order.itch.as_deref().unwrap_or_default())
}

fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    fs::read(path).map_err(|cause| Failure::Read { path: path.to_owned(), cause })
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    fs::write(path, bytes).map_err(|cause| Failure::Write { path: path.to_owned(), cause })
}

/// The words of a name with capital letters.
fn title(name: &str) -> String {
    let word = |word: &str| word[..1].to_uppercase() + &word[1..];
    name.split('-').map(word).collect::<Vec<_>>().join(" ")
}
