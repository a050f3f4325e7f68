//! From the entries of manifests and the resources of the code to one queue.

use std::collections::{HashMap, HashSet};

use super::error::{DecodeError, LoadError};
use super::id::ResourceId;
use super::identity::Origin;
use super::manifest::{CodeFields, Entries, Entry, FileFields};
use super::resource::{Maker, Resource};
use crate::platform::AssetPath;

pub(crate) type Makers = HashMap<&'static str, Maker>;

/// Makes the queue, and checks what can be checked before the first file is opened.
pub(super) fn queue_of(
    entries: &Entries,
    from_code: &[Resource],
    makers: &Makers,
) -> Result<Vec<Resource>, LoadError> {
    let mut ids: HashSet<ResourceId> = HashSet::new();
    let mut queue = Vec::with_capacity(entries.len() + from_code.len());
    let mut add = |resource: Resource| {
        check_order(&resource, &ids)?;
        ids.insert(resource.id());
        queue.push(resource);
        Ok::<(), String>(())
    };
    for (manifest, position, entry) in entries {
        let added = match entry {
            Entry::File(kind, fields) => {
                let FileFields { id, path, weight, optional } = fields;
                AssetPath::new(path)
                    .map_err(|bad| bad.to_string())
                    .map(|path| with(Resource::decoded(id.into(), *kind, Ok(path)), *weight, *optional))
            }
            Entry::Code(kind, fields) => made(kind, fields, makers),
        };
        added.and_then(&mut add).map_err(|what| DecodeError {
            path: manifest.clone(),
            position: Some(*position),
            what,
        })?;
    }
    for resource in from_code {
        if let Origin::File(Err(bad)) = &resource.identity.origin {
            return Err(bad.clone().into());
        }
        add(resource.clone()).map_err(LoadError::Code)?;
    }
    Ok(queue)
}

fn made(kind: &'static str, fields: &CodeFields, makers: &Makers) -> Result<Resource, String> {
    let CodeFields { id, make, from, weight, optional } = fields;
    let Some(maker) = makers.get(make.as_str()) else {
        let mut known: Vec<_> = makers.keys().copied().collect();
        known.sort_unstable();
        let known = known.join(", ");
        return Err(format!("`{id}` is made by `{make}`, which the program does not have; it has: {known}"));
    };
    let from = from.iter().map(ResourceId::from).collect();
    Ok(with(Resource::made(id.into(), kind, maker.clone(), from), *weight, *optional))
}

fn with(resource: Resource, weight: u32, optional: bool) -> Resource {
    let resource = resource.weight(weight);
    if optional { resource.optional() } else { resource }
}

fn check_order(resource: &Resource, before: &HashSet<ResourceId>) -> Result<(), String> {
    let id = resource.id();
    if before.contains(&id) {
        return Err(format!("two resources have the id `{id}`; ids of one phase must differ"));
    }
    match resource.identity.made_from().iter().find(|source| !before.contains(*source)) {
        None => Ok(()),
        Some(missing) => Err(format!("`{id}` is made from `{missing}`, which must stand before it")),
    }
}
