//! The manifest of a phase, and the queue that its entries and the resources of the code make. The docs of
//! [`phase`](crate::phase) have an example.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use ron::value::RawValue;
use serde::Deserialize;

use super::asset::Asset as _;
use super::context::{ron_error, utf8, web_page};
use super::error::{DecodeError, LoadError, Position};
use super::id::ResourceId;
use super::kind::Kind;
use super::kinds::{Kinds, Texture};
use super::resource::{CACHE, CALLBACK, FromCode, Maker, Resource, Work};
use crate::platform::{AssetPath, Filter, id_problem, listed, nearest};

/// The maximum size of a manifest.
pub(super) const MAX_BYTES: usize = 1 << 20;

#[derive(Debug)]
pub(crate) enum Entry {
    File(Kind, FileFields),
    Code(&'static str, CodeFields),
}

impl Entry {
    /// The first thing that is wrong with its texts.
    fn problem(&self) -> Option<String> {
        let (id, path) = match self {
            Self::File(_, fields) => (&fields.id, Some(&fields.path)),
            Self::Code(_, fields) => (&fields.id, None),
        };
        if let Some(problem) = id_problem(id) {
            return Some(format!("the id {problem}"));
        }
        if let Self::Code(_, fields) = self {
            let maker = id_problem(&fields.make).map(|problem| format!("the name in `make` {problem}"));
            let mut from = fields.from.iter().filter_map(|from| id_problem(from));
            let problem = maker.or_else(|| from.next().map(|problem| format!("an id in `from` {problem}")));
            if problem.is_some() {
                return problem;
            }
        }
        if let Self::File(kind, fields) = self
            && fields.filter != Filter::default()
            && kind.name != Texture::KIND
        {
            return Some(format!("a {} has no `filter`; textures have", kind.name));
        }
        path.and_then(|path| AssetPath::new(path).err()).map(|bad| bad.to_string())
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename = "Resource", deny_unknown_fields)]
pub(crate) struct FileFields {
    pub(super) id: String,
    pub(super) path: String,
    /// Of textures only.
    #[serde(default)]
    filter: Filter,
    #[serde(default = "one")]
    pub(super) weight: u32,
    #[serde(default)]
    pub(super) optional: bool,
}

#[derive(Debug, Deserialize)]
#[serde(rename = "Resource", deny_unknown_fields)]
pub(crate) struct CodeFields {
    pub(super) id: String,
    pub(super) make: String,
    #[serde(default)]
    pub(super) from: Vec<String>,
    #[serde(default = "one")]
    pub(super) weight: u32,
    #[serde(default)]
    pub(super) optional: bool,
}

const fn one() -> u32 {
    1
}

/// The text of a manifest. The kinds of resources are data, so their entries are parsed apart.
#[derive(Deserialize)]
#[serde(rename = "Manifest", deny_unknown_fields)]
struct Text<'a> {
    #[serde(borrow, default)]
    include: Vec<&'a RawValue>,
    #[serde(borrow, default)]
    resources: Vec<&'a RawValue>,
}

#[derive(Debug)]
pub(crate) struct Manifest {
    /// Manifests whose resources come first, with their places: what several phases have in common.
    pub(super) include: Vec<(String, Place)>,
    /// The resources with their places, in the order in which they are loaded.
    pub(super) resources: Entries,
}

/// The entries of a manifest and of all that it includes, each with its place.
pub(super) type Entries = Vec<(Place, Entry)>;

/// A place in a manifest. Its line and column are counted only for an error.
#[derive(Clone, Debug)]
pub(super) struct Place {
    path: AssetPath,
    text: Arc<str>,
    offset: usize,
}

impl Place {
    pub(super) fn position(&self) -> Position {
        Position::of_byte(&self.text, self.offset)
    }

    pub(super) fn error(&self, what: impl Into<String>) -> DecodeError {
        DecodeError { path: self.path.clone(), position: Some(self.position()), what: what.into() }
    }
}

