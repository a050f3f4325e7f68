//! The game in the current folder, as `cargo metadata` describes it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::toolchain::TARGET;

/// What the command line names; without a name, the binary that `cargo run` starts.
#[derive(Default)]
pub struct Wanted {
    pub package: Option<String>,
    /// The kind of the program, `bin` or `example`, and its name.
    pub program: Option<(&'static str, String)>,
    /// Whether the package is built without its default features.
    pub is_plain: bool,
    /// Further features.
    pub features: Option<String>,
}

impl Wanted {
    /// The options of Cargo for the features.
    pub fn features(&self) -> Vec<&str> {
        let mut options = Vec::new();
        if self.is_plain {
            options.push("--no-default-features");
        }
        if let Some(features) = &self.features {
            options.extend(["--features", features]);
        }
        options
    }
}

/// A project, from `cargo metadata`.
#[derive(Debug)]
pub struct Project {
    pub program: String,
    pub is_example: bool,
    /// The id of the program's package. Only this one is built, so that features of others are not unified; a
    /// dependency may have the same name.
    pub package: String,
    /// The table `[package.metadata.bundle]`.
    pub metadata: Value,
    /// The folder of the package.
    pub own: PathBuf,
    /// The folder with `assets/` and `web/`: of the program's package, or of its workspace.
    pub folder: PathBuf,
    /// The target folder of the page.
    pub target: PathBuf,
    /// The folder of the workspace, or of the package outside a workspace.
    pub workspace: PathBuf,
    /// The folder of the library.
    pub library: PathBuf,
    /// Whether the library has its feature `glyphs`. In a workspace another program may be the one that needs it.
    pub has_glyphs: bool,
    /// Whether the library has its feature `dev`, which plays scripts.
    pub has_tools: bool,
    /// The folder of miniquad, as the program uses it.
    pub miniquad: PathBuf,
}

impl Project {
    /// Reads the project in the current folder.
    pub fn read(wanted: &Wanted) -> Result<Self, Box<dyn Error>> {
        let here = std::env::current_dir()?;
        if !here.ancestors().any(|folder| folder.join("Cargo.toml").is_file()) {
            return Err("there is no Cargo.toml here; run it in the folder of a game".into());
        }
        let mut cargo = Command::new("cargo");
        cargo.stderr(Stdio::inherit());
        cargo.args(["metadata", "--format-version", "1", "--filter-platform", TARGET]);
        cargo.args(wanted.features());
        let output = cargo.output().map_err(|error| format!("cannot start cargo: {error}"))?;
        if !output.status.success() {
            return Err("cargo cannot read the project, see above; \
                        dependencies that are not on this machine need a network once"
                .into());
        }
        Self::of(&serde_json::from_slice(&output.stdout)?, wanted)
    }

