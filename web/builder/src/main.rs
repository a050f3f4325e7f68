//! Builds the web page of the game in the current folder: a folder that any static file server
//! can serve.
//!
//! ```text
//! cargo web [FOLDER]                  the game, in target/web/site unless a folder is given
//! cargo web --example NAME [FOLDER]   an example in the same page, in target/web/examples/NAME
//! cargo web --package NAME --bin NAME [FOLDER]
//! cargo web --no-default-features      without what only developers need, as a game of `new-game` has it
//! cargo web --features dev --example NAME   with what the page of an example is usually without: scripts, traces
//! ```
//!
//! It works in each package that depends on the library, with its feature `window`: the profile is this program's
//! (or `[profile.web]` of the workspace, where there is one), the page and its scripts come from the library that the
//! game is built with, and `gl.js` comes from its miniquad. The game may have its own `web/index.html`, and title, icon
//! and colours in its `Cargo.toml`, see `look.rs`. A game with the library's feature `glyphs` gets those that the texts
//! of `assets/` need.
//!
//! The files of phases are in packs, see `packs.rs`.

#![allow(clippy::print_stdout, reason = "a command line program")]

mod glyphs;
mod look;
mod packs;
mod project;
mod site;
mod toolchain;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use look::Look;
use project::{Project, Wanted};
use toolchain::{TARGET, Toolchain};

/// The name of the program on the page. It is packed here, because some servers do not, and none as well.
const PROGRAM: &str = "game.wasm.gz";

/// Optimise for size, not speed, and leave out the names of functions.
const PROFILE: [&str; 6] =
    ["inherits='release'", "opt-level='z'", "lto='fat'", "codegen-units=1", "panic='abort'", "strip=true"];

const USAGE: &str = "usage: cargo web [--package NAME] [--bin NAME | --example NAME] [--no-default-features] [--features LIST] [FOLDER]";

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
    let (wanted, folder) = arguments()?;
    let project = Project::read(&wanted)?;
    let look = Look::read(&project.metadata, &project.own, &project.program)?;
    let own = project.folder.join("examples/assets");
    let assets = if project.is_example && own.is_dir() { own } else { project.folder.join("assets") };
    let site = match (folder, project.is_example) {
        (Some(folder), _) => folder,
        (None, true) => project.target.join("examples").join(&project.program),
        (None, false) => project.target.join("site"),
    };
    site::check(&site, &assets)?;
    let toolchain = Toolchain::find()?;
    let program = build(&project, &toolchain, &wanted.features())?;
    let bytes = shrink(&program)?;
    let packed = packed(&bytes)?;
    fs::create_dir_all(&site).map_err(|error| format!("cannot make {}: {error}", site.display()))?;
    site::gather(&project, &look, &assets, &site)?;
    fs::write(site.join(PROGRAM), &packed)?;
    if !packs::make(&site)? {
        println!("the assets have no manifests in `phases`, so the page loads single files");
    }
    println!("{PROGRAM}: {} kB, unpacked {} kB", packed.len() / 1000, bytes.len() / 1000);
    let folder = site.display();
    println!("the page is in {folder}");
    println!("to play: python3 -m http.server --directory {folder} 8000, then http://localhost:8000");
    Ok(())
}

fn arguments() -> Result<(Wanted, Option<PathBuf>), Box<dyn Error>> {
    let (mut wanted, mut folder) = (Wanted::default(), None);
    // Cargo starts `cargo-web web ...`.
    let mut arguments = std::env::args().skip(1).peekable();
    let _ = arguments.next_if(|argument| argument == "web");
    while let Some(argument) = arguments.next() {
        let mut name = || arguments.next().ok_or_else(|| format!("{argument} needs a name; {USAGE}"));
        match argument.as_str() {
            "--package" | "-p" => wanted.package = Some(name()?),
            "--bin" => wanted.program = Some(("bin", name()?)),
            "--example" => wanted.program = Some(("example", name()?)),
            "--no-default-features" => wanted.is_plain = true,
            "--features" => wanted.features = Some(name()?),
            "--help" | "-h" => {
                println!("builds the web page of the game in this folder\n{USAGE}");
                std::process::exit(0);
            }
            option if option.starts_with('-') => {
                return Err(format!("unknown option `{option}`; {USAGE}").into());
            }
            path if folder.is_none() => folder = Some(PathBuf::from(path)),
            path => return Err(format!("a second folder, `{path}`; {USAGE}").into()),
        }
    }
    Ok((wanted, folder))
}

/// Builds the program and returns its file.
fn build(project: &Project, toolchain: &Toolchain, features: &[&str]) -> Result<PathBuf, Box<dyn Error>> {
    let mut cargo = toolchain.cargo();
    cargo.args(["build", "--profile", "web", "--target", TARGET]).arg("--target-dir").arg(&project.target);
    let manifest = fs::read_to_string(project.workspace.join("Cargo.toml"))?;
    if !manifest.lines().any(|line| line.trim() == "[profile.web]") {
        for setting in PROFILE {
            cargo.arg("--config").arg(format!("profile.web.{setting}"));
        }
    }
    // Panic messages contain the paths of dependencies; make them relative. The last flag that fits counts.
    let home = std::env::home_dir();
    // Also where Cargo has not started this, so that its builds fit.
    let cargo_home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo_home = cargo_home.or_else(|| Some(home.as_ref()?.join(".cargo")));
    let folders = [(home, "~"), (cargo_home, "cargo"), (Some(project.library.clone()), "proscenium")];
    let folders = folders.into_iter().filter_map(|(folder, name)| Some((folder?, name)));
    let flags = folders.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display()));
    // A list of JSON is one of TOML.
    let flags = serde_json::to_string(&Vec::from_iter(flags))?;
    cargo.arg("--config").arg(format!("target.{TARGET}.rustflags={flags}"));
    let kind = if project.is_example { "--example" } else { "--bin" };
    cargo.args(["--package", &project.package, kind, &project.program]).args(features);
    if !cargo.status().map_err(|error| format!("cannot start cargo: {error}"))?.success() {
        return Err(format!("cargo could not build `{}`, see above", project.program).into());
    }
    let folder = project.target.join(TARGET).join("web");
    let folder = if project.is_example { folder.join("examples") } else { folder };
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
    // The lowest kilobyte of memory is the end of the stack. `-Oz` makes it 2 % smaller unpacked, but larger packed.
    tool.args(["-O1", "--shrink-level=1", "--low-memory-unused"]).arg(program).arg("-o").arg(&to);
    match tool.output() {
        Ok(done) if done.status.success() => return Ok(fs::read(to)?),
        Ok(done) => {
            let why = String::from_utf8_lossy(&done.stderr);
            println!("wasm-opt failed, so the program is not optimized: {}", why.trim());
        }
        Err(_) => {
            println!(
                "wasm-opt is not installed; it makes the program 1 % smaller (package binaryen of most systems)"
            );
        }
    }
    Ok(fs::read(program)?)
}

/// Gzipped, 5 % smaller than by others. More blocks than zopfli's 15 are 1 % of it: each has a code for what its
/// part of the program has.
fn packed(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let options = zopfli::Options { maximum_block_splits: 100, ..zopfli::Options::default() };
    let mut packed = Vec::new();
    zopfli::compress(options, zopfli::Format::Gzip, bytes, &mut packed)?;
    Ok(packed)
}
