//! What the project says of itself: its program's name, and where its miniquad and its
//! sound library are.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::toolchain::TARGET;

/// What is asked of `cargo metadata`.
pub struct Project {
    /// The name of the binary that `cargo run` starts.
    pub program: String,
    /// The folder of the miniquad that the program is built with.
    pub miniquad: PathBuf,
    /// The folder of the quad-snd that it sounds with, if it does.
    pub quad_snd: Option<PathBuf>,
}

impl Project {
    /// Asks cargo about the project in this folder.
    pub fn read(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(folder).stderr(Stdio::inherit());
        cargo.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET]);
        let output = cargo.output()?;
        if !output.status.success() {
            return Err("cargo cannot read the project".into());
        }
        Self::of(&serde_json::from_slice(&output.stdout)?)
    }

    fn of(metadata: &Value) -> Result<Self, Box<dyn Error>> {
        let packages = metadata["packages"].as_array().ok_or("cargo lists no packages")?;
        let root = &metadata["resolve"]["root"];
        let own = packages.iter().find(|package| package["id"] == *root).ok_or("there is no package here")?;
        let is_program = |target: &&Value| {
            target["kind"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "bin"))
        };
        let program = own["default_run"].as_str().or_else(|| {
            let mut programs = own["targets"].as_array()?.iter().filter(is_program);
            programs.next()?["name"].as_str()
        });
        let folder = |name| {
            let package = packages.iter().find(|package| package["name"] == name)?;
            Some(Path::new(package["manifest_path"].as_str()?).parent()?.to_owned())
        };
        Ok(Self {
            program: program.ok_or("the project has no program")?.to_owned(),
            miniquad: folder("miniquad").ok_or("the program does not depend on miniquad")?,
            quad_snd: folder("quad-snd"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn metadata(default_run: Option<&str>) -> Value {
        let target = |kind, name| json!({ "kind": [kind], "name": name });
        json!({
            "packages": [
                { "id": "1", "name": "miniquad", "manifest_path": "/crates/miniquad/Cargo.toml" },
                { "id": "2", "name": "mine", "default_run": default_run, "manifest_path": "/mine/Cargo.toml",
                  "targets": [target("lib", "proscenium"), target("bin", "mine"), target("bin", "tool")] },
            ],
            "resolve": { "root": "2" },
        })
    }

    #[test]
    fn the_program_is_the_one_that_cargo_would_run() {
        for (default_run, program) in [(None, "mine"), (Some("tool"), "tool")] {
            let project = Project::of(&metadata(default_run)).unwrap();
            assert_eq!(
                (project.program.as_str(), project.miniquad.as_path()),
                (program, Path::new("/crates/miniquad"))
            );
        }
    }

    #[test]
    fn a_program_may_sound() {
        let mut metadata = metadata(None);
        assert_eq!(Project::of(&metadata).unwrap().quad_snd, None);
        let quad_snd =
            json!({ "id": "3", "name": "quad-snd", "manifest_path": "/crates/quad-snd/Cargo.toml" });
        metadata["packages"].as_array_mut().unwrap().push(quad_snd);
        let quad_snd = Project::of(&metadata).unwrap().quad_snd;
        assert_eq!(quad_snd.as_deref(), Some(Path::new("/crates/quad-snd")));
    }

    #[test]
    fn a_project_without_a_window_is_told_so() {
        let mut metadata = metadata(None);
        metadata["packages"][0]["name"] = json!("other");
        let error = Project::of(&metadata).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some("the program does not depend on miniquad"));
    }
}
