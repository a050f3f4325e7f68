//! Builds the web page: a folder that any server of files can serve.
//!
//! ```text
//! cargo web [FOLDER]                  the demo, in target/web/site unless a folder is given
//! cargo web --example NAME [FOLDER]   an example in the same page, in target/web/examples/NAME
//! ```
//!
//! The program is built with the profile `web`; the scripts that it runs and
//! sounds by come out of the miniquad and the quad-snd that it was built with; of the letters only those go along that the texts can need.

mod glyphs;
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

/// What the program is called on the page, whatever its name in the project is.
const PROGRAM: &str = "game.wasm";

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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let (example, folder) = arguments()?;
    let here = std::env::current_dir()?;
    let toolchain = Toolchain::find()?;
    let project = Project::read(&root)?;
    let program = build(&root, &project, &toolchain, example.as_deref())?;
    let site = match (&folder, &example) {
        (Some(folder), _) => here.join(folder),
        (None, Some(name)) => root.join("target/web/examples").join(name),
        (None, None) => root.join("target/web/site"),
    };
    fs::create_dir_all(&site)?;
    let shrunk = site.join(PROGRAM);
    shrink(&program, &shrunk)?;
    fs::copy(project.miniquad.join("js/gl.js"), site.join("gl.js"))?;
    match &project.quad_snd {
        Some(folder) => fs::copy(folder.join("js/audio.js"), site.join("audio.js")).map(drop)?,
        // The page asks for it all the same.
        None => fs::write(site.join("audio.js"), "")?,
    }
    site::gather(&root, &site)?;
    let bytes = fs::read(shrunk)?;
    println!("{PROGRAM}: {} kB, packed {} kB", bytes.len() / 1000, packed(&bytes)? / 1000);
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
fn build(
    root: &Path,
    project: &Project,
    toolchain: &Toolchain,
    example: Option<&str>,
) -> Result<PathBuf, Box<dyn Error>> {
    let home = std::env::home_dir();
    let mut cargo = toolchain.cargo();
    // The places of panics are a part of the program; whose computer built it is nobody's business.
    let mut flags = std::env::var("RUSTFLAGS").unwrap_or_default();
    for (folder, name) in [
        (std::env::var_os("CARGO_HOME").map(PathBuf::from), "cargo"),
        (home, "~"),
        (Some(root.to_owned()), "."),
    ] {
        if let Some(folder) = folder {
            flags += &format!(" --remap-path-prefix={}={name}", folder.display());
        }
    }
    cargo.env("RUSTFLAGS", flags.trim());
    cargo.current_dir(root).args(["build", "--locked", "--profile", "web", "--target", TARGET]);
    cargo.arg("--target-dir").arg(root.join("target/web"));
    if site::has_other_pictures(&root.join("assets")) {
        cargo.args(["--features", "page_pictures"]);
    }
    match example {
        Some(name) => cargo.args(["--example", name]),
        None => cargo.args(["--bin", &project.program]),
    };
    if !cargo.status()?.success() {
        return Err("the program was not built; the compiler has said why".into());
    }
    let folder = root.join("target/web").join(TARGET).join("web");
    Ok(match example {
        Some(name) => folder.join("examples").join(format!("{name}.wasm")),
        None => folder.join(format!("{}.wasm", project.program)),
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

/// How many bytes travel from a server that packs its answers.
fn packed(bytes: &[u8]) -> Result<usize, Box<dyn Error>> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}
