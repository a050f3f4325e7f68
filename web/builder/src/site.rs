//! The folder to serve: the page, its assets, and the glyphs of its texts.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use crate::glyphs;
use crate::look::Look;
use crate::project::Project;

/// The page of a game without its own.
const PAGE: &str = "index.html";

/// What belongs to the library's version, as the program does.
const SCRIPTS: [&str; 5] = ["page.js", "packs.js", "images.js", "png.js", "runs.js"];

/// The script of miniquad.
const GL: &str = "gl.js";

/// Parts of `assets` that a page does not need.
const LEFT_OUT: [&str; 2] = ["assets/readme", "assets/README.md"];

/// Fails if a folder has files that no page has, because a page replaces its assets, or if it is among the
/// assets that are copied to it.
pub fn check(site: &Path, own_assets: &Path) -> Result<(), String> {
    let name = site.display();
    let whole = std::path::absolute(site).unwrap_or_default();
    let there = whole.ancestors().find_map(|folder| folder.canonicalize().ok()).unwrap_or_default();
    if own_assets.canonicalize().is_ok_and(|assets| there.starts_with(assets)) {
        return Err(format!(
            "{name} is in {}, which a page contains; name another folder",
            own_assets.display()
        ));
    }
    let is_free = fs::read_dir(site).map_or(true, |mut files| files.next().is_none());
    let is_page = [SCRIPTS[0], GL].into_iter().all(|script| site.join(script).is_file());
    if is_free || is_page {
        return Ok(());
    }
    Err(format!("{name} has files and is no page; name an empty folder, or one that is not there yet"))
}

/// Copies the page, its scripts, its assets and its glyphs, if it has the feature for them, to the folder of the program.
pub fn gather(project: &Project, look: &Look, own_assets: &Path, site: &Path) -> Result<(), Box<dyn Error>> {
    let web = project.library.join("web");
    for script in SCRIPTS {
        copy_file(&web.join(script), &site.join(script))?;
    }
    copy_file(&project.miniquad.join("js").join(GL), &site.join(GL))?;
    let own = project.folder.join("web").join(PAGE);
    let page = if own.is_file() { own } else { web.join(PAGE) };
    let text = fs::read_to_string(&page).map_err(|error| format!("{}: {error}", page.display()))?;
    fs::write(site.join(PAGE), look.apply(&text))?;
    if let (Some(icon), Some(name)) = (&look.icon, look.icon_name()) {
        copy_file(icon, &site.join(name))?;
    }
    let assets = site.join("assets");
    if assets.exists() {
        fs::remove_dir_all(&assets)?;
    }
    let mut texts = String::new();
    let mut left_out = LEFT_OUT.map(|path| project.folder.join(path)).to_vec();
    if !project.has_tools {
        left_out.extend(input_scripts(own_assets));
    }
    if own_assets.is_dir() {
        copy(own_assets, &assets, &left_out, &mut texts)?;
    }
    if project.has_glyphs {
        fs::create_dir_all(assets.join("fonts"))?;
        fs::write(assets.join("fonts/glyphs.hex"), glyphs::file(&texts))?;
    }
    Ok(())
}

/// The input scripts of the assets, which a page without the feature `dev` cannot play: the texts in `scripts`, as the
/// tool `check` has it.
fn input_scripts(assets: &Path) -> impl Iterator<Item = PathBuf> {
    let files = fs::read_dir(assets.join("scripts")).into_iter().flatten().flatten();
    files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
}

fn copy_file(from: &Path, to: &Path) -> Result<(), String> {
    // Not `fs::copy`: a file may be read-only where the library is.
    let done = fs::read(from).and_then(|bytes| fs::write(to, bytes));
    done.map_err(|error| format!("cannot copy {} to {}: {error}", from.display(), to.display()))
}

/// Copies a folder without what is left out, and collects the contents of its text files.
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
