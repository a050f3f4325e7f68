//! The check of all assets of a program at once.

use std::any::Any;
use std::fmt;

use futures_lite::future::block_on;

use super::asset::Asset;
use super::contents::PhaseContents;
use super::kind::{Decoded, read_kind};
use super::loader::Loader;
use super::manifest::{Manifest, queue_of};
use super::resource::{Origin, Resource};
use crate::platform::{AssetPath, read_now};

/// A problem that a check has found.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// A phase, the assets folder, or the flow graph.
    pub place: String,
    /// The problem, with file, line and column where there are any.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// The decoded resources of a phase, while one of them is checked.
pub struct CheckContext<'a> {
    current: usize,
    decoded: &'a [(Resource, Box<dyn Decoded>)],
    problems: Vec<String>,
}

impl<'a> CheckContext<'a> {
    /// The checked resource.
    pub fn resource(&self) -> &'a Resource {
        &self.decoded[self.current].0
    }

    /// The phase's other decoded resources of a kind, in queue order.
    pub fn others<A: Asset>(&self) -> impl Iterator<Item = (&'a Resource, &'a A)> {
        let others = self.decoded.iter().enumerate().filter(|(index, _)| *index != self.current);
        others.filter_map(|(_, (resource, value))| {
            let value: &dyn Any = value.as_ref();
            Some((resource, value.downcast_ref()?))
        })
    }

    /// Adds a problem. The text names the file.
    pub fn problem(&mut self, what: impl fmt::Display) {
        self.problems.push(what.to_string());
    }
}

impl Loader {
    /// Decodes everything that `phase` names. Returns what a load would fail with, for optional
    /// resources too, and what the checks of the kinds find. The list is empty for a source that
    /// cannot be waited for.
    pub(crate) fn check(&self, phase: &PhaseContents) -> Vec<Problem> {
        if !self.source.is_immediate() {
            return Vec::new();
        }
        let mut manifests: Vec<_> = phase.manifests().map(Some).collect();
        if manifests.is_empty() {
            manifests.push(None);
        }
        let mut problems = Vec::new();
        for manifest in manifests {
            for problem in self.check_contents(phase, manifest) {
                // Manifests of one phase often include the same one.
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
        }
        problems
    }

    fn check_contents(&self, phase: &PhaseContents, manifest: Option<&str>) -> Vec<Problem> {
        let place = format!("phase `{}`", phase.id);
        let problem = |what: String| Problem { place: place.clone(), what };
        let entries = Manifest::read_all(manifest, self.source.as_ref(), &self.kinds);
        let entries = block_on(entries);
        let queue = entries.and_then(|entries| queue_of(&entries, &phase.resources, &self.makers));
        let queue = match queue {
            Ok(queue) => queue,
            Err(error) => return vec![problem(error.to_string())],
        };
        let (mut problems, mut decoded) = (Vec::new(), Vec::new());
        for resource in queue {
            let Origin::File { kind, path: Ok(path) } = &resource.origin else { continue };
            match read_kind(*kind, self.source.as_ref(), path) {
                Ok(value) => decoded.push((resource, value)),
                Err(cause) => {
                    problems.push(problem(format!("{} `{}`: {cause}", resource.kind(), resource.id())));
                }
            }
        }
        for current in 0..decoded.len() {
            let mut cx = CheckContext { current, decoded: &decoded, problems: Vec::new() };
            decoded[current].1.check(&mut cx);
            problems.extend(cx.problems.into_iter().map(problem));
        }
        problems
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
