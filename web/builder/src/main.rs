//! Builds the web page: a folder that any server of files can serve.
//!
//! ```text
//! cargo web [FOLDER]                  the demo, in target/web/site unless a folder is given
//! cargo web --example NAME [FOLDER]   an example's program alone, in target/web/examples/NAME
//! ```
//!
//! The program is built with the profile `web`; the script that it runs by comes out of the
//! miniquad that it was built with; of the letters only those go along that the texts can need.

mod glyphs;
mod toolchain;

use std::error::Error;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use toolchain::{TARGET, Toolchain};

/// What of `assets` no page asks for.
const LEFT_OUT: [&str; 3] = ["assets/source", "assets/readme", "assets/README.md"];

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
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let (example, folder) = arguments()?;
    let here = std::env::current_dir()?;
    let toolchain = Toolchain::find()?;
    let program = build(&project, &toolchain, example.as_deref())?;
    let site = match (&folder, &example) {
        (Some(folder), _) => here.join(folder),
        (None, Some(name)) => project.join("target/web/examples").join(name),
        (None, None) => project.join("target/web/site"),
    };
    fs::create_dir_all(&site)?;
    let name = format!("{}.wasm", example.as_deref().unwrap_or("proscenium"));
    shrink(&program, &site.join(&name))?;
    fs::copy(miniquad(&project)?.join("js/gl.js"), site.join("gl.js"))?;
    if example.is_none() {
        gather(&project, &site)?;
    }
    let bytes = fs::read(site.join(&name))?;
    println!("{name}: {} kB, packed {} kB", bytes.len() / 1000, packed(&bytes)? / 1000);
    println!("the page is in {}", site.display());
    println!(
        "to play: python3 -m http.server --directory {} 8000, then http://localhost:8000",
        site.display()
    );
    Ok(())
}

fn arguments() -> Result<(Option<String>, Option<PathBuf>), Box<dyn Error>> {
    let (mut example, mut folder) = (None, None);
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--example" => example = Some(arguments.next().ok_or("--example needs a name")?),
            option if option.starts_with('-') => {
                return Err(format!(
                    "there is no option `{option}`; usage: cargo web [--example NAME] [FOLDER]"
                )
                .into());
            }
            path => folder = Some(PathBuf::from(path)),
        }
    }
    Ok((example, folder))
}

/// Builds the program; answers where it is.
fn build(project: &Path, toolchain: &Toolchain, example: Option<&str>) -> Result<PathBuf, Box<dyn Error>> {
    let mut cargo = toolchain.cargo();
    cargo.current_dir(project).args(["build", "--locked", "--profile", "web", "--target", TARGET]);
    cargo.arg("--target-dir").arg(project.join("target/web"));
    match example {
        Some(name) => cargo.args(["--example", name]),
        None => cargo.args(["--bin", "proscenium"]),
    };
    if !cargo.status()?.success() {
        return Err("the program was not built; the compiler has said why".into());
    }
    let folder = project.join("target/web").join(TARGET).join("web");
    Ok(match example {
        Some(name) => folder.join("examples").join(format!("{name}.wasm")),
        None => folder.join("proscenium.wasm"),
    })
}

/// Makes the program smaller where Binaryen's `wasm-opt` is installed; copies it otherwise.
fn shrink(program: &Path, to: &Path) -> Result<(), Box<dyn Error>> {
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
    tool.arg("-Oz").arg(program).arg("-o").arg(to);
    match tool.output() {
        Ok(done) if done.status.success() => return Ok(()),
        Ok(done) => {
            let why = String::from_utf8_lossy(&done.stderr);
            println!("wasm-opt could not read the program, so it stays as it is: {}", why.trim());
        }
        Err(_) => {
            println!("wasm-opt (of Binaryen) is not installed; with it the program would be a little smaller")
        }
    }
    fs::copy(program, to)?;
    Ok(())
}

/// The folder of the miniquad that the program is built with.
fn miniquad(project: &Path) -> Result<PathBuf, Box<dyn Error>> {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(project);
    cargo.args(["metadata", "--locked", "--format-version", "1", "--filter-platform", TARGET]);
    let metadata: serde_json::Value = serde_json::from_slice(&cargo.output()?.stdout)?;
    let packages = metadata["packages"].as_array().ok_or("cargo metadata lists no packages")?;
    let manifest = packages.iter().find(|package| package["name"] == "miniquad");
    let manifest = manifest.and_then(|package| package["manifest_path"].as_str());
    let folder = manifest.and_then(|path| Path::new(path).parent());
    Ok(folder.ok_or("the program does not depend on miniquad")?.to_owned())
}

/// Puts the page, its assets and its letters beside the program.
fn gather(project: &Path, site: &Path) -> Result<(), Box<dyn Error>> {
    for file in ["index.html", "page.js"] {
        fs::copy(project.join("web").join(file), site.join(file))?;
    }
    let assets = site.join("assets");
    if assets.exists() {
        fs::remove_dir_all(&assets)?;
    }
    let mut texts = String::new();
    let left_out = LEFT_OUT.map(|path| project.join(path));
    copy(&project.join("assets"), &assets, &left_out, &mut texts)?;
    fs::create_dir_all(assets.join("fonts"))?;
    fs::write(assets.join("fonts/glyphs.hex"), glyphs::file(&texts))?;
    Ok(())
}

/// Copies a folder, and gathers what is text in it.
fn copy(from: &Path, to: &Path, left_out: &[PathBuf], texts: &mut String) -> Result<(), Box<dyn Error>> {
    if left_out.iter().any(|path| path == from) {
        return Ok(());
    }
    if from.is_dir() {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()), left_out, texts)?;
        }
        return Ok(());
    }
    let bytes = fs::read(from)?;
    fs::write(to, &bytes)?;
    texts.push_str(&String::from_utf8(bytes).unwrap_or_default());
    Ok(())
}

/// How many bytes travel from a server that packs its answers.
fn packed(bytes: &[u8]) -> Result<usize, Box<dyn Error>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
