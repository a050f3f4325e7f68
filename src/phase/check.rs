//! The check of all assets of a program at once.

use std::any::Any;
use std::collections::HashMap;

use futures_lite::future::block_on;

use super::asset::read_kind;
use super::context::CheckContext;
use super::error::{LoadError, before, with_meant};
use super::id::ResourceId;
use super::kinds::Texture;
use super::loader::Loader;
use super::manifest::{Manifest, queue_of};
use super::resource::{PhaseContents, Resource, Work};
use crate::platform::{AssetPath, AssetSource, Filter, ReadError, caught, read_now};

/// What a check has found in a phase, with one of its manifests.
#[derive(Debug, Default)]
pub(crate) struct PhaseCheck {
    /// The phase, and its manifest if it has several.
    pub(crate) name: String,
    phase: &'static str,
    /// The number of files that were decoded.
    pub(crate) decoded: usize,
    /// The memory of their values in bytes: of images, and of everything else.
    pub(crate) image_bytes: u64,
    pub(crate) other_bytes: u64,
    problems: Vec<String>,
}

impl PhaseCheck {
    /// All problems, each once with the phases that have it.
    pub(crate) fn problems(checks: &[Self]) -> Vec<String> {
        let mut found: Vec<(&str, Vec<&str>)> = Vec::new();
        for check in checks {
            for problem in &check.problems {
                match found.iter_mut().find(|(known, _)| known == problem) {
                    Some((_, phases)) if phases.contains(&check.phase) => {}
                    Some((_, phases)) => phases.push(check.phase),
                    None => found.push((problem, vec![check.phase])),
                }
            }
        }
        let line = |(problem, phases): (&str, Vec<&str>)| {
            let word = if phases.len() == 1 { "phase" } else { "phases" };
            format!("{word} `{}`: {problem}", phases.join("`, `"))
        };
        found.into_iter().map(line).collect()
    }
}

impl Loader {
    /// Decodes everything that `phase` names, with each of its manifests. The problems are what a load would
    /// fail with, for optional resources too, and what the checks of the kinds find. The list is empty for a
    /// source that cannot be waited for.
    pub(crate) fn check(&self, phase: &PhaseContents) -> Vec<PhaseCheck> {
        if !self.source.is_immediate() {
            return Vec::new();
        }
        let manifests = phase.loads();
        let mut checks: Vec<PhaseCheck> = Vec::new();
        for manifest in &manifests {
            let mut check = self.check_contents(phase, *manifest);
            if let (Some(manifest), 2..) = (manifest, manifests.len()) {
                check.name = format!("{} with {manifest}", check.name);
            }
            checks.push(check);
        }
        checks
    }

    /// The resources of a load of a phase. Fails for a source that cannot be waited for.
    pub(super) fn queue_for(
        &self,
        phase: &PhaseContents,
        manifest: Option<&str>,
        source: &dyn AssetSource,
    ) -> Result<Vec<Resource>, LoadError> {
        if let Some(path) = manifest.filter(|_| !source.is_immediate()) {
            return Err(ReadError::cannot_wait(AssetPath::new(path)?.as_str()).into());
        }
        let entries = block_on(Manifest::read_all(manifest, source, &self.kinds, &phase.policy))?;
        queue_of(&entries, &phase.resources, &self.makers)
    }

    fn check_contents(&self, phase: &PhaseContents, manifest: Option<&str>) -> PhaseCheck {
        let name = format!("phase `{}`", phase.id);
        let mut check = PhaseCheck { name, phase: phase.id.name(), ..PhaseCheck::default() };
        let queue = match self.queue_for(phase, manifest, self.source.as_ref()) {
            Ok(queue) => queue,
            Err(error) => {
                check.problems.push(with_meant(&error, self.source.as_ref()));
                return check;
            }
        };
        let mut decoded = Vec::new();
        let mut ids: HashMap<(&str, AssetPath, Filter), ResourceId> = HashMap::new();
        for resource in queue {
            let Work::Decode(kind, Ok(path)) = &resource.work else { continue };
            if let Some(other) = ids.insert((resource.kind(), path.clone(), kind.filter), resource.id()) {
                let what = format!("has the same file as `{other}`, so that {path} is loaded twice");
                check.problems.push(format!("{} `{}` {what}", resource.kind(), resource.id()));
            }
            match read_kind(*kind, self.source.as_ref(), path) {
                Ok(ready) => {
                    let is_image = (ready.value.as_ref() as &dyn Any).is::<Texture>();
                    let bytes = if is_image { &mut check.image_bytes } else { &mut check.other_bytes };
                    *bytes = bytes.saturating_add(ready.memory);
                    decoded.push((resource.id(), path.clone(), ready.value));
                }
                Err(cause) => {
                    let what = with_meant(&cause, self.source.as_ref());
                    check.problems.push(format!("{} `{}`: {what}", resource.kind(), resource.id()));
                }
            }
        }
        let values = decoded.iter().map(|(id, path, value)| (*id, path.clone(), value.as_ref() as &dyn Any));
        let values: Vec<_> = values.collect();
        for (current, (_, path, value)) in decoded.iter().enumerate() {
            let mut cx = CheckContext { current, decoded: &values, problems: Vec::new() };
            if let Err(panic) = caught(|| value.check(&mut cx)) {
                cx.problem(format!("{path}: its check panicked: {panic}"));
            }
            check.problems.append(&mut cx.problems);
        }
        check.decoded = values.len();
        check
    }

    /// Decodes a file as the kind of its extension. `None` when it is valid, or its kind unknown.
    pub(crate) fn check_file(&self, path: &AssetPath) -> Option<String> {
        let kind = self.kinds.of_extension(&path.extension())?;
        let error = read_kind(kind, self.source.as_ref(), path).err()?;
        Some(format!("{}{error}", before(Some(path), &error)))
    }

    /// Parses a file as a manifest. `None` when it is valid.
    pub(crate) fn check_manifest(&self, path: &AssetPath) -> Option<String> {
        match read_now(self.source.as_ref(), path) {
            Ok(bytes) => Manifest::parse(path, &bytes, &self.kinds).err().map(|error| error.to_string()),
            Err(error) => Some(error.to_string()),
        }
    }
}
