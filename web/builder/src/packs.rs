//! Packs in the place of single files, from the files of the page alone.
//!
//! Each manifest in `assets/phases` has a pack of the files that it names. `shared.pack` has the manifests, and what
//! several of them name. What such a file names in turn, as a level does its tiles, is in the pack of that file. A
//! name is any text in quotes that is the path of a file. Files that only code names stay single files.
//! `crates/core/src/platform/pack.rs` describes the format.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// The setting of `page.js`, as it is and as it becomes.
const SETTING: [&str; 2] = ["packs: false", "packs: true"];

/// The number of the pack `shared.pack`.
const SHARED: usize = 0;

/// The packs of a page.
struct Plan {
    names: Vec<String>,
    /// The path of each file, and the number of its pack.
    items: Vec<(String, usize)>,
}

/// Makes packs in the assets of the page, and removes the files that are in them. Returns whether there are packs now.
pub fn make(site: &Path) -> Result<bool, Box<dyn Error>> {
    let script = site.join("page.js");
    let text = fs::read_to_string(&script)?;
    let assets = site.join("assets");
    let plan = Plan::of(&assets);
    if plan.items.is_empty() || !text.contains(SETTING[0]) {
        return Ok(false);
    }
    plan.write(&assets)?;
    for (path, _) in &plan.items {
        remove(&assets, &assets.join(path));
    }
    fs::write(script, text.replace(SETTING[0], SETTING[1]))?;
    Ok(true)
}

impl Plan {
    fn of(assets: &Path) -> Self {
        let files = fs::read_dir(assets.join("phases")).into_iter().flatten().flatten();
        let files = files.filter_map(|file| file.file_name().into_string().ok());
        let mut phases: Vec<_> =
            files.filter_map(|name| name.strip_suffix(".ron").map(str::to_owned)).collect();
        phases.sort();
        let mut items: Vec<_> = phases.iter().map(|phase| (format!("phases/{phase}.ron"), SHARED)).collect();
        // The files that manifests name have their places before those that other files name.
        let (mut next, mut placed) = (0, phases.len());
        while let Some((path, pack)) = items.get(next).cloned() {
            let pack = match phases.get(next) {
                Some(phase) if phase != "shared" => next + 1,
                _ => pack,
            };
            if next == phases.len() {
                placed = items.len();
            }
            for named in named_in(assets, &path) {
                match items.iter().position(|(path, _)| *path == named) {
                    None => items.push((named, pack)),
                    Some(at) if at >= placed && items[at].1 != pack => items[at].1 = SHARED,
                    Some(_) => {}
                }
            }
            next += 1;
        }
        let names = ["shared".to_owned()].into_iter().chain(phases).map(|phase| phase + ".pack").collect();
        Self { names, items }
    }

    fn write(&self, assets: &Path) -> io::Result<()> {
        let (mut index, mut packs) = (String::new(), Vec::new());
        for (number, name) in self.names.iter().enumerate() {
            let items: Vec<_> = self.items.iter().filter(|(_, pack)| *pack == number).collect();
            if items.is_empty() {
                continue;
            }
            let mut pack = Vec::new();
            // Writing to a string does not fail.
            let _ = writeln!(index, "pack {name}");
            for (path, _) in items {
                let bytes = fs::read(assets.join(path))?;
                let _ = writeln!(index, "{:08x} {} {path}", crc32fast::hash(&bytes), bytes.len());
                pack.extend(bytes);
            }
            packs.push((assets.join(name), pack));
        }
        let crc = crc32fast::hash(index.as_bytes());
        let header = format!("proscenium packs 1 {:010} {crc:08x}\n{index}", index.len());
        packs[SHARED].1.splice(..0, header.into_bytes());
        packs.into_iter().try_for_each(|(file, pack)| fs::write(file, pack))
    }
}

