//! The manifest of a phase: which resources it has, as a data file.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

use ron::extensions::Extensions;
use serde::Deserialize;

use super::error::{DecodeError, ManifestError, Position};
use super::make::MakeResource;
use super::queue::MAX_RETRIES;
use super::resource::{Resource, ResourceId, ResourceKind};
use crate::platform::{AssetPath, AssetSource, ReadError};

/// The longest manifest that is read, in bytes.
const MAX_BYTES: usize = 1 << 20;
/// The most resources that a phase can have.
const MAX_ENTRIES: usize = 10_000;
/// How many manifests one phase can take together.
const MAX_FILES: usize = 64;

/// One line of a manifest.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ManifestEntry {
    /// A picture.
    Texture(FileEntry),
    /// The texts of one language.
    Strings(FileEntry),
    /// A sound.
    Sound(FileEntry),
    /// A level of the Tiled editor.
    Level(FileEntry),
    /// A logic script.
    Script(FileEntry),
    /// The data of an AI machine.
    Machine(FileEntry),
    /// A film, an animated WebP that is played as a stream.
    #[cfg(feature = "films")]
    Film(FileEntry),
    /// Something that code makes from other resources.
    Cache(CodeEntry),
    /// A step of work that code does.
    Callback(CodeEntry),
}

/// A resource that comes from a file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FileEntry {
    /// The resource's id, unlike all others of the phase.
    pub id: String,
    /// The file, as seen from the assets folder.
    pub path: String,
    /// Its share of the progress; 1 where it is left out.
    #[serde(default = "one")]
    pub weight: u32,
    /// Whether the phase can go on without it.
    #[serde(default)]
    pub optional: bool,
}

/// A resource that code makes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CodeEntry {
    /// The resource's id, unlike all others of the phase.
    pub id: String,
    /// The name that the program registered the code under.
    pub make: String,
    /// The ids of the resources that it is made from; they stand before it.
    #[serde(default)]
    pub from: Vec<String>,
    /// Its share of the progress; 1 where it is left out.
    #[serde(default = "one")]
    pub weight: u32,
    /// Whether the phase can go on without it.
    #[serde(default)]
    pub optional: bool,
}

const fn one() -> u32 {
    1
}

/// A manifest as it is written.
///
/// ```
/// use proscenium::phase::Manifest;
/// use proscenium::platform::AssetPath;
///
/// let path = AssetPath::new("phases/menu.ron")?;
/// let manifest = Manifest::parse(&path, br#"(
///     include: ["phases/common.ron"],
///     resources: [
///         texture(id: "backdrop", path: "textures/backdrop.png", weight: 3),
///         strings(id: "en", path: "strings/en.ftl"),
///         cache(id: "glyphs", make: "glyph_cache", from: ["en"]),
///     ],
/// )"#)?;
/// assert_eq!(manifest.resources.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// Manifests whose resources come first: what several phases have in common.
    #[serde(default)]
    pub include: Vec<String>,
    /// The resources, in the order in which they are loaded.
    #[serde(default)]
    pub resources: Vec<ManifestEntry>,
}

impl Manifest {
    /// Reads a manifest from the bytes of the file `path`.
    ///
    /// # Errors
    ///
    /// [`DecodeError`] with line and column.
    pub fn parse(path: &AssetPath, bytes: &[u8]) -> Result<Self, DecodeError> {
        let error = |position, what: String| DecodeError { path: path.clone(), position, what };
        if bytes.len() > MAX_BYTES {
            return Err(error(
                None,
                format!("a manifest may have {MAX_BYTES} bytes, this has {}", bytes.len()),
            ));
        }
        let text = std::str::from_utf8(bytes).map_err(|utf8| {
            let valid = String::from_utf8_lossy(&bytes[..utf8.valid_up_to()]);
            error(Some(Position::of_byte(&valid, valid.len())), "this is not UTF-8 text".to_owned())
        })?;
        // So that an entry reads `texture(id: ...)` and not `texture((id: ...))`.
        let options = ron::Options::default().with_default_extension(Extensions::UNWRAP_VARIANT_NEWTYPES);
        options.from_str(text).map_err(|ron| {
            let position = Position { line: ron.span.start.line, column: ron.span.start.col };
            error(Some(position), ron.code.to_string())
        })
    }

