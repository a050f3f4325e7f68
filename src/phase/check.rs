//! All that is wrong with the assets of a program, found at once instead of one load after the
//! other.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use futures_lite::future::block_on;

use super::decode::{Decoded, Strings, decode};
use super::definition::Phase;
use super::error::LoadCause;
use super::loader::Loader;
use super::manifest::{Manifest, queue_of};
use super::resource::ResourceKind;
use crate::platform::{AssetPath, AssetSource};

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

impl Loader {
    /// Reads and decodes everything that `phase` names, and lists what a load would stumble
    /// over, the optional resources among it; also texts that one language has and another has
    /// not, and tilesets whose picture the phase does not load.
    ///
    /// It blocks until all files are read. Where the source cannot be waited for (over a network
    /// in a browser) there is nothing to check, and the list is empty.
    #[must_use]
    pub fn check(&self, phase: &Phase) -> Vec<Problem> {
        if !self.source().is_immediate() {
            return Vec::new();
        }
        let place = format!("phase `{}`", phase.id());
        let problem = |what: String| Problem { place: place.clone(), what };
        let entries = match phase.manifest_path().map(AssetPath::new).transpose() {
            Ok(None) => Ok(Vec::new()),
            Ok(Some(path)) => block_on(Manifest::read_all(path, Arc::clone(self.source()))),
            Err(bad) => Err(bad.into()),
        };
        let queue = entries.and_then(|entries| queue_of(&entries, phase.resources(), self.makers()));
        let queue = match queue {
            Ok(queue) => queue,
            Err(error) => return vec![problem(error.to_string())],
        };
        let mut problems = Vec::new();
        let mut languages = Vec::new();
        let mut pictures = BTreeSet::new();
        let mut tilesets = Vec::new();
        for resource in &queue {
            let Some(path) = resource.path() else { continue };
            match block_on(decode(resource.kind(), path.clone(), Arc::clone(self.source()))) {
                Ok(Decoded::Strings(strings)) => languages.push((path.clone(), strings)),
                Ok(Decoded::Texture(_)) => {
                    pictures.insert(path.clone());
                }
                Ok(Decoded::Level(level)) => {
                    tilesets.extend(
                        level.tilesets().iter().filter_map(|set| Some((path.clone(), set.image.clone()?))),
                    );
                }
                #[cfg(feature = "films")]
                Ok(Decoded::Film(film)) => {
                    if let Err(error) = film.check() {
                        problems.push(problem(format!("film `{}`: {error}", resource.id())));
                    }
                }
                Ok(Decoded::Sound(_) | Decoded::Script(_) | Decoded::Machine(_)) => {}
                Err(cause) => {
                    problems.push(problem(format!("{} `{}`: {cause}", resource.kind(), resource.id())));
                }
            }
        }
        problems.extend(missing_texts(&languages).into_iter().map(problem));
        for (level, picture) in tilesets.iter().filter(|(_, picture)| !pictures.contains(picture)) {
            problems.push(problem(format!(
                "{level} draws with {picture}, which the phase does not load as a texture"
            )));
        }
        problems
    }
}

/// Decodes a file by its extension, for files that no manifest names. `None` when it is good, or
/// of no kind that is known.
#[must_use]
pub fn check_file(path: &AssetPath, source: &Arc<dyn AssetSource>) -> Option<LoadCause> {
    let kind = match path.extension().as_str() {
        "png" | "jpg" | "jpeg" | "webp" => ResourceKind::Texture,
        "ftl" => ResourceKind::Strings,
        "ogg" | "wav" => ResourceKind::Sound,
        "tmx" => ResourceKind::Level,
        "rhai" => ResourceKind::Script,
        "ron" => ResourceKind::Machine,
        _ => return None,
    };
    block_on(decode(kind, path.clone(), Arc::clone(source))).err()
}

/// The texts that some language has and another has not.
fn missing_texts(languages: &[(AssetPath, Strings)]) -> Vec<String> {
    let mut has: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, (_, strings)) in languages.iter().enumerate() {
        for key in strings.keys() {
            has.entry(key).or_default().push(index);
        }
    }
    let mut problems = Vec::new();
    for (key, owners) in has {
        for (index, (path, _)) in languages.iter().enumerate() {
            if !owners.contains(&index) {
                let other = owners.first().map_or("", |&owner| languages[owner].0.as_str());
                problems.push(format!("{path} has no text `{key}`, which {other} has"));
            }
        }
    }
    problems
}
