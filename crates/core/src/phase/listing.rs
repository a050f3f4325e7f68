//! Reading the manifest of a load and all that it includes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use futures_lite::future::Boxed;

use super::error::{DecodeError, LoadError, guarded_job};
use super::files::{Contents, Files, Noted};
use super::kinds::Kinds;
use super::manifest::{Entries, MAX_BYTES, Manifest};
use super::policy::LoadPolicy;
use crate::platform::{AssetPath, AssetSource};

const MAX_ENTRIES: usize = 10_000;
const MAX_FILES: usize = 64;

/// What a load reads of manifests.
pub(crate) struct Listing {
    pub(super) manifest: Option<String>,
    pub(super) source: Arc<dyn AssetSource>,
    pub(super) kinds: Kinds,
    pub(super) policy: LoadPolicy,
}

/// The entries of a manifest and of all that it includes, and the files that were to be read for them.
pub(crate) struct Listed {
    pub(super) entries: Result<Entries, LoadError>,
    pub(super) files: Vec<Noted>,
}

/// A phase with a manifest brings [`Listing::read`] along, so that the page of a game without manifests does not
/// contain their parser, 8 % of its program.
pub(crate) type ReadManifests = fn(Listing) -> Boxed<Listed>;

impl Listing {
    /// Reads all of it. A manifest that is included twice counts once, at its first place; a cycle is an error.
    pub(crate) fn read(self) -> Boxed<Listed> {
        Box::pin(async move {
            let mut files = Files::default();
            let entries = guarded_job(self.read_all(&mut files)).await;
            Listed { entries, files: files.noted }
        })
    }

    async fn read_all(&self, files: &mut Files) -> Result<Entries, LoadError> {
        let Some(path) = &self.manifest else { return Ok(Vec::new()) };
        let path = AssetPath::new(path)?;
        let source = self.source.as_ref();
        files.request(path.clone(), source);
        let mut manifests = HashMap::new();
        let mut included = HashSet::from([path.clone()]);
        let needs = |path: &AssetPath, bytes: &[u8], _: &Contents| {
            let manifest = Manifest::parse(path, bytes, &self.kinds);
            let mut needs = Vec::new();
            for (include, _) in manifest.iter().flat_map(|manifest| &manifest.include) {
                // `in_order` reports the manifest that is one too many.
                if let Ok(include) = AssetPath::new(include)
                    && included.len() <= MAX_FILES
                {
                    included.insert(include.clone());
                    needs.push(include);
                }
            }
            manifests.insert(path.clone(), manifest);
            Ok(needs)
        };
        files.read(source, (MAX_FILES, MAX_FILES * MAX_BYTES), Some(&self.policy), needs).await?;
        in_order(path, &files.contents, manifests)
    }
}

/// The entries in load order, depth first: what a manifest includes comes before its own.
fn in_order(
    path: AssetPath,
    contents: &Contents,
    mut manifests: HashMap<AssetPath, Result<Manifest, DecodeError>>,
) -> Result<Entries, LoadError> {
    let mut take = |path: &AssetPath| match (contents.get(path), manifests.remove(path)) {
        (_, Some(manifest)) => Ok(manifest),
        (Some(Err(error)), _) => Err(error.clone()),
        _ => Err(LoadError::Code(format!("the manifest {path} was not read"))),
    };
    let mut entries = Vec::new();
    let mut seen = HashSet::from([path.clone()]);
    let first = take(&path)??;
    // `open` holds the manifests whose own entries wait for what they include.
    let mut open = vec![(path, first, 0)];
    while let Some((path, manifest, next)) = open.last_mut() {
        let Some((include, place)) = manifest.include.get(*next) else {
            entries.append(&mut manifest.resources);
            if entries.len() > MAX_ENTRIES {
                let what = format!("the phase has too many resources (max. {MAX_ENTRIES})");
                return Err(DecodeError { path: path.clone(), position: None, what }.into());
            }
            open.pop();
            continue;
        };
        *next += 1;
        let within = |cause| LoadError::Included {
            manifest: path.clone(),
            position: place.position(),
            cause: Box::new(cause),
        };
        let included = AssetPath::new(include).map_err(|error| within(error.into()))?;
        if !seen.insert(included.clone()) {
            let Some(start) = open.iter().position(|(path, ..)| *path == included) else { continue };
            let (_, manifest, next) = &open[open.len() - 1];
            let files: Vec<_> = open[start..].iter().map(|(path, ..)| path.as_str()).collect();
            let what = format!("the includes are a cycle: {}, {included}; remove one", files.join(", "));
            return Err(manifest.include[*next - 1].1.error(what).into());
        }
        if seen.len() > MAX_FILES {
            let what = format!("the phase includes too many manifests (max. {MAX_FILES})");
            return Err(DecodeError { path: included, position: None, what }.into());
        }
        let manifest = take(&included).map_err(within)??;
        open.push((included, manifest, 0));
    }
    Ok(entries)
}
