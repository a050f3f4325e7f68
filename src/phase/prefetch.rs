//! Manifests at hand, so that a change of phases needs no network before it frees the old phase.

use std::collections::HashSet;
use std::sync::Arc;

use super::definition::Phase;
use super::manifest::Manifest;
use crate::platform::{AssetPath, AssetSource as _, KeptSource};

/// Reads the manifests of `phases`, and those that they include, and keeps them in `source`. Where files come over a network, a program does this once, before its first phase:
///
/// ```text
/// without:  load ─► wait for the manifest ─► old − new goes ─► wait for the first file ─► …
/// with:     load ─► old − new goes ─► wait for the first file ─► …
/// ```
///
/// So loads begin sooner, and their events come in the same order as with files on a disk. All
/// requests of one depth are on their way together. A manifest that cannot be read or parsed is
/// not kept: the load that needs it tries again, and tells what is wrong.
pub fn keep_manifests<'a>(
    source: Arc<KeptSource>,
    phases: impl IntoIterator<Item = &'a Phase>,
) -> impl Future<Output = ()> {
    let paths = phases.into_iter().filter_map(Phase::manifest_path);
    let mut next: Vec<AssetPath> = paths.filter_map(|path| AssetPath::new(path).ok()).collect();
    async move {
        let mut seen: HashSet<AssetPath> = HashSet::new();
        while !next.is_empty() {
            next.retain(|path| seen.insert(path.clone()));
            let reads: Vec<_> = next.drain(..).map(|path| (source.read(&path), path)).collect();
            for (read, path) in reads {
                let Ok(bytes) = read.await else { continue };
                let Ok(manifest) = Manifest::parse(&path, &bytes) else { continue };
                next.extend(manifest.include.iter().filter_map(|included| AssetPath::new(included).ok()));
                source.keep(path, bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::{MemorySource, ReadCause};
    use futures_lite::future::block_on;

    #[test]
    fn all_manifests_and_what_they_include_are_read_once() {
        let files = MemorySource::default()
            .with("a.ron", "(include: [\"both.ron\", \"lost.ron\"])")
            .with("b.ron", "(include: [\"both.ron\", \"a.ron\"])")
            .with("both.ron", "()")
            .with("broken.ron", "(");
        let phases = [
            Phase::new("a").manifest("a.ron"),
            Phase::new("b").manifest("b.ron"),
            Phase::new("code"),
            Phase::new("broken").manifest("broken.ron"),
        ];
        let kept = Arc::new(KeptSource::new(Arc::new(files.clone())));
        block_on(keep_manifests(Arc::clone(&kept), &phases));
        for path in ["a.ron", "b.ron", "both.ron"] {
            let again = block_on(kept.read(&AssetPath::new(path).unwrap()));
            assert!(again.is_ok() && files.reads_of(path) == 1, "{path}");
        }
        // What could not be kept is asked for again, and fails as it would have.
        let lost = block_on(kept.read(&AssetPath::new("lost.ron").unwrap()));
        assert_eq!((lost.unwrap_err().cause, files.reads_of("lost.ron")), (ReadCause::NotFound, 2));
        assert!(block_on(kept.read(&AssetPath::new("broken.ron").unwrap())).is_ok());
        assert_eq!(files.reads_of("broken.ron"), 2);
    }
}
