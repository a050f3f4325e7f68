//! The check of all assets of a program at once.

use std::any::Any;
use std::collections::HashMap;

use futures_lite::future::block_on;

use super::asset::read_kind;
use super::context::CheckContext;
use super::error::LoadError;
use super::id::ResourceId;
use super::kinds::Texture;
use super::loader::Loader;
use super::manifest::{Manifest, queue_of};
use super::resource::{PhaseContents, Resource, Work};
use crate::platform::{AssetPath, AssetSource, ReadCause, ReadError, nearest, read_now};

/// What a check has found in a phase, with one of its manifests.
#[derive(Debug, Default)]
pub(crate) struct PhaseCheck {
    /// The phase, and its manifest if it has several.
    pub(crate) name: String,
    /// The number of files that were decoded.
    pub(crate) decoded: usize,
    /// The memory of their values in bytes: of images, and of everything else.
    pub(crate) image_bytes: u64,
    pub(crate) other_bytes: u64,
    pub(crate) problems: Vec<String>,
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
            // Manifests of one phase often include the same one.
            check.problems.retain(|problem| !checks.iter().any(|before| before.problems.contains(problem)));
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
        let place = format!("phase `{}`", phase.id);
        let mut check = PhaseCheck { name: place.clone(), ..PhaseCheck::default() };
        let problem = |what: String| format!("{place}: {what}");
        let queue = match self.queue_for(phase, manifest, self.source.as_ref()) {
            Ok(queue) => queue,
            Err(error) => {
                check.problems.push(problem(self.with_meant(&error)));
                return check;
            }
        };
        let mut decoded = Vec::new();
        let mut ids: HashMap<(&str, AssetPath), ResourceId> = HashMap::new();
        for resource in queue {
            let Work::Decode(kind, Ok(path)) = &resource.work else { continue };
            if let Some(other) = ids.insert((resource.kind(), path.clone()), resource.id()) {
                let what = format!("has the same file as `{other}`, so that {path} is loaded twice");
                check.problems.push(problem(format!("{} `{}` {what}", resource.kind(), resource.id())));
            }
            match read_kind(*kind, self.source.as_ref(), path) {
                Ok(value) => {
                    let is_image = (value.as_ref() as &dyn Any).is::<Texture>();
                    *if is_image { &mut check.image_bytes } else { &mut check.other_bytes } += value.memory();
                    decoded.push((resource.id(), path.clone(), value));
                }
                Err(cause) => {
                    let what = self.with_meant(&cause);
                    check.problems.push(problem(format!("{} `{}`: {what}", resource.kind(), resource.id())));
                }
            }
        }
        let values = decoded.iter().map(|(id, path, value)| (*id, path.clone(), value.as_ref() as &dyn Any));
        let values: Vec<_> = values.collect();
        for (current, (_, _, value)) in decoded.iter().enumerate() {
            let mut cx = CheckContext { current, decoded: &values, problems: Vec::new() };
            value.check(&mut cx);
            check.problems.extend(cx.problems.into_iter().map(problem));
        }
        check.decoded = values.len();
        check
    }

    /// The text of an error; of a missing file with the one that may be meant: of the same name in another folder or in
    /// other letters, or of a similar name in the same folder.
    fn with_meant(&self, error: &LoadError) -> String {
        let cause = if let LoadError::Included { cause, .. } = error { cause } else { error };
        let LoadError::Read(ReadError { path, cause: ReadCause::NotFound }) = cause else {
            return error.to_string();
        };
        let start_of_name = |path: &str| path.rfind('/').map_or(0, |slash| slash + 1);
        let (folder, name) = path.split_at(start_of_name(path));
        let files = self.source.list().unwrap_or_default();
        let same = files.iter().find(|file| file[start_of_name(file)..].eq_ignore_ascii_case(name));
        let near = || nearest(name, files.iter().filter_map(|file| file.strip_prefix(folder)));
        match same.cloned().or_else(|| Some(format!("{folder}{}", near()?))) {
            Some(meant) => format!("{error}, did you mean {meant}?"),
            None => error.to_string(),
        }
    }

    /// Decodes a file as the kind of its extension. `None` when it is valid, or its kind unknown.
    pub(crate) fn check_file(&self, path: &AssetPath) -> Option<String> {
        let kind = self.kinds.of_extension(&path.extension())?;
        read_kind(kind, self.source.as_ref(), path).err().map(|error| error.to_string())
    }

    /// Parses a file as a manifest. `None` when it is valid.
    pub(crate) fn check_manifest(&self, path: &AssetPath) -> Option<String> {
        match read_now(self.source.as_ref(), path) {
            Ok(bytes) => Manifest::parse(path, &bytes, &self.kinds).err().map(|error| error.to_string()),
            Err(error) => Some(error.to_string()),
        }
    }
}
