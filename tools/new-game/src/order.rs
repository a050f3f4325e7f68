//! What the command line asks for.

use std::path::{Path, PathBuf};

use super::Failure;
use super::library::Library;

/// The keywords of Rust, names that Cargo refuses or that are files on no Windows, and what a game depends on.
const TAKEN: &str = "abstract as async await become box break const continue do dyn else enum extern false final fn \
    for gen if impl in let loop macro match mod move mut override priv pub ref return static struct trait true try type \
    typeof unsafe unsized use virtual where while yield alloc core proc-macro std test build deps examples incremental \
    aux con nul prn fastrand log macroquad proscenium serde self super crate";

/// A game to be made.
pub struct Order {
    pub name: String,
    pub folder: PathBuf,
    pub library: Library,
    /// The tags of its languages; `None` for all that the skeleton has.
    pub languages: Option<Vec<String>>,
    /// The project on itch.io, `user/game`.
    pub itch: Option<String>,
}

impl Order {
    /// Reads the arguments; without a library the game depends on the project in `root`.
    pub fn parse(arguments: &[String], root: &Path) -> Result<Self, Failure> {
        let (mut words, mut library, mut languages, mut itch) = (Vec::new(), None, None, None);
        let mut rest = arguments.iter();
        while let Some(word) = rest.next() {
            let mut value = || rest.next().ok_or_else(|| Failure::Arguments(format!("{word} needs a value")));
            match word.as_str() {
                "--library" => library = Some(Library::parse(value()?)?),
                "--languages" => languages = Some(value()?.split(',').map(str::to_owned).collect()),
                "--itch" => itch = Some(project(value()?)?),
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
        Ok(Self { name: name.clone(), folder: folder.into(), library, languages, itch })
    }
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

/// A project on itch.io, as its address names it.
fn project(text: &str) -> Result<String, Failure> {
    let is_word = |word: &str| {
        let is_letter = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || ['-', '_'].contains(&c);
        !word.is_empty() && word.chars().all(is_letter)
    };
    match text.split_once('/') {
        Some((user, game)) if is_word(user) && is_word(game) => Ok(text.to_owned()),
        _ => {
            Err(Failure::Arguments(format!("`{text}` is no project on itch.io, such as `user/star-herder`")))
        }
    }
}
