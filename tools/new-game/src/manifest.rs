//! The game's `Cargo.toml`: that of the skeleton without its workspace.

use std::path::{Component, Path, PathBuf};

use super::Failure;

/// Where a game has the library from.
pub enum Library {
    Path(PathBuf),
    Git(String),
    Version(String),
}

impl Library {
    pub fn parse(text: &str) -> Result<Self, Failure> {
        let (key, value) = text.split_once('=').unwrap_or(("path", text));
        let is_plain = !value.is_empty() && !value.contains(['"', '\\', '\n']);
        match key {
            "git" if is_plain => Ok(Self::Git(value.to_owned())),
            "version" if is_plain => Ok(Self::Version(value.to_owned())),
            "git" | "version" => Err(Failure::Arguments(format!("`{text}` has no {key}"))),
            _ => {
                let folder = Path::new(text);
                let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
                let whole = folder
                    .canonicalize()
                    .ok()
                    .filter(|_| value_of(&manifest, "package", "name") == Some("\"proscenium\""));
                whole.map(Self::Path).ok_or_else(|| Failure::Library(folder.to_owned()))
            }
        }
    }

    /// The beginning of the dependency of a game in `game`.
    pub fn dependency(&self, game: &Path) -> String {
        match self {
            Self::Path(folder) => format!("path = \"{}\"", from_to(game, folder).replace('\\', "/")),
            Self::Git(url) => format!("git = \"{url}\""),
            Self::Version(version) => format!("version = \"{version}\""),
        }
    }
}

/// The path to a folder from another, or its whole path if they have nothing but the root in common.
fn from_to(from: &Path, to: &Path) -> String {
    let common = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let is_named = |part: Component<'_>| matches!(part, Component::Normal(_));
    if !from.components().take(common).any(is_named) {
        return to.display().to_string();
    }
    let up = from.components().skip(common).map(|_| Component::ParentDir);
    up.chain(to.components().skip(common)).collect::<PathBuf>().display().to_string()
}

/// The value of a key in a table of a manifest, as it is written there.
fn value_of<'a>(manifest: &'a str, table: &str, key: &str) -> Option<&'a str> {
    let lines = manifest.lines().skip_while(|line| *line != format!("[{table}]")).skip(1);
    let lines = lines.take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split_once(" = ")).find(|(name, _)| *name == key).map(|(_, value)| value)
}

/// What a package of its own has beside that of a workspace, and its profile.
const END: &str = "
# A folder above may have a workspace.
[workspace]
";

/// The manifest of the skeleton with the values of its workspace, and a workspace of its own.
pub fn stand_alone(skeleton: &str, workspace: &str, library: &str) -> String {
    let mut table = "workspace.package";
    let mut made = String::new();
    for line in skeleton.lines() {
        if line.contains("dependencies]") {
            table = "workspace.dependencies";
        }
        if line == "[lints]" {
            break;
        }
        let inherited = line.strip_suffix(".workspace = true");
        let value = inherited.and_then(|key| Some((key, value_of(workspace, table, key)?)));
        made += &match value {
            Some((key, value)) => format!("{key} = {value}"),
            None => line.replace("workspace = true", &format!("{library}, default-features = false")),
        };
        made.push('\n');
    }
    let profile = workspace.find("[profile.dev]").map_or("", |at| &workspace[at..]);
    made + profile + END
}
