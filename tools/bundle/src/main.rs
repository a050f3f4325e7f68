//! Makes what a player gets of the game in the current folder, in `target/bundle`:
//!
//! * `NAME-VERSION-SYSTEM.zip`: a folder with the program, its packs of assets, its icon and all licences; on
//!   Windows the icon is in the program, which opens no console; on Linux there is also a `.desktop` file, and
//!   `install.sh`, which puts it into the menu of the desktop;
//! * `NAME-VERSION-page.zip`: the page with `index.html` at its top, as hosts of web games want it.
//!
//! ```text
//! cargo bundle [--target TRIPLE] [--no-page] [--no-default-features]
//! ```
//!
//! The program is the binary that `cargo run` starts there; it needs the library's tool `pack` (feature `dev`).
//! With `--no-default-features` what players get may be without it: the packs come from a build with these features.
//! `[package.metadata.bundle]` in its `Cargo.toml` has the path of the `icon`, and the `name` that a player sees if it
//! is not the program's name in words: `star-herder` is Star Herder. `cargo web` uses it too.

#![allow(clippy::print_stdout, reason = "a command line program")]

mod licences;
mod project;
mod windows;

use std::error::Error;
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, ExitCode};

use project::Project;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const USAGE: &str = "usage: cargo bundle [--target TRIPLE] [--no-page] [--no-default-features]";
const LICENCES: &str = "LICENSES.txt";

/// Adds the game to the menu of a desktop of Linux, from where it was unpacked.
const INSTALL: &str = r#"#!/bin/sh
set -e
here=$(cd "$(dirname "$0")" && pwd)
menu=${XDG_DATA_HOME:-$HOME/.local/share}/applications
mkdir -p "$menu"
# As `sed` reads it.
there=$(printf %s "$here" | sed 's/[&|\\]/\\&/g')
sed "s|^Exec=.*|Exec=\"$there/NAME\"|; s|^Icon=.*|Icon=$there/icon.png|" "$here/NAME.desktop" > "$menu/NAME.desktop"
echo "installed: $menu/NAME.desktop"
"#;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("cargo bundle: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let (mut triple, mut page, mut features) = (None, true, None);
    let mut arguments = std::env::args().skip(1).peekable();
    // Cargo gives a subcommand its own name first.
    arguments.next_if(|argument| argument == "bundle");
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--target" => triple = Some(arguments.next().ok_or("--target needs a triple")?),
            "--no-page" => page = false,
            "--no-default-features" => features = Some("--no-default-features"),
            _ => return Err(format!("`{argument}`; {USAGE}").into()),
        }
    }
    let host = project::output("rustc", &["--print", "host-tuple"])?.trim().to_owned();
    desktop(triple.as_deref(), &host, features)?;
    if page { web(features) } else { Ok(()) }
}

/// The folder for a desktop, and its archive.
fn desktop(triple: Option<&str>, host: &str, features: Option<&str>) -> Result<(), Box<dyn Error>> {
    let system = triple.unwrap_or(host);
    let project = Project::read(system)?;
    let Project { program, version, .. } = &project;
    let own = ["--release", "--locked", "--package", &project.id, "--bin", program];
    let target: Vec<&str> = triple.into_iter().flat_map(|triple| ["--target", triple]).collect();
    let mut build = Command::new("cargo");
    build.arg("rustc").args(own).args(features).args(&target);
    if system.contains("windows") {
        build.arg("--").args(windows::options(&project, system)?);
    }
    call(&mut build)?;

    let name = format!("{program}-{version}-{system}");
    let folder = project.bundles()?.join(&name);
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let file = if system.contains("windows") { format!("{program}.exe") } else { program.clone() };
    fs::copy(project.target.join(triple.unwrap_or("")).join("release").join(&file), folder.join(&file))?;
    // The tool runs here, whatever the program is for.
    call(
        Command::new("cargo")
            .args(["run", "--quiet"])
            .args(own)
            .args(["--", "pack"])
            .arg(folder.join("assets")),
    )?;
    if let Some(icon) = &project.icon {
        fs::copy(icon, folder.join("icon.png"))?;
    }
    if system.contains("linux") {
        let text = format!(
            "[Desktop Entry]\nType=Application\nName={}\nComment={}\nExec={program}\nIcon={program}\n\
             Categories=Game;\nStartupWMClass={program}\n",
            project.title, project.description
        );
        fs::write(folder.join(format!("{program}.desktop")), text)?;
        fs::write(folder.join("install.sh"), INSTALL.replace("NAME", program))?;
    }
    fs::write(folder.join(LICENCES), licences::text(&project.metadata, &project.id)?)?;
    archive(&folder, &name, &[&file, "install.sh"], &folder.with_file_name(format!("{name}.zip")))
}

/// The archive of the page.
fn web(features: Option<&str>) -> Result<(), Box<dyn Error>> {
    let project = Project::read("wasm32-unknown-unknown")?;
    let folder = project.bundles()?.join("page");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    call(Command::new("cargo").arg("web").args(features).arg(&folder))?;
    fs::write(folder.join(LICENCES), licences::text(&project.metadata, &project.id)?)?;
    let name = format!("{}-{}-page.zip", project.program, project.version);
    archive(&folder, "", &[], &folder.with_file_name(name))
}

/// Packs a folder as `top`. `programs` can be executed.
fn archive(folder: &Path, top: &str, programs: &[&str], to: &Path) -> Result<(), Box<dyn Error>> {
    let mut zip = ZipWriter::new(File::create(to)?);
    let mut waiting = vec![(folder.to_owned(), top.to_owned())];
    while let Some((path, name)) = waiting.pop() {
        if path.is_dir() {
            for entry in fs::read_dir(&path)? {
                let entry =
                    entry?.file_name().into_string().map_err(|name| format!("{name:?} is no text"))?;
                let inside = if name.is_empty() { entry.clone() } else { format!("{name}/{entry}") };
                waiting.push((path.join(entry), inside));
            }
            continue;
        }
        let file = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let mode = if programs.contains(&file) { 0o755 } else { 0o644 };
        zip.start_file(name, SimpleFileOptions::default().unix_permissions(mode))?;
        io::copy(&mut File::open(&path)?, &mut zip)?;
    }
    zip.finish()?;
    println!("{}: {} kB", to.display(), fs::metadata(to)?.len() / 1000);
    Ok(())
}

fn call(command: &mut Command) -> Result<(), Box<dyn Error>> {
    match command.status()?.success() {
        true => Ok(()),
        false => Err(format!("{command:?} failed").into()),
    }
}