/// The paths of the files that a text file names, as it names them in quotes: from the assets folder or from its own.
fn named_in(assets: &Path, path: &str) -> Vec<String> {
    let text = fs::read_to_string(assets.join(path)).unwrap_or_default();
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let names = text.split(['"', '\'']);
    let paths = names.filter_map(|name| {
        [resolved("", name), resolved(folder, name)]
            .into_iter()
            .flatten()
            .find(|path| assets.join(path).is_file())
    });
    paths.collect()
}

/// A path from a folder of the assets, without its parts `.` and `..`; `None` if it leads out of the assets.
fn resolved(folder: &str, path: &str) -> Option<String> {
    // Texts between two names are no paths.
    if path.is_empty() || path.starts_with('/') || path.contains(['\n', '\\', ':']) {
        return None;
    }
    let mut parts = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
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
    use super::*;

    #[test]
    fn a_file_is_in_the_pack_of_what_names_it() {
        let site = std::env::temp_dir().join(format!("cargo-web-packs-{}", std::process::id()));
        let file = |path: &str, bytes: &str| {
            let path = site.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, bytes).unwrap();
        };
        file("page.js", include_str!("../../page.js"));
        file(
            "assets/phases/a.ron",
            r#"(include: ["phases/all.ron"], resources: [x(path: "one level.tmx"), x(path: "both.wav"), x(path: "gone.wav")])"#,
        );
        file("assets/phases/all.ron", r#"(resources: [x(path: "textures/own.png")])"#);
        file(
            "assets/phases/b.ron",
            r#"(include: ["phases/all.ron"], resources: [x(path: "both.wav"), x(path: "../page.js")])"#,
        );
        file("assets/phases/empty.ron", "()");
        file("assets/one level.tmx", "<a source='tiles/./t.tsx'/>");
        file("assets/tiles/t.tsx", "<a source=\"../textures/own.png\"/>");
        for path in ["both.wav", "textures/own.png", "textures/from code.png"] {
            file(&format!("assets/{path}"), path);
        }
        assert!(make(&site).unwrap());

        let read = |path: &str| fs::read_to_string(site.join("assets").join(path)).unwrap();
        let shared = read("shared.pack");
        let (header, rest) = shared.split_once('\n').unwrap();
        let (version, length) = (&header[..19], header[19..29].parse().unwrap());
        assert_eq!(version, "proscenium packs 1 ");
        let (index, items) = rest.split_at(length);
        assert_eq!(header[30..], format!("{:08x}", crc32fast::hash(index.as_bytes())));
        let lines: Vec<_> = index.lines().map(|line| line.splitn(3, ' ').last().unwrap()).collect();
        let expected = [
            "shared.pack",
            "phases/a.ron",
            "phases/all.ron",
            "phases/b.ron",
            "phases/empty.ron",
            "both.wav",
            "a.pack",
            "one level.tmx",
            "tiles/t.tsx",
            "all.pack",
            "textures/own.png",
        ];
        assert_eq!(lines, expected);
        assert!(index.contains("\npack all.pack\n8050631c 16 textures/own.png\n"), "{index}");
        assert!(items.ends_with("()both.wav"), "{items}");
        assert_eq!(read("a.pack"), "<a source='tiles/./t.tsx'/><a source=\"../textures/own.png\"/>");
        let mut left: Vec<_> =
            fs::read_dir(site.join("assets")).unwrap().map(|file| file.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, ["a.pack", "all.pack", "shared.pack", "textures"]);
        assert_eq!(read("textures/from code.png"), "textures/from code.png");
        assert!(fs::read_to_string(site.join("page.js")).unwrap().contains(SETTING[1]));
        fs::remove_dir_all(site).unwrap();
    }

    #[test]
    fn assets_without_manifests_stay_single_files() {
        let library = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        assert!(Plan::of(&library.join("examples/assets")).items.is_empty());
    }

    #[test]
    fn the_page_has_the_setting_once() {
        let script = include_str!("../../page.js");
        assert_eq!(script.matches(SETTING[0]).count(), 1);
    }
}
