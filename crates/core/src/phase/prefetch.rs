//! Reading manifests for a load. They are prefetched from a network, so that a load frees the old phase without a
//! request, as with files on a disk.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use futures_lite::future::Boxed;

use super::error::{LoadError, start_read};
use super::kinds::Kinds;
use super::manifest::{Entries, Manifest};
use super::policy::LoadPolicy;
use crate::platform::{AssetPath, AssetSource, ReadFuture};

/// The entries of a phase's manifest, and the manifests of all phases where they were prefetched.
pub(crate) type Listed = (Result<Entries, LoadError>, Option<Prefetched>);

/// What a load reads of manifests.
pub(crate) struct Listing {
    /// The manifest of the phase.
    pub(super) manifest: Option<String>,
    /// Those of all phases, if they have to be prefetched.
    pub(super) all: Option<Vec<AssetPath>>,
    pub(super) source: Arc<dyn AssetSource>,
    pub(super) kinds: Kinds,
    pub(super) policy: LoadPolicy,
}

impl Listing {
    /// Reads all of it. A phase with a manifest brings this along as [`ReadManifests`], so that the page of a game
    /// without manifests does not contain their parser, 8 % of its program.
    pub(crate) fn read(self) -> Boxed<Listed> {
        let Self { manifest, all, source, kinds, policy } = self;
        Box::pin(async move {
            let prefetched = match all {
                Some(all) => Some(prefetch(Arc::clone(&source), all, &kinds).await),
                None => None,
            };
            let source = prefetched.clone().map_or(source, |prefetched| Arc::new(prefetched) as _);
            let entries = Manifest::read_all(manifest.as_deref(), source.as_ref(), &kinds, &policy).await;
            (entries, prefetched)
        })
    }
}

pub(crate) type ReadManifests = fn(Listing) -> Boxed<Listed>;

/// Manifests in memory, and another source for all other files.
#[derive(Clone)]
pub(crate) struct Prefetched {
    manifests: Arc<HashMap<AssetPath, Vec<u8>>>,
    rest: Arc<dyn AssetSource>,
}

impl AssetSource for Prefetched {
    fn read(&self, path: &AssetPath) -> ReadFuture {
        match self.manifests.get(path) {
            Some(bytes) => Box::pin(std::future::ready(Ok(bytes.clone()))),
            None => self.rest.read(path),
        }
    }

    fn is_immediate(&self) -> bool {
        self.rest.is_immediate()
    }

    fn received(&self, path: &AssetPath) -> Option<(u64, Option<u64>)> {
        self.rest.received(path)
    }

    fn stamp(&self, path: &AssetPath) -> Option<u64> {
        self.rest.stamp(path)
    }

    fn list(&self) -> Option<Vec<String>> {
        self.rest.list()
    }
}

/// Reads manifests and those that they include, all requests of one depth at once. One that cannot be
/// read or parsed is left out: the load that needs it reads it again and reports the error.
async fn prefetch(source: Arc<dyn AssetSource>, mut next: Vec<AssetPath>, kinds: &Kinds) -> Prefetched {
    let mut manifests = HashMap::new();
    let mut seen: HashSet<AssetPath> = HashSet::new();
    while !next.is_empty() {
        next.retain(|path| seen.insert(path.clone()));
        let reads: Vec<_> = next.drain(..).map(|path| (start_read(source.as_ref(), &path), path)).collect();
        for (read, path) in reads {
            let Ok(bytes) = read.await else { continue };
            let Ok(manifest) = Manifest::parse(&path, &bytes, kinds) else { continue };
            next.extend(manifest.include.iter().filter_map(|(included, _)| AssetPath::new(included).ok()));
            manifests.insert(path, bytes);
        }
    }
    Prefetched { manifests: Arc::new(manifests), rest: source }
}

#[cfg(test)]
mod tests {
    use futures_lite::future::block_on;

    use super::*;
    use crate::platform::{FaultySource, MemorySource, ReadCause};

    #[test]
    fn manifests_and_what_they_include_are_read_once() {
        let files = MemorySource::default()
            .with("a.ron", "(include: [\"both.ron\", \"lost.ron\"])")
            .with("b.ron", "(include: [\"both.ron\", \"a.ron\"])")
            .with("both.ron", "()")
            .with("broken.ron", "(");
        let files = Arc::new(FaultySource::new(files));
        let source: Arc<dyn AssetSource> = files.clone();
        let paths = ["a.ron", "b.ron", "broken.ron"].map(|path| AssetPath::new(path).unwrap());
        let kept = block_on(prefetch(source, paths.to_vec(), &Kinds::default()));
        for path in ["a.ron", "b.ron", "both.ron"] {
            let again = block_on(kept.read(&AssetPath::new(path).unwrap()));
            assert!(again.is_ok() && files.reads() == 5, "{path}");
        }
        let lost = block_on(kept.read(&AssetPath::new("lost.ron").unwrap()));
        assert_eq!((lost.unwrap_err().cause, files.reads()), (ReadCause::NotFound, 6));
        assert!(block_on(kept.read(&AssetPath::new("broken.ron").unwrap())).is_ok());
        assert_eq!(files.reads(), 7);
    }

    /// A source that knows its files, and when they were saved.
    struct Known;

    impl AssetSource for Known {
        fn read(&self, _path: &AssetPath) -> ReadFuture {
            Box::pin(std::future::ready(Ok(b"()".to_vec())))
        }

        fn stamp(&self, _path: &AssetPath) -> Option<u64> {
            Some(7)
        }

        fn list(&self) -> Option<Vec<String>> {
            Some(vec!["a.ron".to_owned()])
        }
    }

    #[test]
    fn the_files_and_their_stamps_are_those_of_the_source() {
        let path = AssetPath::new("a.ron").unwrap();
        let kept = block_on(prefetch(Arc::new(Known), vec![path.clone()], &Kinds::default()));
        assert_eq!((kept.stamp(&path), kept.list()), (Some(7), Some(vec!["a.ron".to_owned()])));
    }
}
