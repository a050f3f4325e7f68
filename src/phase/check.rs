//! All that is wrong with the assets of a program, found at once instead of one load after the
//! other.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use futures_lite::future::block_on;

use super::asset::Asset;
use super::contents::PhaseContents;
use super::kind::{Decoded, read_kind};
use super::loader::Loader;
use super::manifest::{Manifest, queue_of};
use super::resource::{Origin, Resource};
use crate::platform::AssetPath;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Where: a phase, or the assets folder.
    pub place: String,
    /// What is wrong, with the file, line and column where there are any.
    pub what: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// What the check of a resource can see: the phase's other resources, decoded.
pub struct CheckContext<'a> {
    current: usize,
    decoded: &'a [(Resource, Box<dyn Decoded>)],
    problems: Vec<String>,
}

impl<'a> CheckContext<'a> {
    /// The resource that is checked.
    pub fn resource(&self) -> &'a Resource {
        &self.decoded[self.current].0
    }

    /// The phase's other resources of a kind that were decoded, in queue order.
    pub fn others<A: Asset>(&self) -> impl Iterator<Item = (&'a Resource, &'a A)> {
        let others = self.decoded.iter().enumerate().filter(|(index, _)| *index != self.current);
        others.filter_map(|(_, (resource, value))| {
            let value: &dyn Any = value.as_ref();
            Some((resource, value.downcast_ref()?))
        })
    }

    /// Notes a problem. The text names the file.
    pub fn problem(&mut self, what: impl fmt::Display) {
        self.problems.push(what.to_string());
    }
}

impl Loader {
    /// Reads and decodes everything that `phase` names, and lists what a load would fail with,
    /// also for optional resources, and what the checks of the kinds find.
    ///
    /// It blocks until all files are read. Where the source cannot be waited for (over a network
    /// in a browser) there is nothing to check, and the list is empty.
    pub(crate) fn check(&self, phase: &PhaseContents) -> Vec<Problem> {
        if !self.source.is_immediate() {
            return Vec::new();
        }
        if phase.manifests().next().is_none() {
            return self.check_contents(phase, None);
        }
        let mut problems = Vec::new();
        for manifest in phase.manifests() {
            for problem in self.check_contents(phase, Some(manifest)) {
                // Manifests of one phase often include the same other one.
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
        }
        problems
    }

    /// Checks `phase` with one of its manifests.
    fn check_contents(&self, phase: &PhaseContents, manifest: Option<&str>) -> Vec<Problem> {
        let place = format!("phase `{}`", phase.id);
        let problem = |what: String| Problem { place: place.clone(), what };
        let entries = match manifest.map(AssetPath::new).transpose() {
            Ok(None) => Ok(Vec::new()),
            Ok(Some(path)) => {
                block_on(Manifest::read_all(path, Arc::clone(&self.source), self.kinds.clone()))
            }
            Err(bad) => Err(bad.into()),
        };
        let queue = entries.and_then(|entries| queue_of(&entries, &phase.resources, &self.makers));
        let queue = match queue {
            Ok(queue) => queue,
            Err(error) => return vec![problem(error.to_string())],
        };
        let (mut problems, mut decoded) = (Vec::new(), Vec::new());
        for resource in queue {
            let Origin::File { kind, path: Ok(path) } = resource.origin() else { continue };
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

    /// Decodes a file by itself, as the kind that its extension says. `None` when it is good, or of
    /// no kind that is known.
    pub(crate) fn check_file(&self, path: &AssetPath) -> Option<String> {
        let kind = self.kinds.of_extension(&path.extension())?;
        read_kind(kind, self.source.as_ref(), path).err().map(|error| error.to_string())
    }

    /// Parses a file as a manifest. `None` when it is good.
    pub(crate) fn check_manifest(&self, path: &AssetPath) -> Option<String> {
        let bytes = match crate::platform::read_now(self.source.as_ref(), path) {
            Ok(bytes) => bytes,
            Err(error) => return Some(error.to_string()),
        };
        Manifest::parse(path, &bytes, &self.kinds).err().map(|error| error.to_string())
    }
}
