//! The check of all assets of a program at once.

use std::any::Any;
use std::collections::HashMap;
use std::sync::Arc;

use futures_lite::future::block_on;
use serde::de::IgnoredAny;

use super::assets::Assets;
use super::context::CheckContext;
use super::error::{LoadError, before};
use super::files::Noted;
use super::id::ResourceId;
use super::kind::Kind;
use super::kinds::Texture;
use super::listing::{Listed, Listing};
use super::manifest::{Manifest, queue_of};
use super::meant::Meant;
use super::reading::read_kind;
use super::resource::{PhaseContents, Resource, Work};
use crate::platform::{AssetPath, Filter, ReadError, read_now};

/// What a check has found in a phase, with one of its manifests.
#[derive(Debug, Default)]
pub struct PhaseCheck {
    /// The phase, and its manifest if it has several.
    pub name: String,
    phase: &'static str,
    /// The number of files that were decoded.
    pub decoded: usize,
    /// The memory of the decoded images in bytes.
    pub image_bytes: u64,
    /// The memory of the values of other kinds in bytes.
    pub other_bytes: u64,
    problems: Vec<String>,
    /// The files that its loads read, each as often as they do.
    pub read: Vec<FileRead>,
}

/// A file that a load reads.
#[derive(Debug)]
pub struct FileRead {
    /// The file.
    pub path: AssetPath,
    /// The word of the kind as which it is decoded; `None` for a manifest, and for a further file of an item.
    pub kind: Option<&'static str>,
    /// Whether the manifest or item that reads it has failed; the problems say why.
    pub has_failed: bool,
}

impl PhaseCheck {
    /// All problems, each once with the phases that have it.
    pub fn problems(checks: &[Self]) -> Vec<String> {
        let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
        let mut known: HashMap<&str, usize> = HashMap::new();
        for check in checks {
            for problem in &check.problems {
                let index = *known.entry(problem).or_insert_with(|| {
                    found.push((problem, Vec::new()));
                    found.len() - 1
                });
                let phases = &mut found[index].1;
                // The checks of one phase follow each other.
                if phases.last() != Some(&check.phase) {
                    phases.push(check.phase);
                }
            }
        }
        let line = |(problem, phases): (&str, Vec<&str>)| {
            let word = if phases.len() == 1 { "phase" } else { "phases" };
            format!("{word} `{}`: {problem}", phases.join("`, `"))
        };
        found.into_iter().map(line).collect()
    }

    /// Adds the files that were read for something of this kind.
    fn add_read(&mut self, files: &[Noted], kind: Option<&'static str>, has_failed: bool) {
        self.read.extend(files.iter().enumerate().map(|(number, noted)| FileRead {
            path: noted.path.clone(),
            kind: kind.filter(|_| number == 0),
            has_failed,
        }));
    }
}

impl Assets {
    /// All problems of the files of the registered phases.
    pub fn check(&self) -> Vec<String> {
        PhaseCheck::problems(&self.check_phases())
    }

    /// Checks the files of each phase, and returns an entry for each of its manifests: [`check`](Self::check) lists the
    /// problems alone. Everything is decoded as in a load; the problems are the errors of a load, for optional
    /// resources too, and what the checks of the kinds find. The list is empty for a source that is not
    /// [immediate](crate::platform::AssetSource::is_immediate).
    pub fn check_phases(&self) -> Vec<PhaseCheck> {
        if !self.source.is_immediate() {
            return Vec::new();
        }
        let meant = Meant::new(self.source.as_ref());
        let mut checks: Vec<PhaseCheck> = Vec::new();
        for phase in &self.phases {
            let manifests = phase.loads();
            for manifest in &manifests {
                let mut check = self.check_contents(phase, *manifest, &meant);
                if let (Some(manifest), 2..) = (manifest, manifests.len()) {
                    check.name = format!("{} with {manifest}", check.name);
                }
                checks.push(check);
            }
        }
        checks
    }

