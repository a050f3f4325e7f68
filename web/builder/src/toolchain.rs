//! A compiler for the web: the one of rustup with its target, or Debian's.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The target of a page.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The compiler for pages.
pub enum Toolchain {
    /// `cargo` as it is, with the target installed.
    Installed,
    /// Debian's packages `rustc-web` and `cargo-web`, which build the standard library from the
    /// sources in `rust-web-src`; the linker comes from the installed Rust.
    Debian { rustc: PathBuf, cargo: PathBuf, linker: PathBuf },
}

impl Toolchain {
    /// Looks for the target; installs it through rustup where it is missing.
    pub fn find() -> Result<Self, Box<dyn Error>> {
        if has_target() {
            return Ok(Self::Installed);
        }
        println!("installing the target {TARGET}");
        let added = Command::new("rustup").args(["target", "add", TARGET]).status();
        if has_target() {
            return Ok(Self::Installed);
        }
        let debian = Self::debian();
        debian.ok_or_else(|| match added {
            Ok(_) => format!(
                "rustup could not install the target {TARGET}, see above; with a network, run \
                 `rustup target add {TARGET}`"
            )
            .into(),
            Err(_) => format!(
                "this Rust has no target {TARGET}, and there is no rustup to install it; install Rust from \
                 https://rustup.rs, or on Debian `apt install rustc-web cargo-web rust-web-src`"
            )
            .into(),
        })
    }

    fn debian() -> Option<Self> {
        let [rustc, cargo] = ["rustc-web", "cargo-web"].map(|package| {
            let listed = Command::new("dpkg").args(["-L", package]).output().ok()?;
            let listed = String::from_utf8(listed.stdout).ok()?;
            let program = package.strip_suffix("-web")?;
            let is_program =
                |path: &&str| path.ends_with(&format!("/bin/{program}")) && Path::new(path).is_file();
            listed.lines().find(is_program).map(PathBuf::from)
        });
        let root = PathBuf::from(stdout_of(Command::new("rustc").args(["--print", "sysroot"]))?);
        let host = stdout_of(Command::new("rustc").args(["--print", "host-tuple"]))?;
        let linker = root.join("lib/rustlib").join(host).join("bin/rust-lld");
        Some(Self::Debian {
            rustc: rustc?,
            cargo: cargo?,
            linker: Some(linker).filter(|path| path.is_file())?,
        })
    }

    /// A call of its cargo.
    pub fn cargo(&self) -> Command {
        match self {
            Self::Installed => Command::new("cargo"),
            Self::Debian { rustc, cargo, linker } => {
                let mut command = Command::new(cargo);
                // The build of the standard library is not stable; the packages are made for it.
                command.env("RUSTC", rustc).env("RUSTC_BOOTSTRAP", "1").env_remove("RUSTUP_TOOLCHAIN");
                command.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker);
                // Its sorts and numbers make a program 2 % smaller so.
                command.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features=optimize_for_size"]);
                command
            }
        }
    }
}

fn has_target() -> bool {
    let folder = stdout_of(Command::new("rustc").args(["--print", "target-libdir", "--target", TARGET]));
    let files = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    files.is_some_and(|files| {
        files.flatten().any(|file| file.file_name().to_string_lossy().starts_with("libstd"))
    })
}

fn stdout_of(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
