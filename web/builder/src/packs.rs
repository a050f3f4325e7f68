//! Packs in the place of the files of phases.

use std::env::consts::EXE_EXTENSION;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::project::Project;

/// The setting of `page.js`, as it is and as it becomes.
const SETTING: [&str; 2] = ["packs: false", "packs: true"];

/// Lets the program make packs in the assets of the page, and removes the files that are in them. Returns
/// whether there are packs now.
pub fn make(project: &Project, assets: &Path, site: &Path) -> Result<bool, Box<dyn Error>> {
    let script = site.join("page.js");
    let text = fs::read_to_string(&script)?;
    let packed = site.join("assets");
    // The build that is there: with both profiles the game would be compiled twice.
    let program = Path::new(&project.program).with_extension(EXE_EXTENSION);
    let is_released = project.target.with_file_name("release").join(program).exists();
    let mut cargo = Command::new("cargo");
    cargo.args(["run", "--quiet", "--profile", if is_released { "release" } else { "dev" }]);
    cargo.args(["--package", &project.package, "--bin", &project.program]);
    cargo.args(["--", "pack", "--as-files", "--assets"]).arg(assets).arg(&packed);
    if !text.contains(SETTING[0]) || !cargo.status()?.success() {
        return Ok(false);
    }
    let shared = fs::read(packed.join("shared.pack"))?;
    for path in items(&shared) {
        remove(&packed, &packed.join(path));
    }
    fs::write(script, text.replace(SETTING[0], SETTING[1]))?;
    Ok(true)
}

/// The paths in the index of packs: its lines `CRC LENGTH PATH`, up to the length in the first line.
fn items(shared: &[u8]) -> Vec<&str> {
    let mut lines = shared.splitn(2, |byte| *byte == b'\n');
    let header = lines.next().and_then(|line| str::from_utf8(line).ok()).unwrap_or_default();
    let length = header.split(' ').nth(3).and_then(|length| length.parse().ok()).unwrap_or(0);
    let index = lines.next().and_then(|rest| str::from_utf8(rest.get(..length)?).ok()).unwrap_or_default();
    let items = index.lines().filter(|line| !line.starts_with("pack "));
    items.filter_map(|line| line.splitn(3, ' ').nth(2)).collect()
}

/// Removes a file, and the folders that are empty then.
fn remove(assets: &Path, file: &Path) {
    if fs::remove_file(file).is_ok() {
        let folders = file.ancestors().skip(1).take_while(|folder| *folder != assets);
        folders.take_while(|folder| fs::remove_dir(folder).is_ok()).for_each(drop);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_index_lists_the_files_that_are_in_packs() {
        let index = "pack shared.pack\n0b5fa6c3 161 phases/a.ron\npack a.pack\n1a7e11d9 27403 b c.png\n";
        let shared = format!("proscenium packs 1 {:010} 7c3fd5a0\n{index}(bytes", index.len());
        assert_eq!(super::items(shared.as_bytes()), ["phases/a.ron", "b c.png"]);
        assert!(super::items(b"no packs").is_empty());
    }

    #[test]
    fn the_page_has_the_setting_once() {
        let script = include_str!("../../page.js");
        assert_eq!(script.matches(super::SETTING[0]).count(), 1);
    }
}