    /// Reads the manifest at `path` and all that it includes, and answers with their entries in
    /// load order. A manifest that is included twice counts once, at its first place.
    pub(crate) async fn read_all(
        path: AssetPath,
        source: Arc<dyn AssetSource>,
    ) -> Result<Vec<(AssetPath, ManifestEntry)>, ManifestError> {
        // Depth first without recursion: `open` holds the manifests whose own entries wait for
        // what they include.
        let mut entries = Vec::new();
        let mut seen = HashSet::from([path.clone()]);
        let first = Self::parse(&path, &read(&path, source.as_ref()).await?)?;
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
            let manifest = Self::parse(&included, &read(&included, source.as_ref()).await?)?;
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
            Err(error) if error.may_pass() && retries < MAX_RETRIES => {
                retries += 1;
                log::warn!("{error}; it is tried again");
            }
            result => return result,
        }
    }
}

/// Code that manifests can name.
pub(crate) type Makers = HashMap<&'static str, Rc<MakeResource>>;

/// Turns the entries of a manifest and the resources of the code into one queue, and checks what
/// can be checked before the first file is opened.
pub(crate) fn queue_of(
    entries: &[(AssetPath, ManifestEntry)],
    from_code: &[Resource],
    makers: &Makers,
) -> Result<Vec<Resource>, ManifestError> {
    let mut ids: HashSet<ResourceId> = HashSet::new();
    let mut queue = Vec::with_capacity(entries.len() + from_code.len());
    for (manifest, entry) in entries {
        let error = |what| DecodeError { path: manifest.clone(), position: None, what };
        let resource = resource_of(entry, makers).map_err(|cause| match cause {
            EntryError::Path(bad) => error(bad.to_string()),
            EntryError::Maker { id, make } => {
                let mut known: Vec<_> = makers.keys().copied().collect();
                known.sort_unstable();
                error(format!(
                    "`{id}` is made by `{make}`, which the program does not have; it has: {}",
                    known.join(", ")
                ))
            }
        })?;
        check_order(&resource, &ids).map_err(error)?;
        ids.insert(resource.id().clone());
        queue.push(resource);
    }
    for resource in from_code {
        check_order(resource, &ids).map_err(|what| {
            // Code has no file to point to; the manifest's own errors all have one.
            let path = entries.last().map(|(path, _)| path.clone());
            DecodeError { path: path.unwrap_or_else(AssetPath::in_code), position: None, what }
        })?;
        ids.insert(resource.id().clone());
        queue.push(resource.clone());
    }
    Ok(queue)
}

fn check_order(resource: &Resource, before: &HashSet<ResourceId>) -> Result<(), String> {
    if before.contains(resource.id()) {
        return Err(format!("two resources have the id `{}`; ids of one phase must differ", resource.id()));
    }
    match resource.made_from().iter().find(|id| !before.contains(*id)) {
        None => Ok(()),
        Some(missing) => {
            Err(format!("`{}` is made from `{missing}`, which must stand before it", resource.id()))
        }
    }
}

enum EntryError<'a> {
    Path(crate::platform::BadAssetPath),
    Maker { id: &'a str, make: &'a str },
}

fn resource_of<'a>(entry: &'a ManifestEntry, makers: &Makers) -> Result<Resource, EntryError<'a>> {
    let (resource, weight, optional) = match entry {
        ManifestEntry::Cache(code) => code_resource(ResourceKind::Cache, code, makers)?,
        ManifestEntry::Callback(code) => code_resource(ResourceKind::Callback, code, makers)?,
        ManifestEntry::Texture(file) => file_resource(ResourceKind::Texture, file)?,
        ManifestEntry::Strings(file) => file_resource(ResourceKind::Strings, file)?,
        ManifestEntry::Sound(file) => file_resource(ResourceKind::Sound, file)?,
        ManifestEntry::Level(file) => file_resource(ResourceKind::Level, file)?,
        ManifestEntry::Script(file) => file_resource(ResourceKind::Script, file)?,
        ManifestEntry::Machine(file) => file_resource(ResourceKind::Machine, file)?,
        #[cfg(feature = "films")]
        ManifestEntry::Film(file) => file_resource(ResourceKind::Film, file)?,
    };
    let resource = resource.weight(weight);
    Ok(if optional { resource.optional() } else { resource })
}

fn file_resource(kind: ResourceKind, file: &FileEntry) -> Result<(Resource, u32, bool), EntryError<'_>> {
    let path = AssetPath::new(&file.path).map_err(EntryError::Path)?;
    Ok((Resource::file(kind, &file.id, path), file.weight, file.optional))
}

fn code_resource<'a>(
    kind: ResourceKind,
    code: &'a CodeEntry,
    makers: &Makers,
) -> Result<(Resource, u32, bool), EntryError<'a>> {
    let Some(make) = makers.get(code.make.as_str()) else {
        return Err(EntryError::Maker { id: &code.id, make: &code.make });
    };
    let from = code.from.iter().map(|id| id.as_str().into()).collect();
    Ok((Resource::code(kind, &code.id, Rc::clone(make), from), code.weight, code.optional))
}