impl Manifest {
    /// Reads a manifest from the bytes of the file `path`.
    pub(crate) fn parse(path: &AssetPath, bytes: &[u8], kinds: &Kinds) -> Result<Self, DecodeError> {
        let whole = |what| DecodeError { path: path.clone(), position: None, what };
        if bytes.len() > MAX_BYTES {
            let length = bytes.len();
            return Err(whole(format!("the manifest is too large: {length} bytes (max. {MAX_BYTES})")));
        }
        let text: Arc<str> = utf8(path, bytes)?.into();
        let Text { include, resources } =
            ron::from_str(&text).map_err(|error| match web_page(bytes, "manifest") {
                Some(what) => whole(what),
                None => ron_error(path, &text, 0, error),
            })?;
        let place = |part: &str| {
            let offset = part.as_ptr() as usize - text.as_ptr() as usize;
            Place { path: path.clone(), text: Arc::clone(&text), offset }
        };
        let include = include.iter().map(|included| {
            let included = included.trim();
            let place = place(included.get_ron());
            let path = included.into_rust();
            let path = path.map_err(|error: ron::error::SpannedError| {
                place.error(format!("`include` is a list of paths in quotes: {}", error.code))
            })?;
            Ok((path, place))
        });
        let include = include.collect::<Result<_, _>>()?;
        let resources = resources.iter().map(|entry| {
            let entry = entry.trim().get_ron();
            let place = place(entry);
            let (word, fields) =
                entry.split_at(entry.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(entry.len()));
            let code = [CACHE, CALLBACK].into_iter().find(|code| *code == word);
            let parsed = match (kinds.find(word), code) {
                (Some(kind), _) => ron::from_str(fields)
                    .map(|fields: FileFields| Entry::File(kind.with_filter(fields.filter), fields)),
                (None, Some(code)) => ron::from_str(fields).map(|fields| Entry::Code(code, fields)),
                (None, None) => return Err(place.error(unknown(word, kinds))),
            };
            let parsed = parsed.map_err(|error| ron_error(path, &text, place.offset + word.len(), error))?;
            match parsed.problem() {
                Some(what) => Err(place.error(what)),
                None => Ok((place, parsed)),
            }
        });
        Ok(Self { include, resources: resources.collect::<Result<_, _>>()? })
    }
}

fn unknown(word: &str, kinds: &Kinds) -> String {
    if let Some(why) = kinds.why_missing(word) {
        return format!("unknown kind `{word}`: {why}");
    }
    let known: Vec<_> = kinds.names().chain([CACHE, CALLBACK]).collect();
    match nearest(word, known.iter().copied().chain(kinds.missing())) {
        Some(near) => format!("unknown kind `{word}`, did you mean `{near}`?"),
        None => format!(
            "unknown kind `{word}`, there are: {}; a program registers further ones (`register_kinds`, `register`)",
            listed(known)
        ),
    }
}

pub(crate) type Makers = HashMap<&'static str, Maker>;

/// Makes the queue, and checks what can be checked before the first file is opened.
pub(super) fn queue_of(
    entries: &Entries,
    from_code: &FromCode,
    kinds: &Kinds,
    makers: &Makers,
) -> Result<Vec<Resource>, LoadError> {
    if let Some(problem) = from_code.problem() {
        return Err(LoadError::Code(problem));
    }
    let from_code = &from_code.resources;
    let mut ids: HashSet<ResourceId> = HashSet::new();
    let mut queue = Vec::with_capacity(entries.len() + from_code.len());
    let mut add = |resource: Resource| {
        check_order(&resource, &ids)?;
        ids.insert(resource.id());
        queue.push(resource);
        Ok::<(), String>(())
    };
    for (place, entry) in entries {
        let added = match entry {
            Entry::File(kind, fields) => {
                let FileFields { id, path, weight, optional, .. } = fields;
                let work = Work::Decode(*kind, AssetPath::new(path));
                let mut resource = Resource::new(id.into(), kind.name, work).weight(*weight);
                resource.is_optional = *optional;
                Ok(resource)
            }
            Entry::Code(kind, fields) => made(kind, fields, kinds, makers),
        };
        added.and_then(&mut add).map_err(|what| place.error(what))?;
    }
    for resource in from_code {
        if let Work::Decode(_, Err(bad)) = &resource.work {
            return Err(bad.clone().into());
        }
        add(resource.clone()).map_err(LoadError::Code)?;
    }
    Ok(queue)
}

fn made(kind: &'static str, fields: &CodeFields, kinds: &Kinds, makers: &Makers) -> Result<Resource, String> {
    let CodeFields { id, make, from, weight, optional } = fields;
    let Some(maker) = makers.get(make.as_str()) else {
        if let Some(why) = kinds.why_missing(make) {
            return Err(format!("`{id}` is made by `{make}`: {why}"));
        }
        let mut known: Vec<_> = makers.keys().copied().collect();
        known.sort_unstable();
        return Err(format!(
            "`{id}` is made by `{make}`, which the program does not have (`register_maker`); it has: {}",
            listed(known)
        ));
    };
    let from = from.iter().map(ResourceId::from).collect();
    let resource = Resource::new(id.into(), kind, Work::Make(maker.clone(), from)).weight(*weight);
    Ok(if *optional { resource.optional() } else { resource })
}

fn check_order(resource: &Resource, before: &HashSet<ResourceId>) -> Result<(), String> {
    let id = resource.id();
    if before.contains(&id) {
        return Err(format!("two resources have the id `{id}`; ids of one phase must differ"));
    }
    match resource.made_from().iter().find(|source| !before.contains(*source)) {
        Some(source) => Err(format!("`{id}` is made from `{source}`, which must stand before it")),
        None => Ok(()),
    }
}
