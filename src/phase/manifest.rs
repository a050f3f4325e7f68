//! The manifest of a phase: which resources it has, as a data file.
//!
//! ```ron
//! (
//!     include: ["phases/common.ron"],
//!     resources: [
//!         texture(id: "backdrop", path: "textures/backdrop.png", weight: 3),
//!         sound(id: "music", path: "sounds/music.ogg", optional: true),
//!         cache(id: "glyphs", make: "glyph_cache", from: ["en"]),
//!     ],
//! )
//! ```

mod parse;
mod queue_of;

use std::collections::HashSet;
use std::sync::Arc;

use ron::extensions::Extensions;
use serde::Deserialize;

use self::parse::ManifestSeed;
pub(super) use self::queue_of::{Makers, queue_of};
use super::context::{ron_error, utf8};
use super::error::{DecodeError, LoadError};
use super::kind::{Kind, Kinds};
use super::queue::MAX_RETRIES;
use crate::platform::{AssetPath, AssetSource, ReadError};

/// The longest manifest that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The most resources that a phase can have.
const MAX_ENTRIES: usize = 10_000;
/// How many manifests one phase can take together.
const MAX_FILES: usize = 64;

/// One line of a manifest.
#[derive(Debug)]
pub(crate) enum Entry {
    File(Kind, FileFields),
    Cache(CodeFields),
    Callback(CodeFields),
}

/// A resource that comes from a file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileFields {
    id: String,
    path: String,
    #[serde(default = "one")]
    weight: u32,
    #[serde(default)]
    optional: bool,
}

/// A resource that code makes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CodeFields {
    id: String,
    make: String,
    #[serde(default)]
    from: Vec<String>,
    #[serde(default = "one")]
    weight: u32,
    #[serde(default)]
    optional: bool,
}

const fn one() -> u32 {
    1
}

/// A manifest as it is written.
#[derive(Debug, Default)]
pub(crate) struct Manifest {
    /// Manifests whose resources come first: what several phases have in common.
    pub(super) include: Vec<String>,
    /// The resources, in the order in which they are loaded.
    pub(super) resources: Vec<Entry>,
}

/// The entries of a manifest and of all that it includes, each with its file.
pub(super) type Entries = Vec<(AssetPath, Entry)>;

impl Manifest {
    /// Reads a manifest from the bytes of the file `path`.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] with line and column.
    pub(crate) fn parse(path: &AssetPath, bytes: &[u8], kinds: &Kinds) -> Result<Self, DecodeError> {
        if bytes.len() > MAX_BYTES {
            let what = format!("a manifest may have {MAX_BYTES} bytes, this has {}", bytes.len());
            return Err(DecodeError { path: path.clone(), position: None, what });
        }
        let text = utf8(path, bytes)?;
        // So that an entry reads `texture(id: ...)` and not `texture((id: ...))`.
        let options = ron::Options::default().with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES);
        options.from_str_seed(text, ManifestSeed(kinds)).map_err(|error| ron_error(path, error))
    }

    /// Reads the manifest at `path` and all that it includes, and answers with their entries in
    /// load order. A manifest that is included twice counts once, at its first place.
    pub(super) async fn read_all(
        path: AssetPath,
        source: Arc<dyn AssetSource>,
        kinds: Kinds,
    ) -> Result<Entries, LoadError> {
        // Depth first without recursion: `open` holds the manifests whose own entries wait for
        // what they include.
        let mut entries = Vec::new();
        let mut seen = HashSet::from([path.clone()]);
        let first = Self::parse(&path, &read(&path, source.as_ref()).await?, &kinds)?;
        let mut open = vec![(path, first, 0)];
        while let Some((path, manifest, next)) = open.last_mut() {
            let Some(include) = manifest.include.get(*next) else {
                let own = std::mem::take(&mut manifest.resources);
                entries.extend(own.into_iter().map(|entry| (path.clone(), entry)));
                if entries.len() > MAX_ENTRIES {
                    let what = format!("a phase may have {MAX_ENTRIES} resources");
                    return Err(DecodeError { path: path.clone(), position: None, what }.into());
                }
                open.pop();
                continue;
            };
            *next += 1;
            let included = AssetPath::new(include)?;
            if !seen.insert(included.clone()) {
                continue;
            }
            if seen.len() > MAX_FILES {
                let what = format!("a phase may take {MAX_FILES} manifests together");
                return Err(DecodeError { path: included, position: None, what }.into());
            }
            let manifest = Self::parse(&included, &read(&included, source.as_ref()).await?, &kinds)?;
            open.push((included, manifest, 0));
        }
        Ok(entries)
    }
}

/// Reads one manifest. As with the files that it names, a read that breaks off is tried again.
async fn read(path: &AssetPath, source: &dyn AssetSource) -> Result<Vec<u8>, ReadError> {
    let mut retries = 0;
    loop {
        match source.read(path).await {
            Err(error) if error.is_transient() && retries < MAX_RETRIES => {
                retries += 1;
                log::warn!("{error}; retrying");
            }
            result => return result,
        }
    }
}