    fn of(metadata: &Value, wanted: &Wanted) -> Result<Self, Box<dyn Error>> {
        let packages = list(&metadata["packages"]);
        let package = |id: &Value| packages.iter().find(|package| package["id"] == *id);
        let members = || list(&metadata["workspace_members"]).iter().filter_map(package);
        // Without a name those that `cargo run` works on: the package in this folder, or the workspace's default.
        let candidates: Vec<&Value> = match &wanted.package {
            Some(name) => members().filter(|package| package["name"] == *name).collect(),
            None => list(&metadata["workspace_default_members"]).iter().filter_map(package).collect(),
        };
        if let (Some(name), true) = (&wanted.package, candidates.is_empty()) {
            return Err(format!("there is no package `{name}`; there are: {}", names(members())).into());
        }
        let kind = wanted.program.as_ref().map_or("bin", |(kind, _)| kind);
        let name = wanted.program.as_ref().map(|(_, name)| name.as_str());
        let found = candidates.iter().find_map(|package| Some((*package, program(package, kind, name)?)));
        let Some((own, program)) = found else {
            let programs = names(candidates.iter().flat_map(|package| of_kind(package, kind)));
            return Err(match name {
                Some(name) => format!("there is no {kind} `{name}`; there are: {programs}"),
                None => "this package has no program; run it in the folder of a game, or with \
                         `--example NAME`"
                    .to_owned(),
            }
            .into());
        };
        let own_name = own["name"].as_str().unwrap_or_default();

        let linked: Vec<&Value> = linked(metadata, &own["id"]).into_iter().filter_map(package).collect();
        let find = |name: &str| linked.iter().find(|package| package["name"] == name).copied();
        let library = find("proscenium").ok_or_else(|| {
            format!("`{own_name}` does not depend on proscenium, the library that its page belongs to")
        })?;
        let miniquad = find("miniquad").ok_or_else(|| {
            format!("`{own_name}` has no window: enable the feature `window` of proscenium")
        })?;
        let path = |key| metadata[key].as_str().map(PathBuf::from).ok_or(format!("cargo gives no `{key}`"));
        let workspace = path("workspace_root")?;
        let own_folder = folder_of(own)?;
        let has_feature = |name: &str| {
            node(metadata, &library["id"]).is_some_and(|node| list(&node["features"]).contains(&name.into()))
        };

        Ok(Self {
            program: program.to_owned(),
            is_example: kind == "example",
            package: own["id"].as_str().unwrap_or_default().to_owned(),
            metadata: own["metadata"]["bundle"].clone(),
            folder: if own_folder.join("assets").is_dir() { own_folder.clone() } else { workspace.clone() },
            own: own_folder,
            target: path("target_directory")?.join("web"),
            workspace,
            has_glyphs: has_feature("glyphs"),
            has_tools: has_feature("dev"),
            library: folder_of(library)?,
            miniquad: folder_of(miniquad)?,
        })
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn names<'a>(named: impl Iterator<Item = &'a Value>) -> String {
    let names: Vec<&str> = named.filter_map(|value| value["name"].as_str()).collect();
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

fn folder_of(package: &Value) -> Result<PathBuf, String> {
    let manifest = package["manifest_path"].as_str().map(Path::new);
    Ok(manifest.and_then(Path::parent).ok_or("cargo gives no folder of a package")?.to_owned())
}

/// A package as it is built.
fn node<'a>(metadata: &'a Value, id: &Value) -> Option<&'a Value> {
    list(&metadata["resolve"]["nodes"]).iter().find(|node| node["id"] == *id)
}

/// The ids of a package and of all that it depends on.
fn linked<'a>(metadata: &'a Value, root: &'a Value) -> Vec<&'a Value> {
    let mut linked = vec![root];
    let mut next = 0;
    while let Some(id) = linked.get(next).copied() {
        for dependency in node(metadata, id).map_or(&[][..], |node| list(&node["dependencies"])) {
            if !linked.contains(&dependency) {
                linked.push(dependency);
            }
        }
        next += 1;
    }
    linked
}

fn of_kind<'a>(package: &'a Value, kind: &'a str) -> impl Iterator<Item = &'a Value> {
    list(&package["targets"]).iter().filter(move |target| list(&target["kind"]).contains(&kind.into()))
}

/// The name of a program of a package; without a wanted name, of the one that `cargo run` starts.
fn program<'a>(package: &'a Value, kind: &'a str, wanted: Option<&str>) -> Option<&'a str> {
    let mut names = of_kind(package, kind).filter_map(|target| target["name"].as_str());
    match wanted {
        Some(wanted) => names.find(|name| *name == wanted),
        None => package["default_run"].as_str().or_else(|| names.next()),
    }
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
                package("proscenium", &[("lib", "proscenium")]),
                package("tool", &[("bin", "tool")]),
                package("top", &[("lib", "top"), ("example", "small")]),
                package("mine", &[("lib", "mine"), ("bin", "mine"), ("bin", "editor")]),
            ],
            "workspace_members": ["tool", "top", "mine"],
            "workspace_default_members": ["top", "mine"],
            "workspace_root": "/mine",
            "target_directory": "/mine/target",
            "resolve": { "nodes": [
                { "id": "mine", "dependencies": ["top"] },
                { "id": "top", "dependencies": ["proscenium"] },
                { "id": "proscenium", "dependencies": ["miniquad"] },
            ] },
        })
    }

    fn wanted(package: Option<&str>, program: Option<(&'static str, &str)>) -> Wanted {
        Wanted {
            package: package.map(Into::into),
            program: program.map(|(kind, name)| (kind, name.to_owned())),
            is_plain: false,
            features: None,
        }
    }

    #[track_caller]
    fn assert_error(metadata: &Value, wanted: &Wanted, expected: &str) {
        let error = Project::of(metadata, wanted).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some(expected));
    }

    #[test]
    fn the_program_is_the_default_binary() {
        let mut metadata = metadata();
        let program = |metadata: &Value| Project::of(metadata, &Wanted::default()).unwrap().program;
        assert_eq!(program(&metadata), "mine");
        metadata["packages"][4]["default_run"] = json!("editor");
        assert_eq!(program(&metadata), "editor");
    }

    #[test]
    fn at_the_top_a_default_member_has_the_program() {
        let project = Project::of(&metadata(), &Wanted::default()).unwrap();
        assert_eq!((project.program.as_str(), project.package.as_str()), ("mine", "mine"));
        assert_eq!(project.miniquad, Path::new("/miniquad"));
        assert_eq!(project.target, Path::new("/mine/target/web"));
    }

    #[test]
    fn an_example_is_built_in_its_own_package() {
        let project = Project::of(&metadata(), &wanted(None, Some(("example", "small")))).unwrap();
        assert_eq!((project.program.as_str(), project.package.as_str()), ("small", "top"));
    }

    #[test]
    fn a_program_and_a_package_can_be_named() {
        let project = Project::of(&metadata(), &wanted(Some("mine"), Some(("bin", "editor")))).unwrap();
        assert_eq!((project.program.as_str(), project.package.as_str()), ("editor", "mine"));
    }

    #[test]
    fn the_features_of_the_library_are_known() {
        let mut metadata = metadata();
        let project = |metadata: &Value| Project::of(metadata, &Wanted::default()).unwrap();
        let features = |project: &Project| (project.has_glyphs, project.has_tools);
        assert_eq!(features(&project(&metadata)), (false, false));
        metadata["resolve"]["nodes"][2]["features"] = json!(["glyphs", "window"]);
        assert_eq!(features(&project(&metadata)), (true, false));
        metadata["resolve"]["nodes"][2]["features"] = json!(["dev", "window"]);
        assert_eq!(features(&project(&metadata)), (false, true));
    }

    #[test]
    fn a_wrong_name_is_an_error_with_the_right_ones() {
        let example = wanted(None, Some(("example", "smal")));
        assert_error(&metadata(), &example, "there is no example `smal`; there are: small");
        let package = wanted(Some("min"), None);
        assert_error(&metadata(), &package, "there is no package `min`; there are: tool, top, mine");
        let none = wanted(Some("top"), None);
        let text = "this package has no program; run it in the folder of a game, or with `--example NAME`";
        assert_error(&metadata(), &none, text);
    }

    #[test]
    fn a_program_without_the_library_or_its_window_is_an_error() {
        let text = "`tool` does not depend on proscenium, the library that its page belongs to";
        assert_error(&metadata(), &wanted(Some("tool"), None), text);
        let mut metadata = metadata();
        metadata["resolve"]["nodes"][2]["dependencies"] = json!([]);
        let text = "`mine` has no window: enable the feature `window` of proscenium";
        assert_error(&metadata, &Wanted::default(), text);
    }
}
