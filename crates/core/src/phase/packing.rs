//! Packing: the files of phases in load order, in the form that loads fastest.

use std::collections::HashMap;
use std::path::Path;

use super::assets::Assets;
use super::files::Noted;
use super::kind::Kind;
use super::reading::{Unready, read_kind};
use super::resource::Work;
use crate::platform::{AssetPath, SHARED, read_now, write_packs};

/// A file of a pack.
struct Packed {
    /// The number of its pack.
    pack: usize,
    /// The kind that may have a faster form of it. A file that is read as another kind too, or as a
    /// further file of an item, stays as it is.
    kind: Option<Kind>,
}

/// The packs of all phases.
struct Plan {
    packs: Vec<(AssetPath, Vec<AssetPath>)>,
    files: HashMap<AssetPath, Packed>,
}

impl Plan {
    fn add(&mut self, path: AssetPath, pack: usize, kind: Option<Kind>) {
        let packs = &mut self.packs;
        let known = self.files.entry(path).and_modify(|file| {
            file.kind = file.kind.filter(|known| kind.is_some_and(|kind| kind.name == known.name));
        });
        let path = known.key().clone();
        let file = known.or_insert_with(|| {
            packs[pack].1.push(path.clone());
            Packed { pack, kind }
        });
        if file.pack != pack && file.pack != 0 {
            packs[file.pack].1.retain(|other| *other != path);
            packs[0].1.push(path);
            file.pack = 0;
        }
    }
}

impl Assets {
    /// Writes the files of all phases as packs to `folder`, which is made if it is missing: `PHASE.pack` for
    /// each phase, and `shared.pack` for the manifests and what several phases share. Returns their names and
    /// lengths. [`DirSource::open`](crate::platform::DirSource::open) reads them.
    ///
    /// Items are in the form that loads fastest ([`Asset::pack`](crate::phase::Asset::pack)). A page reads files only:
    /// `cargo web` makes its packs.
    ///
    /// # Errors
    ///
    /// The errors of a load, or why the packs cannot be written.
    pub fn pack(&self, folder: &Path) -> Result<Vec<(AssetPath, u64)>, Vec<String>> {
        let Plan { packs, files } = self.plan()?;
        let is_written = |(number, (_, paths)): &(usize, (_, Vec<_>))| *number == 0 || !paths.is_empty();
        let packs: Vec<_> = packs.into_iter().enumerate().filter(is_written).map(|(_, pack)| pack).collect();
        let lengths = write_packs(folder, &packs, |path| {
            let kind = files.get(path).and_then(|file| file.kind);
            if let Some(faster) = kind.and_then(|kind| self.faster_form(kind, path)) {
                return Ok(faster);
            }
            read_now(self.source.as_ref(), path).map_err(|error| error.to_string())
        });
        let lengths = lengths.map_err(|what| vec![of_packs(&what)])?;
        Ok(packs.into_iter().map(|(name, _)| name).zip(lengths).collect())
    }

    /// Finds out which files the loads of the phases read, and in which order.
    fn plan(&self) -> Result<Plan, Vec<String>> {
        let name = |name: &str| AssetPath::new(name).map_err(|bad| vec![of_packs(&bad.to_string())]);
        let mut plan = Plan { packs: vec![(name(SHARED)?, Vec::new())], files: HashMap::new() };
        let (mut problems, mut queues) = (Vec::new(), Vec::new());
        // The manifests come first: a page reads all of them before its first phase.
        for phase in &self.phases {
            let name = name(&format!("{}.pack", phase.id))?;
            // Some systems do not tell capitals apart.
            let is_same = |(other, _): &&(AssetPath, _)| name.as_str().eq_ignore_ascii_case(other.as_str());
            if let Some((other, _)) = plan.packs.iter().find(is_same) {
                let what = format!("phase `{}` would have the same file as {other}; rename it", phase.id);
                return Err(vec![of_packs(&what)]);
            }
            plan.packs.push((name, Vec::new()));
            for manifest in phase.loads() {
                let place = format!("phase `{}`", phase.id);
                let (queue, files) = self.queue_for(phase, manifest);
                match queue {
                    Ok(queue) => queues.push((place, plan.packs.len() - 1, queue)),
                    Err(error) => problems.push(format!("{place}: {error}")),
                }
                read_of(files).for_each(|path| plan.add(path, 0, None));
            }
        }
        for (place, pack, queue) in queues {
            for resource in queue {
                let Work::Decode(kind, Ok(path)) = &resource.work else { continue };
                let (files, error) = match read_kind(*kind, self.source.as_ref(), path, None) {
                    Ok(ready) => (ready.files, None),
                    Err(Unready { error, files }) => (files, Some(error)),
                };
                for (number, path) in read_of(files).enumerate() {
                    plan.add(path, pack, (number == 0).then_some(*kind));
                }
                if let Some(cause) = error.filter(|_| !resource.is_optional) {
                    problems.push(format!("{place}: {} `{}`: {cause}", resource.kind(), resource.id()));
                }
            }
        }
        // Manifests of one phase often include the same one.
        problems.sort();
        problems.dedup();
        if problems.is_empty() { Ok(plan) } else { Err(problems) }
    }

    /// The faster form of a file, if its kind has one. A file of an optional resource may be broken.
    fn faster_form(&self, kind: Kind, path: &AssetPath) -> Option<Vec<u8>> {
        let decoded = read_kind(kind, self.source.as_ref(), path, None).ok()?;
        decoded.value.pack().filter(|bytes| bytes.len() <= kind.max_bytes)
    }
}

/// The files that could be read.
fn read_of(files: Vec<Noted>) -> impl Iterator<Item = AssetPath> {
    files.into_iter().filter(|noted| noted.is_read).map(|noted| noted.path)
}

fn of_packs(what: &str) -> String {
    format!("packs: {what}")
}
