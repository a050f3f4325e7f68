//! `cargo web` in packages outside of this workspace.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const DEPENDENCY: &str = "proscenium = { path = 'LIBRARY', default-features = false, features = ['window'] }";

fn library() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

/// A package in its own folder, with a name that quotes have to be around.
struct Package(PathBuf);

impl Package {
    /// `manifest` is what follows the name.
    fn new(name: &str, manifest: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("proscenium web's über {}-{name}", std::process::id()));
        let manifest = manifest.replace("LIBRARY", library().to_str().unwrap());
        let manifest = format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n{manifest}\n");
        fs::create_dir_all(folder.join("assets/textures")).unwrap();
        // The versions that are on this machine.
        fs::copy(library().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
        Self(folder).file("Cargo.toml", manifest).file("src/main.rs", "fn main() {}")
    }

    fn file(self, path: &str, bytes: impl AsRef<[u8]>) -> Self {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
        self
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-web"));
        command.arg("web").args(arguments).current_dir(&self.0);
        command
    }

    #[track_caller]
    fn assert_error(&self, command: &mut Command, expected: &str) {
        let Output { status, stderr, .. } = command.output().unwrap();
        let stderr = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(1), "{stderr}");
        assert!(stderr.lines().any(|line| line == format!("cargo web: {expected}")), "{stderr}");
        assert!(!self.0.join("target").exists(), "something is half made");
    }
}

impl Drop for Package {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_package_that_depends_on_the_library_becomes_a_page() {
    let example = fs::read_to_string(library().join("examples/minimal.rs")).unwrap();
    let logo = fs::read(library().join("examples/assets/textures/logo.png")).unwrap();
    // A dependency has this name too.
    let manifest = format!(
        "[package.metadata.bundle]\nname = 'Star Herder'\nicon = 'assets/textures/logo.png'\n\
         colors = {{ accent = '#00ff7f' }}\n\
         [dependencies]\nmacroquad = {{ version = '0.4', default-features = false }}\n{DEPENDENCY}"
    );
    let package = Package::new("png", &manifest)
        .file("src/main.rs", example)
        .file("assets/textures/logo.png", &logo)
        .file("assets/scripts/tour.txt", "run 1\n")
        .file("assets/scripts/level.rhai", "");
    // What other builds have left there is used again.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let site = package.0.join("site");
    let built = package.command(&["site"]).env("CARGO_TARGET_DIR", target).output().unwrap();
    let stderr = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{stderr}");
    assert!(!stderr.contains("warning"), "{stderr}");

    let read = |path: &str| fs::read(site.join(path)).unwrap();
    assert_eq!(read("game.wasm.gz")[..3], [0x1f, 0x8b, 8]);
    assert_eq!(read("page.js"), fs::read(library().join("web/page.js")).unwrap());
    assert_eq!([read("icon.png"), read("assets/textures/logo.png")], [logo.clone(), logo]);
    let page = String::from_utf8(read("index.html")).unwrap();
    for part in ["<title>Star Herder</title>", "href=\"icon.png\"", "--accent: #00ff7f;"] {
        assert!(page.contains(part), "{page}");
    }
    assert!(site.join("gl.js").exists());
    // The program does not have the feature for them.
    assert!(!site.join("assets/fonts/glyphs.hex").exists());
    // Nor the feature `dev`, which plays input scripts.
    assert!(!site.join("assets/scripts/tour.txt").exists());
    assert!(site.join("assets/scripts/level.rhai").exists());
}

#[test]
fn a_wrong_name_is_refused_with_the_right_ones() {
    let package = Package::new("names", "").file("examples/small.rs", "fn main() {}");
    let mut web = package.command(&["--example", "smal"]);
    package.assert_error(&mut web, "there is no example `smal`; there are: small");
    let mut web = package.command(&["--package", "other"]);
    package.assert_error(&mut web, "there is no package `other`; there are: names");
    let mut web = package.command(&["--exampel", "small"]);
    let usage = "usage: cargo web [--package NAME] [--bin NAME | --example NAME] [--no-default-features] [--features LIST] [FOLDER]";
    package.assert_error(&mut web, &format!("unknown option `--exampel`; {usage}"));
    package.assert_error(&mut package.command(&["my", "page"]), &format!("a second folder, `page`; {usage}"));
}

#[test]
fn a_package_that_cannot_be_a_page_says_what_is_missing() {
    let package = Package::new("alone", "");
    let expected = "`alone` does not depend on proscenium, the library that its page belongs to";
    package.assert_error(&mut package.command(&[]), expected);
    let package = Package::new("blind", &format!("[dependencies]\n{}", DEPENDENCY.replace("'window'", "")));
    let expected = "`blind` has no window: enable the feature `window` of proscenium";
    package.assert_error(&mut package.command(&[]), expected);
    fs::remove_file(package.0.join("Cargo.toml")).unwrap();
    let expected = "there is no Cargo.toml here; run it in the folder of a game";
    package.assert_error(&mut package.command(&[]), expected);
}

#[test]
fn a_folder_with_other_files_stays_as_it_is() {
    let package = Package::new("keeper", &format!("[dependencies]\n{DEPENDENCY}")).file("assets/a.txt", "a");
    let expected = ". has files and is no page; name an empty folder, or one that is not there yet";
    package.assert_error(&mut package.command(&["."]), expected);
    let assets = package.0.canonicalize().unwrap().join("assets");
    let expected =
        format!("assets/new/site is in {}, which a page contains; name another folder", assets.display());
    package.assert_error(&mut package.command(&["assets/new/site"]), &expected);
    assert_eq!(fs::read_dir(assets).unwrap().count(), 2);
}

#[test]
fn without_a_network_missing_dependencies_are_named() {
    let package = Package::new("offline", &format!("[dependencies]\n{DEPENDENCY}"));
    let home = package.0.join("home");
    let mut web = package.command(&[]);
    web.env("CARGO_HOME", home).env("CARGO_NET_OFFLINE", "true");
    let expected = "cargo cannot read the project, see above; dependencies that are not on this machine need a \
                    network once";
    package.assert_error(&mut web, expected);
}

/// A compiler without the target, and neither rustup nor Debian's packages.
#[cfg(unix)]
#[test]
fn without_the_target_and_rustup_it_says_where_they_are() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let package = Package::new("untargeted", &format!("[dependencies]\n{DEPENDENCY}"));
    let rustc = format!(
        "#!/bin/sh\ncase \"$*\" in *target-libdir*) echo /nowhere ;; *) exec {} \"$@\" ;; esac\n",
        Path::new(env!("CARGO")).with_file_name("rustc").display()
    );
    let package = package.file("bin/rustc", rustc);
    let folder = package.0.join("bin");
    fs::set_permissions(folder.join("rustc"), PermissionsExt::from_mode(0o755)).unwrap();
    symlink(env!("CARGO"), folder.join("cargo")).unwrap();
    let mut web = package.command(&[]);
    web.env("PATH", &folder).env("CARGO_NET_OFFLINE", "true").env_remove("RUSTC");
    let expected = "this Rust has no target wasm32-unknown-unknown, and there is no rustup to install it; install \
                    Rust from https://rustup.rs, or on Debian `apt install rustc-web cargo-web rust-web-src`";
    package.assert_error(&mut web, expected);
}
