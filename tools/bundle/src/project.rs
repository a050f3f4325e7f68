//! The game in the current folder, as `cargo metadata` describes it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use serde_json::Value;

/// A game that can be bundled.
pub struct Project {
    /// The program, and the id of its package.
    pub program: String,
    pub id: String,
    pub version: String,
    pub description: String,
    /// The name for players.
    pub title: String,
    pub icon: Option<PathBuf>,
    /// The target folder of the workspace.
    pub target: PathBuf,
    /// All that `cargo metadata` says.
    pub metadata: Value,
}

impl Project {
    /// Reads the project, with the dependencies of a target.
    pub fn read(triple: &str) -> Result<Self, Box<dyn Error>> {
        let text =
            output("cargo", &["metadata", "--locked", "--format-version", "1", "--filter-platform", triple])?;
        Self::of(serde_json::from_str(&text)?)
    }

    fn of(metadata: Value) -> Result<Self, Box<dyn Error>> {
        let default = list(&metadata["workspace_default_members"]);
        let packages = list(&metadata["packages"]);
        let own = packages.iter().filter(|package| default.contains(&package["id"]));
        let mut with_bin = own.filter_map(|package| {
            let is_bin = |target: &&Value| list(&target["kind"]).contains(&"bin".into());
            let bin = list(&package["targets"]).iter().find(is_bin)?["name"].as_str()?;
            Some((package, package["default_run"].as_str().unwrap_or(bin)))
        });
        let (package, program) = with_bin.next().ok_or("there is no program in this project")?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let own = &package["metadata"]["bundle"];
        let manifest = text(&package["manifest_path"]);
        let folder = Path::new(&manifest).parent().unwrap_or(Path::new(""));
        let icon = own["icon"].as_str().map(|icon| folder.join(icon));
        if let Some(icon) = icon.as_ref().filter(|icon| !icon.is_file()) {
            return Err(format!("[package.metadata.bundle]: there is no icon {}", icon.display()).into());
        }
        Ok(Self {
            program: program.to_owned(),
            id: text(&package["id"]),
            version: text(&package["version"]),
            description: text(&package["description"]),
            title: own["name"].as_str().map_or_else(|| title_of(program), str::to_owned),
            icon,
            target: text(&metadata["target_directory"]).into(),
            metadata: metadata.clone(),
        })
    }

    /// The folder of the bundles, which exists.
    pub fn bundles(&self) -> io::Result<PathBuf> {
        let folder = self.target.join("bundle");
        fs::create_dir_all(&folder)?;
        Ok(folder)
    }
}

/// The words of a program's name with capital letters: `star-herder` is Star Herder.
fn title_of(program: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>())
    };
    program.split(['-', '_']).filter_map(capital).collect::<Vec<_>>().join(" ")
}

/// A list in the metadata; empty if there is none.
pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// What a program prints.
pub fn output(program: &str, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let output = Command::new(program).args(arguments).stderr(Stdio::inherit()).output()?;
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout)?),
        false => Err(format!("`{program} {}` failed", arguments.join(" ")).into()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_missing_icon_is_an_error_before_anything_is_built() {
        let mut metadata = json!({
            "workspace_default_members": ["game"],
            "packages": [{
                "id": "game", "manifest_path": concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
                "targets": [{ "kind": ["bin"], "name": "star-herder" }],
                "metadata": { "bundle": { "icon": "Cargo.toml" } },
            }],
        });
        let project = Project::of(metadata.clone()).unwrap();
        assert_eq!((project.title.as_str(), project.icon.is_some()), ("Star Herder", true));
        metadata["packages"][0]["metadata"]["bundle"]["icon"] = json!("no.png");
        let error = Project::of(metadata).err().unwrap().to_string();
        let expected = Path::new(env!("CARGO_MANIFEST_DIR")).join("no.png");
        assert_eq!(error, format!("[package.metadata.bundle]: there is no icon {}", expected.display()));
    }
}
