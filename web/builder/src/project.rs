//! The game in the current folder, as `cargo metadata` describes it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::toolchain::TARGET;

/// A project, from `cargo metadata`.
#[derive(Debug)]
pub struct Project {
    /// The binary that `cargo run` starts, or the example.
    pub program: String,
    /// The package of the program. Only this one is built, so that features of others are not unified.
    pub package: String,
    /// The folder with `assets/` and `web/`: of the program's package, or of its workspace.
    pub folder: PathBuf,
    /// The target folder of the page.
    pub target: PathBuf,
    /// The folder of the workspace, or of the package outside a workspace.
    pub workspace: PathBuf,
    /// The folder of the library.
    pub library: Option<PathBuf>,
    /// Whether the program has the library's tools, the feature `cli`.
    pub has_tools: bool,
    /// The folder of miniquad, as the program uses it.
    pub miniquad: PathBuf,
}

impl Project {
    /// Reads the project in the current folder, for an example or the program.
    pub fn read(example: Option<&str>) -> Result<Self, Box<dyn Error>> {
        let mut cargo = Command::new("cargo");
        cargo.stderr(Stdio::inherit());
        cargo.args(["metadata", "--format-version", "1", "--filter-platform", TARGET]);
        let output = cargo.output()?;
        if !output.status.success() {
            return Err("cargo cannot read the project".into());
        }
        Self::of(&serde_json::from_slice(&output.stdout)?, example)
    }

    fn of(metadata: &Value, example: Option<&str>) -> Result<Self, Box<dyn Error>> {
        let packages = metadata["packages"].as_array().ok_or("cargo lists no packages")?;
        let package = |id: &Value| packages.iter().find(|package| package["id"] == *id);
        // The package in this folder, and at the top of a workspace those that `cargo run` works on.
        let defaults = metadata["workspace_default_members"].as_array();
        let mut here = std::iter::once(&metadata["resolve"]["root"])
            .chain(defaults.into_iter().flatten())
            .filter_map(package);
        let (own, program) = here
            .find_map(|package| Some((package, program(package, example)?)))
            .ok_or("no such program; run `cargo web` in the folder of a game")?;
        let folder_of =
            |package: &Value| Some(Path::new(package["manifest_path"].as_str()?).parent()?.to_owned());
        let folder_named = |name| packages.iter().find(|package| package["name"] == name).and_then(folder_of);
        let path = |key| metadata[key].as_str().map(PathBuf::from).ok_or(format!("cargo gives no `{key}`"));
        let workspace = path("workspace_root")?;
        let own_folder = folder_of(own).ok_or("cargo gives no folder of the package")?;
        let has_tools = own["dependencies"].as_array().into_iter().flatten().any(|dependency| {
            let features = dependency["features"].as_array();
            dependency["name"] == "proscenium" && features.is_some_and(|has| has.contains(&"cli".into()))
        });
        let has_assets = own_folder.join("assets").is_dir();
        Ok(Self {
            program: program.to_owned(),
            package: own["name"].as_str().unwrap_or_default().to_owned(),
            folder: if has_assets { own_folder } else { workspace.clone() },
            target: path("target_directory")?.join("web"),
            workspace,
            has_tools,
            library: folder_named("proscenium"),
            miniquad: folder_named("miniquad").ok_or("the program does not depend on miniquad")?,
        })
    }
}

/// The example of a package, or the binary that `cargo run` starts.
fn program<'a>(package: &'a Value, example: Option<&str>) -> Option<&'a str> {
    let is_wanted = |target: &&Value| match example {
        Some(name) => target["kind"] == serde_json::json!(["example"]) && target["name"] == name,
        None => target["kind"] == serde_json::json!(["bin"]),
    };
    let default = package["default_run"].as_str().filter(|_| example.is_none());
    default.or_else(|| package["targets"].as_array()?.iter().find(is_wanted)?["name"].as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn package(name: &str, targets: &[(&str, &str)]) -> Value {
        let target = |(kind, name): &(&str, &str)| json!({ "kind": [kind], "name": name });
        json!({
            "id": name, "name": name, "manifest_path": format!("/{name}/Cargo.toml"), "default_run": null,
            "targets": targets.iter().map(target).collect::<Vec<_>>(),
        })
    }

    fn metadata() -> Value {
        json!({
            "packages": [
                package("miniquad", &[("lib", "miniquad")]),
                package("tool", &[("bin", "tool")]),
                package("top", &[("lib", "top"), ("example", "small")]),
                package("mine", &[("lib", "mine"), ("bin", "mine"), ("bin", "editor")]),
            ],
            "workspace_default_members": ["top", "mine"],
            "workspace_root": "/mine",
            "target_directory": "/mine/target",
            "resolve": { "root": "mine" },
        })
    }

    #[test]
    fn the_program_is_the_default_binary() {
        let mut metadata = metadata();
        let program = |metadata: &Value| Project::of(metadata, None).unwrap().program;
        assert_eq!(program(&metadata), "mine");
        metadata["packages"][3]["default_run"] = json!("editor");
        assert_eq!(program(&metadata), "editor");
    }

    #[test]
    fn at_the_top_a_default_member_has_the_program() {
        for root in [json!("top"), Value::Null] {
            let mut metadata = metadata();
            metadata["resolve"]["root"] = root;
            let project = Project::of(&metadata, None).unwrap();
            assert_eq!((project.program.as_str(), project.package.as_str()), ("mine", "mine"));
            assert_eq!(project.miniquad, Path::new("/miniquad"));
            assert_eq!(project.target, Path::new("/mine/target/web"));
        }
    }

    #[test]
    fn an_example_is_built_in_its_own_package() {
        let mut metadata = metadata();
        metadata["resolve"]["root"] = Value::Null;
        let project = Project::of(&metadata, Some("small")).unwrap();
        assert_eq!((project.program.as_str(), project.package.as_str()), ("small", "top"));
    }

    #[test]
    fn a_program_with_the_feature_cli_has_tools() {
        let mut metadata = metadata();
        let has_tools = |metadata: &Value| Project::of(metadata, None).unwrap().has_tools;
        assert!(!has_tools(&metadata));
        metadata["packages"][3]["dependencies"] = json!([
            { "name": "proscenium", "features": ["levels"] },
            { "name": "proscenium", "features": ["cli"] },
        ]);
        assert!(has_tools(&metadata));
    }

    #[test]
    fn a_project_without_a_window_is_an_error() {
        let mut metadata = metadata();
        metadata["packages"][0]["name"] = json!("other");
        let error = Project::of(&metadata, None).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("the program does not depend on miniquad"));
    }
}
