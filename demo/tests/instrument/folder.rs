//! Temporary folders for tests, also for those in `src`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// An empty folder, removed when the value is dropped.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name =
            format!("{}-{}-{}", env!("CARGO_PKG_NAME"), process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        // Cargo has a folder for the tests in `tests` only.
        let temporary = option_env!("CARGO_TARGET_TMPDIR").map_or_else(env::temp_dir, PathBuf::from);
        let path = temporary.join(name);
        // A process that was killed leaves its own, and the ids of processes come again.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// A copy of the assets of the game.
    pub fn of_assets() -> Self {
        Self::copy_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets"))
    }

    pub fn copy_of(original: &Path) -> Self {
        let folder = Self::new();
        copy(original, folder.path());
        folder
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Replaces a text in a file.
    pub fn edit(&self, file: &str, from: &str, to: &str) {
        let path = self.0.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(from), "{file} has no `{from}`");
        fs::write(path, text.replace(from, to)).unwrap();
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}
