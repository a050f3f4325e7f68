//! Where a game has the library from.

use std::io;
use std::path::{Component, Path, PathBuf};

use super::Failure;

pub enum Library {
    Path(PathBuf),
    /// What stands in the manifest.
    Elsewhere(String),
}

impl Library {
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let (key, value) = text.split_once('=').unwrap_or(("path", text));
        let is_plain = !value.is_empty() && !value.contains(['"', '\\', '\n']);
        match key {
            "git" | "version" if is_plain => Ok(Self::Elsewhere(format!("{key} = \"{value}\""))),
            "git" | "version" => Err(Failure::Arguments(format!("`{text}` has no {key}"))),
            _ => {
                let folder = Path::new(text);
                let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
                let is_library = manifest.lines().any(|line| line == "name = \"proscenium\"");
                let whole = whole(folder).ok().filter(|_| is_library);
                whole.map(Self::Path).ok_or_else(|| Failure::Library(folder.to_owned()))
            }
        }
    }

    /// The beginning of the dependency of a game in `game`.
    pub fn dependency(&self, game: &Path) -> String {
        match self {
            Self::Path(folder) => format!("path = \"{}\"", from_to(game, folder).replace('\\', "/")),
            Self::Elsewhere(line) => line.clone(),
        }
    }
}

/// What `cargo install` takes to install a tool of the library with this dependency, from its folder or by its package.
pub fn installed(dependency: &str, folder: &str, package: &str) -> String {
    match dependency.strip_prefix("path = ") {
        // A folder, unlike a repository, holds one package.
        Some(path) => format!("--path {path}/{folder}"),
        None => format!("{package} --{}", dependency.replace(" = ", " ")),
    }
}

/// The whole path of a folder that is there.
pub fn whole(folder: &Path) -> io::Result<PathBuf> {
    folder.canonicalize().map(short)
}

/// A path without the long form of Windows, which neither its commands nor a manifest knows.
pub fn short(path: PathBuf) -> PathBuf {
    let short = path.to_str().and_then(|path| path.strip_prefix(r"\\?\"));
    short.filter(|path| !path.starts_with("UNC")).map(PathBuf::from).unwrap_or(path)
}

/// The path to a folder from another, or its whole path if they have nothing but the root in common.
pub fn from_to(from: &Path, to: &Path) -> String {
    let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let is_named = |part: Component<'_>| matches!(part, Component::Normal(_));
    if !from.components().take(common).any(is_named) {
        return to.display().to_string();
    }
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect::<PathBuf>().display().to_string()
}
