//! Programs of others that decode the same files: for tests that compare, where they are installed.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};

/// Another folder for each call.
pub fn folder() -> PathBuf {
    static LAST: AtomicU32 = AtomicU32::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    let folder =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("foreign_{}_{number}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a Python script in a folder, with `modules` imported and with `arguments`; `None` and a message where they are
/// not installed (`packages` of Debian).
pub fn python(modules: &str, packages: &str, script: &str, arguments: &[&str]) -> Option<PathBuf> {
    let folder = folder();
    // The system's own one has the modules of packages.
    let found = ["/usr/bin/python3", "python3"].into_iter().find(|python| {
        let import = Command::new(python).args(["-c", &format!("import {modules}")]).output();
        import.is_ok_and(|output| output.status.success())
    });
    let Some(python) = found else {
        eprintln!("not compared with others: `{packages}` is not installed");
        return None;
    };
    let script = format!("import {modules}\n{script}");
    let output =
        Command::new(python).current_dir(&folder).args(["-c", &script]).args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(folder)
}
