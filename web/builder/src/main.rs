//! Builds the web page of the game in the current folder: a folder that any static file server
//! can serve.
//!
//! ```text
//! cargo web [FOLDER]                  the game, in target/web/site unless a folder is given
//! cargo web --example NAME [FOLDER]   an example in the same page, in target/web/examples/NAME
//! ```
//!
//! The program is the binary that `cargo run` starts there, built with the profile `web` of its
//! workspace, or as a small release where there is no such profile. `web/index.html` and
//! `web/page.js` of the game are used where they exist, this project's otherwise. `gl.js` comes
//! from the miniquad that the program is built with. The glyphs are those that the texts of `assets/` need.
//!
//! The files of phases are in packs if the program can make them, with the library's tool `pack`: its package
//! depends on the library with the feature `cli`. It is built for this machine as a release.

#![allow(clippy::print_stdout, reason = "a command line program")]

mod glyphs;
mod order;
mod packs;
mod project;
mod site;
mod toolchain;

use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use project::Project;
use toolchain::{TARGET, Toolchain};

/// The name of the program on the page.
const PROGRAM: &str = "game.wasm";

/// The profile of a workspace that has no `[profile.web]`.
const PROFILE: [&str; 6] = [
    "profile.web.inherits='release'",
    "profile.web.opt-level='z'",
    "profile.web.lto='fat'",
    "profile.web.codegen-units=1",
    "profile.web.panic='abort'",
    // `order` uses the names and removes them.
    "profile.web.strip='debuginfo'",
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo web: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let (example, folder) = arguments()?;
    let toolchain = Toolchain::find()?;
    let project = Project::read(example.as_deref())?;
    let program = build(&project, &toolchain, example.is_some())?;
    let site = match (folder, &example) {
        (Some(folder), _) => folder,
        (None, Some(name)) => project.target.join("examples").join(name),
        (None, None) => project.target.join("site"),
    };
    fs::create_dir_all(&site)?;
    let bytes = order::by_name(&shrink(&program)?)?;
    fs::write(site.join(PROGRAM), &bytes)?;
    fs::copy(project.miniquad.join("js/gl.js"), site.join("gl.js"))?;
    let own = project.folder.join("examples/assets");
    let assets = if example.is_some() && own.is_dir() { own } else { project.folder.join("assets") };
    site::gather(&project.folder, &assets, &site)?;
    if example.is_none() && project.has_tools && !packs::make(&project, &assets, &site)? {
        println!("the program cannot make packs, so the page loads single files");
    }
    println!("{PROGRAM}: {} kB, gzipped {} kB", bytes.len() / 1000, gzipped(&bytes)? / 1000);
    let folder = site.display();
    println!("the page is in {folder}");
    println!("to play: python3 -m http.server --directory {folder} 8000, then http://localhost:8000");
    Ok(())
}

fn arguments() -> Result<(Option<String>, Option<PathBuf>), Box<dyn Error>> {
    let (mut example, mut folder) = (None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--example" => example = Some(arguments.next().ok_or("--example needs a name")?),
            option if option.starts_with('-') => {
                return Err(
                    format!("unknown option `{option}`; usage: cargo web [--example NAME] [FOLDER]").into()
                );
            }
            path => folder = Some(PathBuf::from(path)),
        }
    }
    Ok((example, folder))
}

/// Builds the program and returns its file.
fn build(project: &Project, toolchain: &Toolchain, is_example: bool) -> Result<PathBuf, Box<dyn Error>> {
    let mut cargo = toolchain.cargo();
    // Panic messages contain source paths; make them relative.
    let mut flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = std::env::home_dir();
    let folders = [
        (cargo_home.as_ref(), "cargo"),
        (home.as_ref(), "~"),
        (project.library.as_ref(), "proscenium"),
        (Some(&project.workspace), "."),
    ];
    for (folder, name) in folders {
        if let Some(folder) = folder {
            flags += &format!(" --remap-path-prefix={}={name}", folder.display());
        }
    }
    cargo.env("RUSTFLAGS", flags.trim());
    cargo.args(["build", "--profile", "web", "--target", TARGET]).arg("--target-dir").arg(&project.target);
    let manifest = fs::read_to_string(project.workspace.join("Cargo.toml"))?;
    if !manifest.lines().any(|line| line.trim() == "[profile.web]") {
        cargo.args(PROFILE.iter().flat_map(|setting| ["--config", setting]));
    }
    if site::has_other_images(&project.folder.join("assets")) {
        cargo.args(["--features", "proscenium/page_images"]);
    }
    cargo.args([
        "--package",
        &project.package,
        if is_example { "--example" } else { "--bin" },
        &project.program,
    ]);
    if !cargo.status()?.success() {
        return Err("cargo could not build the program".into());
    }
    let folder = project.target.join(TARGET).join("web");
    let folder = if is_example { folder.join("examples") } else { folder };
    Ok(folder.join(format!("{}.wasm", project.program)))
}

/// Optimizes the program with Binaryen's `wasm-opt` if that is installed.
fn shrink(program: &Path) -> Result<Vec<u8>, Box<dyn Error>> {
    let to = program.with_extension("small.wasm");
    let features = [
        "bulk-memory",
        "sign-ext",
        "mutable-globals",
        "nontrapping-float-to-int",
        "reference-types",
        "multivalue",
    ];
    let mut tool = Command::new("wasm-opt");
    tool.args(features.map(|feature| format!("--enable-{feature}")));
    // The lowest kilobyte of memory is the end of the stack.
    tool.args(["-Oz", "--low-memory-unused", "--debuginfo"]).arg(program).arg("-o").arg(&to);
    match tool.output() {
        Ok(done) if done.status.success() => return Ok(fs::read(to)?),
        Ok(done) => {
            let why = String::from_utf8_lossy(&done.stderr);
            println!("wasm-opt failed, so the program is not optimized: {}", why.trim());
        }
        Err(_) => {
            println!("wasm-opt (Binaryen) is not installed; it would make the program a little smaller");
        }
    }
    Ok(fs::read(program)?)
}

/// The size of a gzipped response.
fn gzipped(bytes: &[u8]) -> Result<usize, Box<dyn Error>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
