//! Makes a new game from the folder `skeleton`:
//!
//! ```text
//! cargo run -p new-game -- star-herder ../star-herder
//! cargo run -p new-game -- star-herder ../star-herder --library git=https://example.org/proscenium
//! ```
//!
//! `--library` is a path to the library, `git=URL` or `version=X`; without it, it is this project by its path. The
//! game is made beside its folder and renamed, so that an error leaves nothing behind. Its licence names the user of Git. It is a
//! repository of Git, unless it is inside of one.

#![allow(clippy::print_stdout, reason = "a command line program")]

mod library;
#[cfg(test)]
mod tests;

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use library::Library;

const USAGE: &str = "usage: new-game NAME FOLDER [--library PATH|git=URL|version=X]";

const HELP: &str = "\
Makes a game of its own, called NAME, in a new folder.
--library is a path to the library, git=URL or version=X; without it, it is this project by its path.";

/// Where a file has what `cargo install` takes to install `cargo web` from the library.
const BUILDER: &str = r#"{% if library contains "path = " %}{{library | replace: "path = ", "--path "}}/web/builder{% else %}proscenium-web --{{library | replace: " = ", " "}}{% endif %}"#;

/// Who has the copyright of this project, in its licence.
const DEVELOPERS: &str = "The Proscenium developers";

/// Files of this project that a game has too, in the name of its owner.
const LICENCES: [&str; 2] = ["LICENSE-APACHE", "LICENSE-MIT"];

/// The keywords of Rust, names that Cargo refuses or that are files on no Windows, and what a game depends on.
const TAKEN: &str = "abstract as async await become box break const continue do dyn else enum extern false final fn \
    for gen if impl in let loop macro match mod move mut override priv pub ref return static struct trait true try type \
    typeof unsafe unsized use virtual where while yield alloc core proc-macro std test build deps examples incremental \
    aux con nul prn fastrand log macroquad proscenium serde self super crate";

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
    let (mut words, mut library) = (Vec::new(), None);
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        match word.as_str() {
            "--library" => {
                let value =
                    rest.next().ok_or_else(|| Failure::Arguments("--library needs a value".to_owned()))?;
                library = Some(Library::parse(value)?);
            }
            option if option.starts_with('-') => {
                return Err(Failure::Arguments(format!("there is no option {option}")));
            }
            _ => words.push(word),
        }
    }
    let [name, folder] = words[..] else {
        return Err(Failure::Arguments(format!("{} names are given, not two", words.len())));
    };
    check_name(name)?;
    let library = library.map_or_else(|| Library::parse(&root.to_string_lossy()), Ok)?;
    let folder = Path::new(folder);
    check_free(folder)?;
    let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
    let missing: Vec<_> = folder.ancestors().take_while(is_missing).collect();
    let made = make_whole(root, folder, name, &library);
    if made.is_err() {
        missing.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
    made
}

/// Makes a game and the folders above it, or no more than empty folders.
fn make_whole(root: &Path, folder: &Path, name: &str, library: &Library) -> Result<Made, Failure> {
    let failed = |cause| Failure::Write { path: folder.to_owned(), cause };
    // An empty folder gives way. This is also how `.` has a name.
    fs::create_dir_all(folder).map_err(failed)?;
    let folder = library::whole(folder).map_err(failed)?;
    let draft = folder.with_file_name(format!(".{name}.{}", std::process::id()));
    let library = library.dependency(&folder);
    let made = make(root, &draft, name, &library)
        .and_then(|()| fs::remove_dir(&folder).and_then(|()| fs::rename(&draft, &folder)).map_err(failed));
    if made.is_err() {
        let _ = fs::remove_dir_all(&draft);
    }
    made.map(|()| Made { folder, library })
}

fn check_name(name: &str) -> Result<(), Failure> {
    let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let why = match () {
        () if !name.chars().all(is_word) => "it has other characters than small letters, digits and `-`",
        () if !name.starts_with(|c: char| c.is_ascii_lowercase()) => "it does not start with a letter",
        () if name.ends_with('-') || name.contains("--") => "a `-` stands between two letters or digits",
        () if name.len() > 40 => "it has more than 40 characters",
        () if TAKEN.split(' ').any(|taken| taken == name) => {
            "it is a word of Rust or the name of something else"
        }
        () => return Ok(()),
    };
    Err(Failure::Name { name: name.to_owned(), why })
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
fn make(root: &Path, folder: &Path, name: &str, library: &str) -> Result<(), Failure> {
    copy(&root.join("skeleton"), folder, name, library)?;
    let owner = git(folder, &["config", "user.name"]).filter(|owner| !owner.is_empty());
    let owner = owner.unwrap_or_else(|| format!("The developers of {}", title(name)));
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
fn copy(from: &Path, to: &Path, name: &str, library: &str) -> Result<(), Failure> {
    fs::create_dir(to).map_err(|cause| Failure::Write { path: to.to_owned(), cause })?;
    let failed = |cause| Failure::Read { path: from.to_owned(), cause };
    for entry in fs::read_dir(from).map_err(failed)? {
        let file = entry.map_err(failed)?.file_name();
        let file = file.to_string_lossy();
        let path = from.join(&*file);
        if path.is_dir() {
            if file != "target" {
                copy(&path, &to.join(&*file), name, library)?;
            }
        } else if let Some(file) = file.strip_suffix(".liquid") {
            let text =
                String::from_utf8_lossy(&read(&path)?).replace("{{project-name | title_case}}", &title(name));
            let text = text.replace("{{project-name}}", name).replace("{{library}}", library);
            let text = text.replace(BUILDER, &library::builder(library));
            write(&to.join(file), text.as_bytes())?;
        } else if file != "cargo-generate.toml" && !from.join(format!("{file}.liquid")).exists() {
            write(&to.join(&*file), &read(&path)?)?;
        }
    }
    Ok(())
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