    /// The resources of a load of a phase, and the files of its manifests. Fails for a source that cannot be waited for.
    pub(super) fn queue_for(
        &self,
        phase: &PhaseContents,
        manifest: Option<&str>,
    ) -> (Result<Vec<Resource>, LoadError>, Vec<Noted>) {
        if let Some(path) = manifest.filter(|_| !self.source.is_immediate()) {
            return (Err(ReadError::cannot_wait(path).into()), Vec::new());
        }
        let manifest = manifest.map(str::to_owned);
        let (source, kinds) = (Arc::clone(&self.source), self.kinds.clone());
        let Listed { entries, files } =
            block_on(Listing { manifest, source, kinds, policy: phase.policy }.read());
        let queue =
            entries.and_then(|entries| queue_of(&entries, &phase.resources, &self.kinds, &self.makers));
        (queue, files)
    }

    fn check_contents(&self, phase: &PhaseContents, manifest: Option<&str>, meant: &Meant<'_>) -> PhaseCheck {
        let name = format!("phase `{}`", phase.id);
        let mut check = PhaseCheck { name, phase: phase.id.name(), ..PhaseCheck::default() };
        let (queue, files) = self.queue_for(phase, manifest);
        check.add_read(&files, None, queue.is_err());
        let queue = match queue {
            Ok(queue) => queue,
            Err(error) => {
                check.problems.push(meant.explain(&error));
                return check;
            }
        };
        let (mut decoded, mut resident) = (Vec::new(), 0_u64);
        let mut ids: HashMap<(&str, AssetPath, Filter), ResourceId> = HashMap::new();
        for resource in queue {
            let Work::Decode(kind, Ok(path)) = &resource.work else { continue };
            if let Some(other) = ids.insert((resource.kind(), path.clone(), kind.filter), resource.id()) {
                let what = format!("has the same file as `{other}`, so that {path} is loaded twice");
                check.problems.push(format!("{} `{}` {what}", resource.kind(), resource.id()));
            }
            let ready = read_kind(*kind, self.source.as_ref(), path, Some(phase.policy.decoding()));
            let files = match &ready {
                Ok(ready) => &ready.files,
                Err(unready) => &unready.files,
            };
            check.add_read(files, Some(resource.kind()), ready.is_err());
            let ready = ready.map_err(|unready| unready.error).and_then(|ready| {
                phase.policy.check_bytes(resident, ready.memory)?;
                resident = resident.saturating_add(ready.memory);
                Ok(ready)
            });
            match ready {
                Ok(ready) => {
                    let is_image = (ready.value.as_ref() as &dyn Any).is::<Texture>();
                    let bytes = if is_image { &mut check.image_bytes } else { &mut check.other_bytes };
                    *bytes = bytes.saturating_add(ready.memory);
                    decoded.push((resource.id(), path.clone(), ready.value));
                }
                Err(cause) => {
                    let what = meant.explain(&cause);
                    check.problems.push(format!("{} `{}`: {what}", resource.kind(), resource.id()));
                }
            }
        }
        let values = decoded.iter().map(|(id, path, value)| (*id, path.clone(), value.as_ref() as &dyn Any));
        let values: Vec<_> = values.collect();
        for (current, (_, _, value)) in decoded.iter().enumerate() {
            let mut cx = CheckContext { current, decoded: &values, problems: Vec::new() };
            value.check(&mut cx);
            check.problems.append(&mut cx.problems);
        }
        check.decoded = values.len();
        check
    }

    /// The problem of a file, read as the kind of its extension, or as RON; `None` if it is valid or has no kind. A
    /// manifest may name another kind for the file, which [`check`](Self::check) uses.
    pub fn check_file(&self, path: &AssetPath) -> Option<String> {
        let extension = path.extension();
        let ron = || (extension == "ron").then(|| Kind::ron::<IgnoredAny>("RON file"));
        let kind = self.kinds.of_extension(&extension).or_else(ron)?;
        let error = read_kind(kind, self.source.as_ref(), path, None).err()?.error;
        Some(format!("{}{error}", before(Some(path), &error)))
    }

    /// The problem of a manifest; `None` if it is valid.
    pub fn check_manifest(&self, path: &AssetPath) -> Option<String> {
        match read_now(self.source.as_ref(), path) {
            Ok(bytes) => Manifest::parse(path, &bytes, &self.kinds).err().map(|error| error.to_string()),
            Err(error) => Some(error.to_string()),
        }
    }
}
